"""Review tables: what people decided, and the rules of precedence they made."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from masis.store.tables import Base, unbounded


class DecisionRow(Base):
    """One human act on a case; the database refuses to change a row."""

    __tablename__ = "review_decisions"
    __table_args__ = (Index("decisions_by_run", "run_id", "number"),)

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    case_id: Mapped[str] = mapped_column(ForeignKey("cases.case_id", ondelete="CASCADE"), index=True)
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id", ondelete="CASCADE"))
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    at: Mapped[datetime]
    person: Mapped[str] = mapped_column(String(200))
    action: Mapped[str] = mapped_column(String(24))
    code: Mapped[str] = mapped_column(String(32), default="")
    reason: Mapped[str] = mapped_column(Text, default="")
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]


class RuleRow(Base):
    """A rule of precedence of a workspace; a change revokes it and makes another."""

    __tablename__ = "precedence_rules"

    rule_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    preferred_id: Mapped[str] = mapped_column(String(64))
    preferred_title: Mapped[str] = mapped_column(Text)
    over_id: Mapped[str] = mapped_column(String(64), default="")
    over_title: Mapped[str] = mapped_column(Text, default="")
    subject: Mapped[str] = mapped_column(Text, default="")
    period: Mapped[str] = mapped_column(unbounded(64), default="")
    effective_from: Mapped[str] = mapped_column(String(10))
    reason: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(200))
    revoked_at: Mapped[datetime | None]
    revoked_by: Mapped[str] = mapped_column(String(200), default="")

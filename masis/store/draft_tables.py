"""Draft tables: audited memos, each with its text and the verdict on every sentence."""

from datetime import datetime
from typing import Any

from sqlalchemy import Float, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from masis.store.tables import Base


class DraftAuditRow(Base):
    """One audit; ``content`` is the uploaded file until it has been read, then it is empty."""

    __tablename__ = "draft_audits"
    __table_args__ = (Index("drafts_by_age", "workspace_id", "owner", "created_at"),)

    audit_id: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[str] = mapped_column(ForeignKey("workspaces.workspace_id", ondelete="CASCADE"))
    owner: Mapped[str] = mapped_column(String(200))
    name: Mapped[str] = mapped_column(String(400))
    kind: Mapped[str] = mapped_column(String(16))
    state: Mapped[str] = mapped_column(String(16), index=True)
    message: Mapped[str] = mapped_column(Text, default="")
    content: Mapped[bytes] = mapped_column(LargeBinary, default=b"")
    memo: Mapped[str] = mapped_column(Text, default="")
    counts: Mapped[dict[str, Any]]
    rows: Mapped[list[Any]]
    seconds: Mapped[float] = mapped_column(Float, default=0.0)
    stops: Mapped[int] = mapped_column(default=0)
    """How often the program stopped while it worked on this memo."""
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]

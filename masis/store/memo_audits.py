"""Memo audits: the audited memos of one person in one workspace."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    delete,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, defer, mapped_column

from masis.domain.memo_audit.verdicts import DraftAudit, DraftRow, DraftSummary
from masis.store.tables import Base


class MemoAuditRow(Base):
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


MOST_STOPS = 3
CRASHED = (
    f"MASIS stopped {MOST_STOPS} times in the middle of this memo, so it is not tried again by itself. "
    "Audit it in parts to find the one it stops at."
)
_NAMES = tuple(name for name in DraftSummary.model_fields if name not in {"done", "total"})


def to_summary(row: MemoAuditRow) -> DraftSummary:
    """Return the audit as listed."""
    return DraftSummary.model_validate({name: getattr(row, name) for name in _NAMES})


def to_audit(row: MemoAuditRow) -> DraftAudit:
    """Return the audit with its memo and verdicts."""
    rows = tuple(DraftRow.model_validate(kept) for kept in row.rows)
    return DraftAudit(summary=to_summary(row), memo=row.memo, rows=rows)


def new_row(audit_id: str, workspace_id: str, owner: str, name: str, now: datetime) -> MemoAuditRow:
    """Return the row of an audit that waits, its memo or file still to be put in."""
    return MemoAuditRow(
        audit_id=audit_id,
        workspace_id=workspace_id,
        owner=owner,
        name=" ".join(name.split())[:200] or "Memo",
        kind="",
        state="queued",
        message="",
        content=b"",
        memo="",
        counts={},
        rows=[],
        seconds=0.0,
        stops=0,
        created_at=now,
        finished_at=None,
    )


def find(session: Session, workspace_id: str, audit_id: str, owner: str) -> MemoAuditRow | None:
    """Return an audit of this workspace and person."""
    row = session.get(MemoAuditRow, audit_id)
    if row is None or row.workspace_id != workspace_id or row.owner != owner:
        return None
    return row


def listed(session: Session, workspace_id: str, owner: str, limit: int) -> tuple[DraftSummary, ...]:
    """Return the newest audits first, without their texts."""
    query = (
        select(MemoAuditRow)
        .options(defer(MemoAuditRow.rows), defer(MemoAuditRow.memo), defer(MemoAuditRow.content))
        .where(MemoAuditRow.workspace_id == workspace_id, MemoAuditRow.owner == owner)
        .order_by(MemoAuditRow.created_at.desc(), MemoAuditRow.audit_id)
        .limit(limit)
    )
    return tuple(to_summary(row) for row in session.scalars(query))


def unfinished(session: Session) -> Sequence[tuple[str, str]]:
    """Return audit and workspace of what a stop of the program interrupted, oldest first."""
    query = select(MemoAuditRow.audit_id, MemoAuditRow.workspace_id).where(_waits())
    return [
        (audit_id, workspace_id)
        for audit_id, workspace_id in session.execute(query.order_by(MemoAuditRow.created_at))
    ]


def count_stops(session: Session, here: Collection[str], at: datetime) -> None:
    """Count the stop that ended the audits under way; give up a memo that may be what stopped the program.

    ``here`` are those of this process, which goes on with them.
    """
    running = update(MemoAuditRow).where(
        MemoAuditRow.state == "running", MemoAuditRow.audit_id.not_in([*here])
    )
    session.execute(running.values(state="queued", stops=MemoAuditRow.stops + 1))
    given_up = {"state": "failed", "message": CRASHED, "content": b"", "finished_at": at}
    too_often = update(MemoAuditRow).where(_waits(), MemoAuditRow.stops >= MOST_STOPS)
    session.execute(too_often.values(**given_up))


def _waits() -> ColumnElement[bool]:
    return MemoAuditRow.state.in_(("queued", "running"))


def remove(session: Session, audit_id: str) -> None:
    """Forget an audit."""
    session.execute(delete(MemoAuditRow).where(MemoAuditRow.audit_id == audit_id))

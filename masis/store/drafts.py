"""Drafts: audited memos of one person in one workspace."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session, defer

from masis.domain.memo_audit.verdicts import DraftAudit, DraftRow, DraftSummary
from masis.store.draft_tables import DraftAuditRow

MOST_STOPS = 3
CRASHED = (
    f"MASIS stopped {MOST_STOPS} times in the middle of this memo, so it is not tried again by itself. "
    "Audit it in parts to find the one it stops at."
)
_NAMES = tuple(name for name in DraftSummary.model_fields if name not in {"done", "total"})


def to_summary(row: DraftAuditRow) -> DraftSummary:
    """Return the audit as listed."""
    return DraftSummary.model_validate({name: getattr(row, name) for name in _NAMES})


def to_audit(row: DraftAuditRow) -> DraftAudit:
    """Return the audit with its memo and verdicts."""
    rows = tuple(DraftRow.model_validate(one) for one in row.rows)
    return DraftAudit(summary=to_summary(row), memo=row.memo, rows=rows)


def new_row(audit_id: str, workspace_id: str, owner: str, name: str, now: datetime) -> DraftAuditRow:
    """Return the row of an audit that waits, its memo or file still to be put in."""
    return DraftAuditRow(
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


def find(session: Session, workspace_id: str, audit_id: str, owner: str) -> DraftAuditRow | None:
    """Return an audit of this workspace and person."""
    row = session.get(DraftAuditRow, audit_id)
    if row is None or row.workspace_id != workspace_id or row.owner != owner:
        return None
    return row


def listed(session: Session, workspace_id: str, owner: str, limit: int) -> tuple[DraftSummary, ...]:
    """Return the newest audits first, without their texts."""
    query = (
        select(DraftAuditRow)
        .options(defer(DraftAuditRow.rows), defer(DraftAuditRow.memo), defer(DraftAuditRow.content))
        .where(DraftAuditRow.workspace_id == workspace_id, DraftAuditRow.owner == owner)
        .order_by(DraftAuditRow.created_at.desc(), DraftAuditRow.audit_id)
        .limit(limit)
    )
    return tuple(to_summary(row) for row in session.scalars(query))


def unfinished(session: Session) -> Sequence[tuple[str, str]]:
    """Return audit and workspace of what a stop of the program interrupted, oldest first."""
    query = select(DraftAuditRow.audit_id, DraftAuditRow.workspace_id).where(_waits())
    return [(one, place) for one, place in session.execute(query.order_by(DraftAuditRow.created_at))]


def count_stops(session: Session, here: Collection[str], at: datetime) -> None:
    """Count the stop that ended the audits under way; give up a memo that may be what stopped the program.

    ``here`` are those of this process, which goes on with them.
    """
    running = update(DraftAuditRow).where(
        DraftAuditRow.state == "running", DraftAuditRow.audit_id.not_in([*here])
    )
    session.execute(running.values(state="queued", stops=DraftAuditRow.stops + 1))
    given_up = {"state": "failed", "message": CRASHED, "content": b"", "finished_at": at}
    too_often = update(DraftAuditRow).where(_waits(), DraftAuditRow.stops >= MOST_STOPS)
    session.execute(too_often.values(**given_up))


def _waits() -> ColumnElement[bool]:
    return DraftAuditRow.state.in_(("queued", "running"))


def remove(session: Session, audit_id: str) -> None:
    """Forget an audit."""
    session.execute(delete(DraftAuditRow).where(DraftAuditRow.audit_id == audit_id))

"""Audit log: who did what when, only ever added to; it outlives what it tells of."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Index, Select, String, delete, func, or_, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.audit_log import ActFilter, LoggedAct
from masis.store.tables import Base, unbounded


class LoggedActRow(Base):
    """One act of a person."""

    __tablename__ = "audit_log"
    __table_args__ = (
        Index("audit_log_by_workspace", "workspace_id", "number"),
        Index("audit_log_by_time", "at"),
    )

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    at: Mapped[datetime]
    person: Mapped[str] = mapped_column(unbounded(200))
    name: Mapped[str] = mapped_column(unbounded(200))
    workspace_id: Mapped[str] = mapped_column(String(64))
    """Empty for an act outside of any workspace; no reference, for the log stays when the workspace goes."""
    act: Mapped[str] = mapped_column(String(40))
    subject: Mapped[str] = mapped_column(unbounded(200))
    detail: Mapped[str] = mapped_column(unbounded(300))


_NAMES = tuple(LoggedAct.model_fields)


def add(session: Session, act: LoggedAct) -> None:
    """Add an act; its number is given by the database."""
    session.add(LoggedActRow(**act.model_dump(exclude={"number"})))


def listed(session: Session, workspace_ids: Sequence[str] | None, wanted: ActFilter) -> tuple[LoggedAct, ...]:
    """Return acts in these workspaces, newest first; ``None`` is everything there is."""
    query = _filtered(workspace_ids, wanted).order_by(LoggedActRow.number.desc())
    rows = session.scalars(query.limit(wanted.limit).offset(wanted.offset))
    return tuple(LoggedAct.model_validate({name: getattr(row, name) for name in _NAMES}) for row in rows)


def total(session: Session, workspace_ids: Sequence[str] | None, wanted: ActFilter) -> int:
    """Return how many acts a filter leaves."""
    return session.scalar(select(func.count()).select_from(_filtered(workspace_ids, wanted).subquery())) or 0


def _filtered(workspace_ids: Sequence[str] | None, wanted: ActFilter) -> Select[LoggedActRow]:
    row = LoggedActRow
    query = select(row)
    if workspace_ids is not None:
        query = query.where(row.workspace_id.in_(workspace_ids))
    if wanted.acts:
        query = query.where(row.act.in_(wanted.acts))
    if wanted.first_day is not None:
        query = query.where(row.at >= wanted.first_moment)
    for word in wanted.search.split():
        query = query.where(
            or_(*(column.icontains(word, autoescape=True) for column in (row.name, row.subject, row.detail)))
        )
    return query


def leave_workspace(session: Session, workspace_id: str) -> None:
    """Keep that people did something in a deleted workspace, not where and what: its id may be given anew."""
    held = update(LoggedActRow).where(LoggedActRow.workspace_id == workspace_id)
    session.execute(held.where(LoggedActRow.act != "deleted_workspace").values(detail="", subject=""))
    session.execute(held.values(workspace_id=""))


def forget_before(session: Session, moment: datetime) -> None:
    """Drop what is older than the log is kept."""
    session.execute(delete(LoggedActRow).where(LoggedActRow.at < moment))

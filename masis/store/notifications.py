"""Notifications: what happened, who was told of it, and which kinds a person does not want to hear of."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Index,
    Select,
    String,
    and_,
    delete,
    false,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.notifications import Happening, Kind, Notification, Told
from masis.store.members import Places
from masis.store.tables import Base, CaseRow, RunRow, WorkspaceRow, unbounded


class NotificationRow(Base):
    """Something that happened; it goes with the run or the workspace it is about."""

    __tablename__ = "notifications"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(index=True)
    workspace_id: Mapped[str | None] = mapped_column(
        String(64), ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), index=True
    )
    run_id: Mapped[str | None] = mapped_column(
        String(64), ForeignKey("runs.run_id", ondelete="CASCADE"), index=True
    )
    case_id: Mapped[str] = mapped_column(String(64))
    subject: Mapped[str] = mapped_column(String(64))
    once: Mapped[str | None] = mapped_column(String(200), unique=True)
    told: Mapped[dict[str, Any]]


class RecipientRow(Base):
    """Somebody who was told."""

    __tablename__ = "notification_recipients"
    __table_args__ = (Index("notifications_by_person", "person", "number"),)

    number: Mapped[int] = mapped_column(
        ForeignKey("notifications.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    person: Mapped[str] = mapped_column(unbounded(200), primary_key=True)
    read_at: Mapped[datetime | None]


class MuteRow(Base):
    """A kind that a person is not told of."""

    __tablename__ = "notification_mutes"

    person: Mapped[str] = mapped_column(unbounded(200), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)


class Seen(NamedTuple):
    """Whose notifications are looked at, and how far they reach now, whatever they were told before."""

    person: str
    places: Places
    runs_it: bool
    """Whether the person may see what concerns the whole installation."""


def add(session: Session, happening: Happening, people: Iterable[str]) -> int | None:
    """Write down what happened and who is told; nothing, where it was told once and for all before."""
    known = select(NotificationRow.number).where(NotificationRow.once == happening.once)
    if happening.once is not None and session.scalar(known) is not None:
        return None
    row = NotificationRow(**{**happening.model_dump(exclude={"told"}), "told": happening.told.model_dump()})
    session.add(row)
    session.flush()
    session.add_all(RecipientRow(number=row.number, person=person, read_at=None) for person in people)
    return row.number


def page(session: Session, seen: Seen, limit: int, offset: int) -> tuple[Notification, ...]:
    """Return what a person was told, newest first."""
    query = (
        _whole()
        .add_columns(RecipientRow.read_at)
        .join(RecipientRow, RecipientRow.number == NotificationRow.number)
        .where(*_visible(seen))
    )
    query = query.order_by(RecipientRow.number.desc()).limit(limit).offset(offset)
    return tuple(
        _notification(row, name, question, state, read=read_at is not None)
        for row, name, question, state, read_at in session.execute(query)
    )


def find(session: Session, number: int) -> Notification | None:
    """Return what happened, whoever was told."""
    found = session.execute(_whole().where(NotificationRow.number == number)).first()
    return None if found is None else _notification(*found, read=False)


def _whole() -> Select[NotificationRow, str | None, str | None, str | None]:
    return (
        select(NotificationRow, WorkspaceRow.name, RunRow.question, CaseRow.state)
        .outerjoin(WorkspaceRow, WorkspaceRow.workspace_id == NotificationRow.workspace_id)
        .outerjoin(RunRow, RunRow.run_id == NotificationRow.run_id)
        .outerjoin(CaseRow, CaseRow.case_id == NotificationRow.case_id)
    )


def _notification(
    row: NotificationRow, name: str | None, question: str | None, state: str | None, *, read: bool
) -> Notification:
    return Notification.model_validate(
        {
            "number": row.number,
            "kind": row.kind,
            "at": row.at,
            "workspace_id": row.workspace_id,
            "workspace_name": name or "",
            "run_id": row.run_id,
            "case_id": row.case_id,
            "question": question or "",
            "decided": state == "resolved",
            "read": read,
            "told": Told.model_validate(row.told),
        }
    )


def _visible(seen: Seen) -> tuple[ColumnElement[bool], ...]:
    """Hold for what the person was told and may still see: who left a workspace hears of it no more."""
    everywhere = NotificationRow.workspace_id.is_(None) if seen.runs_it else false()
    here = NotificationRow.workspace_id.in_(seen.places)
    return RecipientRow.person == seen.person, or_(here, everywhere)


def count(session: Session, seen: Seen, *, unread: bool) -> int:
    """Return how many notifications a person has, or has not read yet."""
    query = (
        select(func.count())
        .select_from(RecipientRow)
        .join(NotificationRow, NotificationRow.number == RecipientRow.number)
        .where(*_visible(seen))
    )
    return session.scalar(query.where(RecipientRow.read_at.is_(None)) if unread else query) or 0


def unread_about(session: Session, person: str, *, run_id: str = "", case_id: str = "") -> tuple[int, ...]:
    """Return the numbers of what a person was told of a run or a case and has not read yet."""
    query = (
        select(RecipientRow.number)
        .join(NotificationRow, NotificationRow.number == RecipientRow.number)
        .where(RecipientRow.person == person, RecipientRow.read_at.is_(None))
    )
    about = NotificationRow.case_id == case_id if case_id else NotificationRow.run_id == run_id
    return tuple(session.scalars(query.where(about)))


def mark_read(session: Session, person: str, at: datetime, numbers: Collection[int] | None = None) -> None:
    """Note that a person read some of what they were told; ``None`` is all of it."""
    query = update(RecipientRow).where(RecipientRow.person == person, RecipientRow.read_at.is_(None))
    if numbers is not None:
        query = query.where(RecipientRow.number.in_([*numbers]))
    session.execute(query.values(read_at=at))


def settle(session: Session, case_id: str, at: datetime) -> None:
    """Let a decided case bother nobody any more: whoever was told of it has read it."""
    about = select(NotificationRow.number).where(NotificationRow.case_id == case_id)
    query = update(RecipientRow).where(RecipientRow.number.in_(about), RecipientRow.read_at.is_(None))
    session.execute(query.values(read_at=at))


def withdraw_stale(session: Session, document_id: str, since: datetime) -> None:
    """Take back that answers went stale with a document, whose change was undone."""
    row = NotificationRow
    changed = and_(row.kind == "stale", row.subject == document_id, row.at >= since)
    session.execute(delete(row).where(changed))


def muted(session: Session, person: str) -> frozenset[str]:
    """Return the kinds that a person is not told of."""
    return frozenset(session.scalars(select(MuteRow.kind).where(MuteRow.person == person)))


def mute(session: Session, person: str, kinds: Iterable[Kind]) -> None:
    """Keep the kinds that a person is not told of, in place of those before."""
    session.execute(delete(MuteRow).where(MuteRow.person == person))
    session.add_all(MuteRow(person=person, kind=kind) for kind in kinds)


def listening(session: Session, people: Collection[str], kind: Kind) -> tuple[str, ...]:
    """Return those of these people who want to hear of a kind, in a fixed order."""
    query = select(MuteRow.person).where(MuteRow.kind == kind, MuteRow.person.in_([*people]))
    deaf = {*session.scalars(query)} if people else set()
    return tuple(sorted({*people} - deaf))


def forget_before(session: Session, moment: datetime, once_before: datetime) -> None:
    """Drop what is older than notifications are kept; what is told once stays long enough to stay so."""
    row = NotificationRow
    old = or_(and_(row.once.is_(None), row.at < moment), row.at < min(moment, once_before))
    session.execute(delete(row).where(old))

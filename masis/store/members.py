"""Members: who signed in before, who belongs to which workspace as what, and who is invited."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import lru_cache

from sqlalchemy import ForeignKey, Index, Select, String, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from masis.domain.members import HeldWorkspace, Invitation, KnownPerson, Member
from masis.domain.person import Role
from masis.store.tables import Base, DocumentRow, RunRow, WorkspaceRow, unbounded

Places = Select[str]
"""The query for the ids of some workspaces."""
KEPT_QUERIES = 256
"""How many people's queries are kept."""


class PersonRow(Base):
    """Somebody a provider signed in; the local analyst has none."""

    __tablename__ = "people"

    person: Mapped[str] = mapped_column(unbounded(200), primary_key=True)
    name: Mapped[str] = mapped_column(unbounded(200))
    address: Mapped[str] = mapped_column(unbounded(254), index=True)
    """Empty where the provider did not make sure that it is the person's."""
    first_seen: Mapped[datetime]
    last_seen: Mapped[datetime]
    shut_out: Mapped[bool] = mapped_column(default=False)


class MemberRow(Base):
    """A person's role in a workspace."""

    __tablename__ = "members"
    __table_args__ = (Index("members_by_person", "person", "workspace_id"),)

    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[str] = mapped_column(unbounded(200), primary_key=True)
    role: Mapped[str] = mapped_column(String(16))
    since: Mapped[datetime]


class InvitationRow(Base):
    """An address that becomes a member when its person signs in."""

    __tablename__ = "invitations"

    workspace_id: Mapped[str] = mapped_column(
        ForeignKey("workspaces.workspace_id", ondelete="CASCADE"), primary_key=True
    )
    address: Mapped[str] = mapped_column(unbounded(254), primary_key=True)
    role: Mapped[str] = mapped_column(String(16))
    invited_by: Mapped[str] = mapped_column(unbounded(200))
    at: Mapped[datetime]


def role_of(session: Session, workspace_id: str, person: str) -> Role | None:
    """Return what a person is in a workspace."""
    role = session.scalar(
        select(MemberRow.role).where(MemberRow.workspace_id == workspace_id, MemberRow.person == person)
    )
    return None if role is None else Role(role)


@lru_cache(KEPT_QUERIES)
def workspaces_of(
    person: str, roles: tuple[Role, ...] = tuple(Role), among: frozenset[str] | None = None
) -> Places:
    """Return the query for the ids of a person's workspaces; ``among`` narrows them to these.

    A query that is kept is put together and looked up by SQLAlchemy once: half of its time.
    """
    query = (
        select(MemberRow.workspace_id)
        .join(WorkspaceRow, WorkspaceRow.workspace_id == MemberRow.workspace_id)
        .where(MemberRow.person == person, MemberRow.role.in_([*roles]), ~WorkspaceRow.deleting)
        .order_by(MemberRow.workspace_id)
    )
    return query if among is None else query.where(MemberRow.workspace_id.in_([*among]))


def of_workspace(session: Session, workspace_id: str) -> tuple[Member, ...]:
    """Return the people of a workspace, those there longest first."""
    query = (
        select(MemberRow, PersonRow)
        .outerjoin(PersonRow, PersonRow.person == MemberRow.person)
        .where(MemberRow.workspace_id == workspace_id)
        .order_by(MemberRow.since, MemberRow.person)
    )
    return tuple(
        Member(
            person=row.person,
            name=known.name if known else row.person,
            address=known.address if known else "",
            role=Role(row.role),
            since=row.since,
        )
        for row, known in session.execute(query)
    )


def hold(session: Session, workspace_id: str) -> None:
    """Let nobody else change who belongs to a workspace until this transaction ends."""
    session.get(WorkspaceRow, workspace_id, with_for_update=True)


def owners(session: Session, workspace_id: str) -> frozenset[str]:
    """Return who owns a workspace."""
    query = select(MemberRow.person).where(
        MemberRow.workspace_id == workspace_id, MemberRow.role == Role.OWNER
    )
    return frozenset(session.scalars(query))


def put(session: Session, workspace_id: str, person: str, role: Role, at: datetime) -> None:
    """Make a person a member, or change what they are."""
    row = session.get(MemberRow, (workspace_id, person))
    if row is None:
        session.add(MemberRow(workspace_id=workspace_id, person=person, role=role, since=at))
    else:
        row.role = role


def remove(session: Session, workspace_id: str, person: str) -> None:
    """End a membership."""
    session.execute(
        delete(MemberRow).where(MemberRow.workspace_id == workspace_id, MemberRow.person == person)
    )


def invite(session: Session, workspace_id: str, invitation: Invitation) -> None:
    """Keep an invitation in place of an earlier one of the same address."""
    session.merge(InvitationRow(workspace_id=workspace_id, **invitation.model_dump()))


def withdraw(session: Session, workspace_id: str, address: str) -> bool:
    """Take an invitation back; False when there is none."""
    row = session.get(InvitationRow, (workspace_id, address))
    if row is not None:
        session.delete(row)
    return row is not None


def invitations(session: Session, workspace_id: str) -> tuple[Invitation, ...]:
    """Return who is invited to a workspace, by address."""
    query = select(InvitationRow).where(InvitationRow.workspace_id == workspace_id)
    rows = session.scalars(query.order_by(InvitationRow.address))
    return tuple(
        Invitation(address=row.address, role=Role(row.role), invited_by=row.invited_by, at=row.at)
        for row in rows
    )


def invited(session: Session, address: str) -> dict[str, Role]:
    """Return what an address is invited to be, by workspace."""
    query = select(InvitationRow).where(InvitationRow.address == address)
    return {row.workspace_id: Role(row.role) for row in session.scalars(query)}


def by_address(session: Session, address: str) -> PersonRow | None:
    """Return the person of a checked address; of several accounts, the one that signed in last."""
    query = select(PersonRow).where(PersonRow.address == address, ~PersonRow.shut_out)
    return session.scalars(query.order_by(PersonRow.last_seen.desc())).first()


def with_addresses(session: Session, addresses: Collection[str]) -> tuple[str, ...]:
    """Return the people of these checked addresses who are let in."""
    query = select(PersonRow.person).where(PersonRow.address.in_([*addresses]), ~PersonRow.shut_out)
    return tuple(session.scalars(query.order_by(PersonRow.person)))


def names(session: Session, people: Collection[str]) -> Mapping[str, str]:
    """Return the names of people, by person."""
    query = select(PersonRow.person, PersonRow.name).where(PersonRow.person.in_({*people}))
    return {row.person: row.name for row in session.execute(query)}


def leave_everywhere(session: Session, person: str) -> None:
    """End all memberships of a person."""
    session.execute(delete(MemberRow).where(MemberRow.person == person))


def everybody(session: Session) -> tuple[KnownPerson, ...]:
    """Return who signed in before, by name."""
    held = (
        select(func.count())
        .where(MemberRow.person == PersonRow.person)
        .correlate(PersonRow)
        .scalar_subquery()
    )
    query = select(PersonRow, held).order_by(func.lower(PersonRow.name), PersonRow.person)
    return tuple(
        KnownPerson(
            person=row.person,
            name=row.name,
            address=row.address,
            first_seen=row.first_seen,
            last_seen=row.last_seen,
            shut_out=row.shut_out,
            workspaces=count,
        )
        for row, count in session.execute(query)
    )


def places(session: Session) -> tuple[HeldWorkspace, ...]:
    """Return every workspace with how much it holds, by name."""

    def counted(table: type[DocumentRow] | type[RunRow] | type[MemberRow]) -> dict[str, int]:
        query = select(table.workspace_id, func.count().label("held")).group_by(table.workspace_id)
        return {row.workspace_id: row.held for row in session.execute(query)}

    owned: dict[str, list[str]] = {}
    owning = (
        select(MemberRow.workspace_id, func.coalesce(PersonRow.name, MemberRow.person))
        .outerjoin(PersonRow, PersonRow.person == MemberRow.person)
        .where(MemberRow.role == Role.OWNER)
        .order_by(MemberRow.since)
    )
    for place, name in session.execute(owning):
        owned.setdefault(place, []).append(name)
    documents, runs, people = counted(DocumentRow), counted(RunRow), counted(MemberRow)
    rows = session.scalars(
        select(WorkspaceRow)
        .where(~WorkspaceRow.deleting)
        .order_by(func.lower(WorkspaceRow.name), WorkspaceRow.workspace_id)
    )
    return tuple(
        HeldWorkspace(
            workspace_id=row.workspace_id,
            name=row.name,
            owners=tuple(owned.get(row.workspace_id, ())),
            members=people.get(row.workspace_id, 0),
            documents=documents.get(row.workspace_id, 0),
            runs=runs.get(row.workspace_id, 0),
            created_at=row.created_at,
        )
        for row in rows
    )

"""Workspaces: what there is, and how full each is."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache

from sqlalchemy import Select, bindparam, delete, func, select
from sqlalchemy.orm import Session, aliased

from masis.domain.person import Role
from masis.domain.workspace import WorkspaceSummary
from masis.store import members
from masis.store.members import MemberRow
from masis.store.tables import CaseRow, DocumentRow, WorkspaceRow

_WITH_ROLE = (  # asked at the door of every call
    select(WorkspaceRow, MemberRow.role)
    .join(MemberRow, MemberRow.workspace_id == WorkspaceRow.workspace_id)
    .where(
        WorkspaceRow.workspace_id == bindparam("workspace_id"),
        MemberRow.person == bindparam("person"),
        ~WorkspaceRow.deleting,
    )
)


def add_workspace(session: Session, row: WorkspaceRow) -> None:
    """Add a workspace, whose id must be free, with who made it as its owner."""
    session.add(row)
    session.flush()
    members.put(session, row.workspace_id, row.owner, Role.OWNER, row.created_at)


def taken_ids(session: Session, stem: str) -> frozenset[str]:
    """Return the ids in use that start with a stem, whoever owns them."""
    query = select(WorkspaceRow.workspace_id).where(
        WorkspaceRow.workspace_id.startswith(stem, autoescape=True)
    )
    return frozenset(session.scalars(query))


def found_with_role(
    session: Session, workspace_id: str, person: str
) -> tuple[WorkspaceRow, Role] | tuple[None, None]:
    """Return a workspace that is not being deleted, and what a person is in it; nothing for a stranger."""
    found = session.execute(_WITH_ROLE, {"workspace_id": workspace_id, "person": person}).first()
    return (None, None) if found is None else (found[0], Role(found[1]))


def sample_of(session: Session, person: str) -> WorkspaceRow | None:
    """Return the sample workspace that a person made and still belongs to."""
    query = select(WorkspaceRow).where(
        WorkspaceRow.owner == person,
        WorkspaceRow.sample,
        WorkspaceRow.workspace_id.in_(members.workspaces_of(person)),
    )
    return session.scalars(query).first()


def summaries(
    session: Session, person: str, places: members.Places | None = None
) -> tuple[WorkspaceSummary, ...]:
    """Return a person's workspaces by name, or some, with what waits in each and the person's role."""
    return tuple(_summary(*found) for found in session.execute(_summed_up(person, places)))


@lru_cache(members.KEPT_QUERIES)
def _summed_up(person: str, places: members.Places | None) -> Select[WorkspaceRow, str, int, int, int]:
    documents = (
        select(func.count())
        .where(DocumentRow.workspace_id == WorkspaceRow.workspace_id, DocumentRow.deleted_at.is_(None))
        .scalar_subquery()
    )
    cases = (
        select(func.count())
        .where(CaseRow.workspace_id == WorkspaceRow.workspace_id, CaseRow.state == "open")
        .scalar_subquery()
    )
    mine = aliased(MemberRow)
    people = select(func.count()).where(MemberRow.workspace_id == WorkspaceRow.workspace_id).scalar_subquery()
    query = (
        select(WorkspaceRow, mine.role, documents, cases, people)
        .join(mine, mine.workspace_id == WorkspaceRow.workspace_id)
        .where(mine.person == person, ~WorkspaceRow.deleting)
        .order_by(func.lower(WorkspaceRow.name), WorkspaceRow.workspace_id)
    )
    return query if places is None else query.where(WorkspaceRow.workspace_id.in_(places))


def _summary(row: WorkspaceRow, role: str, documents: int, cases: int, people: int) -> WorkspaceSummary:
    return WorkspaceSummary(
        workspace_id=row.workspace_id,
        name=row.name,
        role=Role(role),
        members=people,
        documents=documents,
        open_cases=cases,
        created_at=row.created_at,
        sample=row.sample,
        allow_web=row.allow_web,
    )


def workspace_ids(session: Session) -> tuple[str, ...]:
    """Return every workspace's id."""
    return tuple(session.scalars(select(WorkspaceRow.workspace_id).where(~WorkspaceRow.deleting)))


def unfinished_deletions(session: Session) -> Sequence[str]:
    """Return the workspaces whose deletion was begun and not ended."""
    return session.scalars(select(WorkspaceRow.workspace_id).where(WorkspaceRow.deleting)).all()


def is_half_deleted(session: Session, workspace_id: str) -> bool:
    """Tell whether the deletion of a workspace was begun and not ended; until then its id is taken."""
    row = session.get(WorkspaceRow, workspace_id)
    return row is not None and row.deleting


def remove_workspace(session: Session, workspace_id: str) -> None:
    """Remove a workspace and, by cascade, everything in it."""
    session.execute(delete(WorkspaceRow).where(WorkspaceRow.workspace_id == workspace_id))


def new_row(workspace_id: str, name: str, owner: str, created_at: datetime, *, sample: bool) -> WorkspaceRow:
    """Return a row for a new workspace."""
    return WorkspaceRow(
        workspace_id=workspace_id,
        name=name,
        owner=owner,
        created_at=created_at,
        sample=sample,
        deleting=False,
        allow_web=False,
    )

"""Workspaces: who owns which, and how full each is."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from masis.domain.workspace import WorkspaceSummary
from masis.store.tables import CaseRow, DocumentRow, WorkspaceRow


def add_workspace(session: Session, row: WorkspaceRow) -> None:
    """Add a workspace; its id must be free."""
    session.add(row)


def taken_ids(session: Session, stem: str) -> frozenset[str]:
    """Return the ids in use that start with a stem, whoever owns them."""
    query = select(WorkspaceRow.workspace_id).where(
        WorkspaceRow.workspace_id.startswith(stem, autoescape=True)
    )
    return frozenset(session.scalars(query))


def find_workspace(session: Session, workspace_id: str, owner: str) -> WorkspaceRow | None:
    """Return a workspace of this owner that is not being deleted."""
    row = session.get(WorkspaceRow, workspace_id)
    return row if row is not None and row.owner == owner and not row.deleting else None


def sample_of(session: Session, owner: str) -> WorkspaceRow | None:
    """Return this owner's sample workspace."""
    query = select(WorkspaceRow).where(
        WorkspaceRow.owner == owner, WorkspaceRow.sample, ~WorkspaceRow.deleting
    )
    return session.scalars(query).first()


def summaries(session: Session, owner: str) -> tuple[WorkspaceSummary, ...]:
    """Return this owner's workspaces by name, with what waits in each."""
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
    query = (
        select(WorkspaceRow, documents, cases)
        .where(WorkspaceRow.owner == owner, ~WorkspaceRow.deleting)
        .order_by(func.lower(WorkspaceRow.name), WorkspaceRow.workspace_id)
    )
    return tuple(_summary(row, held, waiting) for row, held, waiting in session.execute(query))


def _summary(row: WorkspaceRow, documents: int, cases: int) -> WorkspaceSummary:
    return WorkspaceSummary(
        workspace_id=row.workspace_id,
        name=row.name,
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

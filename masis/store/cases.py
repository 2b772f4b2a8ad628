"""Cases: escalated runs that wait for a human."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from masis.domain.workspace import Case
from masis.store.tables import CaseRow

_NAMES = tuple(Case.model_fields)


def _case(row: CaseRow) -> Case:
    return Case.model_validate({name: getattr(row, name) for name in _NAMES})


def of_run(session: Session, run_id: str) -> Case | None:
    """Return the case of a run, if it was escalated."""
    row = session.scalars(select(CaseRow).where(CaseRow.run_id == run_id)).first()
    return None if row is None else _case(row)


def listed(session: Session, workspace_id: str) -> tuple[Case, ...]:
    """Return the workspace's cases, open ones first, newest first."""
    query = select(CaseRow).where(CaseRow.workspace_id == workspace_id)
    query = query.order_by(CaseRow.state, CaseRow.created_at.desc())
    return tuple(_case(row) for row in session.scalars(query))


def add(session: Session, case: Case) -> None:
    """Open a case."""
    session.add(CaseRow(**case.model_dump()))

"""Jobs: the durable list of uploads and how far each is."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from masis.domain.document import IngestJob
from masis.store.documents import UNFINISHED
from masis.store.tables import JobRow

_NAMES = tuple(IngestJob.model_fields)


def to_job(row: JobRow) -> IngestJob:
    """Return the job as people see it."""
    return IngestJob.model_validate({name: getattr(row, name) for name in _NAMES})


def listed(session: Session, workspace_id: str) -> tuple[IngestJob, ...]:
    """Return the workspace's jobs, oldest first."""
    query = (
        select(JobRow).where(JobRow.workspace_id == workspace_id).order_by(JobRow.created_at, JobRow.job_id)
    )
    return tuple(to_job(row) for row in session.scalars(query))


def unfinished(session: Session, workspace_id: str | None = None) -> Sequence[JobRow]:
    """Return the jobs that are not at their end, oldest first."""
    query = select(JobRow).where(JobRow.state.in_(UNFINISHED)).order_by(JobRow.created_at, JobRow.job_id)
    if workspace_id is not None:
        query = query.where(JobRow.workspace_id == workspace_id)
    return session.scalars(query).all()


def dismiss(session: Session, workspace_id: str) -> None:
    """Forget the finished jobs of a workspace."""
    session.execute(
        delete(JobRow).where(JobRow.workspace_id == workspace_id, JobRow.state.not_in(UNFINISHED))
    )

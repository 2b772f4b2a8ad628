"""Jobs: the durable list of uploads and how far each is."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from masis.domain.document import IngestJob
from masis.store.documents import UNFINISHED, name_key
from masis.store.tables import JobRow

_NAMES = tuple(IngestJob.model_fields)


def new_row(
    job_id: str, workspace_id: str, file_name: str, size_bytes: int, now: datetime, into_document: str = ""
) -> JobRow:
    """Return a row for a new upload."""
    return JobRow(
        job_id=job_id,
        workspace_id=workspace_id,
        file_name=file_name,
        kind="",
        sha256="",
        size_bytes=size_bytes,
        state="queued",
        pages_done=0,
        pages_total=0,
        chunks_done=0,
        chunks_total=0,
        message="",
        code="",
        document_id="",
        version_id="",
        into_document=into_document,
        created_at=now,
        updated_at=now,
    )


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


def unfinished_for(session: Session, new: JobRow) -> Sequence[JobRow]:
    """Return the unfinished jobs of the same content for the same document or name, oldest first."""
    every = unfinished(session, new.workspace_id)
    return [row for row in every if _target(row) == _target(new)]


def _target(row: JobRow) -> tuple[str, str, str]:
    return row.file_name, row.sha256, row.into_document


def keys(row: JobRow) -> frozenset[str]:
    """Return what no two jobs may work on at once: a document, and a content."""
    place = row.workspace_id
    own = {f"{place}/document/{row.into_document}"} if row.into_document else set()
    return frozenset({f"{place}/name/{name_key(row.file_name)}", f"{place}/content/{row.sha256}", *own})


def change(session: Session, job_id: str, values: Mapping[str, object]) -> str:
    """Write down how far a job is; return its content's hash, empty when the job is gone."""
    row = session.get(JobRow, job_id)
    if row is None:
        return ""
    for name, value in values.items():
        setattr(row, name, value)
    return row.sha256


def find(session: Session, job_id: str) -> IngestJob | None:
    """Return one job."""
    row = session.get(JobRow, job_id)
    return None if row is None else to_job(row)


def into(session: Session, workspace_id: str, document_ids: Set[str]) -> tuple[str, ...]:
    """Return the jobs that were begun for one of these documents, ended ones too, oldest first."""
    query = select(JobRow).where(JobRow.workspace_id == workspace_id, JobRow.into_document != "")
    every = session.scalars(query.order_by(JobRow.created_at, JobRow.job_id))
    return tuple(row.job_id for row in every if row.into_document in document_ids)


def forget(session: Session, job_id: str) -> None:
    """Forget a job that has ended."""
    session.execute(delete(JobRow).where(JobRow.job_id == job_id, JobRow.state.not_in(UNFINISHED)))


def dismiss(session: Session, workspace_id: str) -> None:
    """Forget the finished jobs of a workspace."""
    session.execute(
        delete(JobRow).where(JobRow.workspace_id == workspace_id, JobRow.state.not_in(UNFINISHED))
    )

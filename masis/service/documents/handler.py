"""Upload handler: carry out one upload's job, whatever state an earlier process left it in."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from time import monotonic, perf_counter
from typing import cast

from masis.domain.document import JobState, MediaKind
from masis.errors import Cancelled
from masis.ingest.executor import SpareReader
from masis.ingest.pipeline import IngestDeps, Outcome, Progress, StoredUpload, ingest
from masis.ops.logging import bind
from masis.ops.memory import give_back
from masis.ops.signals import UploadEnded
from masis.service.container import Container, new_id
from masis.service.documents.catalogue import DatabaseCatalogue
from masis.service.documents.purge import Purge
from masis.service.handlers import Ending, Handler, LiveJob, Sentences
from masis.store import documents, jobs
from masis.store.database import Session
from masis.store.tables import JobRow, VersionRow

_SHOWN_SECONDS = 1.0
SAME = "This workspace already holds exactly this content; nothing was changed."


@dataclass(kw_only=True, eq=False)
class UploadJob(LiveJob):
    """An upload that is queued or worked on in this process."""

    kind: str = ""
    progress: Progress = field(default_factory=lambda: Progress(state="queued"))
    written_at: float = 0.0
    """When its progress was last written down, in seconds of this process's clock."""
    began: float = field(default_factory=perf_counter)
    """When its work began, in seconds of the process's own clock."""


class UploadHandler(Handler[UploadJob]):
    """Ingests the file of an upload."""

    name = "ingest"
    shared = True
    sentences = Sentences(
        stopped="Stopped. Nothing of the file was stored.",
        outage="{reason} Nothing of the file was stored; upload it again when the service is back.",
        fault="A fault in MASIS stopped the work on this file; nothing of it was stored. "
        "The log has the details.",
    )

    def __init__(
        self, container: Container, purge: Purge, remember_password: Callable[[str, str], None]
    ) -> None:
        """Take ``purge`` for what stands in an upload's way; hand on a password that opened a file."""
        self.workers = container.settings.parallel_ingestions
        self.passwords: dict[str, str] = {}
        """By job, in memory only."""
        self.reader = SpareReader()
        """Started when the app is served, so that the first upload does not wait for its reading process."""
        self._container = container
        self._purge = purge
        self._catalogue = DatabaseCatalogue(container)
        self._remember_password = remember_password

    def work(self, job: UploadJob) -> None:
        """Make the file a searchable document; its ids are in the job's row before that starts."""
        bind(job_id=job.job_id, workspace_id=job.workspace_id)
        job.began = perf_counter()
        outcome = self._ingested(job)
        said = SAME if outcome.state == "unchanged" else ""
        self._end(job, outcome.state, said, document_id=outcome.document_id)

    def ended(self, job: UploadJob, ending: Ending) -> None:
        """Write why nothing of the file was stored."""
        state: JobState = "rejected" if ending.code else ending.state
        self._end(job, state, ending.message, code=ending.code)

    def unfinished(self, here: Set[str]) -> Sequence[UploadJob]:
        """Return the uploads whose row says that they have not ended."""
        with self._container.database.read() as session:
            return [upload_job(row) for row in jobs.unfinished(session) if row.job_id not in here]

    def find(self, job_id: str) -> UploadJob | None:
        """Return an upload that has not ended."""
        with self._container.database.read() as session:
            row = session.get(JobRow, job_id)
            return None if row is None or row.state not in documents.UNFINISHED else upload_job(row)

    def is_open(self, job_id: str) -> bool:
        """Whether an upload is written down and has not ended."""
        return self.find(job_id) is not None

    def idle(self) -> None:
        """Start the next reading process now: while uploads are at work it would take their time."""
        self.reader.renew()
        give_back()

    def _ingested(self, job: UploadJob) -> Outcome:
        with self._container.database.read() as session:
            row = session.get(JobRow, job.job_id)
            if row is None:  # its workspace was deleted while it was queued
                raise Cancelled
            published = session.get(VersionRow, row.version_id) if row.version_id else None
        if published is not None:
            return self._finish(row)
        self._clear_way(row)
        upload = self._planned(job.job_id)
        self._container.vectors().delete_version(upload.workspace_id, upload.version_id)
        return ingest(upload, self._deps(), lambda progress: self._note(job, progress), job.cancelled.is_set)

    def _finish(self, row: JobRow) -> Outcome:
        """Show a version that was written but perhaps not yet shown when the process died."""
        vectors = self._container.vectors()
        vectors.set_visible(row.workspace_id, row.version_id, visible=True)
        with self._container.database.read() as session:
            versions = documents.version_ids(session, row.document_id)
        for version_id in versions:
            if version_id != row.version_id:
                vectors.delete_version(row.workspace_id, version_id)
        return Outcome(state="done", document_id=row.document_id)

    def _clear_way(self, row: JobRow) -> None:
        """Carry out a deletion that still could be undone: the new upload takes its place."""
        with self._container.database.read() as session:
            rivals = (
                documents.by_name(session, row.workspace_id, row.file_name)
                if not row.into_document
                else documents.find(session, row.workspace_id, row.into_document, deleted=True),
                documents.by_content(session, row.workspace_id, row.sha256),
            )
        for rival in rivals:
            if rival is not None and rival.deleted_at is not None:
                self._purge.document(rival.workspace_id, rival.document_id)

    def _planned(self, job_id: str) -> StoredUpload:
        with self._container.database.write() as session:
            row = session.get_one(JobRow, job_id)
            row.version_id = row.version_id or new_id("v")
            row.document_id = _document_id(session, row)
        return StoredUpload(
            job_id=job_id,
            workspace_id=row.workspace_id,
            document_id=row.document_id,
            version_id=row.version_id,
            file_name=row.file_name,
            chosen_document=bool(row.into_document),
            kind=cast(MediaKind, row.kind),
            sha256=row.sha256,
            size_bytes=row.size_bytes,
            password=self.passwords.get(job_id),
        )

    def _deps(self) -> IngestDeps:
        from masis.ingest.chunking import Chunking
        from masis.ingest.readers import read

        return IngestDeps(
            settings=self._container.settings,
            catalogue=self._catalogue,
            original=self._container.originals.get,
            vectors=self._container.vectors(),
            embedder=self._container.embedder(),
            read=partial(read, start=self.reader.take),
            chunk=Chunking(),
            embedding_turn=self._container.embedding_turn,
        )

    def _note(self, job: UploadJob, progress: Progress) -> None:
        """Keep progress in memory; a new stage is worth a write, and each second where others show it."""
        now = monotonic()
        late = self._container.team is not None and now > job.written_at + _SHOWN_SECONDS
        if late or progress.state != job.progress.state:
            job.written_at = now
            self._write(job.job_id, **progress.model_dump())
        job.progress = progress

    def _end(self, job: UploadJob, state: JobState, message: str, **also: str) -> None:
        final = {**job.progress.model_dump(), "state": state, "message": message, **also}
        sha256 = self._write(job.job_id, **final)
        took, pages = perf_counter() - job.began, job.progress.pages_done
        self._container.watch.signals.emit(UploadEnded(job.workspace_id, state, job.kind, pages, took))
        password = self.passwords.pop(job.job_id, None)
        if password and state == "done":
            self._remember_password(sha256, password)
        if state != "done":
            self._purge.content(frozenset({sha256}))

    def _write(self, job_id: str, **values: object) -> str:
        with self._container.database.write() as session:
            return jobs.change(session, job_id, {**values, "updated_at": self._container.clock()})


def upload_job(row: JobRow) -> UploadJob:
    """Return the job of an upload that is written down."""
    return UploadJob(job_id=row.job_id, workspace_id=row.workspace_id, kind=row.kind, keys=jobs.keys(row))


def _document_id(session: Session, row: JobRow) -> str:
    if row.into_document:
        return row.into_document
    existing = documents.by_name(session, row.workspace_id, row.file_name)
    return existing.document_id if existing is not None else new_id("d")

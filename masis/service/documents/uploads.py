"""Uploads: take files in durably; the work on them goes on in the background."""

from masis.domain.document import IngestJob
from masis.domain.person import Caller, Right
from masis.errors import DocumentRejected, NotFound
from masis.ops.logging import bound
from masis.service.access import own_workspace
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.service.documents.handler import UploadHandler, upload_job
from masis.service.jobs import Jobs
from masis.service.recovery import Later
from masis.store import jobs
from masis.store.blobs import digest
from masis.store.tables import JobRow


class Uploads:
    """The uploads of all workspaces."""

    def __init__(self, container: Container, handler: UploadHandler, later: Later) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database."""
        self._container = container
        self._handler = handler
        self.jobs = Jobs(handler, later, container.team)
        self.reader = handler.reader

    def upload(
        self, caller: Caller, workspace_id: str, file_name: str, content: bytes, password: str | None
    ) -> IngestJob:
        """Store the file, queue its job, and return; a refused file leaves only the job that says so."""
        return self._taken(caller, workspace_id, file_name, content, password=password)

    def upload_into(
        self, caller: Caller, workspace_id: str, document_id: str, file_name: str, content: bytes
    ) -> IngestJob:
        """Do the same for a document that is given by its id, and made if there is none of that id."""
        return self._taken(caller, workspace_id, file_name, content, into_document=document_id)

    def _taken(
        self,
        caller: Caller,
        workspace_id: str,
        file_name: str,
        content: bytes,
        *,
        password: str | None = None,
        into_document: str = "",
    ) -> IngestJob:
        from masis.ingest.guard import check_upload, shown_name

        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
        named = shown_name(file_name)
        now = self._container.clock()
        row = jobs.new_row(new_id("j"), workspace_id, named, len(content), now, into_document)
        try:
            row.kind, row.file_name = check_upload(file_name, content, self._container.settings)
        except DocumentRejected as error:
            row.state, row.code, row.message = "rejected", error.code, str(error)
        else:
            row.sha256 = digest(content)
        with self.jobs.arrivals:
            job = self._left_over(row) or self._insert(caller, row, content)
            if password and not job.finished:
                self._handler.passwords[job.job_id] = password
            if job.job_id == row.job_id and not job.finished:
                new = upload_job(row)
                new.here_only = bool(password)  # a password leaves this process's memory for nowhere
                with bound(person=caller.person):  # the job is worked on in a copy of this context
                    self.jobs.add(new)
        if job.finished or password or self.jobs.live(job.job_id) is not None:
            return job
        return job.model_copy(update={"message": self.jobs.lost(job.job_id)})

    def _left_over(self, row: JobRow) -> IngestJob | None:
        """Return the job an earlier process left for the very same file: it goes on anyway."""
        if self._container.lock is None:
            return None
        with self._container.database.read() as session:
            found = jobs.unfinished_for(session, row)
        old = [job for job in found if (live := self.jobs.live(job.job_id)) is None or live.recovered]
        return jobs.to_job(old[0]) if old else None

    def _insert(self, caller: Caller, row: JobRow, content: bytes) -> IngestJob:
        with self._container.content:
            if row.sha256:
                self._container.originals.put(content)
            with self._container.database.write() as session:
                session.add(row)
                told = f"{row.file_name}{' (refused)' if row.state == 'rejected' else ''}"
                note(self._container, session, caller, "uploaded", row.workspace_id, row.job_id, told)
        return jobs.to_job(row)

    def listed(self, caller: Caller, workspace_id: str) -> tuple[IngestJob, ...]:
        """Return the workspace's uploads as they stand now."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            rows = jobs.listed(session, workspace_id)
        return tuple(self._as_it_stands(job) for job in rows)

    def find(self, job_id: str) -> IngestJob | None:
        """Return one upload as it stands now, for work that was let in already; none if it was dismissed."""
        with self._container.database.read() as session:
            job = jobs.find(session, job_id)
        return None if job is None else self._as_it_stands(job)

    def _as_it_stands(self, job: IngestJob) -> IngestJob:
        live = self.jobs.live(job.job_id)
        if job.finished:
            return job
        if live is None:
            return job.model_copy(update={"message": job.message or self.jobs.lost(job.job_id)})
        return job.model_copy(update=live.progress.model_dump())

    def wait(self, job_id: str, timeout_seconds: float | None) -> None:
        """Wait until an upload has ended or the time is up."""
        self.jobs.wait(job_id, timeout_seconds)

    def cancel(self, caller: Caller, workspace_id: str, job_id: str) -> None:
        """Stop an upload at its next step; harmless when it has ended."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
            row = session.get(JobRow, job_id)
            if row is None or row.workspace_id != workspace_id:
                message = "There is no such upload in this workspace."
                raise NotFound(message)
            note(self._container, session, caller, "cancelled_upload", workspace_id, job_id, row.file_name)
        self.jobs.stop(job_id)

    def dismiss(self, caller: Caller, workspace_id: str) -> None:
        """Forget the workspace's finished uploads."""
        with self._container.database.write() as session:
            own_workspace(session, caller, workspace_id, Right.UPLOAD)
            jobs.dismiss(session, workspace_id)

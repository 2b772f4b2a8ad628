"""Jobs: take uploads in durably, work on them in the background, start again after a crash."""

import logging
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from threading import Event, Lock
from time import monotonic

from masis.domain.document import IngestJob, JobState
from masis.domain.workspace import Caller
from masis.errors import (
    Cancelled,
    DocumentRejected,
    MasisError,
    NotFound,
    ServiceUnavailable,
    StoreUnavailable,
)
from masis.ingest.executor import KeyedExecutor
from masis.ingest.pipeline import Progress
from masis.service.access import own_workspace
from masis.service.ingestion import Ingestion
from masis.service.parts import Parts, new_id
from masis.service.recovery import Later, Stranded
from masis.store import jobs
from masis.store.blobs import digest
from masis.store.tables import JobRow

log = logging.getLogger(__name__)

OUTAGE = "{reason} Nothing of the file was stored; upload it again when the service is back."
FAULT = "A fault in MASIS stopped the work on this file; nothing of it was stored. The log has the details."
SAME = "This workspace already holds exactly this content; nothing was changed."
STOPPED = "Stopped. Nothing of the file was stored."


@dataclass
class _Live:
    """A job that is queued or running in this process."""

    workspace_id: str
    recovered: bool = False
    progress: Progress = field(default_factory=lambda: Progress(state="queued"))
    cancelled: Event = field(default_factory=Event)
    ended: Event = field(default_factory=Event)


class Jobs:
    """The uploads of all workspaces."""

    def __init__(
        self,
        parts: Parts,
        ingestion: Ingestion,
        remember_password: Callable[[str, str], None],
        later: Later,
    ) -> None:
        """Queue for ``ingestion``; a password that opened a file is handed on for showing its pages.

        ``later`` carries out what has to wait for the database.
        """
        self._stranded = Stranded(later, self._queue_again)
        self._parts = parts
        self._remember_password = remember_password
        self._ingestion = ingestion
        self.reader = ingestion.reader
        self._executor = KeyedExecutor(parts.settings.parallel_ingestions)
        self._live: dict[str, _Live] = {}
        self._passwords: dict[str, str] = {}
        self._arrivals = Lock()
        """Held while a job is written and queued: recovery must not take a new one for a lost one."""
        self._closing = False

    def upload(
        self, caller: Caller, workspace_id: str, file_name: str, content: bytes, password: str | None
    ) -> IngestJob:
        """Store the file, queue its job, and return; a refused file leaves only the job that says so."""
        from masis.ingest.guard import check_upload, shown_name

        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
        named = shown_name(file_name)
        row = jobs.new_row(new_id("j"), workspace_id, named, len(content), self._parts.clock())
        try:
            row.kind, row.file_name = check_upload(file_name, content, self._parts.settings)
        except DocumentRejected as error:
            row.state, row.code, row.message = "rejected", error.code, str(error)
        else:
            row.sha256 = digest(content)
        with self._arrivals:
            job = self._left_over(row) or self._insert(row, content)
            if password and not job.finished:
                self._passwords[job.job_id] = password
            if job.job_id == row.job_id and not job.finished:
                self._enqueue(row)
        return job

    def _left_over(self, row: JobRow) -> IngestJob | None:
        """Return the job an earlier process left for the very same file: it goes on anyway."""
        if self._parts.lock is None:
            return None
        with self._parts.database.read() as session:
            found = jobs.unfinished_for(session, row)
        old = [job for job in found if (live := self._live.get(job.job_id)) is None or live.recovered]
        return jobs.to_job(old[0]) if old else None

    def _insert(self, row: JobRow, content: bytes) -> IngestJob:
        with self._parts.content:
            if row.sha256:
                self._parts.blobs.put(content)
            with self._parts.database.write() as session:
                session.add(row)
        return jobs.to_job(row)

    def listed(self, caller: Caller, workspace_id: str) -> tuple[IngestJob, ...]:
        """Return the workspace's jobs as they stand now."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            rows = jobs.listed(session, workspace_id)
        return tuple(self._as_it_stands(job) for job in rows)

    def _as_it_stands(self, job: IngestJob) -> IngestJob:
        live = self._live.get(job.job_id)
        if live is None or job.finished:
            return job
        return job.model_copy(update=live.progress.model_dump())

    def wait(self, job_id: str, timeout_seconds: float | None) -> None:
        """Wait until a job has ended or the time is up."""
        live = self._live.get(job_id)
        if live is not None:
            live.ended.wait(timeout_seconds)

    def cancel(self, caller: Caller, workspace_id: str, job_id: str) -> None:
        """Stop a job at its next step; harmless when it has ended."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            row = session.get(JobRow, job_id)
        if row is None or row.workspace_id != workspace_id:
            message = "There is no such upload in this workspace."
            raise NotFound(message)
        self._stop(job_id)

    def _stop(self, job_id: str) -> None:
        live = self._live.get(job_id)
        if live is None:
            return
        live.cancelled.set()
        if self._executor.withdraw(job_id):
            self._end(job_id, "cancelled", STOPPED)

    def dismiss(self, caller: Caller, workspace_id: str) -> None:
        """Forget the workspace's finished jobs."""
        with self._parts.database.write() as session:
            own_workspace(session, caller, workspace_id)
            jobs.dismiss(session, workspace_id)

    def stop_workspace(self, workspace_id: str, timeout_seconds: float = 20.0) -> None:
        """Stop every job of a workspace and wait until each has let go."""
        mine = [(job_id, live) for job_id, live in [*self._live.items()] if live.workspace_id == workspace_id]
        for job_id, _ in mine:
            self._stop(job_id)
        deadline = monotonic() + timeout_seconds
        for _, live in mine:
            live.ended.wait(max(0.0, deadline - monotonic()))

    def recover(self) -> None:
        """Queue again what a stop of the program interrupted."""
        self._queue_again(None)

    def _queue_again(self, wanted: Set[str] | None) -> None:
        with self._arrivals:
            here = frozenset(self._live)
            with self._parts.database.read() as session:
                waiting = [row for row in jobs.unfinished(session) if row.job_id not in here]
            for row in waiting:
                if wanted is None or row.job_id in wanted:
                    self._enqueue(row, recovered=True)

    def close(self) -> None:
        """Stop working; unfinished jobs stay queued for the next start."""
        self._closing = True
        for live in [*self._live.values()]:
            live.cancelled.set()
        self._executor.close()
        self.reader.close()

    def _enqueue(self, row: JobRow, *, recovered: bool = False) -> None:
        self._live[row.job_id] = _Live(row.workspace_id, recovered)
        self._executor.submit(row.job_id, jobs.keys(row), lambda: self._kept(row.job_id))

    def _kept(self, job_id: str) -> None:
        """Work on a job; one that loses the database starts again when that is back."""
        try:
            self._work(job_id)
        except StoreUnavailable as outage:
            self._live.pop(job_id).ended.set()
            if not self._closing:
                self._stranded.add(job_id, outage)

    def _work(self, job_id: str) -> None:
        live = self._live[job_id]
        try:
            outcome = self._ingestion.run(
                job_id,
                self._passwords.get(job_id),
                lambda progress: self._note(job_id, live, progress),
                live.cancelled.is_set,
            )
            said = SAME if outcome.state == "unchanged" else ""
            self._end(job_id, outcome.state, said, document_id=outcome.document_id)
        except StoreUnavailable:
            raise  # how it ended cannot be written down now
        except Cancelled:
            self._end(job_id, "cancelled", STOPPED)
        except DocumentRejected as error:
            self._end(job_id, "rejected", str(error), code=error.code)
        except ServiceUnavailable as error:
            self._end(job_id, "failed", OUTAGE.format(reason=error))
        except MasisError as error:
            self._end(job_id, "failed", str(error))
        except Exception:  # the worker goes on with the next file; the log has the traceback
            log.exception("ingestion failed", extra={"job_id": job_id})
            self._end(job_id, "failed", FAULT)

    def _note(self, job_id: str, live: _Live, progress: Progress) -> None:
        """Keep progress in memory; only a new stage is worth a write."""
        if progress.state != live.progress.state:
            self._write(job_id, **progress.model_dump())
        live.progress = progress

    def _end(self, job_id: str, state: JobState, message: str = "", **also: str) -> None:
        if self._closing and state not in {"done", "unchanged"}:
            return  # what stopped it was the end of the process: it goes on at the next start
        live = self._live[job_id]
        final = {**live.progress.model_dump(), "state": state, "message": message, **also}
        sha256 = self._write(job_id, **final)
        password = self._passwords.pop(job_id, None)
        if password and state == "done":
            self._remember_password(sha256, password)
        if state != "done":
            self._ingestion.forget_unused_content(sha256)
        self._live.pop(job_id, None)
        live.ended.set()
        if not self._live:  # while others are at work, starting it would take their processor time
            self.reader.renew()

    def _write(self, job_id: str, **values: object) -> str:
        with self._parts.database.write() as session:
            return jobs.change(session, job_id, {**values, "updated_at": self._parts.clock()})

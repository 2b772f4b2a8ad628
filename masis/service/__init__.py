"""Service: the Masis facade, the only door inside; every method names who asks."""

import atexit
from collections.abc import Callable, Mapping, Sequence

from masis.domain.document import DocumentSummary, IngestJob, PageView
from masis.domain.evidence import Chunk, EvidenceSelection
from masis.domain.person import Caller
from masis.domain.review.case import Case
from masis.domain.run.draft import DraftWords
from masis.domain.run.report import RunSnapshot, RunSummary, RunVerdict
from masis.domain.run.research import ToolState
from masis.domain.system import PartHealth, SettingView
from masis.domain.workspace import WorkspaceSummary
from masis.export import ExportedFile, ExportFormat
from masis.ops.breaker import breaker_states
from masis.ops.metrics import Standing
from masis.service.audit_log import AuditLog
from masis.service.calibration import Calibration
from masis.service.container import GAP_LOOK_SECONDS, Container
from masis.service.conversation import ThreadDoor, Threads
from masis.service.documents import Documents, Profiles
from masis.service.documents.folder_runs import FolderRuns
from masis.service.documents.folder_sync import FolderSync
from masis.service.documents.handler import UploadHandler
from masis.service.documents.purge import Purge
from masis.service.documents.reindex import Reindex
from masis.service.documents.suggestions import Answered
from masis.service.documents.uploads import Uploads
from masis.service.facts import Facts
from masis.service.history import Past
from masis.service.history.exports import export_run
from masis.service.insights import Insights
from masis.service.jobs import Machine
from masis.service.memo_audit import MemoAudits
from masis.service.notifications import Notifications
from masis.service.people import People
from masis.service.recovery import Recovery
from masis.service.resting import REST_LOOK_SECONDS, Resting
from masis.service.retention import LOOK_SECONDS, Retentions
from masis.service.review.queue import Reviews
from masis.service.review.rating import Ratings
from masis.service.runs import Runs
from masis.service.search import passages_for
from masis.service.spending import Budget, Spending
from masis.service.system import System
from masis.service.team import Sweep
from masis.service.tokens import Tokens
from masis.service.warming import Warming
from masis.service.workspaces import Workspaces

__all__ = ["Masis"]


class Masis(ThreadDoor):
    """Everything the doors may ask for; ``InvalidInput`` and ``NotFound`` carry sentences for people."""

    def __init__(self, container: Container) -> None:
        """Open nothing heavy; ``start`` picks up what an earlier process left."""
        self.parts = container
        self.facts = Facts(container)
        self._purge = Purge(container)
        self._documents = Documents(container, self._purge)
        self.profiles = Profiles(container)
        self._recovery = Recovery()
        later = self._recovery.add
        ingesting = UploadHandler(container, self._purge, self._documents.remember_password)
        self.uploads = Uploads(container, ingesting, later)
        self.folders = FolderSync(container, self.uploads, self._documents.delete)
        self.folder_runs = FolderRuns(container, self.folders)
        budget = Budget(container.settings, container.database, container.clock)
        self.spending = Spending(container, budget)
        self._runs = Runs(container, later, budget)
        self.past = Past(container, self._runs)
        self.reviews = Reviews(container, self._runs, self.past.editing)
        self.ratings = Ratings(container)
        self.calibration = Calibration(container, later)
        self.drafts = MemoAudits(container, later)
        self.insights = Insights(container, later)
        self.warming = Warming(container, self._runs.handler.graph, self.facts.read_ahead)
        self._answered = Answered(self.warming.answers)
        self._threads = Threads(container, self._runs.jobs.stop_and_wait)
        self.notifications = Notifications(container)
        self._system = System(container, self.notifications.posting)
        self.models = self._system.models
        self.tokens = Tokens(container)
        self.people = People(container)
        self.log = AuditLog(container)
        self.retention = Retentions(container, self._purge)
        self._workspaces = Workspaces(container, self._stop_work)
        self._reindex = Reindex(container)
        asking = (self._runs.jobs, self.drafts.jobs, self.calibration.probing.jobs)
        self._machines: tuple[Machine, ...] = (self.uploads.jobs, *asking)
        self._resting = Resting(self._machines, self.warming.rest)
        self._sweep: Sweep | None = None
        self._daily: Sweep | None = None
        self._rest: Sweep | None = None
        self._gaps: Sweep | None = None
        self._started = False
        self._closed = False
        atexit.register(self.close)

    def start(self) -> None:
        """Go on with unfinished work in the background; only the owner of the data folder may."""
        if self.parts.team is not None and self._sweep is None:
            self._sweep = Sweep([machine.resend for machine in self._machines])
        self.notifications.start()
        if self._daily is None:
            self._daily = Sweep([self.retention.sweep, self._system.count_originals], LOOK_SECONDS)
            self._rest = Sweep([self._resting.look], REST_LOOK_SECONDS)
        if self.parts.lock is not None and not self._started:
            self._started = True
            uploads, *asking = self._machines
            first = (self._workspaces.recover, self._purge.recover, uploads.recover, self._reindex.recover)
            self._recovery.add([*first, *(machine.recover for machine in asking)])
            forgetting = (self.log.forget_old, self.notifications.forget_old)
            originals = (self._purge.sweep, self._system.count_originals)
            self._recovery.add([*originals, self.insights.count_earlier, *forgetting])
            self.parts.completeness.on_gap = lambda: self._recovery.add([self._reindex.recover])
            if (
                self.parts.settings.qdrant_url
            ):  # workers and other web processes that meet a gap cannot fill it
                self._gaps = Sweep([self.parts.completeness.look], GAP_LOOK_SECONDS)

    @property
    def take_up(self) -> Mapping[str, Callable[[str], bool]]:
        """What a worker does with a shared job, by kind."""
        return {"run": self._runs.jobs.take_up, "ingest": self.uploads.jobs.take_up}

    def hand_on(self) -> None:
        """Stop jobs under way at their next step, so that other processes go on with them at once."""
        for machine in self._machines:
            machine.hand_on()

    def _stop_work(self, workspace_id: str) -> None:
        for machine in self._machines:
            machine.stop_workspace(workspace_id)

    def close(self) -> None:
        """Stop working and let go of the data folder; unfinished work goes on at the next start."""
        if self._closed:
            return
        self._closed = True
        self.warming.close()
        self.retention.close()
        for sweep in (self._sweep, self._daily, self._gaps, self._rest):
            if sweep is not None:
                sweep.close()
        self._reindex.close()
        self._recovery.close()
        self._answered.close()
        self._purge.close()
        for machine in self._machines:
            machine.close()
        self.uploads.reader.close()
        self.notifications.close()
        self.parts.close()
        atexit.unregister(self.close)

    # Workspaces

    def workspaces(self, caller: Caller) -> tuple[WorkspaceSummary, ...]:
        """Return the caller's workspaces by name."""
        return self._workspaces.listed(caller)

    def create_workspace(self, caller: Caller, name: str) -> WorkspaceSummary:
        """Make a workspace."""
        return self._workspaces.create(caller, name)

    def allow_web(self, caller: Caller, workspace_id: str, allowed: bool) -> None:
        """Set whether questions in this workspace search the web when their asker does not say."""
        self._workspaces.allow_web(caller, workspace_id, allowed=allowed)

    def delete_workspace(self, caller: Caller, workspace_id: str) -> None:
        """Remove a workspace with everything in it, at once."""
        self._workspaces.delete(caller, workspace_id)

    def load_sample(self, caller: Caller) -> WorkspaceSummary:
        """Make the sample workspace and queue its files; twice is harmless."""
        from masis.sample import files

        summary = self._workspaces.sample(caller)
        # Jobs before documents: a file that is finished between the two looks is seen by the second.
        held = {job.file_name for job in self.jobs(caller, summary.workspace_id) if not job.finished}
        held |= {document.file_name for document in self.documents(caller, summary.workspace_id)}
        for path in files():
            if path.name not in held:
                self.upload(caller, summary.workspace_id, path.name, path.read_bytes())
        return summary

    def suggestions(self, caller: Caller, workspace_id: str) -> tuple[str, ...] | None:
        """Return up to three questions that the documents answer; ``None`` while that is being tried."""
        return self._answered.of(workspace_id, self._documents.suggestions(caller, workspace_id))

    # Documents

    def upload(
        self, caller: Caller, workspace_id: str, file_name: str, content: bytes, password: str | None = None
    ) -> IngestJob:
        """Take a file in; it is safe on disk when this returns and worked on in the background."""
        return self.uploads.upload(caller, workspace_id, file_name, content, password)

    def jobs(self, caller: Caller, workspace_id: str) -> tuple[IngestJob, ...]:
        """Return the workspace's uploads as they stand now, oldest first."""
        return self.uploads.listed(caller, workspace_id)

    def cancel_job(self, caller: Caller, workspace_id: str, job_id: str) -> None:
        """Stop an upload; nothing of the file is kept."""
        self.uploads.cancel(caller, workspace_id, job_id)

    def dismiss_jobs(self, caller: Caller, workspace_id: str) -> None:
        """Forget the finished uploads of a workspace."""
        self.uploads.dismiss(caller, workspace_id)

    def documents(self, caller: Caller, workspace_id: str) -> tuple[DocumentSummary, ...]:
        """Return the workspace's documents by name."""
        return self._documents.listed(caller, workspace_id)

    def delete_document(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        """Hide a document at once; it is gone for good when the time to undo is over."""
        self._documents.delete(caller, workspace_id, document_id)

    def undo_delete(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        """Bring a deleted document back while that is possible."""
        self._documents.undo_delete(caller, workspace_id, document_id)

    def chunks(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[Chunk, ...]:
        """Return a version's passages in reading order."""
        return self._documents.chunks(caller, workspace_id, document_id, version_id)

    def page_view(
        self,
        caller: Caller,
        workspace_id: str,
        document_id: str,
        version_id: str,
        page_number: int,
        highlight: tuple[int, int] | None = None,
    ) -> PageView:
        """Return one page with the cited words marked."""
        return self._documents.page_view(
            caller, workspace_id, document_id, version_id, page_number, highlight
        )

    def original(self, caller: Caller, workspace_id: str, document_id: str, version_id: str) -> bytes:
        """Return a file as it was uploaded."""
        return self._documents.original(caller, workspace_id, document_id, version_id)

    # Runs

    def ask(  # noqa: PLR0913 - how to ask is keyword-only
        self,
        caller: Caller,
        workspace_id: str,
        question: str,
        max_retries: int | None = None,
        thread_id: str | None = None,
        *,
        standalone: bool = False,
        allow_web: bool | None = None,
        documents: Sequence[str] = (),
    ) -> str:
        """Start a run; ``standalone``: as typed; ``allow_web=None``: as the workspace is set.

        ``documents``: the ids of the only ones to search; empty is all.
        """
        asked = (caller, workspace_id, question, max_retries, thread_id)
        return self._runs.ask(*asked, standalone=standalone, allow_web=allow_web, documents=documents)

    def run(self, caller: Caller, workspace_id: str, run_id: str) -> RunSnapshot:
        """Return a run as it stands now."""
        return self._runs.snapshot(caller, workspace_id, run_id)

    def cancel_run(self, caller: Caller, workspace_id: str, run_id: str) -> None:
        """Stop a run before its next step."""
        self._runs.cancel(caller, workspace_id, run_id)

    def runs(
        self,
        caller: Caller,
        workspace_id: str,
        search: str = "",
        verdict: RunVerdict | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[RunSummary, ...]:
        """Return the caller's runs in a workspace, newest first."""
        return self._runs.listed(caller, workspace_id, search, verdict, limit, offset)

    def draft_words(
        self, caller: Caller, workspace_id: str, run_id: str, seen: int = -1, timeout_seconds: float = 0.0
    ) -> DraftWords:
        """Return the words of the draft that is being written, once there are more than were seen."""
        return self._runs.draft_words(caller, workspace_id, run_id, seen, timeout_seconds)

    def wait(self, run_id: str, timeout_seconds: float | None = None) -> None:
        """Wait until a run has ended or the time is up."""
        self._runs.wait(run_id, timeout_seconds)

    def case(self, caller: Caller, workspace_id: str, run_id: str) -> Case | None:
        """Return the case of an escalated run."""
        return self._runs.case(caller, workspace_id, run_id)

    def cases(self, caller: Caller, workspace_id: str) -> tuple[Case, ...]:
        """Return the workspace's cases, open ones first."""
        return self._runs.cases(caller, workspace_id)

    def export_run(
        self, caller: Caller, workspace_id: str, run_id: str, format: ExportFormat
    ) -> ExportedFile:
        """Return a finished run as a file: ``pack``, ``pdf``, ``docx``, ``md`` or ``json``."""
        return export_run(self, caller, workspace_id, run_id, format)

    def search(self, caller: Caller, workspace_id: str, question: str) -> EvidenceSelection:
        """Return the passages that a run would read for a question, best first, and those just below."""
        return passages_for(self.parts, caller, workspace_id, question)

    # System

    def standing(self) -> Standing:
        """Return how queues, breakers and parts stand now."""
        loads = [machine.load for machine in self._machines]
        return Standing(
            waiting={load.kind: load.waiting for load in loads},
            working={load.kind: load.working for load in loads},
            breakers=breaker_states(),
            parts={part.name: part.healthy for part in self.health()},
        )

    def health(self, old_seconds: float = 0.0) -> tuple[PartHealth, ...]:
        """Return how every part is, as seen at most so long ago."""
        return self._system.health(old_seconds)

    def count_originals(self) -> None:
        """Look now, for ``health`` to tell, which originals are missing; see ``System``."""
        self._system.count_originals()

    def tools(self) -> tuple[ToolState, ...]:
        """Return the search tools beside the documents, and what keeps each from being used."""
        return self._system.tools()

    def settings_view(self) -> tuple[SettingView, ...]:
        """Return the settings in force, secrets masked."""
        return self._system.settings_view()

    def versions(self) -> dict[str, str]:
        """Return the versions in use."""
        return self._system.versions()

    def engine(self) -> str:
        """Return who thinks: ``extractive`` or ``openai``."""
        return self._system.engine()

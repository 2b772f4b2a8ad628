"""Scripted MASIS: the facade's twin for page tests, in memory, about an invented port operator."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

from masis.domain.conversation.threads import ThreadSummary, ThreadTurn, first_sentence
from masis.domain.conversation.typed import language_note, other_language
from masis.domain.document import DocumentSummary, IngestJob, PageView
from masis.domain.evidence import Chunk
from masis.domain.folder.source import SyncReport, SyncRun
from masis.domain.history.compare import Subject, compare
from masis.domain.history.past import Compared, PastRun, Side
from masis.domain.person import Caller
from masis.domain.profile import ProfileCorrection, corrected
from masis.domain.review.case import Case
from masis.domain.review.rating import Rating, reason_against
from masis.domain.run.draft import DraftWords
from masis.domain.run.provenance import ForkPoints, Relatives, StaleSource
from masis.domain.run.report import RunEvent, RunSnapshot, RunSummary
from masis.domain.run.research import ToolState
from masis.domain.system import PartHealth, SettingView
from masis.domain.workspace import WorkspaceSummary
from masis.errors import InvalidInput, NotFound
from masis.export.rows import FlatRow
from tests.fakes import scripted_data as data
from tests.fakes.scripted_facts import ScriptedFacts


class ScriptedMasis:
    """Answers like ``masis.service.Masis``; runs take ``pace`` seconds a step."""

    def __init__(self, *, pace: float = 0.5, empty: bool = False, first_visit: bool = False) -> None:
        self.pace = pace
        self._lock = threading.RLock()
        self._workspaces: dict[str, tuple[str, bool]] = (
            {} if first_visit else {"sundby": ("Sundby Port Group", False)}
        )
        self._documents: dict[str, list[DocumentSummary]] = {}
        self._hidden: set[str] = set()
        self.asked_with_web: bool | None = None
        self.asked_of: tuple[str, ...] = ()
        self.web_workspaces: set[str] = set()
        self.web = True
        self._jobs: dict[str, list[tuple[IngestJob, float]]] = {}
        self._dismissed: set[str] = set()
        self._names: dict[str, str] = {}
        self._runs: dict[str, RunSnapshot] = {}
        self.past = ScriptedPast(self)
        self.profiles = ScriptedProfiles(self)
        self.ratings = ScriptedRatings()
        self.facts = ScriptedFacts()
        self.synced: tuple[SyncReport, ...] = ()
        self.folders = SimpleNamespace(reports=lambda *_: self.synced)
        self.syncing: tuple[SyncRun, ...] = ()
        self.folder_acts: list[tuple[str, str]] = []
        self.folder_runs = SimpleNamespace(
            allowed=True,
            progress=lambda *_: self.syncing,
            begin=lambda _who, _where, folder: self.folder_acts.append(("begin", folder)),
            remove=lambda _who, _where, folder: self.folder_acts.append(("remove", folder)),
        )
        self.spending = SimpleNamespace(overview=lambda _: None)
        self.tokens = SimpleNamespace(listed=lambda _: ())
        self.people = SimpleNamespace(sign_in=False)
        self.notifications = SimpleNamespace(unread=lambda _: 0, looked_at=lambda *_, **__: None)
        self.opened_cases: set[str] = set()
        self.reviews = SimpleNamespace(open_case=self.open_case)
        self.drafts_written: dict[str, DraftWords] = {}
        """The words of the draft under way, by run."""
        self._started: dict[str, tuple[float, list[RunEvent], RunSnapshot]] = {}
        if not first_visit and not empty:
            self._documents["sundby"] = list(data.documents("sundby"))
            for snapshot in data.past_runs("sundby"):
                self._runs[snapshot.summary.run_id] = snapshot
            self._workspaces["empty"] = ("Market entry 2027", False)

    # workspaces

    def workspaces(self, caller: Caller) -> tuple[WorkspaceSummary, ...]:
        return tuple(
            WorkspaceSummary(
                workspace_id=key,
                name=name,
                documents=len(self.documents(caller, key)),
                open_cases=1,
                created_at=datetime.now(UTC),
                sample=sample,
                allow_web=key in self.web_workspaces,
            )
            for key, (name, sample) in self._workspaces.items()
        )

    def create_workspace(self, caller: Caller, name: str) -> WorkspaceSummary:
        key = "".join(c if c.isalnum() else "-" for c in name.lower()).strip("-") or uuid4().hex[:8]
        if key in self._workspaces:
            message = "A workspace with this name exists already. Please choose another name."
            raise InvalidInput(message)
        self._workspaces[key] = (name, False)
        return self.workspaces(caller)[-1]

    def allow_web(self, caller: Caller, workspace_id: str, allowed: bool) -> None:
        (self.web_workspaces.add if allowed else self.web_workspaces.discard)(workspace_id)

    def delete_workspace(self, caller: Caller, workspace_id: str) -> None:
        self._workspaces.pop(workspace_id, None)

    def load_sample(self, caller: Caller) -> WorkspaceSummary:
        if "sample" not in self._workspaces:
            self._workspaces["sample"] = ("Sample: Sundby Port Group", True)
            self._documents["sample"] = list(data.documents("sample"))
        return next(one for one in self.workspaces(caller) if one.workspace_id == "sample")

    # documents

    def upload(
        self, caller: Caller, workspace_id: str, file_name: str, content: bytes, password: str | None = None
    ) -> IngestJob:
        now = datetime.now(UTC)
        job = IngestJob(
            job_id=uuid4().hex[:8],
            workspace_id=workspace_id,
            file_name=file_name,
            state="queued",
            pages_total=24,
            chunks_total=96,
            created_at=now,
            updated_at=now,
        )
        if b"/Encrypt" in content and not password:
            message = "This file is protected. Enter its password to read it; nothing was stored."
            job = job.model_copy(update={"state": "rejected", "code": "encrypted", "message": message})
        elif not content:
            job = job.model_copy(
                update={
                    "state": "rejected",
                    "code": "empty",
                    "message": "The file is empty; nothing was stored.",
                }
            )
        with self._lock:
            self._jobs.setdefault(workspace_id, []).append((job, time.monotonic()))
        return job

    def jobs(self, caller: Caller, workspace_id: str) -> tuple[IngestJob, ...]:
        with self._lock:
            rows = [(self._progressed(job, since), since) for job, since in self._jobs.get(workspace_id, [])]
            for job, _ in rows:
                self._take_in(workspace_id, job)
            self._jobs[workspace_id] = rows
            return tuple(job for job, _ in rows if job.job_id not in self._dismissed)

    def _progressed(self, job: IngestJob, since: float) -> IngestJob:
        if job.finished:
            return job
        share = min(1.0, (time.monotonic() - since) / max(self.pace * 8, 0.001))
        state = "done" if share >= 1 else "embedding" if share > 0.5 else "reading"
        return job.model_copy(
            update={
                "state": state,
                "pages_done": int(24 * min(1, share * 2)),
                "chunks_done": int(96 * max(0, share * 2 - 1)),
            }
        )

    def _take_in(self, workspace_id: str, job: IngestJob) -> None:
        known = self._documents.setdefault(workspace_id, [])
        if job.state == "done" and not any(one.document_id == f"doc-{job.job_id}" for one in known):
            known.insert(0, data.uploaded(workspace_id, f"doc-{job.job_id}", job.file_name))

    def cancel_job(self, caller: Caller, workspace_id: str, job_id: str) -> None:
        with self._lock:
            self._jobs[workspace_id] = [
                (job.model_copy(update={"state": "cancelled"}) if job.job_id == job_id else job, since)
                for job, since in self._jobs.get(workspace_id, [])
            ]

    def dismiss_jobs(self, caller: Caller, workspace_id: str) -> None:
        self._dismissed |= {job.job_id for job, _ in self._jobs.get(workspace_id, []) if job.finished}

    def documents(self, caller: Caller, workspace_id: str) -> tuple[DocumentSummary, ...]:
        return tuple(
            one for one in self._documents.get(workspace_id, []) if one.document_id not in self._hidden
        )

    def delete_document(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        self._hidden.add(document_id)

    def undo_delete(self, caller: Caller, workspace_id: str, document_id: str) -> None:
        self._hidden.discard(document_id)

    def chunks(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[Chunk, ...]:
        return tuple(one for one in data.chunks(workspace_id) if one.document_id == document_id)

    def page_view(
        self,
        caller: Caller,
        workspace_id: str,
        document_id: str,
        version_id: str,
        page_number: int,
        highlight: tuple[int, int] | None,
    ) -> PageView:
        document = next(
            (one for one in self.documents(caller, workspace_id) if one.document_id == document_id), None
        )
        if document is None:
            message = "This document is not in this workspace any more."
            raise NotFound(message)
        return data.page_view(document, page_number, highlight)

    def original(self, caller: Caller, workspace_id: str, document_id: str, version_id: str) -> bytes:
        return b"%PDF-1.7 scripted"

    # runs

    warming = SimpleNamespace(begin=lambda _workspace_id: None, page=lambda: None)
    uploads = SimpleNamespace(reader=SimpleNamespace(keep_soon=lambda: None))

    def suggestions(self, caller: Caller, workspace_id: str) -> tuple[str, ...]:
        return data.SUGGESTIONS

    def ask(
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
        self.asked_with_web, self.asked_of = allow_web, tuple(documents)
        run_id = f"run-{uuid4().hex[:8]}"
        final = data.run_for(question, workspace_id, run_id, thread_id or uuid4().hex)
        if question.lower().startswith("and ") and not standalone:
            final = data.understood(final, f"Understood {question}")
        if other_language(question):
            final = data.noted(final, language_note(other_language(question)))
        final = data.started_now(final)
        self._started[run_id] = (time.monotonic(), list(final.events), final)
        self._runs[run_id] = final
        return run_id

    def run(self, caller: Caller, workspace_id: str, run_id: str) -> RunSnapshot:
        final = self._runs.get(run_id)
        if final is None or final.summary.workspace_id != workspace_id:
            message = "This run is not in this workspace. Look for it in the history."
            raise NotFound(message)
        if run_id not in self._started:
            return final
        since, events, _ = self._started[run_id]
        shown = int((time.monotonic() - since) / self.pace) if self.pace else len(events)
        if shown >= len(events):
            return final
        running = final.summary.model_copy(
            update={
                "state": "running",
                "verdict": "running",
                "finished_at": None,
                "started_at": datetime.now(UTC) - timedelta(seconds=time.monotonic() - since),
            }
        )
        return RunSnapshot(summary=running, events=tuple(events[: shown + 1]))

    def draft_words(
        self, caller: Caller, workspace_id: str, run_id: str, seen: int = -1, timeout_seconds: float = 0.0
    ) -> DraftWords:
        return self.drafts_written.get(run_id, DraftWords())

    def wait(self, run_id: str, timeout_seconds: float) -> None:
        time.sleep(0)

    def cancel_run(self, caller: Caller, workspace_id: str, run_id: str) -> None:
        final = self._runs[run_id]
        summary = final.summary.model_copy(update={"state": "cancelled", "verdict": "cancelled"})
        self._runs[run_id] = RunSnapshot(summary=summary, events=final.events[:3])
        self._started.pop(run_id, None)

    def runs(
        self,
        caller: Caller,
        workspace_id: str,
        search: str = "",
        verdict: str | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[RunSummary, ...]:
        every = [
            self.run(caller, workspace_id, key).summary
            for key, one in self._runs.items()
            if one.summary.workspace_id == workspace_id
        ]
        found = [
            one for one in every if search.lower() in one.question.lower() and verdict in (None, one.verdict)
        ]
        return tuple(sorted(found, key=lambda one: one.started_at, reverse=True)[offset : offset + limit])

    def case(self, caller: Caller, workspace_id: str, run_id: str) -> Case | None:
        report = self.run(caller, workspace_id, run_id).report
        waits = report and report.cause and (report.needs_decision or run_id in self.opened_cases)
        return data.case_for(report) if report and waits else None

    def open_case(self, caller: Caller, workspace_id: str, run_id: str) -> str:
        """Make a case of a run, as ``masis.reviews`` does."""
        self.opened_cases.add(run_id)
        case = self.case(caller, workspace_id, run_id)
        assert case is not None
        return case.case_id

    def cases(self, caller: Caller, workspace_id: str) -> tuple[Case, ...]:
        found = (self.case(caller, workspace_id, run.run_id) for run in self.runs(caller, workspace_id))
        return tuple(one for one in found if one)

    # threads

    def _of_thread(self, workspace_id: str, thread_id: str) -> list[RunSnapshot]:
        found = [
            one
            for one in self._runs.values()
            if (one.summary.workspace_id, one.summary.thread_id) == (workspace_id, thread_id)
        ]
        return sorted(found, key=lambda one: one.summary.started_at)

    def threads(self, caller: Caller, workspace_id: str) -> tuple[ThreadSummary, ...]:
        ids = dict.fromkeys(
            one.summary.thread_id for one in self._runs.values() if one.summary.workspace_id == workspace_id
        )
        return tuple(
            ThreadSummary(
                thread_id=key,
                title=self._names.get(key) or runs[0].summary.question,
                runs=len(runs),
                last_activity=runs[-1].summary.started_at,
            )
            for key in ids
            if (runs := self._of_thread(workspace_id, key))
        )

    def thread_turns(self, caller: Caller, workspace_id: str, thread_id: str) -> tuple[ThreadTurn, ...]:
        return tuple(
            ThreadTurn(
                run_id=one.summary.run_id,
                question=one.summary.question,
                verdict=one.summary.verdict,
                first_sentence=first_sentence((one.report and one.report.answer) or ""),
                started_at=one.summary.started_at,
            )
            for one in self._of_thread(workspace_id, thread_id)
        )

    def rename_thread(self, caller: Caller, workspace_id: str, thread_id: str, name: str) -> None:
        if not name.strip():
            message = "A conversation's name has 1 to 200 characters."
            raise InvalidInput(message)
        self._names[thread_id] = name

    def delete_thread(self, caller: Caller, workspace_id: str, thread_id: str) -> None:
        for one in self._of_thread(workspace_id, thread_id):
            del self._runs[one.summary.run_id]

    def export_thread(self, caller: Caller, workspace_id: str, thread_id: str) -> str:
        return f"# {self._of_thread(workspace_id, thread_id)[0].summary.question}"

    # the system

    def health(self, old_seconds: float = 0.0) -> tuple[PartHealth, ...]:
        return data.health()

    def tools(self) -> tuple[ToolState, ...]:
        detail = (
            "configured: Tavily" if self.web else "No web search is set up. Set TAVILY_API_KEY to allow it."
        )
        return (ToolState(name="web", when_to_use="", available=self.web, detail=detail),)

    def settings_view(self) -> tuple[SettingView, ...]:
        return data.settings_view()

    def versions(self) -> dict[str, str]:
        return {
            "MASIS": "0.1.0",
            "Python": "3.11.7",
            "streamlit": "1.67.0",
            "langgraph": "1.2.22",
            "qdrant-edge-py": "0.9.0",
        }

    def engine(self) -> str:
        return "extractive"

    def close(self) -> None:
        """Nothing to close."""


class ScriptedProfiles:
    """Keeps corrections in the listed documents; every document has the same rows."""

    def __init__(self, masis: ScriptedMasis) -> None:
        self._masis = masis
        self.rows_of_all: tuple[FlatRow, ...] = ()

    def correct(
        self, caller: Caller, workspace_id: str, document_id: str, correction: ProfileCorrection
    ) -> None:
        known = self._masis._documents[workspace_id]
        self._masis._documents[workspace_id] = [
            self._corrected(one, correction) if one.document_id == document_id else one for one in known
        ]

    @staticmethod
    def _corrected(document: DocumentSummary, correction: ProfileCorrection) -> DocumentSummary:
        profile = corrected(document.read_profile, correction)
        return document.model_copy(update={"profile": profile, "title": profile.title or document.title})

    def rows(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[FlatRow, ...]:
        return self.rows_of_all


class ScriptedRatings:
    """The twin's ``masis.ratings``: keeps what was said and opens no case."""

    def __init__(self) -> None:
        self.said: dict[str, Rating] = {}

    def mine(self, caller: Caller, workspace_id: str, run_id: str) -> Rating | None:
        return self.said.get(run_id)

    def rate(self, caller: Caller, workspace_id: str, run_id: str, *, right: bool, why: str = "") -> Rating:
        why = "" if right else reason_against(why)
        common = {"run_id": run_id, "workspace_id": workspace_id, "person": caller.person, "name": "me"}
        self.said[run_id] = Rating(**common, right=right, why=why, at=datetime.now(UTC))
        return self.said[run_id]

    def take_back(self, caller: Caller, workspace_id: str, run_id: str) -> None:
        self.said.pop(run_id, None)


class ScriptedPast:
    """The twin's ``masis.past``: its first listed run is stale, and none can be forked."""

    def __init__(self, masis: ScriptedMasis) -> None:
        self._masis = masis
        self.forking = self
        self.stale_run = ""

    def listed(self, caller: Caller, workspace_id: str, *, stale: bool = False, **asked: Any) -> Any:
        found = self._masis.runs(caller, workspace_id, **asked)
        every = [PastRun(summary=one, stale=self.stale(caller, workspace_id, one.run_id)) for one in found]
        return tuple(one for one in every if one.stale or not stale)

    def stale(self, caller: Caller, workspace_id: str, run_id: str) -> tuple[StaleSource, ...]:
        source = StaleSource(document_id="d1", title="Annual <b>report</b>", what="replaced", version=2)
        return (source,) if run_id == self.stale_run else ()

    def relatives(self, caller: Caller, workspace_id: str, run_id: str) -> Relatives:
        return Relatives()

    def compare(self, caller: Caller, workspace_id: str, before: str, after: str) -> Compared:
        sides = []
        for one in (before, after):
            seen = self._masis.run(caller, workspace_id, one)
            if seen.report is None:
                message = "This run ended before it had a result."
                raise InvalidInput(message)
            sides.append(Side(summary=seen.summary, report=seen.report))
        subjects = [Subject(report=one.report, verdict=one.summary.verdict) for one in sides]
        return Compared(before=sides[0], after=sides[1], comparison=compare(*subjects))

    def run_again(self, caller: Caller, workspace_id: str, run_id: str) -> str:
        return self._masis.ask(
            caller, workspace_id, self._masis.run(caller, workspace_id, run_id).summary.question
        )

    def points(self, caller: Caller, workspace_id: str, run_id: str) -> ForkPoints:
        return ForkPoints(why_not="The steps of this run are no longer kept, so it cannot be forked.")


def wiring(masis: ScriptedMasis) -> Any:
    """Return a stand-in for ``masis.wiring`` that hands out the twin."""
    shared: Callable[[], ScriptedMasis] = lambda: masis  # noqa: E731
    return SimpleNamespace(shared_masis=shared)

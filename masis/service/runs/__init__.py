"""Runs: questions answered in the background, kept event by event, resumed after a stop."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from masis.domain.person import Caller, Right
from masis.domain.review.case import Case
from masis.domain.review.reviewed import reviewed
from masis.domain.run.draft import DraftWords
from masis.domain.run.provenance import Origin
from masis.domain.run.report import RunReport, RunSnapshot, RunSummary, RunVerdict
from masis.errors import InvalidInput, NotFound
from masis.service.access import own_run, own_workspace, stoppable_run
from masis.service.audit_log import note
from masis.service.container import Container, new_id
from masis.service.jobs import Jobs
from masis.service.recovery import Later
from masis.service.runs.handler import RunHandler
from masis.service.runs.questions import accepted, conversation_of
from masis.service.spending import Budget
from masis.state import MASISInput
from masis.store import cases, provenance, reviews, runs, threads
from masis.store.database import Session
from masis.store.tables import RunRow

_REPORTS_READ = 4
"""Reports that stay read: those of the answers that people look at now, each some 100 KB of text."""


class Runs:
    """The runs of all workspaces."""

    def __init__(self, container: Container, later: Later, budget: Budget) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database."""
        self._container = container
        self._budget = budget
        self._later = later
        self.handler = RunHandler(container)
        self.jobs = Jobs(self.handler, later, container.team)
        # A click on the page of an answer reads its report again; the text of a report never changes.
        self._report = lru_cache(maxsize=_REPORTS_READ)(RunReport.model_validate_json)

    def ask(  # noqa: PLR0913 - how to ask is keyword-only
        self,
        caller: Caller,
        workspace_id: str,
        question: str,
        max_retries: int | None,
        thread_id: str | None,
        *,
        standalone: bool = False,
        allow_web: bool | None = None,
        documents: Sequence[str] = (),
    ) -> str:
        """Record a question, start its run in the background, and return the run's id.

        ``documents``: the ids of the only ones to search; empty is all.
        """
        request = accepted(question, workspace_id, max_retries, thread_id)
        request = request.model_copy(update={"standalone": standalone, "document_ids": tuple(documents)})
        with self.jobs.arrivals:
            row = self._recorded(caller, request, allow_web)
            self.jobs.add(self.handler.job(row))
        return row.run_id

    def _recorded(self, caller: Caller, request: MASISInput, allow_web: bool | None) -> RunRow:
        """Write the run down; the workspace says whether it may search the web, unless its asker did."""
        with self._container.database.write() as session:
            asked = _in_thread(session, caller, request, allow_web)
            row = self._new_row(session, _of_documents(session, asked), caller)
            session.add(row)
            note(self._container, session, caller, "asked", row.workspace_id, row.run_id)
        return row

    def go_on(
        self,
        caller: Caller,
        workspace_id: str,
        right: Right,
        request: Callable[[Session], MASISInput],
        also: Callable[[Session, str], None],
    ) -> str:
        """Start a run after an earlier one; ``also`` writes what belongs to the same transaction."""
        with self.jobs.arrivals:
            with self._container.database.write() as session:
                own_workspace(session, caller, workspace_id, right)
                asked = request(session)
                if asked.guidance is None and asked.origin is None:
                    asked = _in_thread(session, caller, asked)
                row = self._new_row(session, asked, caller)
                session.add(row)
                session.flush()
                also(session, row.run_id)
                note(self._container, session, caller, "asked_again", workspace_id, row.run_id)
                earlier = runs.events(session, row.run_id)
            self.jobs.add(self.handler.job(row, earlier))
        return row.run_id

    def _new_row(self, session: Session, request: MASISInput, caller: Caller) -> RunRow:
        """Return the row of a new run.

        Raises:
            InvalidInput: it would ask models, and the month's cap on them is reached.
        """
        forked = Origin.model_validate(request.origin).change.engine if request.origin else None
        asks_models = (forked or self._container.settings.thinking) == "openai"
        if asks_models and (refusal := self._budget.refusal(session)):
            self._later([self._budget.tell_refusal])  # this transaction ends with nothing
            raise InvalidInput(refusal)
        return RunRow(
            run_id=new_id("r"),
            workspace_id=request.workspace_id,
            thread_id=request.thread_id,
            owner=caller.person,
            question=request.user_query,
            request=request.model_dump(mode="json"),
            state="queued",
            verdict="running",
            confidence=None,
            confidence_history=[],
            iterations=0,
            engine="",
            answer="",
            message="",
            origin_run=str((request.origin or {}).get("run_id", "")),
            report=None,
            started_at=self._container.clock(),
            finished_at=None,
        )

    def snapshot(self, caller: Caller, workspace_id: str, run_id: str) -> RunSnapshot:
        """Return a run as it stands now; the database is asked only once it has ended."""
        with self._container.database.read() as session:
            row = own_run(session, caller, workspace_id, run_id, Right.READ)
            job = self.jobs.live(run_id)
            (summary,) = runs.to_summaries(session, [row])
            going_on = row.state in {"queued", "running"}
            if job is not None and going_on:
                seen = job.journal.snapshot()
                named = seen.summary.model_copy(update={"asked_by": summary.asked_by})
                return seen.model_copy(update={"summary": named})
            return RunSnapshot(
                summary=summary,
                events=runs.events(session, run_id),
                report=None
                if row.report is None
                else reviewed(self._report(row.report), reviews.of_run(session, run_id)),
                message=row.message or (self.jobs.lost(run_id) if going_on else ""),
            )

    def listed(
        self,
        caller: Caller,
        workspace_id: str,
        search: str,
        verdict: RunVerdict | None,
        limit: int,
        offset: int,
    ) -> tuple[RunSummary, ...]:
        """Return the runs of a workspace, newest first; see ``past`` for the stale ones."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return runs.listed(
                session,
                workspace_id,
                search=search,
                verdict=verdict,
                limit=limit,
                offset=offset,
            )

    def case(self, caller: Caller, workspace_id: str, run_id: str) -> Case | None:
        """Return the case of a run, if it was escalated."""
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.READ)
            return cases.of_run(session, run_id)

    def cases(self, caller: Caller, workspace_id: str) -> tuple[Case, ...]:
        """Return the workspace's cases, open ones first."""
        with self._container.database.read() as session:
            own_workspace(session, caller, workspace_id, Right.READ)
            return cases.listed(session, workspace_id)

    def cancel(self, caller: Caller, workspace_id: str, run_id: str) -> None:
        """Stop a run before its next step; harmless when it has ended."""
        with self._container.database.write() as session:
            stoppable_run(session, caller, workspace_id, run_id)
            note(self._container, session, caller, "stopped_run", workspace_id, run_id)
        self.jobs.stop(run_id)

    def draft_words(
        self, caller: Caller, workspace_id: str, run_id: str, seen: int, timeout_seconds: float
    ) -> DraftWords:
        """Wait for more words of the draft than were seen, or the time; see ``DraftWords``."""
        with self._container.database.read() as session:
            own_run(session, caller, workspace_id, run_id, Right.READ)
        job = self.jobs.live(run_id)
        if job is None:
            return DraftWords()
        speech = job.journal.speech
        speech.wait(seen, timeout_seconds)
        if speech.over:
            return DraftWords()
        number, words = speech.words()
        return DraftWords(number=number, words=words, may_come=True)

    def wait(self, run_id: str, timeout_seconds: float | None) -> None:
        """Wait until a run has ended or the time is up."""
        self.jobs.wait(run_id, timeout_seconds)


def _of_documents(session: Session, request: MASISInput) -> MASISInput:
    """Return the question with the names of the documents it is asked of."""
    wanted = tuple(dict.fromkeys(request.document_ids))
    known = provenance.titles(session, request.workspace_id, wanted) if wanted else {}
    if any(document_id not in known for document_id in wanted):
        message = "A chosen document is not in this workspace any more. Choose the documents again."
        raise NotFound(message)
    named = tuple(known[document_id] for document_id in wanted)
    return request.model_copy(update={"document_ids": wanted, "document_titles": named})


def _in_thread(
    session: Session, caller: Caller, request: MASISInput, allow_web: bool | None = None
) -> MASISInput:
    """Return the question with its conversation; the workspace allows the web unless its asker did."""
    workspace = own_workspace(session, caller, request.workspace_id, Right.ASK)
    thread = (request.workspace_id, caller.person, request.thread_id or "")
    talk = conversation_of(runs.earlier(session, *thread, limit=20), threads.asked_back(session, *thread))
    allowed = workspace.allow_web if allow_web is None else allow_web
    return request.model_copy(update={"conversation": talk, "allow_web": allowed})

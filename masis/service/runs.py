"""Runs: questions answered in the background, kept event by event, resumed after a stop."""

from collections.abc import Callable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock

from masis.domain.report import RunEvent, RunReport, RunSnapshot, RunSummary, RunVerdict
from masis.domain.reviewed import reviewed
from masis.domain.workspace import Caller, Case
from masis.errors import NotFound, StoreUnavailable
from masis.service.access import own_workspace
from masis.service.journal import Journal
from masis.service.parts import Parts, new_id
from masis.service.questions import accepted, conversation_of
from masis.service.recovery import Later, Stranded
from masis.service.running import ActiveRun, Runner
from masis.state import MASISInput
from masis.store import cases, reviews, runs, threads
from masis.store.database import Session
from masis.store.tables import RunRow


class Runs:
    """The runs of all workspaces."""

    def __init__(self, parts: Parts, later: Later) -> None:
        """Start no thread yet; ``later`` carries out what has to wait for the database."""
        self._stranded = Stranded(later, self._go_on_with)
        self._called_off: set[str] = set()
        self._parts = parts
        self._pool = ThreadPoolExecutor(parts.settings.parallel_runs, thread_name_prefix="run")
        self._active: dict[str, ActiveRun] = {}
        self._arrivals = Lock()
        """Held while a run is written and registered: recovery must not take a new one for a lost one."""
        self.runner = Runner(parts)

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
    ) -> str:
        """Record a question, start its run in the background, and return the run's id."""
        with self._arrivals:
            request = accepted(question, workspace_id, max_retries, thread_id)
            request = request.model_copy(update={"standalone": standalone})
            row = self._recorded(caller, request, allow_web)
            active = self._entered(row)
        self._submit(row.run_id, active)
        return row.run_id

    def _recorded(self, caller: Caller, request: MASISInput, allow_web: bool | None) -> RunRow:
        """Write the run down; the workspace says whether it may search the web, unless its asker did."""
        with self._parts.database.write() as session:
            row = self._new_row(_in_thread(session, caller, request, allow_web), caller)
            session.add(row)
        return row

    def go_on(
        self,
        caller: Caller,
        workspace_id: str,
        request: Callable[[Session], MASISInput],
        also: Callable[[Session, str], None],
    ) -> str:
        """Start a run after an earlier one; ``also`` writes what belongs to the same transaction."""
        with self._arrivals:
            with self._parts.database.write() as session:
                own_workspace(session, caller, workspace_id)
                asked = request(session)
                if asked.guidance is None and asked.origin is None:
                    asked = _in_thread(session, caller, asked)
                row = self._new_row(asked, caller)
                session.add(row)
                session.flush()
                also(session, row.run_id)
                earlier = runs.events(session, row.run_id)
            active = self._entered(row, earlier)
        self._submit(row.run_id, active)
        return row.run_id

    def _new_row(self, request: MASISInput, caller: Caller) -> RunRow:
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
            started_at=self._parts.clock(),
            finished_at=None,
        )

    def _entered(self, row: RunRow, earlier: Sequence[RunEvent] = ()) -> ActiveRun:
        active = ActiveRun(row.workspace_id, Journal(self._parts, runs.to_summary(row), earlier))
        self._active[row.run_id] = active
        return active

    def _submit(self, run_id: str, active: ActiveRun) -> None:
        self._pool.submit(copy_context().run, self._work, run_id, active)

    def _work(self, run_id: str, active: ActiveRun) -> None:
        lost = None
        try:
            self.runner.carry_out(run_id, active)
        except StoreUnavailable as outage:
            lost = outage
        finally:
            self._active.pop(run_id, None)
            active.journal.ended.set()
        if lost is not None and not self.runner.closing:
            if active.cancelled.is_set():
                self._called_off.add(run_id)
            self._stranded.add(run_id, lost)

    def recover(self) -> None:
        """Go on with the runs that a stop of the program interrupted."""
        self._go_on_with(None)

    def _go_on_with(self, wanted: Set[str] | None) -> None:
        with self._arrivals:
            here = frozenset(self._active)
            with self._parts.database.read() as session:
                waiting = [row for row in runs.unfinished(session) if row.run_id not in here]
                rows = [row for row in waiting if wanted is None or row.run_id in wanted]
                earlier = {row.run_id: runs.events(session, row.run_id) for row in rows}
            resumed = [(row.run_id, self._entered(row, earlier[row.run_id])) for row in rows]
        for run_id, active in resumed:
            if run_id in self._called_off:
                active.stop()
            self._submit(run_id, active)

    def snapshot(self, caller: Caller, workspace_id: str, run_id: str) -> RunSnapshot:
        """Return a run as it stands now; the database is asked only once it has ended."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            row = runs.find(session, workspace_id, run_id, caller.person)
            if row is None:
                message = "There is no such run in this workspace."
                raise NotFound(message)
            active = self._active.get(run_id)
            if active is not None and row.state in {"queued", "running"}:
                return active.journal.snapshot()
            return RunSnapshot(
                summary=runs.to_summary(row),
                events=runs.events(session, run_id),
                report=None
                if row.report is None
                else reviewed(RunReport.model_validate_json(row.report), reviews.of_run(session, run_id)),
                message=row.message,
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
        """Return the caller's runs in a workspace, newest first; see ``past`` for the stale ones."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            return runs.listed(
                session,
                workspace_id,
                caller.person,
                search=search,
                verdict=verdict,
                limit=limit,
                offset=offset,
            )

    def case(self, caller: Caller, workspace_id: str, run_id: str) -> Case | None:
        """Return the case of a run, if it was escalated."""
        self.snapshot(caller, workspace_id, run_id)
        with self._parts.database.read() as session:
            return cases.of_run(session, run_id)

    def cases(self, caller: Caller, workspace_id: str) -> tuple[Case, ...]:
        """Return the workspace's cases, open ones first."""
        with self._parts.database.read() as session:
            own_workspace(session, caller, workspace_id)
            return cases.listed(session, workspace_id)

    def cancel(self, caller: Caller, workspace_id: str, run_id: str) -> None:
        """Stop a run before its next step; harmless when it has ended."""
        self.snapshot(caller, workspace_id, run_id)
        active = self._active.get(run_id)
        if active is not None:
            active.stop()

    def wait(self, run_id: str, timeout_seconds: float | None) -> None:
        """Wait until a run has ended or the time is up."""
        active = self._active.get(run_id)
        if active is not None:
            active.journal.ended.wait(timeout_seconds)

    def stop_run(self, run_id: str) -> None:
        """Stop a run and wait until it has let go; harmless when it has ended."""
        active = self._active.get(run_id)
        _stopped(() if active is None else (active,))

    def stop_workspace(self, workspace_id: str) -> None:
        """Stop a workspace's runs and wait until each has let go."""
        _stopped([active for active in [*self._active.values()] if active.workspace_id == workspace_id])

    def close(self) -> None:
        """Stop working; unfinished runs go on from their checkpoints at the next start."""
        self.runner.closing = True
        for active in [*self._active.values()]:
            active.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _stopped(several: Sequence[ActiveRun], timeout_seconds: float = 20.0) -> None:
    for active in several:
        active.stop()
    for active in several:
        active.journal.ended.wait(timeout_seconds)


def _in_thread(
    session: Session, caller: Caller, request: MASISInput, allow_web: bool | None = None
) -> MASISInput:
    """Return the question with its conversation; the workspace allows the web unless its asker did."""
    workspace = own_workspace(session, caller, request.workspace_id)
    thread = (request.workspace_id, caller.person, request.thread_id or "")
    talk = conversation_of(runs.earlier(session, *thread, limit=20), threads.asked_back(session, *thread))
    allowed = workspace.allow_web if allow_web is None else allow_web
    return request.model_copy(update={"conversation": talk, "allow_web": allowed})

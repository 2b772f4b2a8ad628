"""Running: carry out one run from its question, or from where a stopped process left it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING, Literal

from masis.domain.lineage import Origin
from masis.domain.report import RunReport
from masis.errors import Cancelled, MasisError, StoreUnavailable
from masis.service.casework import Casework, case_for
from masis.service.conditions import deps_for, told_how
from masis.service.journal import Journal
from masis.service.lazy import Lazy
from masis.service.parts import Parts
from masis.service.questions import verdict_of
from masis.state import MASISInput, MASISState
from masis.store import cases, lineage, replies, reviews, runs
from masis.store.tables import RunRow

if TYPE_CHECKING:
    from masis.graph.build import MasisGraph
    from masis.graph.stream import CheckpointedRun

log = logging.getLogger(__name__)

Ending = Literal["failed", "cancelled"]

FAULT = "A fault in MASIS stopped this run. Your documents and other runs are not affected. Please ask again."
CANCELLED = "This run was cancelled."


class ActiveRun:
    """A run that is queued or running in this process."""

    def __init__(self, workspace_id: str, journal: Journal) -> None:
        """Start as queued."""
        self.workspace_id = workspace_id
        self.journal = journal
        self.cancelled = Event()
        self._driver: CheckpointedRun | None = None

    def drive(self, driver: "CheckpointedRun") -> None:
        """Take what stops the run, and use it at once if that was asked for in the queue."""
        self._driver = driver
        if self.cancelled.is_set():
            driver.stop()

    def stop(self) -> None:
        """End the run before its next step."""
        self.cancelled.set()
        if self._driver is not None:
            self._driver.stop()


class Runner:
    """Drives runs through the graph and writes what became of them."""

    def __init__(self, parts: Parts) -> None:
        """Compile the graph when the first run needs it."""
        self._parts = parts
        self.graph: Lazy[MasisGraph] = Lazy(self._compile)
        self.closing = False

    def _compile(self) -> "MasisGraph":
        from masis.graph.build import build_graph

        return build_graph(self._parts.checkpoints())

    def carry_out(self, run_id: str, active: ActiveRun) -> None:
        """Run to the end; every way of ending is written down, except the end of the process.

        Raises:
            StoreUnavailable: the database went away; the run is as unfinished as after a kill.
        """
        try:
            report = self._report(run_id, active)
            self._finish(run_id, active, report)
        except StoreUnavailable:
            raise  # how it ended cannot be written down now
        except Cancelled:
            self._close(run_id, active, CANCELLED)
        except MasisError as error:  # the parts could not be built; the sentence says what to mend
            log.warning("run failed: %s", error, extra={"run_id": run_id})
            self._close(run_id, active, str(error), failed=True)
        except Exception:  # a fault in one run must not take the others down
            log.exception("run failed", extra={"run_id": run_id})
            self._close(run_id, active, FAULT, failed=True)

    def _report(self, run_id: str, active: ActiveRun) -> RunReport:
        from masis.domain.report import build_report
        from masis.graph.stream import CheckpointedRun

        row = self._begin(run_id)
        request = MASISInput.model_validate(row.request)
        origin = Origin.model_validate(request.origin) if request.origin else None
        deps = deps_for(self._parts, origin)
        driver = CheckpointedRun(self.graph(), run_id, deps, request.max_retries or 0)
        active.drive(driver)
        before = driver.state()
        self._announce(active, before)
        with _listening(active), _remembering(run_id):
            for step in driver.steps(None if before else request.to_state()):
                active.journal.add_step(step.kind, step.node, step.iteration, step.entry)
        state = driver.state()
        if state is None:
            message = "the graph ended without a state"
            raise RuntimeError(message)
        report = build_report(state, run_id, deps.engine, row.started_at, self._parts.clock())
        report = self._numbered_on(report, request)
        return told_how(report, self._parts, request, deps, origin)

    def _numbered_on(self, report: RunReport, request: MASISInput) -> RunReport:
        """Put the rounds of the reviewed run in front of those of the run that goes on after it."""
        if request.guidance is None:
            return report
        from masis.domain.review import Guidance
        from masis.domain.reviewed import numbered_on

        guidance = Guidance.model_validate(request.guidance)
        with self._parts.database.read() as session:
            row = session.get(RunRow, guidance.continues)
            decisions = reviews.of_run(session, guidance.continues)
        if row is None or row.report is None:
            return report
        return numbered_on(RunReport.model_validate_json(row.report), report, guidance, decisions)

    def _begin(self, run_id: str) -> RunRow:
        with self._parts.database.write() as session:
            row = session.get(RunRow, run_id)
            if row is None:
                raise Cancelled(CANCELLED)  # its workspace was deleted while it was queued
            row.state = "running"
        return row

    @staticmethod
    def _announce(active: ActiveRun, before: MASISState | None) -> None:
        active.journal.running()
        if before is None:
            active.journal.restart()
            active.journal.add("started")
        else:
            active.journal.agree_with(before["trace"])
            active.journal.add("resumed")

    def _finish(self, run_id: str, active: ActiveRun, report: RunReport) -> None:
        verdict = verdict_of(report)
        active.journal.add("finished", detail={"verdict": verdict})
        with self._parts.database.write() as session:
            row = session.get_one(RunRow, run_id)
            before = cases.taken_on_by(session, run_id)
            if verdict == "passages" and before is not None:
                verdict = "needs_review"  # a case was sent on with this run, so its result is a case again
            runs.finish(session, row, report, verdict)
            replies.forget(session, run_id)
            lineage.cite(session, report)
            surplus = lineage.keep(session, row, self._parts.settings.forkable_runs)
            if verdict == "needs_review":
                cases.add(session, case_for(self._parts, report, before))
        # The report holds everything; the checkpoints stay only so that the run can be forked.
        for old in surplus:
            self._parts.checkpoints().delete_thread(old)

    def _close(self, run_id: str, active: ActiveRun, message: str, *, failed: bool = False) -> None:
        if self.closing:
            return  # what stopped it was the end of the process: it goes on at the next start
        state: Ending = "failed" if failed else "cancelled"
        active.journal.add(state, detail={"message": message})
        with self._parts.database.write() as session:
            row = session.get(RunRow, run_id)
            if row is not None:
                runs.close(row, state, state, self._parts.clock(), message)
                replies.forget(session, run_id)
                Casework(self._parts).reopen_after(session, run_id, message)
        self._parts.checkpoints().delete_thread(run_id)


@contextmanager
def _listening(active: ActiveRun) -> Iterator[None]:
    """Show waits for a free model call in the run, and let its cancel button end them."""
    from masis.llm.waiting import cancel_check, wait_listener

    def waiting(seconds: float, why: str) -> None:
        active.journal.add("waiting", detail={"seconds": round(seconds, 1), "why": why})

    heard = wait_listener.set(waiting)
    checked = cancel_check.set(active.cancelled.is_set)
    try:
        yield
    finally:
        wait_listener.reset(heard)
        cancel_check.reset(checked)


@contextmanager
def _remembering(run_id: str) -> Iterator[None]:
    """Let model replies be kept for this run until it ends."""
    from masis.llm.replies import run_in_view

    token = run_in_view.set(run_id)
    try:
        yield
    finally:
        run_in_view.reset(token)

"""Run handler: carry out one run from its question, or from where a stopped process left it."""

from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from masis.domain.history.figures import figures_of, figures_without_report
from masis.domain.run.provenance import Origin
from masis.domain.run.report import RunEvent, RunReport
from masis.domain.usage import Usage
from masis.errors import Cancelled
from masis.ops.logging import bind
from masis.ops.memory import give_back
from masis.ops.signals import RunBegan, RunEnded, StepBegan, StepEnded
from masis.service.container import Container, Lazy
from masis.service.handlers import Ending, Handler, LiveJob, Sentences
from masis.service.notifications.telling import telling
from masis.service.review.casework import Casework, case_for
from masis.service.runs.journal import Journal
from masis.service.runs.overrides import change_for, deps_for, told_how
from masis.state import MASISInput, MASISState
from masis.store import cases, insights, provenance, reviews, runs, spending
from masis.store.tables import RunRow

if TYPE_CHECKING:
    from masis.graph.build import MasisGraph
    from masis.graph.stream import CheckpointedRun, Step

CANCELLED = "This run was cancelled."
_OPEN = frozenset({"queued", "running"})
_WAITING = 4
"""Runs at a time whose model is asked over a wire, unless the setting says otherwise: they mostly wait."""
_COMPUTING = 2
"""Runs at a time without one: more share the interpreter's lock and make each other slower."""


@dataclass(kw_only=True, eq=False)
class RunJob(LiveJob):
    """A run that is queued or running in this process."""

    journal: Journal
    driver: "CheckpointedRun | None" = None

    def drive(self, driver: "CheckpointedRun") -> None:
        """Take what stops the run, and use it at once if that was asked for in the queue."""
        self.driver = driver
        if self.cancelled.is_set():
            driver.stop()

    def stop(self) -> None:
        """End the run before its next step."""
        super().stop()
        if self.driver is not None:
            self.driver.stop()


class RunHandler(Handler[RunJob]):
    """Drives runs through the graph and writes what became of them."""

    name = "run"
    sentences = Sentences(
        stopped=CANCELLED,
        outage="{reason}",
        fault="A fault in MASIS stopped this run. Your documents and other runs are not affected. "
        "Please ask again.",
    )
    close_seconds = None
    shared = True

    def __init__(self, container: Container) -> None:
        """Compile the graph when the first run needs it."""
        settings = container.settings
        self.workers = settings.parallel_runs or (_WAITING if settings.thinking == "openai" else _COMPUTING)
        self._container = container
        self.graph: Lazy[MasisGraph] = Lazy(self._compile)

    def _compile(self) -> "MasisGraph":
        from masis.graph.build import build_graph

        return build_graph(self._container.checkpoints())

    def work(self, job: RunJob) -> None:
        """Run to the report."""
        bind(run_id=job.job_id, workspace_id=job.workspace_id, person=job.journal.snapshot().summary.owner)
        try:
            self._finish(job, self._report(job))
        finally:
            job.journal.speech.end()

    def ended(self, job: RunJob, ending: Ending) -> None:
        """Write why there is no report; a case that was sent on with the run is open again."""
        job.journal.add(ending.state, detail={"message": ending.message})
        with self._container.database.write() as session:
            row = session.get(RunRow, job.job_id)
            if row is not None:
                runs.close(row, ending.state, ending.state, self._container.clock(), ending.message)
                runs.forget_replies(session, job.job_id)
                spent = spending.of_runs(session, [job.job_id]).get(job.job_id, Usage())
                ended_at = row.finished_at or row.started_at
                figures = figures_without_report(job.job_id, ending.state, row.started_at, ended_at, spent)
                insights.write(session, row, figures)
                Casework(self._container).reopen_after(session, job.job_id, ending.message)
        if row is not None:
            seconds = figures.seconds
            self._container.watch.signals.emit(RunEnded(job.job_id, ending.state, seconds, usage=spent))
        self._container.checkpoints().delete_thread(job.job_id)

    def interrupted(self, job: RunJob) -> None:
        """Write what a run did that goes on in the next process."""
        job.journal.save()

    def idle(self) -> None:
        """Let go of the room that the run needed; its answer is on its way already."""
        give_back()

    def unfinished(self, here: Set[str]) -> Sequence[RunJob]:
        """Return the runs whose row says that they have not ended, with what was recorded of them."""
        with self._container.database.read() as session:
            waiting = [row for row in runs.unfinished(session) if row.run_id not in here]
            return [self.job(row, runs.events(session, row.run_id)) for row in waiting]

    def find(self, job_id: str) -> RunJob | None:
        """Return a run that has not ended."""
        with self._container.database.read() as session:
            row = session.get(RunRow, job_id)
            if row is None or row.state not in _OPEN:
                return None
            return self.job(row, runs.events(session, job_id))

    def is_open(self, job_id: str) -> bool:
        """Whether a run is written down and has not ended."""
        with self._container.database.read() as session:
            return runs.state_of(session, job_id) in _OPEN

    def job(self, row: RunRow, earlier: Sequence[RunEvent] = ()) -> RunJob:
        """Return the job of a run that is written down."""
        journal = Journal(self._container, runs.to_summary(row), earlier)
        return RunJob(job_id=row.run_id, workspace_id=row.workspace_id, journal=journal)

    def _report(self, job: RunJob) -> RunReport:
        from masis.domain.run.report import build_report
        from masis.graph.stream import CheckpointedRun

        row = self._begin(job.job_id)
        request = MASISInput.model_validate(row.request)
        origin = Origin.model_validate(request.origin) if request.origin else None
        deps = deps_for(self._container, change_for(request, origin))
        driver = CheckpointedRun(self.graph(), job.job_id, deps, request.max_retries or 0)
        job.drive(driver)
        before = driver.state()
        self._announce(job.journal, before)
        told = self._container.watch.signals.emit
        told(
            RunBegan(
                run_id=job.job_id,
                workspace_id=job.workspace_id,
                person=row.owner,
                thread_id=row.thread_id,
                engine=deps.engine,
                question=row.question,
                resumed=before is not None,
            )
        )
        most = self._container.settings.model_run_seconds
        with _listening(job, most), _remembering(job):
            for step in driver.steps(None if before else request.to_state()):
                told(signal_of(job.job_id, step))
                job.journal.add_step(step.kind, step.node, step.iteration, step.entry)
        state = driver.state()
        if state is None:
            message = "the graph ended without a state"
            raise RuntimeError(message)
        report = build_report(state, job.job_id, deps.engine, row.started_at, self._container.clock())
        with self._container.database.read() as session:
            report = report.model_copy(
                update={"spending": spending.of_runs(session, [job.job_id]).get(job.job_id)}
            )
        report = self._numbered_on(report, request)
        return told_how(report, self._container, request, deps, origin)

    def _numbered_on(self, report: RunReport, request: MASISInput) -> RunReport:
        """Put the rounds of the reviewed run in front of those of the run that goes on after it."""
        if request.guidance is None:
            return report
        from masis.domain.review.decisions import Guidance
        from masis.domain.review.reviewed import numbered_on

        guidance = Guidance.model_validate(request.guidance)
        with self._container.database.read() as session:
            row = session.get(RunRow, guidance.continues)
            decisions = reviews.of_run(session, guidance.continues)
        if row is None or row.report is None:
            return report
        return numbered_on(RunReport.model_validate_json(row.report), report, guidance, decisions)

    def _begin(self, run_id: str) -> RunRow:
        with self._container.database.write() as session:
            row = session.get(RunRow, run_id)
            if row is None:
                raise Cancelled(CANCELLED)  # its workspace was deleted while it was queued
            row.state = "running"
        return row

    @staticmethod
    def _announce(journal: Journal, before: MASISState | None) -> None:
        journal.running()
        if before is None:
            journal.restart()
            journal.add("started")
        else:
            journal.agree_with(before["trace"])
            journal.add("resumed")

    def _finish(self, job: RunJob, report: RunReport) -> None:
        verdict = report.verdict
        job.journal.add("finished", detail={"verdict": verdict})
        with self._container.database.write() as session:
            row = session.get_one(RunRow, job.job_id)
            before = cases.taken_on_by(session, job.job_id)
            if verdict == "passages" and before is not None:
                verdict = "needs_review"  # a case was sent on with this run, so its result is a case again
            runs.finish(session, row, report, verdict)
            runs.forget_replies(session, job.job_id)
            provenance.cite(session, report)
            figures = figures_of(report, report.verdict, report.spending or Usage())
            insights.write(session, row, figures)
            surplus = provenance.keep(session, row, self._container.settings.forkable_runs)
            if verdict == "needs_review" or report.needs_decision:
                case = case_for(self._container, report, before)
                cases.add(session, case)
                telling(self._container).case_opened(session, case)
        self._container.watch.signals.emit(
            RunEnded(
                run_id=job.job_id,
                ending=figures.ending,
                seconds=figures.seconds,
                confidence=figures.confidence,
                rounds=row.iterations,
                usage=figures.usage,
                answer=report.answer or "",
            )
        )
        # The report holds everything; the checkpoints stay only so that the run can be forked.
        for old in surplus:
            self._container.checkpoints().delete_thread(old)


def signal_of(run_id: str, step: "Step") -> StepBegan | StepEnded:
    """Return what is told of a step."""
    if step.kind == "started":
        return StepBegan(run_id, step.node, step.iteration)
    took = float(step.entry.get("duration_ms", 0.0))
    return StepEnded(run_id, step.node, step.iteration, took, step.entry)


@contextmanager
def _listening(job: RunJob, most_seconds: float) -> Iterator[None]:
    """Show waits for a free model call and the words of drafts; cancel button and deadline end both."""
    from masis.llm.speech import draft_speech
    from masis.llm.waiting import cancel_check, time_limit, wait_listener

    def waiting(seconds: float, why: str) -> None:
        job.journal.add("waiting", detail={"seconds": round(seconds, 1), "why": why})

    heard = wait_listener.set(waiting)
    checked = cancel_check.set(job.cancelled.is_set)
    spoken = draft_speech.set(job.journal.speech)
    over = f"The {most_seconds:g} seconds that a run may take are over (MASIS_MODEL_RUN_SECONDS)."
    try:
        with time_limit(most_seconds, over):
            yield
    finally:
        wait_listener.reset(heard)
        cancel_check.reset(checked)
        draft_speech.reset(spoken)


@contextmanager
def _remembering(job: RunJob) -> Iterator[None]:
    """Let model calls be kept and counted for this run until it ends."""
    from masis.llm.replies import replies_may_be_kept, run_in_view, workspace_in_view

    may_be_kept = replies_may_be_kept.set(job.recovered)
    run, workspace = run_in_view.set(job.job_id), workspace_in_view.set(job.workspace_id)
    try:
        yield
    finally:
        run_in_view.reset(run)
        workspace_in_view.reset(workspace)
        replies_may_be_kept.reset(may_be_kept)

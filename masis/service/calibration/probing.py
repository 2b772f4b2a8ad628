"""Probing: run probes through the pipeline in the background; one batch a workspace, kept probe by probe."""

import logging
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from masis.domain.calibration.probes import Batch, Checked, Probe
from masis.domain.evidence import Chunk
from masis.errors import Cancelled, InvalidInput, MasisError, ServiceUnavailable, StoreUnavailable
from masis.retrieval.base import Lookup
from masis.service.container import Container, Lazy
from masis.service.handlers import Ending, Handler, LiveJob, Sentences
from masis.service.jobs import Jobs
from masis.service.recovery import Later
from masis.state import DEFAULT_MAX_RETRIES, MASISInput
from masis.store import calibration

if TYPE_CHECKING:
    from masis.domain.run.report import RunReport
    from masis.graph.build import MasisGraph

log = logging.getLogger(__name__)

INTERRUPTED = "MASIS was stopped during this test; what was checked before counts."
_CANDIDATES = 20
_OUTAGES = frozenset({"retrieval_unavailable", "model_unavailable", "budget_reached"})


@dataclass(kw_only=True, eq=False)
class BatchJob(LiveJob):
    """A batch of probes that is queued or running in this process."""

    batch: Batch
    probes: Sequence[Probe]
    chunks: Mapping[str, Chunk]
    """By id."""
    names: Mapping[str, str]
    """Of files, by document id."""


class ProbeHandler(Handler[BatchJob]):
    """Carries out batches, one after another, beside the runs of people; a stopped one stays as it is."""

    name = "probe"
    sentences = Sentences(
        stopped="This test was cancelled; what was checked before counts.",
        outage="{reason}",
        fault="A fault in MASIS stopped this test. What was checked before is kept to be read.",
    )
    close_seconds = None

    def __init__(self, container: Container) -> None:
        """Compile the graph when the first probe needs it."""
        self._container = container
        self._graph: Lazy[MasisGraph] = Lazy(_compiled)

    def work(self, job: BatchJob) -> None:
        """Check probe after probe."""
        try:
            with _cancelled_by(job):
                self._check_all(job)
        except StoreUnavailable as outage:  # a batch ends here: it is not taken up again
            raise ServiceUnavailable(str(outage)) from outage

    def _check_all(self, job: BatchJob) -> None:
        for done, probe in enumerate(job.probes, 1):
            if job.cancelled.is_set():
                raise Cancelled
            checked = self._check(probe, job)
            with self._container.database.write() as session:
                if not calibration.add_checked(session, job.job_id, checked, done):
                    return  # it went with its workspace
        self._end(job, "finished")

    def ended(self, job: BatchJob, ending: Ending) -> None:
        """Write why the batch stopped; what was checked before is kept."""
        self._end(job, ending.state, ending.message)

    def after_stop(self, here: Set[str]) -> None:
        """Mark what a stop of the program interrupted; what was checked before counts."""
        with self._container.database.write() as session:
            for batch_id in calibration.running(session):
                if batch_id not in here:
                    calibration.change_batch(session, batch_id, state="interrupted", message=INTERRUPTED)

    def _end(self, job: BatchJob, state: str, message: str = "") -> None:
        try:
            with self._container.database.write() as session:
                at = self._container.clock()
                calibration.change_batch(session, job.job_id, state=state, message=message, finished_at=at)
        except MasisError:  # the database is away; the next start marks the batch as interrupted
            log.warning("the end of a batch could not be written", extra={"batch_id": job.job_id})

    def _check(self, probe: Probe, job: BatchJob) -> Checked:
        from masis.evaluation.probing import check_answer, check_sentence

        if probe.kind in {"clean", "corrupted"}:
            return check_sentence(probe, [job.chunks[probe.chunk_id]])
        report = self._report(probe, job.batch)
        vector = self._container.embedder().embed_query(probe.text)
        lookup = Lookup(probe.text, vector, _CANDIDATES)
        (hits,) = self._container.vectors().search(job.workspace_id, [lookup])
        told = [
            (
                job.names.get(hit.chunk.document_id, ""),
                f"{hit.chunk.heading}\n{hit.chunk.full_text}",
                hit.dense_score,
            )
            for hit in hits
        ]
        return check_answer(probe, report, told)

    def _report(self, probe: Probe, batch: Batch) -> "RunReport":
        """Ask the pipeline itself; nothing of it reaches the history or the review queue."""
        from masis.domain.run.report import build_report
        from masis.graph.build import recursion_limit_for

        deps, began = self._container.deps(), self._container.clock()
        state = MASISInput(user_query=probe.text, workspace_id=batch.workspace_id).to_state()
        limits = {"recursion_limit": recursion_limit_for(DEFAULT_MAX_RETRIES)}
        ended = self._graph().invoke(state, limits, context=deps)  # type: ignore[call-overload]
        report = build_report(ended, f"probe-{probe.number}", deps.engine, began, self._container.clock())
        if report.cause in _OUTAGES:
            message = (
                "A service MASIS depends on stopped answering, so the test was stopped. Run it again later."
            )
            raise ServiceUnavailable(message)
        return report


class Probing:
    """The batches of all workspaces."""

    def __init__(self, container: Container, later: Later) -> None:
        """Start no thread yet; the first batch does."""
        self._container = container
        self.jobs = Jobs(ProbeHandler(container), later, container.team)

    def start(
        self, batch: Batch, probes: Sequence[Probe], chunks: Mapping[str, Chunk], names: Mapping[str, str]
    ) -> None:
        """Write a batch down and begin; ``chunks`` by id, ``names`` of files by document id."""
        job = BatchJob(
            job_id=batch.batch_id,
            workspace_id=batch.workspace_id,
            batch=batch,
            probes=probes,
            chunks=chunks,
            names=names,
        )
        with self.jobs.arrivals:
            if self.is_active(batch.workspace_id):
                message = "A test of this workspace is under way. Wait for it or cancel it."
                raise InvalidInput(message)
            with self._container.database.write() as session:
                calibration.add_batch(session, batch)
            self.jobs.add(job)

    def is_active(self, workspace_id: str) -> bool:
        """Tell whether a batch of the workspace is under way in this process."""
        return bool(self.jobs.of_workspace(workspace_id))

    def cancel(self, workspace_id: str) -> None:
        """Stop after the probe at hand; harmless when nothing is under way."""
        for job in self.jobs.of_workspace(workspace_id):
            self.jobs.stop(job.job_id)

    def wait(self, workspace_id: str, timeout_seconds: float | None = None) -> None:
        """Wait until nothing is under way."""
        for job in self.jobs.of_workspace(workspace_id):
            job.ended.wait(timeout_seconds)


@contextmanager
def _cancelled_by(job: LiveJob) -> Iterator[None]:
    """Let the cancel button end waits for a free model call."""
    from masis.llm.waiting import cancel_check

    token = cancel_check.set(job.cancelled.is_set)
    try:
        yield
    finally:
        cancel_check.reset(token)


def _compiled() -> "MasisGraph":
    from masis.graph.build import build_graph

    return build_graph()

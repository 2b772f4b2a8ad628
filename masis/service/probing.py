"""Probing: run probes through the pipeline in the background; one batch a workspace, kept probe by probe."""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import TYPE_CHECKING

from masis.domain.evidence import Chunk
from masis.domain.probes import Batch, Checked, Probe
from masis.errors import Cancelled, InvalidInput, MasisError, ServiceUnavailable
from masis.retrieval.base import Lookup
from masis.service.lazy import Lazy
from masis.service.parts import Parts
from masis.state import DEFAULT_MAX_RETRIES, MASISInput
from masis.store import calibration

if TYPE_CHECKING:
    from masis.domain.report import RunReport
    from masis.graph.build import MasisGraph

log = logging.getLogger(__name__)

_CANDIDATES = 20
_OUTAGES = frozenset({"retrieval_unavailable", "model_unavailable"})
FAULT = "A fault in MASIS stopped this test. What was checked before is kept to be read."


class _Active:
    """A batch under way in this process."""

    def __init__(self) -> None:
        self.cancelled = Event()
        self.ended = Event()


class Probing:
    """Carries out batches, one after another, beside the runs of people."""

    def __init__(self, parts: Parts) -> None:
        """Start no thread yet; the first batch does."""
        self._parts = parts
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="probe")
        self._active: dict[str, _Active] = {}
        self._lock = Lock()
        self._closing = False
        self._graph: Lazy[MasisGraph] = Lazy(_compiled)

    def start(
        self, batch: Batch, probes: Sequence[Probe], chunks: Mapping[str, Chunk], names: Mapping[str, str]
    ) -> None:
        """Write a batch down and begin; ``chunks`` by id, ``names`` of files by document id."""
        with self._lock:
            if batch.workspace_id in self._active:
                message = "A test of this workspace is under way. Wait for it or cancel it."
                raise InvalidInput(message)
            with self._parts.database.write() as session:
                calibration.add_batch(session, batch)
            active = self._active[batch.workspace_id] = _Active()
        self._pool.submit(
            self._work, batch, active, probes, lambda one: self._check(one, batch, chunks, names)
        )

    def _work(
        self, batch: Batch, active: _Active, probes: Sequence[Probe], check: Callable[[Probe], Checked]
    ) -> None:
        from masis.llm.waiting import cancel_check

        token = cancel_check.set(active.cancelled.is_set)
        try:
            self._carry_out(batch, active, probes, check)
        except Cancelled:
            self._end(batch, "cancelled", "This test was cancelled; what was checked before counts.")
        except MasisError as error:
            self._end(batch, "failed", str(error))
        except Exception:  # a fault in a test must not take the program down
            log.exception("a batch of probes failed", extra={"batch_id": batch.batch_id})
            self._end(batch, "failed", FAULT)
        finally:
            cancel_check.reset(token)
            with self._lock:
                self._active.pop(batch.workspace_id, None)
            active.ended.set()

    def _carry_out(
        self, batch: Batch, active: _Active, probes: Sequence[Probe], check: Callable[[Probe], Checked]
    ) -> None:
        for done, probe in enumerate(probes, 1):
            if active.cancelled.is_set():
                raise Cancelled
            checked = check(probe)
            with self._parts.database.write() as session:
                if not calibration.add_checked(session, batch.batch_id, checked, done):
                    return  # it went with its workspace
        self._end(batch, "finished")

    def _end(self, batch: Batch, state: str, message: str = "") -> None:
        if self._closing:
            return  # the next start marks it as interrupted
        try:
            with self._parts.database.write() as session:
                at = self._parts.clock()
                calibration.change_batch(
                    session, batch.batch_id, state=state, message=message, finished_at=at
                )
        except MasisError:  # the database is away; the next start marks the batch as interrupted
            log.warning("the end of a batch could not be written", extra={"batch_id": batch.batch_id})

    def _check(
        self, probe: Probe, batch: Batch, chunks: Mapping[str, Chunk], names: Mapping[str, str]
    ) -> Checked:
        from masis.evaluation.probing import check_answer, check_sentence

        if probe.kind in {"clean", "corrupted"}:
            return check_sentence(probe, [chunks[probe.chunk_id]])
        report = self._report(probe, batch)
        vector = self._parts.embedder().embed_query(probe.text)
        lookup = Lookup(probe.text, vector, _CANDIDATES)
        (hits,) = self._parts.vectors().search(batch.workspace_id, [lookup])
        told = [
            (
                names.get(hit.chunk.document_id, ""),
                f"{hit.chunk.heading}\n{hit.chunk.full_text}",
                hit.dense_score,
            )
            for hit in hits
        ]
        return check_answer(probe, report, told)

    def _report(self, probe: Probe, batch: Batch) -> "RunReport":
        """Ask the pipeline itself; nothing of it reaches the history or the review queue."""
        from masis.domain.report import build_report
        from masis.graph.build import recursion_limit_for

        deps, began = self._parts.deps(), self._parts.clock()
        state = MASISInput(user_query=probe.text, workspace_id=batch.workspace_id).to_state()
        limits = {"recursion_limit": recursion_limit_for(DEFAULT_MAX_RETRIES)}
        ended = self._graph().invoke(state, limits, context=deps)  # type: ignore[call-overload]
        report = build_report(ended, f"probe-{probe.number}", deps.engine, began, self._parts.clock())
        if report.cause in _OUTAGES:
            message = (
                "A service MASIS depends on stopped answering, so the test was stopped. Run it again later."
            )
            raise ServiceUnavailable(message)
        return report

    def is_active(self, workspace_id: str) -> bool:
        """Tell whether a batch of the workspace is under way in this process."""
        return workspace_id in self._active

    def cancel(self, workspace_id: str) -> None:
        """Stop after the probe at hand; harmless when nothing is under way."""
        active = self._active.get(workspace_id)
        if active is not None:
            active.cancelled.set()

    def stop_workspace(self, workspace_id: str, timeout_seconds: float = 20.0) -> None:
        """Stop a workspace's batch and wait until it has let go."""
        active = self._active.get(workspace_id)
        if active is not None:
            active.cancelled.set()
            active.ended.wait(timeout_seconds)

    def wait(self, workspace_id: str, timeout_seconds: float | None = None) -> None:
        """Wait until nothing is under way."""
        active = self._active.get(workspace_id)
        if active is not None:
            active.ended.wait(timeout_seconds)

    def recover(self) -> None:
        """Mark what a stop of the program interrupted; what was checked before counts."""
        message = "MASIS was stopped during this test; what was checked before counts."
        with self._lock, self._parts.database.write() as session:
            if not self._active:
                for batch_id in calibration.running(session):
                    calibration.change_batch(session, batch_id, state="interrupted", message=message)

    def close(self) -> None:
        """Stop after the probe at hand."""
        self._closing = True
        for active in [*self._active.values()]:
            active.cancelled.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


def _compiled() -> "MasisGraph":
    from masis.graph.build import build_graph

    return build_graph()

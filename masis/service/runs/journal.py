"""Journal: a run's events as they happen, kept in memory for polling and in the database for good."""

from collections.abc import Sequence
from datetime import timedelta
from threading import Lock
from typing import Any, Literal

from masis.domain.run.report import RunEvent, RunSnapshot, RunSummary
from masis.llm.speech import Speech
from masis.service.container import Container
from masis.store import runs

Kind = Literal[
    "started", "node_started", "node_finished", "waiting", "resumed", "finished", "failed", "cancelled"
]

_SAVED_EVERY = timedelta(seconds=0.5)
"""A run without a model takes less; what is not saved when its process is killed, its checkpoints tell."""


class Journal:
    """The events of one run in this process; numbers continue where an earlier process stopped."""

    def __init__(self, container: Container, summary: RunSummary, earlier: Sequence[RunEvent] = ()) -> None:
        """Start with what was recorded before, if anything."""
        self._container = container
        self._summary = summary
        self._events = list(earlier)
        self._unsaved: list[RunEvent] = []
        self._lock = Lock()
        self._saved_at = container.clock()
        self._waits = container.settings.has_models
        self._shown_elsewhere = container.team is not None and self._waits
        self.speech = Speech()
        """What is being written now: it stays in memory, for nothing of it is audited."""

    def add(
        self, kind: Kind, node: str = "", iteration: int = 0, detail: dict[str, Any] | None = None
    ) -> None:
        """Append an event; it is saved at once where a person waits for it, else within half a second."""
        with self._lock:
            event = RunEvent(
                number=len(self._events) + 1,
                at=self._container.clock(),
                kind=kind,
                node=node,
                iteration=iteration,
                detail=detail or {},
            )
            self._events.append(event)
            self._unsaved.append(event)
        if self._shown_elsewhere or (kind not in {"node_started", "waiting"} and self._is_due(event)):
            self.save()

    def _is_due(self, event: RunEvent) -> bool:
        step = event.kind == "node_finished"
        return self._waits or not step or event.at - self._saved_at >= _SAVED_EVERY

    def add_step(
        self, kind: Literal["started", "finished"], node: str, iteration: int, entry: dict[str, Any]
    ) -> None:
        """Append what a node did."""
        self.add("node_started" if kind == "started" else "node_finished", node, iteration, entry)

    def save(self) -> None:
        """Write what is not written yet; nothing of a run that was deleted with its workspace."""
        with self._lock:
            unsaved, self._unsaved = self._unsaved, []
            self._saved_at = self._container.clock()
        if unsaved:
            with self._container.database.write() as session:
                if runs.state_of(session, self._summary.run_id) is not None:
                    runs.append_events(session, self._summary.run_id, unsaved)

    def restart(self) -> None:
        """Forget what a process recorded that died before its first checkpoint."""
        self.agree_with(())

    def agree_with(self, trace: Sequence[dict[str, Any]]) -> None:
        """Make the record match a checkpoint: forget work it does not hold, add work it does."""
        with self._lock:
            if not self._events:
                return
            kept = _through(self._events, len(trace)) if trace else []
            with self._container.database.write() as session:
                runs.drop_events_from(session, self._summary.run_id, len(kept) + 1)
            self._events = kept
            known = sum(event.kind == "node_finished" for event in kept)
        for entry in trace[known:]:
            self.add("node_finished", str(entry["node"]), int(entry["iteration"]), entry)

    def running(self) -> None:
        """Note that the run has left the queue."""
        self._summary = self._summary.model_copy(update={"state": "running"})

    def snapshot(self) -> RunSnapshot:
        """Return the run as it stands now."""
        with self._lock:
            return RunSnapshot(summary=self._summary, events=tuple(self._events))


def _through(events: Sequence[RunEvent], nodes: int) -> list[RunEvent]:
    """Return the events up to the end of the given number of nodes."""
    finished = 0
    kept: list[RunEvent] = []
    for event in events:
        if finished >= nodes and event.kind != "started":
            break
        kept.append(event)
        finished += event.kind == "node_finished"
    return kept

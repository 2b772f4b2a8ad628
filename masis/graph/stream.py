"""Stream: drive one checkpointed run step by step, from its start or from where it was left."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphDrained
from langgraph.runtime import RunControl

from masis.errors import Cancelled
from masis.graph.build import MasisGraph, recursion_limit_for
from masis.graph.deps import Deps
from masis.state import JsonObject, MASISState


@dataclass(frozen=True)
class Step:
    """A node that began, or one that ended with its trace entry."""

    kind: Literal["started", "finished"]
    node: str
    iteration: int
    entry: JsonObject = field(default_factory=dict)


class CheckpointedRun:
    """One run of the graph under its own checkpoint thread; ``stop`` may be called from any thread."""

    def __init__(self, graph: MasisGraph, run_id: str, deps: Deps, max_retries: int) -> None:
        self._graph = graph
        self._deps = deps
        self._control = RunControl()
        self._config: RunnableConfig = {
            "configurable": {"thread_id": run_id},
            # Nodes follow one another; without it each write of a checkpoint starts a thread of its own.
            "max_concurrency": 1,
            "recursion_limit": recursion_limit_for(max_retries),
        }

    def state(self) -> MASISState | None:
        """Return the last checkpointed state, or nothing when the run never began."""
        values = self._graph.get_state(self._config).values
        return cast(MASISState, values) if values else None

    def steps(self, first: MASISState | None) -> Iterator[Step]:
        """Run from a first state, or with ``None`` from the checkpoint; ``Cancelled`` after ``stop``."""
        parts = self._graph.stream(
            first,
            self._config,
            context=self._deps,
            stream_mode=["tasks", "updates"],
            durability="sync",
            control=self._control,
            version="v2",
        )
        try:
            for part in parts:
                yield from _steps_of(part["type"], part["data"])
        except GraphDrained as drained:
            message = "The run was cancelled."
            raise Cancelled(message) from drained

    def stop(self) -> None:
        """End the run before its next node; what it did so far stays in the checkpoint."""
        self._control.request_drain("cancelled by the analyst")


def _steps_of(kind: str, data: Any) -> Iterator[Step]:  # noqa: ANN401 - langgraph's stream parts
    if kind == "tasks" and "input" in data:
        before: Mapping[str, Any] = data["input"]
        guidance = before.get("guidance") or {}
        rounds_before = int(guidance.get("rounds_before", 0))
        yield Step("started", data["name"], rounds_before + int(before.get("retry_count", 0)) + 1)
    if kind == "updates":
        for node, update in data.items():
            trace = _plain(update.get("trace", [])) if isinstance(update, Mapping) else []
            yield from (Step("finished", node, int(entry.get("iteration", 1)), entry) for entry in trace)


def _plain(trace: Any) -> list[JsonObject]:  # noqa: ANN401 - a list, or a list that overwrites
    return list(getattr(trace, "value", trace))

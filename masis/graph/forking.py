"""Forking: a new checkpoint thread that begins where a finished run stood before one of its nodes."""

from collections.abc import Callable
from typing import cast, get_args

from langchain_core.runnables import RunnableConfig

from masis.domain.run.provenance import ForkNode, ForkPoint
from masis.errors import NotFound
from masis.graph.build import MasisGraph
from masis.graph.reading import iteration_of
from masis.state import JsonObject, MASISState

# The node whose update leads to the fork; its own arrow is followed again in the new thread.
_BEFORE: dict[ForkNode, str] = {
    "researcher": "supervisor",
    "synthesizer": "researcher",
    "critic": "synthesizer",
    "evaluator": "critic",
}
GONE = (
    "The steps of this run are no longer kept, so it cannot be forked. Run the whole question again instead."
)


def points(graph: MasisGraph, run_id: str) -> tuple[ForkPoint, ...]:
    """Return the nodes before which the run's state is still kept, in the order they ran."""
    found: dict[tuple[str, int], ForkPoint] = {}
    for snapshot in graph.get_state_history(_thread(run_id)):
        if len(snapshot.next) != 1 or snapshot.next[0] not in get_args(ForkNode):
            continue
        node = cast(ForkNode, snapshot.next[0])
        iteration = iteration_of(cast(MASISState, snapshot.values))
        checkpoint = str(snapshot.config["configurable"]["checkpoint_id"])
        found.setdefault(
            (node, iteration), ForkPoint(node=node, iteration=iteration, checkpoint_id=checkpoint)
        )
    return tuple(reversed(found.values()))


def begin(
    graph: MasisGraph,
    run_id: str,
    point: ForkPoint,
    new_run_id: str,
    changed: Callable[[MASISState], MASISState],
) -> MASISState:
    """Write the first checkpoint of a new run and return its state; the old thread is only read."""
    values = changed(state_at(graph, run_id, point))
    graph.update_state(_thread(new_run_id), cast(JsonObject, values), as_node=_BEFORE[point.node])
    return values


def state_at(graph: MasisGraph, run_id: str, point: ForkPoint) -> MASISState:
    """Return the state as it stood before a node.

    Raises:
        NotFound: the checkpoint is not kept any more.
    """
    old = _thread(run_id)
    old["configurable"]["checkpoint_id"] = point.checkpoint_id
    values = cast(MASISState, graph.get_state(old).values)
    if not values:
        raise NotFound(GONE)
    return values


def _thread(run_id: str) -> RunnableConfig:
    return {"configurable": {"thread_id": run_id}}

"""Guard: time a node, and turn an outage into an escalation; programming errors stay loud."""

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import Any, Literal, Protocol

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from masis.domain.run.decision import EscalationCause
from masis.domain.run.trace import OutageEntry, cost
from masis.domain.usage import Usage
from masis.errors import (
    BudgetReached,
    EmbeddingUnavailable,
    ModelUnavailable,
    PassagesMissing,
    ServiceUnavailable,
    StoreUnavailable,
)
from masis.graph.deps import Deps
from masis.graph.outcome import interrupted
from masis.graph.reading import iteration_of
from masis.llm.replies import within_step
from masis.state import MASISState

Outage = Literal["qdrant_unavailable", "embedding_unavailable", "model_unavailable", "budget_reached"]


class Node(Protocol):
    """A node: the state and the run's dependencies in, an update out."""

    __name__: str

    def __call__(self, state: MASISState, runtime: Runtime[Deps]) -> MASISState:
        """Return what changed."""
        ...


def guarded(node: Node, clock: Callable[[], float] = perf_counter) -> Node:
    """Let a node fail politely: what is down becomes a question for a human."""
    name = node.__name__

    @wraps(node)
    def run(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
        started = clock()
        try:
            with within_step(f"{name}:{iteration_of(state)}"):
                update = node(state, runtime)
        except StoreUnavailable:
            raise  # no step can be kept without the database: the run waits instead of ending wrongly
        except ServiceUnavailable as outage:
            update = _outage(name, state, outage)
        return _timed(name, state, update, round((clock() - started) * 1000, 3))

    return run


def _outage(name: str, state: MASISState, outage: ServiceUnavailable) -> MASISState:
    warning, cause = _kind(outage)
    entry = OutageEntry(node=name, iteration=iteration_of(state), warning=warning, error=str(outage))
    update = interrupted(state, cause, in_audit=name == "evaluator")
    if isinstance(outage, ModelUnavailable | PassagesMissing) and str(outage):
        # Whoever raised it knows what is at fault, and says what to do.
        update = {**update, "clarification_question": f"{outage} What was found so far is kept."}
    metrics = {**update.get("metrics", {}), **cost(Usage.of(outage))}
    return {**update, "metrics": metrics, "trace": [entry.plain()]}


def _kind(outage: ServiceUnavailable) -> tuple[Outage, EscalationCause]:
    if isinstance(outage, BudgetReached):
        return "budget_reached", "budget_reached"
    if isinstance(outage, ModelUnavailable):
        return "model_unavailable", "model_unavailable"
    if isinstance(outage, EmbeddingUnavailable):
        return "embedding_unavailable", "retrieval_unavailable"
    return "qdrant_unavailable", "retrieval_unavailable"


def _timed(name: str, state: MASISState, update: MASISState, duration_ms: float) -> MASISState:
    trace: Any = [{**entry, "duration_ms": duration_ms} for entry in update["trace"]]
    metrics: Any = {**update.get("metrics", {}), "node_latency_ms": {name: duration_ms}}
    if name == "orchestrator" and state["trace"]:
        # A new run on a checkpointed thread: the reducers would add to the run before it.
        trace, metrics = Overwrite(trace), Overwrite(metrics)
    return {**update, "trace": trace, "metrics": metrics}

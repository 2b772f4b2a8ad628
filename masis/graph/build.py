"""Build: nodes and edges of the pipeline, and nothing else."""

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from masis.graph import routing
from masis.graph.deps import Deps
from masis.graph.guard import Node, guarded
from masis.graph.nodes.clarifier import clarifier
from masis.graph.nodes.critic import critic
from masis.graph.nodes.evaluator import evaluator
from masis.graph.nodes.orchestrator import orchestrator
from masis.graph.nodes.researcher import researcher
from masis.graph.nodes.supervisor import supervisor
from masis.graph.nodes.synthesizer import synthesizer
from masis.state import MASISState

MasisGraph = CompiledStateGraph[MASISState, Deps, MASISState, MASISState]

NODES: tuple[Node, ...] = (orchestrator, clarifier, supervisor, researcher, synthesizer, critic, evaluator)
STEPS_BEFORE_ROUNDS = 2
STEPS_PER_ROUND = 5


def build_graph(checkpointer: BaseCheckpointSaver[str] | None = None) -> MasisGraph:
    """Ask back or research; write, audit, score; the supervisor alone decides."""
    builder = StateGraph(MASISState, context_schema=Deps)
    for node in NODES:
        builder.add_node(node.__name__, guarded(node))
    builder.add_edge(START, "orchestrator")
    builder.add_conditional_edges("orchestrator", routing.after_orchestrator)
    builder.add_edge("clarifier", END)
    builder.add_conditional_edges("supervisor", routing.after_supervisor)
    builder.add_conditional_edges("researcher", routing.after_researcher)
    builder.add_conditional_edges("synthesizer", routing.after_synthesizer)
    builder.add_conditional_edges("critic", routing.after_critic)
    builder.add_conditional_edges("evaluator", routing.after_evaluator)
    return builder.compile(checkpointer=checkpointer, name="masis")


def recursion_limit_for(max_retries: int) -> int:
    """Return the steps a run may take at most; one more is a fault, not a long run."""
    return STEPS_BEFORE_ROUNDS + STEPS_PER_ROUND * (max_retries + 1) + 1

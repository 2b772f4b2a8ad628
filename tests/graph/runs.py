"""Runs: ask the graph one question and read its trace."""

from typing import Any

from masis.graph import graph
from masis.graph.build import recursion_limit_for
from masis.graph.deps import Deps
from masis.state import MASISInput

ROUND = ["researcher", "synthesizer", "critic", "evaluator", "supervisor"]
START = ["orchestrator", "supervisor"]


def ask(deps: Deps, max_retries: int = 2, **changes: Any) -> dict[str, Any]:
    """Run one question to its end, with the tightest recursion limit that run may have."""
    question = {"user_query": "How high was revenue?", "workspace_id": "acme", **changes}
    state = MASISInput(max_retries=max_retries, **question).to_state()
    config: Any = {"recursion_limit": recursion_limit_for(max_retries)}
    return graph.invoke(state, config, context=deps)


def path(result: dict[str, Any]) -> list[str]:
    return [entry["node"] for entry in result["trace"]]


def entries(result: dict[str, Any], node: str) -> list[dict[str, Any]]:
    return [entry for entry in result["trace"] if entry["node"] == node]

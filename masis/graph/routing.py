"""Routing: where a run goes next, read from what the nodes decided.

LangGraph draws the arrows from the one ``Literal`` each function returns.
"""

from typing import Literal

from masis.state import MASISState


def after_orchestrator(state: MASISState) -> Literal["clarifier", "supervisor", "__end__"]:
    """Ask back, or start the research."""
    if state["requires_human_review"]:
        return "__end__"
    triage = state["triage"]
    return "supervisor" if triage is None or triage["kind"] == "clear" else "clarifier"


def after_supervisor(state: MASISState) -> Literal["researcher", "__end__"]:
    """Research (again), unless the supervisor finished the run."""
    closed = state["requires_human_review"] or state["trace"][-1]["decision"] == "finalize"
    return "__end__" if closed else "researcher"


def after_researcher(state: MASISState) -> Literal["synthesizer", "__end__"]:
    """Write, unless nothing qualified or the store is down."""
    return "__end__" if state["requires_human_review"] else "synthesizer"


def after_synthesizer(state: MASISState) -> Literal["critic", "__end__"]:
    """Audit, unless the model is down."""
    return "__end__" if state["requires_human_review"] else "critic"


def after_critic(state: MASISState) -> Literal["evaluator", "__end__"]:
    """Score, unless a service the audit needs is down."""
    return "__end__" if state["requires_human_review"] else "evaluator"


def after_evaluator(state: MASISState) -> Literal["supervisor", "__end__"]:
    """Decide, unless the model is down."""
    return "__end__" if state["requires_human_review"] else "supervisor"

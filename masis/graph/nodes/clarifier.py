"""Clarifier: ask one short question back, and wait."""

from langgraph.runtime import Runtime

from masis.domain.conversation import Triage, TriageKind
from masis.domain.trace import ClarifierEntry
from masis.graph.deps import Deps
from masis.graph.reading import conversation_of
from masis.state import MASISState

_ASK_BACK: dict[TriageKind, str] = {
    "clear": "What would you like to know?",
    "vague": "Which company, measure or period do you mean?",
    "greeting": "Hello. What would you like to know from the documents of this workspace?",
    "off_task": "This is outside the documents of this workspace. What would you like to know from them?",
}


def clarifier(state: MASISState, runtime: Runtime[Deps]) -> MASISState:  # noqa: ARG001 - all nodes alike
    """Read ``triage``; write ``clarification_question`` and end the run waiting."""
    triage = Triage.model_validate(state["triage"])
    conversation = conversation_of(state)
    question = triage.question_back.strip() or _ASK_BACK[triage.kind]
    entry = ClarifierEntry(
        iteration=1,
        question=question,
        choices=triage.choices,
        clarifications_asked=conversation.clarifications_asked + 1,
    )
    return {
        "clarification_question": question,
        "status": "needs_clarification",
        "trace": [entry.plain()],
    }

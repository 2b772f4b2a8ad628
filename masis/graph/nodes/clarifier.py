"""Clarifier: ask one short question back, and wait."""

from typing import Literal

from langgraph.runtime import Runtime

from masis.domain.conversation.topics import MOST_CHOICES, choices_for
from masis.domain.conversation.turns import Triage
from masis.domain.run.trace import ClarifierEntry, TriageKind
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import conversation_of, question_of
from masis.state import MASISState

_ASK_BACK: dict[TriageKind, str] = {
    "clear": "What would you like to know?",
    "vague": "Which company, measure or period do you mean?",
    "greeting": "Hello. What would you like to know from the documents of this workspace?",
    "off_task": "This is outside the documents of this workspace. What would you like to know from them?",
}


def clarifier(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read ``triage``; write ``clarification_question`` and end the run waiting."""
    triage = Triage.model_validate(state["triage"])
    conversation = conversation_of(state)
    question = triage.question_back.strip() or _ASK_BACK[triage.kind]
    choices, source = _choices(state, triage, deps_of(runtime))
    entry = ClarifierEntry(
        iteration=1,
        question=question,
        choices=choices,
        choices_from=source,
        clarifications_asked=conversation.clarifications_asked + 1,
    )
    return {
        "clarification_question": question,
        "status": "needs_clarification",
        "outcome": "clarification",
        "trace": [entry.plain()],
    }


def _choices(
    state: MASISState, triage: Triage, deps: Deps
) -> tuple[tuple[str, ...], Literal["documents", "desk"] | None]:
    """Offer what the documents hold; what the analyst thought of only where they suggest nothing."""
    if triage.choices_from == "documents":
        return triage.choices, "documents" if triage.choices else None
    if deps.topics is not None:
        found = choices_for(question_of(state), deps.topics.topics(state["workspace_id"]))
        if found:
            return found, "documents"
    offered = tuple(dict.fromkeys(triage.choices))[:MOST_CHOICES]
    return (offered, "desk") if len(offered) > 1 else ((), None)

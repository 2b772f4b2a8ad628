"""Orchestrator: decide whether a question can be researched as it stands."""

from langgraph.runtime import Runtime

from masis.domain.conversation import Conversation, Triage, may_ask_back
from masis.domain.trace import OrchestratorEntry, cost, spent
from masis.domain.usage import Usage
from masis.errors import ModelReplyInvalid
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import conversation_of
from masis.state import MASISState


def orchestrator(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read ``user_query`` and ``conversation``; write ``triage``."""
    conversation = conversation_of(state)
    if may_ask_back(conversation):
        triage = _triage(state["user_query"], conversation, deps_of(runtime))
    else:
        triage = Triage(reason="The question was clarified before; it goes on to research.")
    entry = OrchestratorEntry(
        iteration=1,
        decision=triage.kind,
        reason=triage.reason,
        clarifications_asked=conversation.clarifications_asked,
        **spent(triage.usage),
    )
    return {
        "triage": triage.model_dump(mode="json"),
        "metrics": cost(triage.usage),
        "trace": [entry.plain()],
    }


def _triage(question: str, conversation: Conversation, deps: Deps) -> Triage:
    try:
        return deps.desk.triage(question, conversation)
    except ModelReplyInvalid as nonsense:
        # A desk that talks nonsense must not keep a question from being researched.
        reason = "The desk gave no usable reply; the question goes on to research."
        return Triage(reason=reason, usage=Usage(calls=nonsense.calls))

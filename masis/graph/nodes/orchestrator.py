"""Orchestrator: read a question with the thread in view, and decide whether it can be researched."""

from typing import Literal, NamedTuple

from langgraph.runtime import Runtime

from masis.domain.conversation import Conversation, Triage, may_ask_back
from masis.domain.followup import resolve
from masis.domain.invisible import visible
from masis.domain.trace import OrchestratorEntry, cost, spent
from masis.domain.usage import Usage
from masis.errors import ModelReplyInvalid
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import conversation_of, guidance_of, iteration_of
from masis.state import MASISState

_SENT_ON = "A reviewer sent this question on; it goes straight to research."
_IN_FULL = "The analyst said in full what is meant; it goes on to research."
_REPLY = "This replies to a question asked back; it goes on to research."
_ENOUGH = "This conversation was asked back twice already; the question goes on to research."
_NONSENSE = "The desk gave no usable reply; the question goes on to research."


def orchestrator(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read ``user_query`` and ``conversation``; write ``triage`` and ``resolved_question``."""
    conversation, typed = conversation_of(state), visible(state["user_query"])
    guidance = guidance_of(state)
    if guidance is not None:
        triage = Triage(reason=_SENT_ON, resolved_question=guidance.question)
        meaning = _understood(typed, conversation, triage)
    elif state.get("standalone"):
        triage, meaning = Triage(reason=_IN_FULL), _Meaning(typed)
    elif may_ask_back(conversation):
        triage = _triage(typed, conversation, deps_of(runtime))
        meaning = _understood(typed, conversation, triage)
    else:
        replying = bool(conversation.turns) and conversation.turns[-1].asked_back
        triage = Triage(reason=_REPLY if replying else _ENOUGH)
        meaning = _understood(typed, conversation, triage)
    entry = OrchestratorEntry(
        iteration=iteration_of(state),
        decision=triage.kind,
        reason=triage.reason,
        clarifications_asked=conversation.clarifications_asked,
        resolved_question=meaning.question if meaning.question != typed else None,
        resolved_by=meaning.by,
        resolved_how=meaning.how,
        **spent(triage.usage),
    )
    return {
        "triage": triage.model_dump(mode="json"),
        "resolved_question": meaning.question,
        "metrics": cost(triage.usage),
        "trace": [entry.plain()],
    }


class _Meaning(NamedTuple):
    question: str
    by: Literal["rule", "model"] | None = None
    how: str | None = None


def _understood(typed: str, conversation: Conversation, triage: Triage) -> _Meaning:
    """Take the model's reading of a follow-up, else the rules'; alone in its thread it stays as typed."""
    if triage.kind in {"greeting", "off_task"}:
        return _Meaning(typed)
    resolution = resolve(typed, conversation)
    said = triage.resolved_question.strip()
    if conversation.turns and said and said not in {typed, resolution.question}:
        return _Meaning(said, "model", "follow-up")
    if resolution.changed:
        return _Meaning(resolution.question, "rule", resolution.how)
    return _Meaning(typed)


def _triage(question: str, conversation: Conversation, deps: Deps) -> Triage:
    try:
        return deps.desk.triage(question, conversation)
    except ModelReplyInvalid as nonsense:
        # A desk that talks nonsense must not keep a question from being researched.
        return Triage(reason=_NONSENSE, usage=Usage(calls=nonsense.calls))

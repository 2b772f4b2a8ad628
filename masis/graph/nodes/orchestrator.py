"""Orchestrator: read a question with the thread in view, and decide whether it can be researched."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from langgraph.runtime import Runtime

from masis.domain.conversation import organisations as whose
from masis.domain.conversation.followup import resolve
from masis.domain.conversation.organisations import Organisation
from masis.domain.conversation.topics import MOST_CHOICES
from masis.domain.conversation.turns import Conversation, Triage, may_ask_back
from masis.domain.conversation.typed import language_note, other_language, visible
from masis.domain.run.trace import OrchestratorEntry, cost, spent
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
_WHOSE = "The documents are of several organisations, and the question names none of them."
_FOR_EACH = "The question is asked of each organisation whose documents these are."


def orchestrator(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read ``user_query`` and ``conversation``; write ``triage`` and ``resolved_question``."""
    conversation, typed = conversation_of(state), visible(state["user_query"])
    deps = deps_of(runtime)
    profiles = deps.profiles(state["workspace_id"])
    held, undecided = whose.organisations_of(profiles), whose.open_between(profiles)
    guidance = guidance_of(state)
    if guidance is not None:
        triage = Triage(reason=_SENT_ON, resolved_question=guidance.question)
        meaning = _understood(typed, conversation, triage, held)
    elif state.get("standalone"):
        triage, meaning = Triage(reason=_IN_FULL), _Meaning(typed)
    else:
        triage = _triage(typed, conversation, deps)
        meaning = _understood(typed, conversation, triage, held)
        if triage.kind == "clear" and whose.leaves_open(meaning.question, undecided):
            triage, meaning = _whose(triage, meaning, conversation, undecided)
    note = _note(typed, triage, meaning, held)
    entry = OrchestratorEntry(
        iteration=iteration_of(state),
        decision=triage.kind,
        reason=f"{triage.reason} {note}".strip(),
        clarifications_asked=conversation.clarifications_asked,
        resolved_question=meaning.question if meaning.question != typed else None,
        resolved_by=meaning.by,
        resolved_how=meaning.how,
        note=note or None,
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


def _understood(
    typed: str, conversation: Conversation, triage: Triage, held: Sequence[Organisation]
) -> _Meaning:
    """Take the model's reading of a follow-up, else the rules'; alone in its thread it stays as typed."""
    if triage.kind in {"greeting", "off_task"}:
        return _Meaning(typed)
    resolution = resolve(typed, conversation, held)
    by_rule = {typed, resolution.question, resolve(typed, conversation).question}
    said = triage.resolved_question.strip()
    if conversation.turns and said and said not in by_rule:
        return _Meaning(said, "model", "follow-up")
    if resolution.changed:
        return _Meaning(resolution.question, "rule", resolution.how)
    return _Meaning(typed)


def _triage(question: str, conversation: Conversation, deps: Deps) -> Triage:
    """Let the analyst decide, while asking back is still allowed."""
    if not may_ask_back(conversation):
        replying = bool(conversation.turns) and conversation.turns[-1].asked_back
        return Triage(reason=_REPLY if replying else _ENOUGH)
    try:
        return deps.orchestrator.triage(question, conversation)
    except ModelReplyInvalid as nonsense:
        # A reply that makes no sense must not keep a question from being researched.
        return Triage(reason=_NONSENSE, usage=Usage.of(nonsense))


def _whose(
    triage: Triage, meaning: _Meaning, conversation: Conversation, held: Sequence[Organisation]
) -> tuple[Triage, _Meaning]:
    """Ask whose figures are meant, or ask for each: one of them in silence would be a guess."""
    if may_ask_back(conversation):
        asked = Triage(
            kind="vague",
            reason=_WHOSE,
            question_back=whose.question_back(held),
            choices=whose.choices_of(held, MOST_CHOICES),
            choices_from="documents",
            usage=triage.usage,
        )
        return asked, meaning
    return triage, _Meaning(whose.each_of(meaning.question, held), "rule", "organisation")


def _note(typed: str, triage: Triage, meaning: _Meaning, held: Sequence[Organisation]) -> str:
    """Say of a question that goes on to research what its asker cannot see from the answer."""
    if triage.kind != "clear":
        return ""
    language = other_language(typed)
    for_each = meaning.how == "organisation" and not whose.named(typed, held)
    if language or not for_each or len(whose.named(meaning.question, held)) < 2:
        return language_note(language) if language else ""
    return f"{_FOR_EACH} {whose.left_out(meaning.question, held)}".strip()

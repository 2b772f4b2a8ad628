"""Questions that cannot be researched as they stand are asked back, twice at most."""

from typing import Any

import pytest

from masis.domain.conversation import Conversation, Triage, Turn
from masis.errors import ModelReplyInvalid, ModelUnavailable
from tests.fakes.scripted import scripted_deps
from tests.graph.runs import ask, path


@pytest.mark.parametrize("kind", ["vague", "greeting", "off_task"])
def test_an_unclear_question_is_asked_back_and_waits(kind: Any) -> None:
    triage = Triage(kind=kind, question_back="Which company?", choices=("Harbor", "Mill"))
    result = ask(scripted_deps(triage=[triage]))
    assert path(result) == ["orchestrator", "clarifier"]
    assert result["clarification_question"] == "Which company?"
    assert result["status"] == "needs_clarification"
    assert result["requires_human_review"] is False
    assert result["final_answer"] is None


def turns(*asked_back: bool) -> dict[str, Any]:
    talk = tuple(Turn(question="How is it going?", answer="", asked_back=flag) for flag in asked_back)
    return Conversation(turns=talk, clarifications_asked=sum(asked_back)).model_dump(mode="json")


@pytest.mark.parametrize(
    ("asked_back", "researched"),
    [((True,), True), ((True, False), False), ((True, False, True, False), True)],
    ids=["a reply goes on", "one asked before", "two asked before"],
)
def test_a_conversation_is_asked_back_twice_at_most(asked_back: tuple[bool, ...], researched: bool) -> None:
    deps = scripted_deps(triage=[Triage(kind="vague")])
    result = ask(deps, conversation=turns(*asked_back))
    assert ("researcher" in path(result)) is researched
    assert result["user_query"] == "How high was revenue?"


def test_a_reply_is_researched_together_with_the_question_it_clarifies() -> None:
    deps = scripted_deps()
    ask(deps, conversation=turns(False, True))
    assert deps.retriever.calls[0][1] == "How is it going? How high was revenue?"


def test_a_desk_that_talks_nonsense_does_not_stop_the_research() -> None:
    assert ask(scripted_deps(triage=[ModelReplyInvalid("?")]))["status"] == "success"


def test_a_desk_that_is_down_escalates() -> None:
    result = ask(scripted_deps(triage=[ModelUnavailable("down")]))
    assert path(result) == ["orchestrator"]
    assert result["cause"] == "model_unavailable"

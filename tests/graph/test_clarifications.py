"""Questions that cannot be researched as they stand are asked back, twice at most."""

from typing import Any

import pytest

from masis.domain.conversation import Conversation, Triage, Turn
from masis.domain.topics import Topics
from masis.errors import ModelReplyInvalid, ModelUnavailable
from tests.fakes.scripted import scripted_deps
from tests.graph.runs import ask, entries, path


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


class Shelf:
    """Topics of a workspace."""

    def __init__(self, *titles: str) -> None:
        self.held = Topics(titles=titles)

    def topics(self, workspace_id: str) -> Topics:
        assert workspace_id == "acme"
        return self.held


@pytest.mark.parametrize(
    ("shelf", "offered", "source"),
    [
        (Shelf("Plan", "Memo"), ["The main points of “Plan”", "The main points of “Memo”"], "documents"),
        (Shelf(), ["Harbor", "Mill"], "desk"),
        (None, ["Harbor", "Mill"], "desk"),
    ],
    ids=["documents", "no documents", "no lookup"],
)
def test_choices_come_from_the_documents_when_there_are_any(
    shelf: Shelf | None, offered: list[str], source: str
) -> None:
    triage = Triage(kind="vague", question_back="Which?", choices=("Harbor", "Mill", "Harbor"))
    (entry,) = entries(ask(scripted_deps(triage=[triage], topics=shelf)), "clarifier")
    assert (entry["choices"], entry["choices_from"]) == (offered, source)


@pytest.mark.parametrize(
    ("conversation", "reason"),
    [(turns(True), "replies to a question"), (turns(True, False, True, False), "twice already")],
    ids=["reply", "twice"],
)
def test_the_trace_says_why_nobody_was_asked_back(conversation: dict[str, Any], reason: str) -> None:
    (entry,) = entries(
        ask(scripted_deps(triage=[Triage(kind="vague")]), conversation=conversation), "orchestrator"
    )
    assert reason in entry["reason"]
    assert entry["decision"] == "clear"


def talk(question: str) -> dict[str, Any]:
    turn = Turn(question=question, answer="Revenue rose to 12 million euros in 2024.")
    return Conversation(turns=(turn,)).model_dump(mode="json")


@pytest.mark.parametrize(
    ("said", "by", "meant"),
    [("", "rule", "How high was revenue in 2023?"), ("Revenue of 2023?", "model", "Revenue of 2023?")],
    ids=["rules", "desk"],
)
def test_every_agent_works_on_the_resolved_question(said: str, by: str, meant: str) -> None:
    deps = scripted_deps(triage=[Triage(resolved_question=said)])
    result = ask(deps, user_query="and the year before?", conversation=talk("How high was revenue in 2024?"))
    assert result["user_query"] == "and the year before?"
    assert result["resolved_question"] == meant
    (entry,) = entries(result, "orchestrator")
    assert (entry["resolved_question"], entry["resolved_by"]) == (meant, by)
    heard = [
        deps.retriever.calls[0][1],
        deps.writer.calls[0][0],
        deps.auditor.calls[0][0],
        deps.judge.calls[0][0],
    ]
    assert heard == [meant] * 4


def test_a_desk_cannot_reword_the_first_question_of_a_thread() -> None:
    result = ask(scripted_deps(triage=[Triage(resolved_question="Something else?")]))
    assert result["resolved_question"] == "How high was revenue?"
    assert "resolved_question" not in entries(result, "orchestrator")[0]

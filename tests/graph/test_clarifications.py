"""Questions that cannot be researched as they stand are asked back, twice at most."""

from typing import Any

import pytest

from masis.domain.conversation.topics import Topics
from masis.domain.conversation.turns import Conversation, Triage, Turn
from masis.domain.profile import DocumentProfile
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
    asked = Turn(question="How high was growth?", answer="When?", asked_back=True, kind="vague")
    talk = Conversation(turns=(asked,), clarifications_asked=1).model_dump(mode="json")
    ask(deps, user_query="2023", conversation=talk)
    assert deps.retriever.calls[0][1] == "How high was growth? 2023"


def test_a_desk_that_talks_nonsense_does_not_stop_the_research() -> None:
    assert ask(scripted_deps(triage=[ModelReplyInvalid("?")]))["status"] == "success"


def test_a_desk_that_is_down_escalates() -> None:
    result = ask(scripted_deps(triage=[ModelUnavailable("down")]))
    assert path(result) == ["orchestrator"]
    assert result["cause"] == "model_unavailable"


APPLE, INTEL, ADOBE = (
    DocumentProfile(organisation=f"{name} Inc.", aliases=(name,)) for name in ("Apple", "Intel", "Adobe")
)


def several(*profiles: DocumentProfile, **scripts: Any) -> Any:
    return scripted_deps(profiles=lambda _: profiles or (APPLE, INTEL, INTEL, ADOBE), **scripts)


def test_a_question_that_names_no_organisation_is_asked_whose() -> None:
    result = ask(several())
    assert path(result) == ["orchestrator", "clarifier"]
    assert result["clarification_question"] == "Which organisation do you mean: Adobe, Apple, Intel?"
    (entry,) = entries(result, "clarifier")
    assert entry["choices"] == ["Adobe", "Apple", "Intel", "All of them"]
    assert entry["choices_from"] == "documents"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("What was Apple's revenue?", "What was Apple's revenue?"),
        ("Which company had the highest revenue?", "Which company had the highest revenue?"),
    ],
    ids=["one named", "across documents"],
)
def test_a_question_that_says_whose_goes_on(typed: str, meant: str) -> None:
    result = ask(several(), user_query=typed)
    assert result["status"] == "success"
    assert result["resolved_question"] == meant


def test_documents_of_one_organisation_need_no_name() -> None:
    assert ask(several(APPLE, APPLE))["status"] == "success"


def whose(asked: str, *, clarifications: int = 1, back: bool = True) -> dict[str, Any]:
    turn = Turn(question=asked, answer="Which organisation?", asked_back=back, kind="vague")
    return Conversation(turns=(turn,), clarifications_asked=clarifications).model_dump(mode="json")


@pytest.mark.parametrize(
    ("reply", "meant"),
    [
        ("Apple", "How high was revenue for Apple in 2022?"),
        (
            "Apple and Intel",
            "How high was revenue for Apple in 2022? How high was revenue for Intel in 2022?",
        ),
        (
            "All of them",
            "How high was revenue for Adobe in 2022? How high was revenue for Apple in 2022? "
            "How high was revenue for Intel in 2022?",
        ),
    ],
)
def test_the_organisation_of_a_reply_fills_the_question(reply: str, meant: str) -> None:
    result = ask(several(), user_query=reply, conversation=whose("How high was revenue in 2022?"))
    assert result["resolved_question"] == meant


@pytest.mark.parametrize(("asked", "noted"), [("All of them", True), ("Apple", False)])
def test_the_trace_says_that_each_organisation_was_asked_for(asked: str, noted: bool) -> None:
    result = ask(several(), user_query=asked, conversation=whose("How high was revenue in 2022?"))
    assert ("each organisation" in entries(result, "orchestrator")[0].get("note", "")) is noted


def test_who_cannot_be_asked_again_is_answered_for_each() -> None:
    result = ask(several(APPLE, INTEL), conversation=whose("Why?", clarifications=2, back=False))
    assert result["resolved_question"] == ("How high was revenue for Apple? How high was revenue for Intel?")


def test_the_organisation_of_the_thread_carries_over() -> None:
    result = ask(several(), conversation=whose("Who leads Apple?", back=False))
    assert result["resolved_question"] == "How high was revenue for Apple?"


def test_a_question_in_another_language_is_said_to_be_one() -> None:
    typed = "Wie hoch war der Umsatz im Jahr 2022?"
    (entry,) = entries(ask(scripted_deps(), user_query=typed), "orchestrator")
    assert "looks like German" in entry["note"]
    assert entry["note"] in entry["reason"]


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
        deps.synthesizer.calls[0][0],
        deps.critic.calls[0][0],
        deps.evaluator.calls[0][0],
    ]
    assert heard == [meant] * 4


def test_a_desk_cannot_reword_the_first_question_of_a_thread() -> None:
    result = ask(scripted_deps(triage=[Triage(resolved_question="Something else?")]))
    assert result["resolved_question"] == "How high was revenue?"
    assert "resolved_question" not in entries(result, "orchestrator")[0]

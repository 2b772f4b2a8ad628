"""How often a conversation is asked back, and what a reply means."""

import pytest

from masis.domain.conversation.turns import Conversation, Turn, may_ask_back, question_in_view


def talk(*turns: tuple[str, bool], asked: int = 0) -> Conversation:
    made = tuple(Turn(question=question, answer="", asked_back=back) for question, back in turns)
    return Conversation(turns=made, clarifications_asked=asked)


@pytest.mark.parametrize(
    ("conversation", "allowed"),
    [
        (talk(), True),
        (talk(("How is it?", True), asked=1), False),
        (talk(("How is it?", True), ("Revenue.", False), asked=1), True),
        (talk(("How?", True), ("A", False), ("So?", True), ("B", False), asked=2), False),
    ],
    ids=["first question", "a reply", "later", "twice already"],
)
def test_asking_back(conversation: Conversation, allowed: bool) -> None:
    assert may_ask_back(conversation) is allowed


@pytest.mark.parametrize(
    ("conversation", "expected"),
    [
        (talk(), "Harbor, 2024"),
        (talk(("How high was revenue?", True)), "How high was revenue? Harbor, 2024"),
        (talk(("Who leads it?", False)), "Harbor, 2024"),
    ],
    ids=["alone", "reply", "follow-up"],
)
def test_a_reply_is_read_with_the_question_it_clarifies(conversation: Conversation, expected: str) -> None:
    assert question_in_view("Harbor, 2024", conversation) == expected

"""Conversation: earlier turns of a thread, and what the desk makes of a question."""

from typing import Literal

from pydantic import Field

from masis.domain.usage import Usage
from masis.domain.value import Value

TriageKind = Literal["clear", "vague", "greeting", "off_task"]


class Turn(Value):
    """One finished exchange of a thread."""

    question: str
    answer: str
    asked_back: bool = False


class Conversation(Value):
    """The turns so far, oldest first."""

    turns: tuple[Turn, ...] = ()
    clarifications_asked: int = Field(default=0, ge=0)


class Triage(Value):
    """What the desk decided about a question, and why."""

    kind: TriageKind = "clear"
    reason: str = ""
    question_back: str = ""
    choices: tuple[str, ...] = ()
    usage: Usage = Usage()


MOST_CLARIFICATIONS = 2


def may_ask_back(conversation: Conversation) -> bool:
    """Tell whether a clarifying question is still allowed; a reply to one always goes on to research."""
    replying = bool(conversation.turns) and conversation.turns[-1].asked_back
    return not replying and conversation.clarifications_asked < MOST_CLARIFICATIONS


def question_in_view(question: str, conversation: Conversation) -> str:
    """Put the question that was asked back about in front of the reply; the reply alone says little."""
    asked: list[str] = []
    for turn in reversed(conversation.turns):
        if not turn.asked_back:
            break
        asked.insert(0, turn.question)
    return " ".join([*asked, question])

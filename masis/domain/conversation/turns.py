"""Conversation: earlier turns of a thread, and what the desk makes of a question."""

from typing import Literal

from pydantic import Field

from masis.domain.run.trace import TriageKind
from masis.domain.usage import Usage
from masis.domain.value import Value


class Turn(Value):
    """One finished exchange of a thread."""

    question: str
    answer: str
    asked_back: bool = False
    resolved: str = ""
    """What the question was understood as, when that is not what was typed."""
    kind: TriageKind | None = None
    """What the desk took the question for, where that is known."""

    @property
    def meaning(self) -> str:
        """The question as it stands alone."""
        return self.resolved or self.question

    @property
    def social(self) -> bool:
        """Whether it was answered with an invitation to ask, not with a question about it."""
        return self.asked_back and self.kind in {"greeting", "off_task"}


class Conversation(Value):
    """The turns so far, oldest first."""

    turns: tuple[Turn, ...] = ()
    clarifications_asked: int = Field(default=0, ge=0)
    """In the whole thread, also where ``turns`` holds only the last ones."""


class Triage(Value):
    """What the desk decided about a question, and why."""

    kind: TriageKind = "clear"
    reason: str = ""
    question_back: str = ""
    choices: tuple[str, ...] = ()
    choices_from: Literal["documents", "desk"] = "desk"
    """What the desk thought of gives way to what the documents hold, where they suggest something."""
    resolved_question: str = ""
    """The question as it stands alone, where the desk worked that out."""
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
        asked.insert(0, turn.meaning)
    return " ".join([*asked, question])

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

"""Notifications: what somebody is told of, in which words in the app, and in which of them outside of it."""

from datetime import datetime
from typing import Literal, get_args
from urllib.parse import urlencode

from masis.domain.run.decision import EscalationCause
from masis.domain.run.labels import CAUSES
from masis.domain.value import Value

Kind = Literal["case_opened", "assigned", "stale", "budget"]
KINDS: tuple[Kind, ...] = get_args(Kind)

KIND_NAMES: dict[Kind, str] = {
    "case_opened": "A case waits for a decision",
    "assigned": "A case is given to me",
    "stale": "A document behind a final answer of mine is replaced or deleted",
    "budget": "The month's cap on language models stops work",
}
"""As a person chooses what to be told of."""
_LONGEST_QUOTE = 300


class Told(Value):
    """What a notification says beside what it is about; names of people and documents, never their text."""

    by: str = ""
    """Whose act it was; empty for MASIS's own."""
    to: str = ""
    """Who got the case."""
    cause: EscalationCause | Literal[""] = ""
    again: bool = False
    """The case was decided before and is open once more."""
    document: str = ""
    change: Literal["", "replaced", "deleted"] = ""
    more: int = 0
    """How many more answers of the person went stale with this one."""
    refusal: str = ""
    """The sentence of the cap that was reached."""


class Happening(Value):
    """What happened, before anybody is told of it."""

    kind: Kind
    at: datetime
    workspace_id: str | None = None
    """``None`` is about the whole installation: for those who run it."""
    run_id: str | None = None
    case_id: str = ""
    subject: str = ""
    """The document that changed."""
    once: str | None = None
    """What happens a second time under the same words is not told again."""
    told: Told = Told()


class Notification(Value):
    """What one person was told."""

    number: int
    kind: Kind
    at: datetime
    workspace_id: str | None = None
    workspace_name: str = ""
    run_id: str | None = None
    case_id: str = ""
    question: str = ""
    decided: bool = False
    """The case it is about was decided meanwhile."""
    read: bool = False
    told: Told = Told()

    @property
    def headline(self) -> str:
        """What happened, as a sentence for the person who was told."""
        if self.kind == "assigned":
            return f"{self.told.by or 'Somebody'} gave you a case"
        return headline(self.kind, self.told)

    @property
    def about(self) -> str:
        """What it is about, for somebody who may see all of it."""
        return _about(self.kind, self.told, self.question, contents=True)


class Message(Value):
    """What is sent outside."""

    title: str
    body: str


def headline(kind: Kind, told: Told) -> str:
    """Return what happened as a sentence without contents."""
    match kind:
        case "case_opened":
            again = " again" if told.again else ""
            return f"A case waits{again} for a decision"
        case "assigned":
            return f"{told.by or 'Somebody'} gave a case to {told.to or 'somebody'}"
        case "stale":
            return f"A document behind a final answer was {told.change or 'replaced'}"
        case "budget":
            return "The month's cap on language models is reached"


def _about(kind: Kind, told: Told, question: str, *, contents: bool) -> str:
    quoted = f"“{_shortened(question)}”" if contents and question else ""
    match kind:
        case "case_opened" | "assigned":
            why = CAUSES[told.cause] if told.cause else ""
            said = f"Said by {told.by}" if told.by and kind == "case_opened" else ""
            return _sentences(quoted, why[:1].upper() + why[1:], said)
        case "stale":
            named = f"“{_shortened(told.document)}” was {told.change}" if contents and told.document else ""
            others = f"{told.more:,} more final {'answer rests' if told.more == 1 else 'answers rest'} on it"
            return _sentences(quoted, named, others if told.more else "")
        case "budget":
            return told.refusal


def _shortened(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_QUOTE else f"{words[:_LONGEST_QUOTE].rstrip()} …"


def _sentences(*parts: str) -> str:
    return " ".join(part if part.endswith((".", "?", "!", "”")) else f"{part}." for part in parts if part)


def message(notification: Notification, public_url: str, *, contents: bool) -> Message:
    """Return what leaves MASIS: what happened where, with a link; ``contents`` allows what it is about."""
    told, place = notification.told, " ".join(notification.workspace_name.split())
    title = " ".join(headline(notification.kind, told).split())
    lines = [
        f"Workspace: {place}" if place else "",
        _about(notification.kind, told, notification.question, contents=contents),
        link(notification, public_url),
    ]
    return Message(title=f"MASIS: {title}", body="\n".join(line for line in lines if line) or title)


def link(notification: Notification, public_url: str) -> str:
    """Return the address of the case, the answer or the System page; empty where none is known."""
    path, query = way(notification)
    asked = f"?{urlencode(query)}" if query else ""
    return f"{public_url.rstrip('/')}/{path}{asked}" if public_url else ""


def way(notification: Notification) -> tuple[str, dict[str, str]]:
    """Return the path of the page that a notification opens, empty for Ask, and its parameters."""
    place = {"workspace": notification.workspace_id} if notification.workspace_id else {}
    if notification.case_id:
        return "review", {**place, "case": notification.case_id}
    if notification.run_id:
        return "", {**place, "run": notification.run_id}
    return "system", {}

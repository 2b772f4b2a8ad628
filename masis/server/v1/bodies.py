"""Bodies: what programs send, each with its meaning."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from masis.domain.retention import LONGEST_DAYS
from masis.domain.review.decisions import RejectReason

Days = Annotated[int | None, Field(ge=1, le=LONGEST_DAYS)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewWorkspace(_Body):
    """A workspace to make."""

    name: Name


class KeepFor(_Body):
    """Days that a workspace keeps what is over; null is for ever."""

    runs_days: Days = None
    """Answers, conversations and closed cases."""
    drafts_days: Days = None
    """Draft audits."""
    originals_days: Days = None
    """Files of replaced versions."""


class Question(_Body):
    """A question about the documents of a workspace."""

    question: str
    max_retries: int | None = None
    thread_id: str | None = None
    """Of the conversation it belongs to; without one a new one begins."""
    allow_web: bool | None = None
    documents: list[str] = Field(default_factory=list)
    """Ids of the only documents to search; empty: all."""
    wait: bool = False
    """Answer the call when the run has ended, or nobody takes it up, instead of at once."""


class RatingOf(_Body):
    """What the token's person says of a final answer."""

    right: bool
    why: str = ""
    """What is wrong or missing, in a few words; needed where ``right`` is false."""


class Search(_Body):
    """Words to find passages for; no model is asked."""

    question: str


class Memo(_Body):
    """A text whose sentences are to be checked against the documents."""

    text: str
    name: str = "Memo"
    wait: bool = False


class Decision(_Body):
    """What a person does about a case, signed by the token's person."""

    action: Literal["approve", "reject", "comment", "assign", "undo"]
    version: int
    """Of the case as it was read; another one means that somebody was faster (409)."""
    reason: str = ""
    """Why it is approved, the comment, or the note to a rejection."""
    code: RejectReason | None = None
    """For ``reject``."""
    assignee: str = ""
    """For ``assign``; empty is nobody."""

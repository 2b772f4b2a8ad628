"""The graph's state and its validated input: the names users of ``masis.graph`` rely on."""

import operator
import re
from typing import Annotated, Any, Literal, TypedDict
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, field_validator

from masis.domain.printable import printable
from masis.domain.run.gate import Outcome

JsonObject = dict[str, Any]
"""A JSON-plain object at the checkpoint border; typed values are dumped into it and read from it."""

MAX_QUESTION_CHARS = 4000
MAX_RETRIES_CEILING = 5
DEFAULT_MAX_RETRIES = 2
WORKSPACE_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

Status = Literal["success", "needs_clarification"]


def merge_metrics(left: JsonObject, right: JsonObject) -> JsonObject:
    """Merge two metrics objects into a new one.

    Lists are appended, numbers under ``node_latency_ms``, ``tokens`` and ``tool_calls`` and the call
    counters are added, everything else takes the right-hand value.
    """
    merged = dict(left)
    for key, value in right.items():
        merged[key] = _merged(key, left.get(key), value)
    return merged


_COUNTERS = frozenset({"llm_calls", "retrieval_calls"})
_COUNTER_GROUPS = frozenset({"node_latency_ms", "tokens", "tool_calls"})


def _merged(key: str, left: Any, right: Any) -> Any:  # noqa: ANN401 - JSON values
    if isinstance(left, list) and isinstance(right, list):
        return [*left, *right]
    if key in _COUNTERS and left is not None:
        return left + right
    if key in _COUNTER_GROUPS and isinstance(left, dict):
        return {name: left.get(name, 0) + right.get(name, 0) for name in {**left, **right}}
    return right


def _is_unicode(text: str) -> bool:
    """Tell whether a text can be written down: half of a surrogate pair, which JSON can carry, cannot."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


class MASISState(TypedDict, total=False):
    """One run, JSON-plain; nodes return partial updates and never mutate what they are given."""

    user_query: str
    workspace_id: str
    thread_id: str
    evidence: list[JsonObject]
    draft_answer: str | None
    final_answer: str | None
    outcome: Outcome | None
    """How the run ended, or the draft so far; see ``domain.run.gate``."""
    struck: list[JsonObject]
    """Sentences of the draft that are not in the answer; see ``domain.run.publishing.Struck``."""
    parts: list[JsonObject]
    """What the gate decided about each part of the question; an older checkpoint may lack it."""
    held_answer: str | None
    """What holds of this round's draft."""
    confidence: float
    retry_count: int
    max_retries: int
    critique: JsonObject | None
    claims: list[JsonObject]
    requires_human_review: bool
    clarification_question: str | None
    status: Status
    trace: Annotated[list[JsonObject], operator.add]
    metrics: Annotated[JsonObject, merge_metrics]
    best: JsonObject | None
    """The best draft so far with its claims, critique, evaluation and evidence."""
    conversation: JsonObject
    """Earlier turns of the thread; see ``domain.conversation``."""
    triage: JsonObject | None
    """What the desk made of the question; see ``domain.conversation.Triage``."""
    resolved_question: str
    """The question as it stands alone; empty until the orchestrator has read it."""
    standalone: bool
    """True when the analyst said the question in full, so that nothing is read into it."""
    allow_web: bool
    """Whether this run may search outside the documents; an older checkpoint may lack it."""
    cause: str | None
    """Why the run was escalated; see ``domain.decision.EscalationCause``."""
    guidance: JsonObject | None
    """What a reviewer sent the run on with; see ``domain.review.Guidance``."""
    asked_for: list[str]
    """What a reviewer has searched for beside the question; an older checkpoint may lack it."""


class MASISInput(BaseModel):
    """A question as typed; rejects what cannot be run, in words a person understands."""

    model_config = ConfigDict(extra="forbid")

    user_query: str
    workspace_id: str
    max_retries: int | None = DEFAULT_MAX_RETRIES
    thread_id: str | None = None
    allow_web: bool = False
    conversation: JsonObject = Field(default_factory=dict)
    standalone: bool = False
    guidance: JsonObject | None = None
    origin: JsonObject | None = None
    """The run this one is asked again or forked from; see ``domain.lineage.Origin``."""
    document_ids: tuple[str, ...] = ()
    """The only documents to search; empty: all of the workspace."""
    document_titles: tuple[str, ...] = ()
    """Their names, so that the answer can say them when they are gone."""

    @field_validator("user_query")
    @classmethod
    def _askable(cls, question: str) -> str:
        plain = printable(question)
        if not plain.strip() and _is_unicode(question):
            message = "The question is empty. Please type what you want to know."
            raise ValueError(message)
        if not _is_unicode(question):
            message = "The question holds broken characters (half of a pair). Please type it again."
            raise ValueError(message)
        if len(question) > MAX_QUESTION_CHARS:
            message = (
                f"The question has {len(question):,} characters; at most {MAX_QUESTION_CHARS:,} fit. "
                "Please shorten it, or upload the long part as a document."
            )
            raise ValueError(message)
        return plain

    @field_validator("workspace_id")
    @classmethod
    def _workspace(cls, workspace_id: str) -> str:
        if not WORKSPACE_ID.fullmatch(workspace_id):
            message = (
                "A workspace id has 1 to 64 small letters, digits, hyphens or underscores "
                "and starts with a letter or digit."
            )
            raise ValueError(message)
        return workspace_id

    @field_validator("max_retries")
    @classmethod
    def _bounded(cls, max_retries: int | None) -> int:
        if max_retries is None:
            return DEFAULT_MAX_RETRIES
        if not 0 <= max_retries <= MAX_RETRIES_CEILING:
            message = f"max_retries must be between 0 and {MAX_RETRIES_CEILING}; {max_retries} was given."
            raise ValueError(message)
        return max_retries

    def to_state(self) -> MASISState:
        """Return a complete first state, so that nodes never need a default."""
        return MASISState(
            user_query=self.user_query,
            workspace_id=self.workspace_id,
            thread_id=self.thread_id or uuid4().hex,
            evidence=[],
            draft_answer=None,
            final_answer=None,
            outcome=None,
            struck=[],
            parts=[],
            held_answer=None,
            confidence=0.0,
            retry_count=0,
            max_retries=DEFAULT_MAX_RETRIES if self.max_retries is None else self.max_retries,
            critique=None,
            claims=[],
            requires_human_review=False,
            clarification_question=None,
            status="success",
            trace=[],
            metrics={"evaluation": None, "confidence_history": [], "retry_reasons": []},
            best=None,
            conversation=self.conversation,
            triage=None,
            resolved_question="",
            standalone=self.standalone,
            allow_web=self.allow_web,
            cause=None,
            guidance=self.guidance,
            asked_for=[],
        )

"""Replies: the shapes models are asked for, read as leniently as the contract allows."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from masis.domain.facts.calculations import Kind
from masis.domain.run.critique import IssueKind, Severity
from masis.domain.run.planning import Action
from masis.domain.run.trace import TriageKind
from masis.llm.structured import clean_text

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_MOST_ITEMS = 20
_MOST_ROWS = 200
_LONGEST_ITEM = 600
RowVerdict = Literal["supported", "unsupported", "unclear", "contested"]
ClaimMark = Literal["supported", "unsupported", "unclear"]
_TRUE_WORDS = frozenset({"true", "yes", "y", "1"})
_TEXT_FIELDS = ("text", "claim", "question", "gap", "summary", "description", "subject")


def _as_number(raw: object) -> float:
    """Read ``0.8``, ``"0.8"``, ``"85%"``, ``"8/10"``; words are refused, so that the model is asked again."""
    if isinstance(raw, str):
        found = _NUMBER.findall(raw)
        if not found:
            message = "a number is needed"
            raise ValueError(message)
        raw = float(found[0].replace(",", "."))
    if isinstance(raw, bool) or not isinstance(raw, int | float) or not math.isfinite(raw):
        message = "a finite number is needed"
        raise ValueError(message)
    return float(raw)


def _as_flag(raw: object) -> bool:
    return raw.strip().lower() in _TRUE_WORDS if isinstance(raw, str) else bool(raw)


def _as_text(raw: object) -> str:
    if isinstance(raw, Mapping):
        named = [raw[name] for name in _TEXT_FIELDS if isinstance(raw.get(name), str)]
        raw = named[0] if named else "; ".join(str(part) for part in raw.values())
    return "" if raw is None else clean_text(str(raw))[:_LONGEST_ITEM]


def _as_items(raw: object) -> list[Any]:
    """Read a list; nothing is an empty one and a lone thing is a list of one."""
    if raw is None or raw == "" or raw is False:
        return []
    items = raw if isinstance(raw, Sequence) and not isinstance(raw, str) else [raw]
    return list(items)[:_MOST_ITEMS]


def _as_texts(raw: object) -> list[str]:
    return [text for text in map(_as_text, _as_items(raw)) if text]


def _as_objects(raw: object) -> list[Any]:
    return [item for item in _as_items(raw) if isinstance(item, Mapping)]


def _as_word(raw: object) -> str:
    return _as_text(raw).lower().replace(" ", "_").replace("-", "_")


def _as_issue_kind(raw: object) -> str:
    word = _as_word(raw)
    return word if word in get_args(IssueKind) else "unsupported"


def _as_severity(raw: object) -> str:
    word = _as_word(raw)
    known = {"critical": "high", "major": "high", "minor": "low", "info": "low"}.get(word, word)
    return known if known in get_args(Severity) else "medium"


def _as_triage_kind(raw: object) -> str:
    word = _as_word(raw)
    return word if word in get_args(TriageKind) else "clear"


def _as_row(raw: object) -> int:
    try:
        return max(0, int(_as_number(raw)))
    except ValueError:
        return 0


def _as_row_verdict(raw: object) -> str:
    word = _as_word(raw)
    return word if word in get_args(RowVerdict) else "unclear"


def _as_claim_mark(raw: object) -> str:
    """Read a verdict; a word that is none is an error, so that the model is asked again."""
    word = _as_word(raw)
    if word not in get_args(ClaimMark):
        message = "supported, unsupported or unclear is needed"
        raise ValueError(message)
    return word


def _as_rows(raw: object) -> list[Any]:
    items = raw if isinstance(raw, Sequence) and not isinstance(raw, str) else []
    return [item for item in items[:_MOST_ROWS] if isinstance(item, Mapping)]


def _as_action(raw: object) -> str:
    word = _as_word(raw)
    return {"lookup": "look_up", "open_section": "open", "open_table": "open", "open_page": "open"}.get(
        word, word if word in get_args(Action) else "search"
    )


def _as_places(raw: object) -> list[int]:
    return [_as_row(item) for item in _as_items(raw)]


def _as_work(raw: object) -> list[Any]:
    """Leave out what code cannot work out, so that one wrong word costs no plan."""
    return [item for item in _as_objects(raw) if _as_word(item.get("kind")) in get_args(Kind)]


Number = Annotated[float, BeforeValidator(_as_number)]
Flag = Annotated[bool, BeforeValidator(_as_flag)]
Text = Annotated[str, BeforeValidator(_as_text)]
Texts = Annotated[list[str], BeforeValidator(_as_texts)]


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class SideReply(_Reply):
    """One side of a conflict as the model tells it."""

    chunk_id: Text = ""
    value: Text = ""
    quote: Text = ""
    note: Text = ""


class ConflictReply(_Reply):
    """A conflict as the model tells it; nothing of it is believed yet."""

    subject: Text = ""
    sides: Annotated[list[SideReply], BeforeValidator(_as_objects)] = Field(default_factory=list)


class IssueReply(_Reply):
    """One finding."""

    kind: Annotated[IssueKind, BeforeValidator(_as_issue_kind)] = "unsupported"
    severity: Annotated[Severity, BeforeValidator(_as_severity)] = "medium"
    claim: Text = ""
    suggestion: Text = ""


class RowReply(_Reply):
    """What the model makes of one row of the ledger; a row that is no number is none."""

    row: Annotated[int, BeforeValidator(_as_row)] = 0
    verdict: Annotated[RowVerdict, BeforeValidator(_as_row_verdict)] = "unclear"
    reason: Text = ""
    label: Text = ""
    quote: Text = ""


class AuditReply(_Reply):
    """The critic's opinion, its reasons before its numbers: models are asked in this order.

    Only the confidence has no default, for nobody may guess it.
    """

    rows: Annotated[list[RowReply], BeforeValidator(_as_rows)] = Field(default_factory=list)
    unsupported_claims: Texts = Field(default_factory=list)
    logical_gaps: Texts = Field(default_factory=list)
    conflicts: Annotated[list[ConflictReply], BeforeValidator(_as_objects)] = Field(default_factory=list)
    issues: Annotated[list[IssueReply], BeforeValidator(_as_objects)] = Field(default_factory=list)
    hallucination_detected: Flag = False
    needs_retry: Flag = False
    confidence: Number


class ClaimReply(_Reply):
    """What a model makes of one sentence by itself, its reason first; nobody may guess the verdict."""

    reason: Text = ""
    verdict: Annotated[ClaimMark, BeforeValidator(_as_claim_mark)]


class ScoresReply(_Reply):
    """The evaluator's four scores, brought to 0..1 from whichever scale the model took."""

    faithfulness: Number
    relevance: Number
    completeness: Number
    reasoning_quality: Number

    @model_validator(mode="before")
    @classmethod
    def _one_scale(cls, raw: Any) -> Any:  # noqa: ANN401 - what a model wrote
        """Read the four as one set: a highest score of 9 means tenths, of 85 means hundredths."""
        if not isinstance(raw, Mapping):
            return raw
        scores = {name: _as_number(raw[name]) for name in cls.model_fields if raw.get(name) is not None}
        highest = max(scores.values(), default=0.0)
        scale = 1.0 if highest <= 1 else 10.0 if highest <= 10 else 100.0
        return {name: min(max(score / scale, 0.0), 1.0) for name, score in scores.items()}


class TriageReply(_Reply):
    """The orchestrator's decision; an unknown kind is clear, because research harms nobody."""

    kind: Annotated[TriageKind, BeforeValidator(_as_triage_kind)]
    reason: Text = ""
    question_back: Text = ""
    choices: Texts = Field(default_factory=list)
    resolved_question: Text = ""


class PlannedCallReply(_Reply):
    """One call a model would make."""

    tool: Annotated[str, BeforeValidator(_as_word)] = ""
    question: Text = ""
    why: Text = ""


class PlanReply(_Reply):
    """The calls a model would make; what of it is carried out is not its decision."""

    calls: Annotated[list[PlannedCallReply], BeforeValidator(_as_objects)] = Field(default_factory=list)


class PlacedCallReply(_Reply):
    """One call a model would make with the documents' contents in view."""

    action: Annotated[Action, BeforeValidator(_as_action)] = "search"
    label: Text = ""
    page: Text = ""
    measure: Text = ""
    organisation: Text = ""
    periods: Texts = Field(default_factory=list)
    question: Text = ""
    why: Text = ""


class WorkOutReply(_Reply):
    """What a model wants worked out of looked-up rows."""

    kind: Annotated[Kind, BeforeValidator(_as_word)]
    calls: Annotated[list[int], BeforeValidator(_as_places)] = Field(default_factory=list)


class OutlineReply(_Reply):
    """Where a model would look; what of it is carried out is not its decision."""

    calls: Annotated[list[PlacedCallReply], BeforeValidator(_as_objects)] = Field(default_factory=list)
    work_out: Annotated[list[WorkOutReply], BeforeValidator(_as_work)] = Field(default_factory=list)

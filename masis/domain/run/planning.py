"""Planning: what a planner who sees the outline may ask for in a round, and what became of it."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from masis.domain.evidence import EvidenceChunk
from masis.domain.facts.calculations import Kind
from masis.domain.facts.looked_up import LookedUpLine
from masis.domain.language.questions import Part, parse
from masis.domain.run.research import DOCUMENTS, MOST_CALLS, MOST_SUB_QUESTION_CHARS, ToolCall
from masis.domain.usage import Usage
from masis.domain.value import Value

Action = Literal["search", "open", "look_up"]
OPEN, LOOK_UP = "open", "look_up"
"""The tools of an outline as the trace names them; a search is one of the documents."""
MOST_WORKED_OUT = 3
MOST_PERIODS = 6
_ONE_VALUE = frozenset({"lookup", "verify"})


class OutlineCall(Value):
    """One call: a search, a section, table or page to open, or rows to look up in the tables."""

    action: Action
    question: str = ""
    """For a search."""
    label: str = ""
    """For opening: ``D1.4``, or ``D1`` with a page."""
    page: str = ""
    measure: str = ""
    """For a look-up, in the words of a table's row."""
    organisation: str = ""
    periods: tuple[str, ...] = ()
    """Labels: ``2022``, ``2022-Q4``."""
    why: str = ""


class WorkOut(Value):
    """What code shall work out of looked-up rows, named by their place among the calls, from 1."""

    kind: Kind
    calls: tuple[int, ...] = Field(max_length=2)


class OutlinePlan(Value):
    """The calls of a round, and what follows from them; none is a good plan too."""

    calls: tuple[OutlineCall, ...] = ()
    work_out: tuple[WorkOut, ...] = ()
    failed: str = ""
    """Why no plan was made, in a sentence for people."""
    usage: Usage = Usage()


class Found(NamedTuple):
    """What a look-up gave: the lines with the passages of their rows, or why nothing."""

    chunks: tuple[EvidenceChunk, ...] = ()
    lines: tuple[LookedUpLine, ...] = ()
    why_not: str = ""
    others: tuple[EvidenceChunk, ...] = ()
    """Passages that state the same; only what code works out of one makes it evidence."""


class Wish(Value):
    """What a planner is told beside the outline."""

    question: str
    missing: tuple[str, ...] = ()
    """On a retry: what the audit found missing."""
    opened: tuple[str, ...] = ()
    """On a retry: what was opened or looked up before."""
    guidance: str = ""
    """What a reviewer asked for."""
    most_calls: int = MOST_CALLS


def needs_plan(question: str, *, retry: bool) -> bool:
    """Tell a question that one search seldom answers: several parts or periods, a movement, a comparison.

    One that asks one value of one thing costs no plan, unless its first round fell short.
    """
    parts = parse(question).parts
    return retry or len(parts) > 1 or any(map(_spans, parts))


def _spans(part: Part) -> bool:
    several = len(part.periods) > 1 or bool(part.sides) or bool(part.superlative)
    return several or part.moving or part.operation not in _ONE_VALUE


def bounded_plan(plan: OutlinePlan, most_calls: int) -> OutlinePlan:
    """Return a plan as far as it may be carried out: whole calls, none twice, at most so many.

    What is worked out keeps only rows that are still looked up.
    """
    kept: list[OutlineCall] = []
    moved: dict[int, int] = {}
    for number, call in enumerate(plan.calls, 1):
        whole = _whole(call)
        if whole is None or whole.model_copy(update={"why": ""}) in [
            known.model_copy(update={"why": ""}) for known in kept
        ]:
            continue
        if len(kept) == most_calls:
            break
        kept.append(whole)
        moved[number] = len(kept)
    work = [
        wanted.model_copy(update={"calls": tuple(moved[number] for number in wanted.calls)})
        for wanted in plan.work_out
        if wanted.calls and all(_is_look_up(kept, moved.get(number)) for number in wanted.calls)
    ]
    return plan.model_copy(update={"calls": tuple(kept), "work_out": tuple(work[:MOST_WORKED_OUT])})


def _is_look_up(calls: Sequence[OutlineCall], number: int | None) -> bool:
    return number is not None and calls[number - 1].action == LOOK_UP


def _whole(call: OutlineCall) -> OutlineCall | None:
    """Return a call with all it needs, texts bounded; ``None`` where something is left out."""
    texts = {
        name: " ".join(str(getattr(call, name)).split())[:MOST_SUB_QUESTION_CHARS]
        for name in ("question", "label", "page", "measure", "organisation", "why")
    }
    told = call.model_copy(update={**texts, "periods": call.periods[:MOST_PERIODS]})
    needed = {"search": told.question, "open": told.label, "look_up": told.measure}[call.action]
    return told if needed else None


def tool_of(call: OutlineCall) -> str:
    """Return the tool a call counts as."""
    return DOCUMENTS if call.action == "search" else call.action


def opened_by(calls: Sequence[ToolCall]) -> tuple[str, ...]:
    """Return the ids of the passages that calls of an outline brought, each once."""
    return tuple(dict.fromkeys(chunk_id for call in calls for chunk_id in call.opened))

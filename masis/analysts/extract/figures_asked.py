"""Figures asked: the passages that state the very measure, scope and period a part asks for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit, clean
from masis.domain.assertions import Assertion, assertions_of
from masis.domain.conflict_scope import meet
from masis.domain.conflicts import house_names
from masis.domain.evidence import EvidenceChunk
from masis.domain.metrics import SOFT, is_measure, measure
from masis.domain.terms import stems
from masis.domain.timeframes import compatible, without_periods

_FORWARD = re.compile(
    r"\b(?:targets?|outlook|guidance|forecasts?|expect\w*|plans?|planned|budget\w*|goals?|will|aims?|project\w*)\b",
    re.IGNORECASE,
)
_DEVELOPS = re.compile(
    r"\bhow\b.*\b(?:develop\w*|chang\w*|evolve\w*|grow|grew|move\w*|perform\w*|do|did)\b", re.I
)
_GROWS = re.compile(
    r"\b(?:grow|grew|grown|growth|fell|fall|rise|rose|increased?|declined?) (?:\w+ )?"
    r"(?:faster|slower|more|less)\b",
    re.I,
)
"""Which of two moved more: the change is asked for, not the level."""
_MOVES = re.compile(
    r"\b(?:rose|fell|grew|increas\w+|decreas\w+|declin\w+|improv\w+|dropped|from|up|down|more|less|after|compared)\b",
    re.I,
)
_FIGURES = frozenset({"number", "percent", "money"})
_FIRMNESS = {"audited": 0, "restated": 0, "": 1}
_MOST = 3


@dataclass(frozen=True)
class _Statement:
    """One value with the unit that says it."""

    unit: Unit
    value: Assertion
    exact: bool
    """True when it is of the asked period itself, not of a part of it."""


def asks_figure(part: Part) -> bool:
    """Tell whether a part asks for the level of a measure, or how it developed."""
    wanted = part.expects in _FIGURES or part.kind in {"quantity", "how"} or looks_forward(part)
    return wanted and is_measure(topic(part)) and part.kind not in {"list", "why", "advice", "broad"}


def topic(part: Part) -> str:
    """Return what a part is about in words, what it takes over from an earlier part included."""
    return f"{without_periods(part.text)} {' '.join(part.context)}"


def looks_forward(part: Part) -> bool:
    """Tell whether a part asks for what is planned or expected."""
    return says_plan(part.text)


def says_plan(text: str) -> bool:
    """Tell whether a text speaks of a plan, a target or an expectation."""
    return bool(_FORWARD.search(text))


def scope_of(part: Part, chunks: Sequence[EvidenceChunk]) -> frozenset[str]:
    """Return the stems of the names a part asks about, without the firm the documents are about."""
    named = frozenset(stems(" ".join(part.names)))
    return frozenset(key for key in named if not is_measure(key)) - house_names(chunks)


def asks_move(part: Part) -> bool:
    """Tell whether the change is asked for, not the level: which of two grew faster."""
    return bool(_GROWS.search(part.text))


def stating(
    part: Part, units: Sequence[Unit], preferred: Sequence[Unit], *, moves: bool = False
) -> tuple[Unit, ...]:
    """Return the units that state what was asked, the best first; none when no passage does so plainly.

    The level that was asked is preferred: the group when no scope is named, the year when a year is.
    """
    chunks = tuple(dict.fromkeys(unit.chunk for unit in units))
    found = _periods(part, _measured(part, chunks, moves=moves))
    placed = [_placed(one, units, part) for one in found]
    statements = [one for one in placed if one is not None]
    order = {unit: at for at, unit in enumerate(preferred)}
    statements.sort(key=lambda one: _weight(one, order, part))
    kept: list[_Statement] = []
    for one in statements:
        if len(kept) < _MOST and not any(_repeats(one, other) for other in kept):
            kept.append(one)
    return tuple(dict.fromkeys(one.unit for one in kept))


def _measured(part: Part, chunks: Sequence[EvidenceChunk], *, moves: bool) -> list[Assertion]:
    """Return the values of the asked measure in the asked scope."""
    said = topic(part)
    asked = frozenset(stems(said)) | measure(said)
    house, scope = house_names(chunks), scope_of(part, chunks)
    forward = looks_forward(part)
    fitting = [
        one
        for chunk in chunks
        for one in assertions_of(chunk)
        if one.planned == forward
        and one.change == moves
        and _in_scope(one, scope, house)
        # What is measured must be asked in full: hardware revenue is not revenue.
        and one.measure - SOFT - scope <= asked
        and one.measure - scope
    ]
    most = max((len(one.measure & asked) for one in fitting), default=0)
    named = measure(said) - scope - house
    heads = frozenset(word for word in named if is_measure(word))
    return [
        one for one in fitting if len(one.measure & asked) == most and heads <= one.measure | scope | SOFT
    ]


def _in_scope(one: Assertion, scope: frozenset[str], house: frozenset[str]) -> bool:
    named = one.names - house
    said = named | frozenset(stems(one.words))
    return all(meet({key}, said) for key in scope) and all(meet({key}, scope) for key in named)


def _periods(part: Part, found: Sequence[Assertion]) -> list[Assertion]:
    """Keep the asked period; without one, the latest that is given for a whole year."""
    if part.periods:
        return [one for one in found if any(compatible(asked, one.period) for asked in part.periods)]
    years = [one.period for one in found if len(one.period) == 4]
    return [one for one in found if not years or one.period == max(years)]


def _placed(one: Assertion, units: Sequence[Unit], part: Part) -> _Statement | None:
    """Find the sentence or row a value was read from."""
    exact = not part.periods or one.period in part.periods
    label = one.quote.split(" – ", 1)[0]
    for unit in units:
        if unit.chunk is not one.chunk and unit.chunk != one.chunk:
            continue
        of_row = unit.kind == "row" and " – " in one.quote and _labelled(unit.text, label)
        if of_row or (unit.kind != "row" and unit.text == clean(one.quote)):
            return _Statement(unit, one, exact)
    return None


def _labelled(row: str, label: str) -> bool:
    head = row.split(" – ", 1)[0]
    return head == label or head.startswith(f"{label} (") or head.endswith(f", {label}")


def _weight(
    one: _Statement, order: dict[Unit, int], part: Part
) -> tuple[bool, bool, bool, bool, int, int, float, str, int]:
    """Order what states the figure: the asked period, current and final figures, then the ranking."""
    chunk = one.unit.chunk
    return (
        not one.exact,
        chunk.superseded,
        bool(_DEVELOPS.search(part.text)) and not _MOVES.search(one.unit.text),
        one.value.bound == "about",
        _FIRMNESS.get(one.value.note, 2),
        order.get(one.unit, len(order)) if one.unit.kind != "row" or part.periods else len(order) + 1,
        -chunk.score,
        chunk.chunk_id,
        one.unit.position,
    )


def _repeats(one: _Statement, other: _Statement) -> bool:
    """Tell the same value from the same document, or one of a part where the whole is given."""
    same = one.unit.chunk.document_id == other.unit.chunk.document_id
    return (
        (same and one.unit.kind == other.unit.kind)
        or (other.exact and not one.exact)
        or (one.unit.kind == "row" and other.unit.kind == "row" and one.value.value == other.value.value)
    )

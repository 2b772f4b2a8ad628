"""Comparing: the two sides of a comparison as parts of their own, and the difference of their figures."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.units import Unit
from masis.domain.assertions import Assertion, assertions_of
from masis.domain.metrics import measure
from masis.domain.terms import names, stem, stems, word_list, words
from masis.domain.timeframes import compatible, labels, without_periods

_COMPARING = frozenset(
    stem(word)
    for word in word_list(
        """
        compare compared comparison differ difference versus vs higher lower larger smaller bigger
        better worse faster slower more less greater
        """
    )
)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SCALES = {
    Decimal(10) ** 9: " billion",
    Decimal(10) ** 6: " million",
    Decimal(10) ** 3: " thousand",
    Decimal(1): "",
}


def side_parts(part: Part) -> tuple[Part, ...]:
    """Return one part for each side, without what belongs to the other side only."""
    first, second = part.sides
    return (_side(part, first, second), _side(part, second, first))


def _side(part: Part, own: str, other: str) -> Part:
    # A side that is only a period ("2023 and 2024") shares everything else with the other.
    foreign = _distinct(other) - _distinct(own) if _distinct(own) else frozenset()
    foreign_periods = labels(other) - labels(own) if labels(own) else frozenset()
    kept = [
        word
        for word in part.text.split()
        if not frozenset(stems(word)) & (foreign | _COMPARING) and not labels(word) & foreign_periods
    ]
    return replace(
        part,
        text=" ".join(kept),
        terms=tuple(term for term in part.terms if term not in foreign and term not in _COMPARING),
        names=tuple(name for name in part.names if not name_stems(name) & foreign),
        periods=labels(own) or part.periods - foreign_periods,
        kind="which",
        expects="text",
        sides=(),
    )


def _distinct(side: str) -> frozenset[str]:
    """Return the stems that make a side what it is: its names, else all its words when it has no period."""
    named = frozenset(one for name in names(f"x {side}") for one in name_stems(name))
    if named or labels(side):
        return named
    return frozenset(stems(side))


def difference(sides: Sequence[tuple[Part, Sequence[Unit]]]) -> str:
    """Return a cited sentence with the difference of the two figures, or nothing when either is unclear."""
    figures = [_figure(part, units) for part, units in sides]
    if len(figures) != 2 or figures[0] is None or figures[1] is None:
        return ""
    one, other = sorted((figures[0], figures[1]), key=lambda found: -found.value)
    scales = {_scale(one), _scale(other)}
    if (
        one.unit != other.unit
        or not _same_measure(one, other, sides)
        or len(scales) != 1
        or one.value == other.value
    ):
        return ""
    scale = scales.pop()
    if scale not in _SCALES:
        return ""
    gap = (one.value - other.value) / scale
    said = _worded(gap, one.unit, _SCALES[scale])
    ids = "".join(f"[{chunk_id}]" for chunk_id in dict.fromkeys((one.chunk.chunk_id, other.chunk.chunk_id)))
    return f"That is a difference of {said} ({_digits(one)} - {_digits(other)}) {ids}."


def _same_measure(one: Assertion, other: Assertion, sides: Sequence[tuple[Part, Sequence[Unit]]]) -> bool:
    """Tell whether both figures measure the same once the names of the sides are left out."""
    named = frozenset(stem for part, _ in sides for name in part.names for stem in name_stems(name))
    return one.measure - named == other.measure - named


def _figure(part: Part, units: Sequence[Unit]) -> Assertion | None:
    """Return the one value the units give for a side; ``None`` when there are several or none."""
    asked = measure(without_periods(part.text)) | frozenset(part.terms)
    wanted = frozenset(one for name in part.names for one in name_stems(name))
    found: dict[tuple[Decimal, str], Assertion] = {}
    for unit in units:
        said = set(words(unit.text))
        for one in assertions_of(unit.chunk):
            fits = bool(one.measure & asked) and not one.change and set(words(one.quote)) <= said
            dated = not part.periods or any(
                compatible(asked_period, one.period) for asked_period in part.periods
            )
            named = not wanted or wanted <= one.names | one.measure | unit.around
            if fits and dated and named:
                found.setdefault((one.value, one.unit), one)
    return next(iter(found.values())) if len(found) == 1 else None


def _digits(one: Assertion) -> str:
    match = _DIGITS.search(one.shown)
    return match.group() if match else ""


def _scale(one: Assertion) -> Decimal:
    digits = Decimal(_digits(one).replace(",", "") or "0")
    return one.value / digits if digits else Decimal(0)


def _worded(gap: Decimal, unit: str, scale: str) -> str:
    number = f"{gap.normalize():,f}"
    if unit == "%":
        return f"{number} percentage points"
    return f"{unit} {number}{scale}".strip()

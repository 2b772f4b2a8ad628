"""Table meaning: which words of a cell's row, column and corner say what it measures, and of whom."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.figures import Figure
from masis.domain.language.units import counted_unit, declared_unit
from masis.domain.metrics import is_measure, measure, name_keys
from masis.domain.terms import stems
from masis.domain.timeframes import without_periods


class CellMeaning(NamedTuple):
    """What a cell measures, whose it is, and whether it is a movement instead of a level."""

    measured: str
    scope: frozenset[str]
    changed: bool


_SCALES = {Decimal(10) ** 3: "thousand", Decimal(10) ** 6: "million", Decimal(10) ** 9: "billion"}
_CHANGE = re.compile(r"\b(?:change|growth|variance|diff\w*|yoy|y/y)\b|Δ", re.IGNORECASE)
_TOTAL = re.compile(r"\s*(?:grand |sub)?(?:total|sum|all|overall|group|company)\b", re.IGNORECASE)
_BY = re.compile(r"\b(?:by|per)\s+\w+(?:\s+\w+)?\s*$", re.IGNORECASE)
_UNIT_PIECE = re.compile(
    r"(?:^|[,;])\s*(?:in\s+)?(?:[A-Z]{3}|[€$£])(?:\s?(?:thousands?|millions?|billions?|mn|bn|m|k))?\s*(?=$|[,;])"
)


def cell_meaning(label: str, header: str, corner: str) -> CellMeaning:
    """Read a cell: a measuring column header wins, then a measuring row label, then the table's corner.

    ``| Segment | Logo churn 2024 |`` measures logo churn of a segment; ``| EUR million | 2024 |`` with the
    label ``Revenue`` measures revenue; ``| Employees by location | 2024 |`` measures employees of a place.
    """
    changed = bool(_CHANGE.search(header))
    column = "" if changed else _plain(header)
    row, above = _plain(label), _plain(_BY.sub("", _plain(corner)))
    if is_measure(column):
        return CellMeaning(_lowered(column), _scope(label, column), changed)
    if (_TOTAL.match(label) or not is_measure(row)) and is_measure(above):
        return CellMeaning(_lowered(above), _scope(label, above), changed)
    return CellMeaning(_lowered(row), name_keys(_lowered(column)), changed)


def with_unit(figure: Figure, places: Sequence[str]) -> Figure:
    """Give a bare cell the unit and scale its label, column, corner or heading declares, in its text too."""
    if figure.unit or counted_unit(places[0]):
        return figure
    declared = next((found for place in places if (found := declared_unit(place)) is not None), None)
    if declared is None:
        return figure
    unit, scale = declared
    words = (
        f"{figure.text}{unit}" if unit == "%" else f"{unit} {figure.text.strip()} {_SCALES.get(scale, '')}"
    )
    return figure.model_copy(
        update={
            "value": figure.value * scale,
            "quantum": figure.quantum * scale,
            "unit": unit,
            "text": words.strip(),
        }
    )


def _scope(label: str, measured: str) -> frozenset[str]:
    """Return whose value it is: the row's own words, none for a total, and names in the measure."""
    of_row = (
        frozenset() if _TOTAL.match(label) else measure(_lowered(_plain(label))) | frozenset(stems(label))
    )
    return of_row | name_keys(_lowered(measured))


def _plain(text: str) -> str:
    bare = re.sub(r"\([^)]*\)", "", without_periods(text))
    return " ".join(_UNIT_PIECE.sub("", bare).strip(" ,;").split())


def _lowered(text: str) -> str:
    """Take the capital from a first word that has it only because the cell starts there."""
    first = text.split(" ", 1)[0]
    return text if first[1:] != first[1:].lower() else text[:1].lower() + text[1:]

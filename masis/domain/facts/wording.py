"""Wording: values, units and changes of a table of facts as people read them."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.facts.values import Cell, Line, Statement
from masis.domain.language.currencies import SPOKEN
from masis.domain.language.units import SCALES, plural_of

_RATES = {"%": "%", "pp": "percentage points", "x": "times"}
_MINUS = "−"
_SMALL = Decimal("0.05")
_WITHIN = " › "
_NOTES = re.compile(
    r"(?:\s*[(\[](?:\d{1,2}|[a-z])[)\]],?|\s*[*†‡§]+"
    r"|(?<=[^\W\d]{3})(?:[¹²³⁰-⁹]+|\s+[a-z](?:,\s*[a-z])*))+$"
)
"""Marks of footnotes at the end of a label: in brackets, raised, or a small letter that stands alone."""


def without_notes(label: str) -> str:
    """Return a label without the marks of footnotes at its end."""
    return _NOTES.sub("", label.rstrip(" :")) or label


def named(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines under names without footnote marks, but for those that nothing else tells apart."""
    plain = [(line.organisation, without_notes(line.name), _plain_within(line)) for line in lines]
    times = Counter(plain)
    return tuple(
        line.model_copy(update={"name": key[1], "within": key[2]}) if times[key] == 1 else line
        for line, key in zip(lines, plain, strict=True)
    )


def _plain_within(line: Line) -> str:
    return _WITHIN.join(without_notes(part) for part in line.within.split(_WITHIN))


def unit_words(line: Line) -> str:
    """Return what the values of a line are in: ``$ million``, ``%``, ``people``; empty where nothing says."""
    return _unit_words(line.unit, line.scale)


def _unit_words(unit: str, scale: Decimal) -> str:
    if unit in _RATES:
        return _RATES[unit]
    said, large = SPOKEN.get(unit) or plural_of(unit), SCALES.get(scale, "")
    if not unit:
        return f"{large}s" if large else ""
    return " ".join(part for part in ((said, large) if unit in SPOKEN else (large, said)) if part)


def number(value: Decimal, quantum: Decimal, scale: Decimal) -> str:
    """Return a value on a scale, to the step it was printed with: ``34,229``, ``−12.5``."""
    step = quantum / scale
    decimals = max(0, -int(step.normalize().as_tuple().exponent)) if step < 1 else 0
    said = f"{abs(value) / scale:,.{decimals}f}"
    return f"{_MINUS}{said}" if value < 0 else said


def cell_words(line: Line, cell: Cell) -> str:
    """Return the leading value of a cell on the scale of its line."""
    return number(cell.value, cell.quantum, line.scale)


def full_value(line: Line, statement: Statement) -> str:
    """Return a value with its unit: ``$34,229 million``, ``58.4 %``, ``1,184 people``."""
    return valued(statement.fact.value, statement.fact.quantum, line.unit, line.scale)


def valued(value: Decimal, quantum: Decimal, unit: str, scale: Decimal) -> str:
    """Return a value with its unit on a scale, to the step of ``quantum``: ``$34,229 million``."""
    said = number(value, quantum, scale)
    if unit in SPOKEN:
        sign = _MINUS if said.startswith(_MINUS) else ""
        return f"{sign}{SPOKEN[unit]}{said.removeprefix(_MINUS)} {SCALES.get(scale, '')}".strip()
    return f"{said} {_unit_words(unit, scale)}".strip()


def change_words(line: Line) -> str:
    """Return a computed change: ``+ 3.2 %``, ``− 0.4 points``; empty where none could be worked out."""
    if line.change is None:
        return ""
    unit = "points" if line.unit in _RATES else "%"
    if abs(line.change) < _SMALL:
        return f"0.0 {unit}"
    return f"{'+' if line.change > 0 else _MINUS} {abs(line.change):,.1f} {unit}"


def share_words(line: Line) -> str:
    """Return a computed share of the whole: ``43.0 %``; empty where none could be worked out."""
    return f"{line.share:.1f} %" if line.share is not None else ""


def place_words(statement: Statement) -> str:
    """Return document and page of a statement."""
    return f"{statement.place.document_title}, p. {statement.place.page_label}"

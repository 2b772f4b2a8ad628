"""Wording: values, units and changes of a table of facts as people read them."""

from decimal import Decimal

from masis.domain.facts.values import Cell, Line, Statement

_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
_SCALES = {Decimal(10) ** 3: "thousand", Decimal(10) ** 6: "million", Decimal(10) ** 9: "billion"}
_RATES = {"%": "%", "pp": "percentage points", "x": "times"}
_UNCHANGED = frozenset({"people", "km", "kg"})
_MINUS = "−"
_SMALL = Decimal("0.05")


def unit_words(line: Line) -> str:
    """Return what the values of a line are in: ``$ million``, ``%``, ``people``; empty where nothing says."""
    if line.unit in _RATES:
        return _RATES[line.unit]
    counted = line.unit.islower() and not line.unit.endswith("s") and line.unit not in _UNCHANGED
    unit = _SIGNS.get(line.unit, f"{line.unit}s" if counted else line.unit)
    scale = _SCALES.get(line.scale, "")
    if not line.unit:
        return f"{scale}s" if scale else ""
    return " ".join(part for part in (unit, scale) if part)


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
    said = number(statement.fact.value, statement.fact.quantum, line.scale)
    if line.unit in _SIGNS:
        scale = _SCALES.get(line.scale, "")
        signed = (
            f"{_MINUS}{_SIGNS[line.unit]}{said[1:]}"
            if said.startswith(_MINUS)
            else f"{_SIGNS[line.unit]}{said}"
        )
        return f"{signed} {scale}".strip()
    return f"{said} {unit_words(line)}".strip()


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

"""Unit column: a column of a table that says, row by row, what the row's values are measured in."""

import re
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.language.tables import Row
from masis.domain.language.units import SCALE_NAME, counted_unit, declared_unit, physical_unit, rate_of
from masis.ingest.readers.tables.aligned import is_number

Measured = tuple[str, Decimal]

_LONGEST = 24
_TENS = re.compile(r"10+\s[^\W\d]")
_SCALED = re.compile(rf"\W*(?:000|{SCALE_NAME})\b", re.IGNORECASE)
NAMES_OF_UNITS = frozenset({"unit", "units", "uom", "unit of measure"})
_FEWEST = 2
"""Rows whose unit is known, from which on a column counts as one of units."""


def unit_column(rows: Sequence[Sequence[str]], headers: Sequence[str] = ()) -> int | None:
    """Return the number of the first column of units among the values of some rows.

    Most of its units have to be known, or its header, one of ``headers``, says that they are units.
    """
    rows = [row for row in rows if sum(map(bool, row)) > 1]
    for column in range(max(map(len, rows), default=0)):
        cells = [row[column] for row in rows if column < len(row) and row[column]]
        known = sum(measured(cell) is not None for cell in cells)
        named = column < len(headers) and headers[column].casefold() in NAMES_OF_UNITS
        if (named or known >= max(_FEWEST, len(cells) / 2)) and all(map(_may_be_unit, cells)):
            return column
    return None


def measured(cell: str) -> Measured | None:
    """Return unit and scale of a cell that is nothing but a unit: ``EUR m``, ``%``, ``MWh``, ``FTE``."""
    over, slash, _ = cell.partition("/")
    is_divided = bool(slash) and declared_unit(f"({over})") is None  # ``t/£m revenue`` is no money
    declared = declared_unit(f"({cell})") if _may_be_unit(cell) and not is_divided else None
    if declared is not None or not _may_be_unit(cell):
        return declared
    if cell.startswith(("%", "per cent", "percent")):  # ``% of units``
        return "%", Decimal(1)
    if cell.casefold() in {"x", "×", "times"}:
        return rate_of(cell.casefold())
    if "/" in cell or _TENS.match(cell):  # of ``R/kg`` neither part, of ``10 thousand GT`` no other
        return cell, Decimal(1)
    physical = physical_unit(cell)
    if physical is not None:
        return physical
    counted = counted_unit(cell) if not _SCALED.match(cell) else ""
    return (counted, Decimal(1)) if counted else None


def with_measure(row: Row, column: int) -> Row:
    """Return a row measured as its cell of the unit column says, without that cell."""
    said = next((cell.text for cell in row.cells if cell.column == column), "")
    if not said:
        return row
    unit, scale = measured(said) or (said, Decimal(1))
    cells = tuple(cell for cell in row.cells if cell.column != column)
    return row.model_copy(update={"cells": cells, "unit": unit, "scale": scale})


def _may_be_unit(cell: str) -> bool:
    return bool(cell) and len(cell) <= _LONGEST and not is_number(cell)

"""Tables: pipe rows with their header become readable lines that can be quoted."""

import re
from dataclasses import dataclass

from masis.domain.language.units import counted_unit
from masis.domain.tables import EMPTY_CELLS, WordedRow, worded_rows

_NUMBER = re.compile(r"^[^\w\d]*[\d(+\-–−€$£]?[\d.,\s()%]*\d[\d.,\s()%€$£A-Za-z]*$")


@dataclass(frozen=True)
class Row:
    """One row of a table in words."""

    text: str
    label: str
    cells: tuple[tuple[str, str], ...]
    """Column name and value, empty cells left out."""
    caption: str
    """The line above the table, when there is one."""


def table_units(text: str) -> tuple[Row, ...]:
    """Return the rows of every pipe table in a text: ``Revenue – 2023: 176.2; 2024: 199.6``."""
    return tuple(_row(row, _caption(text[: row.table_start])) for row in worded_rows(text))


def _caption(above: str) -> str:
    """Return the last line of prose above a table."""
    lines = (line.strip() for line in reversed(above.splitlines()))
    return next((line.lstrip("# ").strip("* ") for line in lines if line and not line.startswith("|")), "")


def _row(row: WordedRow, caption: str) -> Row:
    cells = [_quotable(cell) for cell in row.cells]
    headers = [_quotable(header) for header in row.headers]
    label, section = cells[0], _quotable(row.section)
    corner = headers[0] if headers and _is_unit(headers[0]) else ""
    name = f"{section}, {label}" if section and label else section or label
    if (
        corner
        and "(" not in name
        and not counted_unit(label)
        and not all(_has_unit(one) for one in cells[1:])
    ):
        name = f"{name} ({corner})"
    pairs = tuple(
        (headers[at] if at < len(headers) else "", cell)
        for at, cell in enumerate(cells)
        if at > 0 and cell not in EMPTY_CELLS
    )
    said = "; ".join(f"{column}: {value}" if column else value for column, value in pairs)
    return Row(text=f"{name} – {said}" if name else said, label=name, cells=pairs, caption=caption)


def _quotable(cell: str) -> str:
    """Take the square brackets from a cell: in an answer they would be a citation."""
    return cell.replace("[", "(").replace("]", ")")


def _has_unit(cell: str) -> bool:
    """Tell whether a cell needs no unit from the corner of its table."""
    return (
        cell in EMPTY_CELLS
        or not any(sign.isdigit() for sign in cell)
        or bool(re.search(r"[%€$£]|[A-Z]{3}", cell))
    )


def _is_unit(corner: str) -> bool:
    """Tell whether the corner cell names a unit, as in ``EUR million`` or ``in thousands``."""
    return bool(re.search(r"\b(?:EUR|USD|GBP|CHF|million|thousand|billion|m|bn|k|percent)\b|[€$£%]", corner))


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a figure."""
    return bool(_NUMBER.match(cell.strip()))

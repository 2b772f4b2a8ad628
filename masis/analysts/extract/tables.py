"""Tables: pipe rows with their header become readable lines that can be quoted."""

import re
from dataclasses import dataclass

from masis.domain.units import counted_unit

_RULE = re.compile(r"^:?-{2,}:?$|^:?-:?$")
_NUMBER = re.compile(r"^[^\w\d]*[\d(+\-–−€$£]?[\d.,\s()%]*\d[\d.,\s()%€$£A-Za-z]*$")
_EMPTY = frozenset({"", "-", "–", "—", "n/a", "N/A", "n.a."})


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
    rows: list[Row] = []
    block: list[list[str]] = []
    caption = last_prose = ""
    for line in [*text.splitlines(), ""]:
        if line.strip().startswith("|"):
            if not block:
                caption = last_prose
            block.append(_cells(line))
            continue
        if block:
            rows.extend(_rows(block, caption))
            block = []
        if line.strip():
            last_prose = line.strip().lstrip("# ").strip("* ")
    return tuple(rows)


def _cells(line: str) -> list[str]:
    stripped = line.strip().strip("|")
    return [cell.strip().replace("[", "(").replace("]", ")") for cell in re.split(r"(?<!\\)\|", stripped)]


def _rows(block: list[list[str]], caption: str) -> list[Row]:
    """Split a block into header and body, and put each body row into words."""
    body = [cells for cells in block if not all(_RULE.match(cell) or not cell for cell in cells)]
    if len(body) < 2:
        return []
    header = body[0]
    made, section = [], ""
    for cells in body[1:]:
        if cells[1:] == header[1:]:
            # The header again, or a second table under its own title that the reader joined to the first.
            header = cells
            continue
        filled = [cell for cell in cells[1:] if cell not in _EMPTY]
        if not filled:
            section = cells[0]
            continue
        made.append(_row(header, cells, section, caption))
    return made


def _row(header: list[str], cells: list[str], section: str, caption: str) -> Row:
    label = cells[0]
    corner = header[0] if header and _is_unit(header[0]) else ""
    name = f"{section}, {label}" if section and label else section or label
    if (
        corner
        and "(" not in name
        and not counted_unit(label)
        and not all(_has_unit(one) for one in cells[1:])
    ):
        name = f"{name} ({corner})"
    pairs = tuple(
        (header[at] if at < len(header) else "", cell)
        for at, cell in enumerate(cells)
        if at > 0 and cell not in _EMPTY
    )
    said = "; ".join(f"{column}: {value}" if column else value for column, value in pairs)
    return Row(text=f"{name} – {said}" if name else said, label=name, cells=pairs, caption=caption)


def _has_unit(cell: str) -> bool:
    """Tell whether a cell needs no unit from the corner of its table."""
    return (
        cell in _EMPTY
        or not any(sign.isdigit() for sign in cell)
        or bool(re.search(r"[%€$£]|[A-Z]{3}", cell))
    )


def _is_unit(corner: str) -> bool:
    """Tell whether the corner cell names a unit, as in ``EUR million`` or ``in thousands``."""
    return bool(re.search(r"\b(?:EUR|USD|GBP|CHF|million|thousand|billion|m|bn|k|percent)\b|[€$£%]", corner))


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a figure."""
    return bool(_NUMBER.match(cell.strip()))

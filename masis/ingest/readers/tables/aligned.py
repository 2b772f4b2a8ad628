"""Aligned tables: rows of aligned cells among the lines of a PDF page, and which first row is a header."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.language.currencies import LETTERS, SIGN
from masis.ingest.readers.lines import Line, Segment
from masis.ingest.readers.tables.whole_cells import WHOLE_CELL

_NUMBER = re.compile(
    rf"^[(\[]?[-+−–△▲]?\s?(?:[A-Z]{{3}}\s?|(?:{SIGN}|{LETTERS})\s?)?[-−–△▲]?\d[\d,.'’\s]*(?:%|pp|bps|[kKmMbBx]|bn)?[)\]]?\*?-?$|^[–—-]$"
)
_SEVERAL = re.compile(rf"{WHOLE_CELL}\Z")
_PERIOD = re.compile(
    r"^(?:(?:FY|Q[1-4]|H[12]|[A-Z][a-z]{2,8})[ -]?)?(?:19|20)\d\d(?:[/-]\d\d)?[A-Z]?$|^[QH][1-4]$"
)
_LONGEST_CELL = 220


class TableRun(NamedTuple):
    """Lines ``first`` to ``last`` (exclusive) that make one table."""

    first: int
    last: int
    rows: tuple[tuple[str, ...], ...]
    header_rows: int


class _Cell:
    """Words stacked in one cell."""

    def __init__(self, segment: Segment, line: Line) -> None:
        self.text = segment.text
        self.left, self.right = segment.left, segment.right
        self.top, self.bottom = line.top, line.bottom
        self.bold = line.bold

    def takes(self, segment: Segment, line: Line) -> bool:
        """Tell whether ``segment`` continues this cell on the next line."""
        below = 0 < self.bottom - line.bottom < 1.6 * line.size
        return below and abs(segment.left - self.left) < 3 and segment.left < self.right

    def add(self, segment: Segment, line: Line) -> None:
        """Put one more line of words into the cell."""
        self.text += " " + segment.text
        self.left, self.right = min(self.left, segment.left), max(self.right, segment.right)
        self.bottom = min(self.bottom, line.bottom)


class _Row:
    """Cells side by side, from lines ``first`` to ``last`` (exclusive)."""

    def __init__(self, first: int) -> None:
        self.first, self.last = first, first
        self.cells: list[_Cell] = []

    def takes(self, segment: Segment, line: Line) -> bool:
        """Tell whether ``segment`` starts another cell to the right in this row."""
        cell = self.cells[-1]
        right_of = segment.left > cell.right
        near = line.top >= cell.bottom - 0.3 * line.size and line.bottom <= self.top + 4 * line.size
        return right_of and near

    @property
    def top(self) -> float:
        """Upper edge of the row so far."""
        return max(cell.top for cell in self.cells)

    @property
    def bottom(self) -> float:
        """Lower edge of the row so far."""
        return min(cell.bottom for cell in self.cells)

    @property
    def tabular(self) -> bool:
        """True when the row could belong to a table."""
        return len(self.cells) > 1 and all(len(cell.text) <= _LONGEST_CELL for cell in self.cells)


def find_tables(lines: Sequence[Line]) -> tuple[TableRun, ...]:
    """Return the tables of a page; where unsure, none."""
    found: list[TableRun] = []
    run: list[_Row] = []
    for row in [*_rows(lines), None]:
        if row is not None and row.tabular and (not run or _follows(run[-1], row)):
            run.append(row)
            continue
        table = _table(run)
        if table is not None:
            found.append(table)
        run = [row] if row is not None and row.tabular else []
    return tuple(found)


def _rows(lines: Sequence[Line]) -> list[_Row]:
    rows: list[_Row] = []
    for number, line in enumerate(lines):
        for position, segment in enumerate(line.segments):
            row = rows[-1] if rows else None
            stacked = position == 0 and row and (len(line.segments) == 1 or len(row.cells) > 1)
            if row and stacked and row.cells[-1].takes(segment, line):
                row.cells[-1].add(segment, line)
            elif row and (position > 0 or row.takes(segment, line)):
                row.cells.append(_Cell(segment, line))
            else:
                row = _Row(number)
                row.cells.append(_Cell(segment, line))
                rows.append(row)
            rows[-1].last = number + 1
    return rows


def _follows(above: _Row, below: _Row) -> bool:
    height = max(above.top - above.bottom, below.cells[0].top - below.cells[0].bottom)
    return -height < above.bottom - below.top < max(3 * height, 30)


def _table(rows: Sequence[_Row]) -> TableRun | None:
    if len(rows) < 2:
        return None
    columns = _columns(rows)
    cells = [_assign(row, columns) for row in rows]
    body = [cell for row in cells for cell in row[1:] if cell]
    numeric = sum(1 for cell in body if is_number(cell)) / max(len(body), 1)
    full = sum(1 for row in cells if sum(map(bool, row)) >= max(2, len(columns) - 1)) / len(cells)
    short = sum(map(len, body)) / max(len(body), 1) <= 60
    worded = len(columns) >= 3 and len(rows) >= 2 and full >= 0.6 and short
    if full < 0.5 or not (numeric >= 0.4 or worded):
        return None
    header = _has_header(rows, cells)
    return TableRun(rows[0].first, rows[-1].last, tuple(map(tuple, cells)), int(header))


def _columns(rows: Sequence[_Row]) -> list[tuple[float, float]]:
    """Merge the widths of the fullest rows into columns."""
    width = max(len(row.cells) for row in rows)
    spans = sorted((cell.left, cell.right) for row in rows if len(row.cells) == width for cell in row.cells)
    merged: list[tuple[float, float]] = []
    for left, right in spans:
        if merged and left < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], right))
        else:
            merged.append((left, right))
    return merged


def _assign(row: _Row, columns: Sequence[tuple[float, float]]) -> list[str]:
    texts = [""] * len(columns)
    for cell in row.cells:
        best = max(range(len(columns)), key=lambda number: _closeness(cell, columns[number]))
        texts[best] = f"{texts[best]} {cell.text}".strip()
    return texts


def _closeness(cell: _Cell, column: tuple[float, float]) -> float:
    overlap = min(cell.right, column[1]) - max(cell.left, column[0])
    return overlap if overlap > 0 else -abs((cell.left + cell.right) - (column[0] + column[1])) / 2


def is_number(cell: str) -> bool:
    """Tell whether a cell holds a figure, or several, rather than words."""
    return bool(_NUMBER.match(cell) or _SEVERAL.match(cell))


def looks_like_header(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether ``first`` names the columns of which ``second`` is a row."""
    titles = [cell for cell in first[1:] if cell]
    if not titles or any(is_number(cell) and not _PERIOD.match(cell) for cell in titles):
        return False
    figures = [cell for cell in second[1:] if cell and is_number(cell) and not _PERIOD.match(cell)]
    return bool(figures) or (all(len(cell) <= 40 for cell in first) and not first[0].isdigit())


def first_is_header(table: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first row of a table names the columns; years and quarters are names too."""
    first, second = ([cell for cell in row if cell] for row in table[:2])
    return looks_like_header(["", *first], ["", *second]) or not any(is_number(cell) for cell in first)


def _has_header(rows: Sequence[_Row], cells: Sequence[Sequence[str]]) -> bool:
    bold = [all(cell.bold for cell in row.cells) for row in rows]
    return (bold[0] and not all(bold)) or looks_like_header(cells[0], cells[1])

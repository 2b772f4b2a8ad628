"""Table finding: the tables of figures on a PDF page, with the lines they take up.

A table without a header of its own takes the last one whose columns stand at the same places, over page
ends too; where none fits it says so and stays without.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from masis.ingest.readers.lines import Line, Rule
from masis.ingest.readers.table_columns import TableColumn, columns_of
from masis.ingest.readers.table_drafts import TableDraft
from masis.ingest.readers.table_headers import SCALE, bind
from masis.ingest.readers.table_records import records_of
from masis.ingest.readers.table_rows import TableRow, ends_in_figure, table_rows

_FEWEST_VALUES = 2
_LABELS_BETWEEN = 14
"""Rows without figures that a body may hold in one run."""
_HEADER_ROWS = 7
_SAME_PLACE = 12.0
"""Points by which the columns of a continued table may be moved."""
_NEAR_EDGE = 8.0
_PERIOD = re.compile(
    r"\b(?:ended|ending|as of|at|december|january|february|march|april|may|june|july|august|september"
    r"|october|november)\b",
    re.IGNORECASE,
)
_SPAN = re.compile(r"(?:\w+ )*ended [A-Z]\w+ \d+|^[A-Z]\w+ \d+,?(?= \()")


class FoundTable(NamedTuple):
    """A table of a page."""

    draft: TableDraft
    lines: frozenset[int]
    """Lines of the page whose words are in it."""
    top: float
    """Baseline of its first row."""


class _Headers(NamedTuple):
    columns: Sequence[TableColumn]
    headers: tuple[str, ...]
    corner: str
    around: tuple[str, ...]


@dataclass(slots=True)
class TableFinder:
    """Finds the tables of one page after the other."""

    _last: _Headers | None = field(default=None)

    def find(self, lines: Sequence[Line], rules: Sequence[Rule], width: float) -> list[FoundTable]:
        """Return the tables of a page from top to bottom."""
        if sum(1 for line in lines if ends_in_figure(line)) < _FEWEST_VALUES:
            return []
        rows = [row for row in table_rows(lines, width) if row.labels or row.values]
        for row in [*rows[:2], *rows[-2:]]:
            if len(row.values) == 1 and not row.labels and len(row.values[0].text) < 5:
                row.values = []  # the page's number
        rows = [row for row in rows if row.labels or row.values]
        found: list[FoundTable] = []
        start = 0
        while start < len(rows):
            if not rows[start].values:
                start += 1
                continue
            end = _end_of_body(rows, start)
            table = self._table(_Region(rows, start, end, rules, width))
            if table is not None:
                found.append(table)
            start = end
        return found

    def _table(self, region: "_Region") -> FoundTable | None:
        columns = region.columns()
        if sum(bool(row.values) for row in region.body) < _FEWEST_VALUES and len(columns) < _FEWEST_VALUES:
            return None
        edge = min(column.left for column in columns)
        first = region.first_label(edge)
        top = region.top_of_header(first, columns, edge)
        bound = bind(region.rows[top:first], columns, region.rules, edge - _NEAR_EDGE)
        headers = tuple(bound.headers)
        if not all(headers) and self._last is not None and _same_places(self._last.columns, columns):
            named = self._last
            top = first
        else:
            period = _period_of(bound.left)
            headers = tuple(f"{period} {header}".strip() if period else header for header in headers)
            if not any(bound.headers):
                headers = tuple("" for _ in columns)
            around = (*bound.left, *(row.text for row in region.rows[top:first]), *region.above(top))
            named = _Headers(columns, headers, " ".join(bound.left), around)
        self._last = named
        records = records_of(region.rows[first : region.end], columns, edge)
        draft = TableDraft(named.corner, named.headers, records, "", named.around)
        taken = frozenset(number for row in region.rows[top : region.end] for number in row.lines)
        return FoundTable(draft, taken, region.rows[top].base)


def _end_of_body(rows: Sequence[TableRow], start: int) -> int:
    """Return where the rows of a table end: at a header, at words across its columns, at a long gap."""
    end = start + 1
    edge = min(value.left for value in rows[start].values)
    for number in range(start, len(rows)):
        row = rows[number]
        if row.values:
            end = number + 1
            edge = min(edge, *(value.left for value in row.values))
        elif _ends_body(row, edge) or number - end > _LABELS_BETWEEN:
            break
    return end


def _ends_body(row: TableRow, edge: float) -> bool:
    if row.years or any(cell.right > edge + 3 and cell.left > edge - 40 for cell in row.labels):
        return True
    return row.right > edge + 30 and len(row.labels) == 1


def _same_places(before: Sequence[TableColumn], columns: Sequence[TableColumn]) -> bool:
    return len(before) == len(columns) and all(
        abs(old.right - new.right) < _SAME_PLACE for old, new in zip(before, columns, strict=True)
    )


def _period_of(left: Sequence[str]) -> str:
    """Return the words left of a header that date all its columns: ``Years ended December 31,``."""
    dated = " ".join(text for text in left if _PERIOD.search(text) and not SCALE.search(text))
    return dated or " ".join(found[0].strip() for text in left for found in [_SPAN.search(text)] if found)


@dataclass(slots=True)
class _Region:
    """The rows of a page of which ``start`` to ``end`` are the body of a table."""

    rows: Sequence[TableRow]
    start: int
    end: int
    rules: Sequence[Rule]
    width: float

    @property
    def body(self) -> Sequence[TableRow]:
        return self.rows[self.start : self.end]

    def columns(self) -> list[TableColumn]:
        """Return the columns; a figure that stands left of all others once is part of a label."""
        columns = columns_of(self.body)
        while len(columns) > 2 and len(self.body) > 4 and len(columns[0].rows) == 1:
            edge = columns[0].right
            row = next((row for row in self.body if row.values and row.values[0].right <= edge), None)
            if row is None or (len(row.values) == 1 and not row.labels):
                break
            row.labels.append(row.values.pop(0))
            columns = columns_of(self.body)
        return columns

    def first_label(self, edge: float) -> int:
        """Return the first of the label rows right above the figures."""
        place = self.start - 1
        while place >= 0 and self.start - place < 6 and not self.rows[place].values:
            labels = self.rows[place].labels
            if max(cell.right for cell in labels) >= edge + (4 if len(labels) == 1 else -3):
                break
            place -= 1
        return place + 1

    def top_of_header(self, first: int, columns: Sequence[TableColumn], edge: float) -> int:
        """Return the first row of the header that ends above row ``first``."""
        reach = [edge - 120, *(cell.right for row in self.body if row.values for cell in row.labels[:1])]
        far = min(edge - 45, max(reach))
        top = place = first
        while place > 0 and first - place < _HEADER_ROWS:
            place -= 1
            row, below = self.rows[place], self.rows[place + 1]
            step = (2.6 if top < first or place + 1 < first else 3.8) * row.size
            if row.values or row.base - below.base >= step:
                break
            inside = [cell for cell in row.labels if cell.center > edge - _NEAR_EDGE]
            if not inside:
                if (
                    place + 1 < first
                    and max(cell.right for cell in row.labels) < edge
                    and not SCALE.search(row.text)
                ):
                    continue
                break
            if self._is_apart(row, columns, edge, far):
                break
            top = place
        return top

    def _is_apart(self, row: TableRow, columns: Sequence[TableColumn], edge: float, far: float) -> bool:
        """Tell text across the page, or a title in its middle, from a header."""
        if any(cell.left < far and cell.right > edge + 10 for cell in row.labels):
            return True
        middle = self.width / 2
        alone = len(row.labels) == 1 and abs(row.labels[0].center - middle) < 4
        return alone and abs((edge + columns[-1].right) / 2 - middle) > 15

    def above(self, top: int) -> tuple[str, ...]:
        """Return what stands above the header, the nearest first, then what opens the page."""
        near: list[str] = []
        for row in reversed(self.rows[max(0, top - 11) : top]):
            if row.values:
                break
            near.append(row.text)
        return (*near, *(row.text for row in self.rows[:8]))

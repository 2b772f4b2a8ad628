"""Table regions: from which row to which a table goes, header and all."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from masis.ingest.readers.table_columns import TableColumn, columns_of
from masis.ingest.readers.table_figures import Cell
from masis.ingest.readers.table_headers import Zone
from masis.ingest.readers.table_rows import TableRow

_LABELS_BETWEEN = 14
"""Rows without figures that a body may hold in one run."""
_LABELS_ON_TOP = 6
_HEADER_ROWS = 10
_CAPTION_ROWS = 11
_IN_COLUMN = 3.0
"""Points by which words may miss the edge of the values above or below them."""
_LONGEST_WORDED = 40
_NEXT_LINE = 1.6
_PAGE_NUMBER = re.compile(r"(?:[A-Z]-)?\d{1,4}\Z")
_TITLED = re.compile(r"(?:page|item|part|note)\b", re.IGNORECASE)


@dataclass(slots=True)
class Region:
    """The rows of a page of which ``start`` to ``end`` are the body of a table."""

    rows: Sequence[TableRow]
    start: int
    end: int
    width: float

    @property
    def body(self) -> Sequence[TableRow]:
        """The rows with figures and what stands between them."""
        return self.rows[self.start : self.end]

    @property
    def valued(self) -> int:
        """How many rows have figures."""
        return sum(bool(row.values) for row in self.body)

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

    def zone(self, edge: float) -> Zone:
        """Return where the header of columns stands that begin at ``edge``."""
        labels = [cell.right for row in self.body if row.values for cell in row.labels]
        return Zone(edge, max(labels, default=edge))

    def first_label(self, edge: float) -> int:
        """Return the first of the label rows right above the figures."""
        place = self.start - 1
        while place >= 0 and self.start - place < _LABELS_ON_TOP and not self.rows[place].values:
            labels = self.rows[place].labels
            if max(cell.right for cell in labels) >= edge + (4 if len(labels) == 1 else -3):
                break
            place -= 1
        return place + 1

    def top_of_header(self, first: int, columns: Sequence[TableColumn], edge: float) -> int:
        """Return the first row of the header that ends above row ``first``."""
        reach = [edge - 120, *(cell.right for row in self.body if row.values for cell in row.labels[:1])]
        far = min(edge - 45, max(reach))
        top, place, zone = first, first - 1, self.zone(edge)
        while place >= 0 and first - place <= _HEADER_ROWS:
            row, is_lowest = self.rows[place], place + 1 == first
            step = row.base - self.rows[place + 1].base
            if row.values or step >= (3.8 if is_lowest else 2.6) * row.size:
                break
            if any(zone.holds(cell) for cell in row.labels):
                if self._is_apart(row, columns, edge, far):
                    break
                top = place
            elif is_lowest or row.labels[-1].right >= edge:
                break
            place -= 1
        return top

    def _is_apart(self, row: TableRow, columns: Sequence[TableColumn], edge: float, far: float) -> bool:
        """Tell text across the page, or a title in its middle, from a header."""
        if any(cell.left < far and cell.right > edge + 10 for cell in row.labels):
            return True
        middle = self.width / 2
        alone = len(row.labels) == 1 and abs(row.labels[0].center - middle) < 4
        return alone and abs((edge + columns[-1].right) / 2 - middle) > 15

    def above(self, top: int) -> list[str]:
        """Return what stands above the header, the nearest first."""
        near: list[str] = []
        for row in reversed(self.rows[max(0, top - _CAPTION_ROWS) : top]):
            if row.values:
                break
            near.append(row.text)
        return near

    def lists_pages(self, columns: Sequence[TableColumn], top: int) -> bool:
        """Tell a table of contents: one column of whole numbers that never fall."""
        if len(columns) > 1 or self.valued < 3:
            return False
        texts = [row.values[0].text for row in self.body if row.values]
        if not all(_PAGE_NUMBER.match(text) for text in texts):
            return False
        numbers = [int(text.rsplit("-", 1)[-1]) for text in texts]
        named = any(_TITLED.match(word) for row in self.rows[top : self.end] for word in row.text.split())
        return named and all(low <= high for low, high in itertools.pairwise(numbers))


def region_at(rows: Sequence[TableRow], start: int, width: float) -> Region:
    """Return the region whose first figures are in row ``start``.

    It ends at a header, at words across its columns, after many rows without figures.
    """
    end, edges = start + 1, sorted(value.right for value in rows[start].values)
    edge = min(value.left for value in rows[start].values)
    for number in range(start, len(rows)):
        row = rows[number]
        if not row.values and not row.years:
            row.worded = _worded(row, edges, edge)
            if row.worded and len(row.worded) < len(row.labels):
                row.values, row.labels = row.worded, [cell for cell in row.labels if cell not in row.worded]
        if row.values:
            end = number + 1
            edge = min(edge, *(value.left for value in row.values))
            edges += [value.right for value in row.values]
        elif row.worded and number == end and rows[number - 1].base - row.base < _NEXT_LINE * row.size:
            end += 1
        elif _ends_body(row, edge) or number - end > _LABELS_BETWEEN:
            break
    return Region(rows, start, end, width)


def _worded(row: TableRow, edges: Sequence[float], edge: float) -> list[Cell]:
    """Return the words of a row that stand in columns; none where some of them stand across."""
    behind = [cell for cell in row.labels if cell.right > edge + _IN_COLUMN]
    fits = all(
        len(cell.text) <= _LONGEST_WORDED
        and cell.left > edge - 40
        and any(abs(cell.right - right) < _IN_COLUMN for right in edges)
        for cell in behind
    )
    return behind if fits else []


def _ends_body(row: TableRow, edge: float) -> bool:
    if row.years or any(cell.right > edge + 3 and cell.left > edge - 40 for cell in row.labels):
        return True
    return row.right > edge + 30 and len(row.labels) == 1

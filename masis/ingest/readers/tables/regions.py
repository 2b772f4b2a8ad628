"""Regions: the rows of a page that are the body of a table, with the header above and the notes below."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from masis.domain.language.currencies import NAME, SIGN
from masis.domain.language.units import IN_SCALE
from masis.ingest.readers.lines import Rule
from masis.ingest.readers.tables.grid import TableColumn, columns_of
from masis.ingest.readers.tables.headers import Zone, are_underlined
from masis.ingest.readers.tables.rows import Cell, TableRow, is_dating

_LABELS_BETWEEN = 14
"""Rows without figures that a body may hold in one run."""
_LABELS_ON_TOP = 6
_SENTENCE = 8
"""Words from which on a line with a full stop is no label."""
_HEADER_ROWS = 10
_CAPTION_ROWS = 11
_IN_COLUMN = 3.0
"""Points by which words may miss the edge of the values above or below them."""
_LONGEST_WORDED = 40
_NEXT_LINE = 1.6
_NEXT_ROW = 2.6
_NOTES_BELOW = 4
_LONGEST_NOTE = 100
_NOTE = re.compile(
    r"\W{0,2}(?:\w{1,2}\W{1,2}|notes?\W{1,2})?\s?(?:all |the )?(?:u\.?s\.? )?"
    rf"(?:figures|amounts|{NAME}|values|numbers|data|{SIGN}"
    rf"|in {IN_SCALE})",
    re.I,
)
"""How a note opens that may say what all figures are in."""
_PAGE_NUMBER = re.compile(r"(?:[A-Z]-)?\d{1,4}\Z")
_TITLED = re.compile(r"(?:page|item|part|note)\b", re.IGNORECASE)
_OFF_MIDDLE = 4.0
"""Points by which a title may miss the middle of the page."""
_UNDERLINED_STEP = 8.0
"""Heights of a line by which an underlined line of a header may stand above the next."""
_ASIDE = 15.0
"""Points from the middle of the page from which on columns do not stand there themselves."""


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

    def first_label(self, edge: float, second: float) -> int:
        """Return the first of the label rows above the figures; a heading in bold may reach to ``second``."""
        place = self.start - 1
        begin = min((row.labels[0].left for row in self.body if row.labels), default=edge)
        while place >= 0 and self.start - place < _LABELS_ON_TOP and not self.rows[place].values:
            row, is_lone = self.rows[place], len(self.rows[place].labels) == 1
            reach = edge + (4 if is_lone else -3)
            if is_lone and row.bold and row.left < begin + _IN_COLUMN and not self.rows[self.start].bold:
                reach = second
            is_sentence = row.text.endswith(".") and len(row.text.split()) >= _SENTENCE
            if is_sentence or max(cell.right for cell in row.labels) >= reach:
                break
            place -= 1
        return place + 1

    def top_of_header(
        self, first: int, columns: Sequence[TableColumn], edge: float, rules: Sequence[Rule] = ()
    ) -> int:
        """Return the first row of the header that ends above row ``first``.

        What is underlined may stand further above: the names of single columns end at the foot of a header.
        """
        reach = [edge - 120, *(cell.right for row in self.body if row.values for cell in row.labels[:1])]
        far = min(edge - 45, max(reach))
        top, place, zone = first, first - 1, self.zone(edge)
        while place >= 0 and first - place <= _HEADER_ROWS:
            row, is_lowest = self.rows[place], place + 1 == first
            step = row.base - self.rows[place + 1].base
            over = zone.over(row.labels, len(columns))
            wide = _UNDERLINED_STEP if not is_lowest and are_underlined(over, rules) else 2.6
            if row.values or step >= (3.8 if is_lowest else wide) * row.size:
                break
            if over:
                if self._is_apart(row, columns, edge, far):
                    break
                top = place
            elif is_lowest or row.labels[-1].right >= edge or self._is_title(row):
                break
            place -= 1
        return top

    def _is_apart(self, row: TableRow, columns: Sequence[TableColumn], edge: float, far: float) -> bool:
        """Tell text across the page, or a title in its middle, from a header."""
        if any(cell.left < far and cell.right > edge + 10 for cell in row.labels):
            return True
        return self._is_title(row) and abs((edge + columns[-1].right) / 2 - self.width / 2) > _ASIDE

    def _is_title(self, row: TableRow) -> bool:
        """Tell words in the middle of the page: what stands over them is no header."""
        return len(row.labels) == 1 and abs(row.labels[0].center - self.width / 2) < _OFF_MIDDLE

    def above(self, top: int) -> list[str]:
        """Return what stands above the header, the nearest first."""
        near: list[str] = []
        for row in reversed(self.rows[max(0, top - _CAPTION_ROWS) : top]):
            if row.values:
                break
            near.append(row.text)
        return near

    def foot(self, columns: Sequence[TableColumn]) -> tuple[str, ...]:
        """Return the years or dates right below the body, one under each column; else nothing.

        What stands below them must be no table that they might head.
        """
        below = self.rows[self.end : self.end + 2]
        if not below or not below[0].years or (len(below) > 1 and below[1].values):
            return ()
        last = self.rows[self.end - 1]
        cells = [cell for cell in below[0].cells if is_dating(cell.text)]
        if len(cells) != len(columns) or last.base - below[0].base > _NEXT_ROW * last.size:
            return ()
        lefts = [0.0, *(column.right for column in columns[:-1])]
        rights = [*(column.left for column in columns[1:]), self.width]
        under = all(
            left < cell.center < right for left, cell, right in zip(lefts, cells, rights, strict=True)
        )
        return tuple(cell.text for cell in cells) if under else ()

    def notes(self) -> list[str]:
        """Return the notes right below the body that say what its figures are in."""
        below = [row.text for row in self.rows[self.end : self.end + _NOTES_BELOW] if not row.values]
        return [text for text in below if len(text) < _LONGEST_NOTE and _NOTE.match(text)]

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

    It ends at a header, at words across its columns, after many rows without figures. Words are values behind
    as many labels as the rows with figures have; behind more they are names of other columns.
    """
    end, edges = start + 1, sorted(value.right for value in rows[start].values)
    edge = min(value.left for value in rows[start].values)
    labels = max(1, len(rows[start].labels))
    for number in range(start, len(rows)):
        row = rows[number]
        if not row.values and not row.years:
            row.worded = _worded(row, edges, edge)
            if row.worded and 0 < len(row.labels) - len(row.worded) <= labels:
                row.values, row.labels = row.worded, [cell for cell in row.labels if cell not in row.worded]
        if row.values:
            end, labels = number + 1, max(labels, len(row.labels))
            edge = min(edge, *(value.left for value in row.values))
            edges += [value.right for value in row.values]
        elif _goes_on(row, rows[number - 1]) and number == end:
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


def _goes_on(row: TableRow, above: TableRow) -> bool:
    """Tell the lower lines of values that are words; under a figure stands no second line of it."""
    return (
        above.base - row.base < _NEXT_LINE * row.size
        and all(
            any(
                over.right > cell.left and over.left < cell.right and any(map(str.isalpha, over.text))
                for over in (*above.values, *above.worded)
            )
            for cell in row.worded
        )
        and bool(row.worded)
    )


def _ends_body(row: TableRow, edge: float) -> bool:
    if row.years or any(cell.right > edge + 3 and cell.left > edge - 40 for cell in row.labels):
        return True
    return row.right > edge + 30 and len(row.labels) == 1

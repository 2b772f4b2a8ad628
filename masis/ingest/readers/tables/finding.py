"""Finding: the tables of figures on a PDF page, from header to last row, with the lines they take up.

A table without a header of its own takes the last one whose columns stand at the same places, over page
ends too; where none fits it says so and stays without.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from masis.domain.language.periods import find_periods
from masis.domain.language.units import declared_unit
from masis.ingest.readers.columns import side_by_side
from masis.ingest.readers.lines import Line, Rule, joined
from masis.ingest.readers.tables.beside import beside
from masis.ingest.readers.tables.declared import declaration
from masis.ingest.readers.tables.drafts import TableDraft
from masis.ingest.readers.tables.grid import TableColumn
from masis.ingest.readers.tables.header_rows import with_years
from masis.ingest.readers.tables.headers import (
    Binder,
    Join,
    bind,
    is_scale,
)
from masis.ingest.readers.tables.marks import is_only_marks
from masis.ingest.readers.tables.records import records_of
from masis.ingest.readers.tables.regions import Region, region_at
from masis.ingest.readers.tables.rows import (
    TableRow,
    ends_in_figure,
    table_rows,
)
from masis.ingest.readers.tables.unit_column import NAMES_OF_UNITS
from masis.ingest.readers.tables.units import currency_sign
from masis.ingest.readers.tables.wrapped_dates import read_years

_FEWEST_VALUES = 2
_FEWEST_BARE = 3
"""Rows with figures that make a table where no header stands over them."""
_OPENS_PAGE = 8
"""Rows at the top of a page that may say in what its figures are."""
_SAME_PLACE = 12.0
"""Points by which the columns of a continued table may be moved."""
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


class PageLines(NamedTuple):
    """What of a page the finder looks at."""

    lines: Sequence[Line]
    width: float
    rules: Sequence[Rule] = ()
    dropped: Sequence[str] = ()
    """Running headers, which may say what all figures are in."""


class _Named(NamedTuple):
    columns: Sequence[TableColumn]
    headers: tuple[str, ...]
    corner: str
    around: tuple[str, ...]
    head: tuple[str, ...] = ()
    """The lines over the columns."""
    beyond: tuple[str, ...] = ()
    """What opens the page, in lines of one cell (several head another table), and its running headers."""
    sign: str = ""


@dataclass(slots=True)
class TableFinder:
    """Finds the tables of one page after the other."""

    join: Join = joined
    _last: _Named | None = field(default=None)

    def find(self, page: PageLines) -> list[FoundTable]:
        """Return the tables of a page from top to bottom."""
        if sum(1 for line in page.lines if ends_in_figure(line)) < _FEWEST_VALUES:
            return []
        found: list[FoundTable] = []
        for numbers in side_by_side(page.lines, page.width, page.rules):
            rows = _without_page_number(table_rows(page.lines, numbers, page.width))
            read_years(rows)
            found += (_with_marks(table, page.lines, numbers) for table in self._in_rows(rows, 0, page))
        return found

    def _in_rows(self, rows: Sequence[TableRow], start: int, page: PageLines) -> Iterator[FoundTable]:
        """Yield the tables from row ``start`` on."""
        while start < len(rows):
            if not rows[start].values:
                start += 1
                continue
            two = beside(rows, start)
            if two is not None:
                for half in (two.left, two.right):
                    yield from self._in_rows([*rows[: two.top], *half], two.top, page)
                start = two.end
                continue
            region = region_at(rows, start, page.width)
            table = self._table(region, page)
            if table is not None:
                yield table
            start = region.end

    def _table(self, region: Region, page: PageLines) -> FoundTable | None:
        columns = region.columns()
        if region.valued < _FEWEST_VALUES and len(columns) < _FEWEST_VALUES:
            return None
        edge = min(column.left for column in columns)
        first = region.first_label(edge, columns[min(1, len(columns) - 1)].right)
        top = region.top_of_header(first, columns, edge, page.rules)
        if region.lists_pages(columns, top):
            return None
        named = self._named(region, columns, (top, first), page)
        if named is None:
            return None
        is_named = any(named.headers)
        top = region.start if not is_named else first if named is self._last else top
        body = region.rows[first if is_named else region.start : region.end]
        dated = any(find_periods(header) for header in named.headers)
        corner, of_units, headers = _without_units(named.corner, named.headers)
        records = records_of(body, columns, edge, self.join, dated=dated, units=bool(of_units))
        around = (named.around, named.head, named.beyond)
        draft = TableDraft(corner, (*of_units, *with_years(headers)), records, "", *around, named.sign)
        self._last = named._replace(sign=currency_sign(records) or named.sign)
        rows = region.rows[top : region.end]
        return FoundTable(draft, frozenset(number for row in rows for number in row.lines))

    def _named(
        self, region: Region, columns: Sequence[TableColumn], header: tuple[int, int], page: PageLines
    ) -> _Named | None:
        """Return the columns with their headers, their own or those of the last table."""
        top, first = header
        zone = region.zone(min(column.left for column in columns))
        bound = bind(region.rows[top:first], Binder(columns, page.rules, zone.limit), zone, self.join)
        if not all(bound.headers) and self._last is not None and _same_places(self._last.columns, columns):
            return self._last
        if not any(bound.headers) and (foot := region.foot(columns)):
            return _Named(columns, foot, " ".join(bound.left), (*region.above(top),), (), (*page.dropped,))
        if not any(bound.headers) and region.valued < _FEWEST_BARE:
            return None
        period = _period_of(bound.left)
        captions = [row.text for row in region.rows[top:first] if _is_caption(row.text)]
        names = [_without(captions, name) for name in bound.headers]
        headers = tuple(_dated(period, name) if any(names) else "" for name in names)
        declaring = sum(bool(declaration([name])) for name in bound.headers)
        of_all = declaring in {0, len(columns)}  # what one header says of its column is not said of others
        head = tuple(row.text for row in region.rows[top:first] if of_all)
        around = (*bound.left, *head, *region.above(top), *region.notes())
        opening = takewhile(lambda row: not row.values, region.rows[:_OPENS_PAGE])
        beyond = (*(row.text for row in opening if len(row.cells) == 1), *page.dropped)
        return _Named(columns, headers, " ".join(bound.left), around, head, beyond)


def _without_units(corner: str, headers: Sequence[str]) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Return the words over labels, units and values; units stand between labels and values.

    The word over them may have been taken for one over the labels or over the first values.
    """
    *words, last = corner.split() or [""]
    if last.casefold() in NAMES_OF_UNITS:
        return " ".join(words), (last,), tuple(headers)
    *words, last = headers[0].split() if headers and headers[0] else [""]
    if words and last.casefold() in NAMES_OF_UNITS:
        return corner, (last,), (" ".join(words), *headers[1:])
    return corner, (), tuple(headers)


def _with_marks(table: FoundTable, lines: Sequence[Line], numbers: Sequence[int]) -> FoundTable:
    """Add the lines inside a table that hold nothing but signs of notes."""
    heights = [lines[number].bottom for number in table.lines]
    marks = (
        number
        for number in numbers
        if min(heights) < lines[number].bottom < max(heights) and is_only_marks(lines[number])
    )
    return table._replace(lines=table.lines.union(marks))


def _without_page_number(rows: Sequence[TableRow]) -> list[TableRow]:
    for row in [*rows[:2], *rows[-2:]]:
        if len(row.values) == 1 and not row.labels and len(row.values[0].text) < 5:
            row.values = []
    return [row for row in rows if row.labels or row.values]


def _is_caption(line: str) -> bool:
    """Tell a line over columns that is nothing but a declaration in brackets: ``(Unit: EUR million)``."""
    return line.startswith("(") and line.find(")") == len(line) - 1 and declared_unit(line) is not None


def _without(captions: Sequence[str], name: str) -> str:
    for caption in captions:
        name = name.replace(caption, "").strip()
    return name


def _same_places(before: Sequence[TableColumn], columns: Sequence[TableColumn]) -> bool:
    return len(before) == len(columns) and all(
        abs(old.right - new.right) < _SAME_PLACE for old, new in zip(before, columns, strict=True)
    )


def _period_of(left: Sequence[str]) -> str:
    """Return the words left of a header that date all its columns: ``Years ended December 31,``."""
    dated = " ".join(text for text in left if _PERIOD.search(text) and not is_scale(text))
    return dated or " ".join(found[0].strip() for text in left for found in [_SPAN.search(text)] if found)


def _dated(period: str, header: str) -> str:
    """Put the common period before a header, unless both name a year."""
    if not period or (_has_year(period) and _has_year(header)):
        return header
    return f"{period} {header}".strip()


def _has_year(text: str) -> bool:
    return any(period.year for mention in find_periods(text) for period in mention.periods)

"""Blocks: the tables that one grid of cells holds, side by side or under each other, with their own labels.

For files that say which cells stand side by side: sheets above all, where one sheet holds many tables.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from masis.domain.language.units import is_unit
from masis.ingest.readers.tables.header_rows import (
    Grid,
    has_figure,
    is_date_cell,
    is_figure_cell,
    names_column,
)

Rows = list[list[str]]

_FEWEST_LABELS = 2
"""Labels with figures that a block needs to be a table beside another."""
_FEWEST_DATES = 2
"""Periods that a row names which heads columns."""
_LOOKED_AT = 200
"""Rows by which it is told what stands right of an empty column."""
_FEWEST_REPEATED = 3
"""Rows from which on repeated labels tell a list of records."""
_MOST_NAMES, _MOST_CAPTIONS, _MOST_HEADERS = 5, 3, 5
"""Columns that are joined to a label; rows of words over a table; header rows within one."""
_MOST_BETWEEN = 3
"""Rows among which the first figures stand under the names of columns."""
_MOST_UNIQUE = 0.7
"""Share of different labels above which a column names its rows alone (own choice)."""


def tables_of(rows: Iterable[Sequence[str]]) -> Iterator[Rows]:
    """Yield the tables of a sheet: parted by empty rows, and by empty columns right of which labels stand."""
    for region in _between_empty_rows(rows):
        blocks = _side_by_side(region)
        if len(blocks) == 1:
            yield blocks[0]
        else:
            for block in blocks:
                yield from _between_empty_rows(block)


def _between_empty_rows(rows: Iterable[Sequence[str]]) -> Iterator[Rows]:
    table: Rows = []
    for row in rows:
        if any(row):
            table.append(list(row))
        elif table:
            yield _trimmed(table)
            table = []
    if table:
        yield _trimmed(table)


def _trimmed(table: Rows) -> Rows:
    """Return rows without the empty columns on either side."""
    filled = [[at for at, cell in enumerate(row) if cell] for row in table]
    first, last = min(places[0] for places in filled), max(places[-1] for places in filled)
    return [row[first : last + 1] for row in table]


def _side_by_side(rows: Rows) -> list[Rows]:
    """Cut at an empty column where the next one holds labels, and figures stand behind them."""
    width = max(map(len, rows), default=0)
    grid = [[*row, *[""] * (width - len(row))] for row in rows]
    used = [any(row[at].strip() for row in grid) for at in range(width)]
    starts = [at for at in range(1, width) if used[at] and not used[at - 1] and any(used[:at])]
    cuts = [at for at in starts if _opens_a_table([row[at:] for row in grid[:_LOOKED_AT]])]
    if not cuts:
        return [rows]
    edges = [0, *cuts, width]
    return [[row[left:right] for row in grid] for left, right in pairwise(edges)]


def _opens_a_table(rows: Grid) -> bool:
    """Tell labels with figures beside them from one more column of the table on the left."""
    filled = [row for row in rows if any(row)]
    beside = next((at for at in range(1, len(rows[0])) if not any(row[at] for row in filled)), len(rows[0]))
    below = [row[:beside] for row in filled[1:]]
    labels = [row for row in below if row[0] and not is_figure_cell(row[0]) and not is_date_cell(row[0])]
    return sum(map(has_figure, labels)) >= _FEWEST_LABELS


def captions_over(rows: Grid) -> int:
    """Return how many rows on top are words over the whole table: a first cell alone, then a row of names.

    ``Capex plan`` over ``Project``, ``Budget``, ``Spent``, with figures below.
    """
    count = _lone_rows(rows)
    if not count or count + 1 >= len(rows):
        return 0
    names, first = rows[count], _first_figures(rows[count + 1 :])
    named = (
        count <= _MOST_CAPTIONS
        and bool(names[0])
        and not is_date_cell(names[0])
        and all(map(names_column, names))
    )
    return count if named and first else 0


def _lone_rows(rows: Grid) -> int:
    """Return how many rows on top hold a first cell alone."""
    return next((at for at, row in enumerate(rows) if row[:1] == [""] or sum(map(bool, row)) != 1), len(rows))


def _first_figures(below: Grid) -> bool:
    """Tell whether figures follow, behind a row of units and a heading at most."""
    for row in below[:_MOST_BETWEEN]:
        if has_figure(row):
            return True
        if sum(map(bool, row)) > 1 and (row[0] or not all(is_unit(cell) for cell in row if cell)):
            return False
    return False


class Part(NamedTuple):
    """A table among those under each other in a grid."""

    rows: list[int]
    """Numbers of its rows in the grid, header rows first."""
    header_rows: int
    caption: str = ""
    """The words right over it."""


def parted_at_headers(rows: Grid, header_rows: int) -> Iterator[Part]:
    """Yield the tables under each other of a grid.

    Rows of names without a label, dates among them, begin a table of their own, called by the label right
    over them; where they repeat the header they are left out.
    """
    part = Part(list(range(header_rows)), header_rows)
    at = header_rows
    while at < len(rows):
        end = _end_of_header(rows, at) if header_rows else at
        if end in {at, len(rows)}:
            part.rows.append(at)
            end = at + 1
        elif not _repeats_header(rows, part, at, end):
            heading = part.rows.pop() if _heads(rows, part) else None
            yield part
            part = Part([*range(at, end)], end - at, rows[heading][0] if heading is not None else "")
        at = end
    yield part


def _repeats_header(rows: Grid, part: Part, at: int, end: int) -> bool:
    """Tell whether rows are the lowest header rows of a part once more."""
    lowest = part.rows[max(0, part.header_rows - end + at) : part.header_rows]
    return [[*rows[number][1:]] for number in lowest] == [[*row[1:]] for row in rows[at:end]]


def _heads(rows: Grid, part: Part) -> bool:
    """Tell whether the last row of a part is a label over what follows."""
    last = rows[part.rows[-1]]
    return len(part.rows) > part.header_rows and bool(last[0]) and not any(last[1:])


def _end_of_header(rows: Grid, at: int) -> int:
    """Return where header rows end that begin here; the same place where none do."""
    end = at
    while end < min(len(rows), at + _MOST_HEADERS) and not rows[end][0] and _are_names(rows[end][1:]):
        end += 1
    dated = [cell for row in rows[at:end] for cell in row[1:] if cell and is_date_cell(cell)]
    return end if len(dated) >= _FEWEST_DATES else at


def _are_names(cells: Sequence[str]) -> bool:
    return any(cells) and all(map(names_column, cells))


def with_whole_labels(rows: Grid, header_rows: int) -> Rows:
    """Join the columns that name a record where the first one does not: year, region, measure, value.

    Where labels repeat, the next columns of words are joined, and the words over them; a column with figures
    is a value. A label that is said once for several rows, as pivot tables do, holds for all of them.
    """
    body = _filled_down(rows[header_rows:])
    names = 1 + _worded_columns(body) if _repeats(body) else 1
    if names == 1:
        return [list(row) for row in rows]
    whole = (*rows[:header_rows], *body)
    return [[reduce(_joined, row[:names]), *row[names:]] for row in whole]


def _filled_down(body: Grid) -> Rows:
    """Give rows that begin with a second name the first one of the row above, where that has two as well."""
    found: Rows = []
    for row in body:
        above = found[-1] if found else []
        goes_on = not row[0] and _has_second_name(row) and bool(above) and bool(above[0]) and bool(above[1])
        found.append([above[0], *row[1:]] if goes_on and not is_figure_cell(above[1]) else list(row))
    return found


def _has_second_name(row: Sequence[str]) -> bool:
    """Tell a row whose second cell is words, with figures behind."""
    return len(row) > 2 and bool(row[1]) and not is_figure_cell(row[1]) and any(map(is_figure_cell, row[2:]))


def _joined(first: str, second: str) -> str:
    """Join two names of a record: ``2031 Q1`` is one period, ``2031, Nordics`` a year and a region."""
    apart = " " if is_date_cell(first) and is_date_cell(second) else ", "
    return apart.join(dict.fromkeys(filter(None, (first, second))))


def _repeats(body: Grid) -> bool:
    labels = [row[0] for row in body]
    whole = all(labels) and len(labels) >= _FEWEST_REPEATED
    return whole and len(set(labels)) <= _MOST_UNIQUE * len(labels)


def _worded_columns(body: Grid) -> int:
    """Return how many columns behind the first hold words or dates in every row, with figures behind them.

    A row whose label stands once, such as a total, needs none.
    """
    told = Counter(row[0] for row in body)
    behind = [max((at for at, cell in enumerate(row) if is_figure_cell(cell)), default=0) for row in body]
    for column in range(1, min(_MOST_NAMES, *behind) + 1):
        for row in body:
            if is_figure_cell(row[column]) or not (row[column] or told[row[0]] == 1):
                return column - 1
    return min(_MOST_NAMES, *behind)

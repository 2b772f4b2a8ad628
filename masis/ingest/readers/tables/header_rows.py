"""Header rows: which rows on top of a grid of cells name its columns, and which columns are parts of one.

For files that say which cells stand side by side: Word, web pages, sheets, slides, Markdown. Of a PDF page
the places of the words tell (``headers``).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from masis.domain.language.currencies import LETTERS, NAME, SIGN, SIGNS
from masis.domain.language.periods import find_periods, without_periods
from masis.domain.language.units import SCALE_NAME, declared_unit, is_unit
from masis.ingest.readers.tables.aligned import is_number
from masis.ingest.readers.tables.figures import is_currency
from masis.ingest.readers.tables.headers import is_scale
from masis.ingest.readers.tables.rows import is_year

_MOST = 5
"""Rows that a header has at most."""
_LONGEST = 60
_PART = re.compile(r"[QH][1-4]|[1-4][QH]")
"""A part of a year that stands over a column under the year itself."""
_LETTER = re.compile(r"[^\W\d_]")
_SCALED = re.compile(
    rf"\A(?:(?:all |figures |amounts |expressed )*in )?(?:{SIGN}|[A-Z]{{3}}\b|{NAME}|{LETTERS}\b)\s?(?:in\s)?"
    rf"(?:['‘’]?000s?|mn?\b|bn\b|{SCALE_NAME}\b)",
    re.IGNORECASE,
)
_DATED = re.compile(r"(?P<date>.*\b(?:19|20)\d\d[A-Z]?)\s+(?P<rest>[^\s(].*)\Z")
_SIGNS = frozenset({*SIGNS, "%"})
_NOTE = re.compile(r"\s*\(\w{1,2}\)|[*†]+")
_TAIL = re.compile(r"(?:[)%*†]|pp|bps|\(\w{1,2}\))+\Z")
"""What stands in a cell of its own behind a figure."""
_UNDATED = re.compile(
    r"(?:[a-z]{3,9}\.? \d{1,2}|\d{1,2} [a-z]{3,9}|\b(?:ended|ending))[,:]?\Z", re.IGNORECASE
)
"""Words that a year is to follow: ``Years ended December 31,``."""

Grid = Sequence[Sequence[str]]


def header_count(rows: Grid, told: int | None) -> int:
    """Return how many rows are header lines: those that the file tells, and those under them that go on.

    A row goes on that has no label, or one that says a scale or a date, where it says a date or a unit over
    some column, or nothing but words in a table of figures; or one that says a scale and nothing else; or one
    whose label is that of the header line above it, as one cell is that reaches over both.
    ``None``: the file tells nothing; the rows over the first figure, if all of them are such words, dates and
    scales.
    """
    if told is None:
        return _found(rows)
    count = told
    while (
        told
        and count < min(len(rows) - 1, _MOST)
        and (_is_merged(rows[count - 1], rows[count]) or _goes_on(rows[count], rows[count + 1 :]))
    ):
        count += 1
    return count


def _found(rows: Grid) -> int:
    first = next((at for at, row in enumerate(rows) if has_figure(row)), 0)
    named = [at for at, row in enumerate(rows[:first]) if any(row[1:])]
    count = named[-1] + 1 if named else 0
    return (
        count if count <= _MOST and all(names_column(cell) for row in rows[:count] for cell in row[1:]) else 0
    )


def _is_merged(above: Sequence[str], row: Sequence[str]) -> bool:
    """Tell a header line whose label is one cell with that of the line above, from names of columns alone."""
    return bool(row and row[0]) and row[0] == above[0] and any(row[1:]) and all(map(names_column, row[1:]))


def _goes_on(row: Sequence[str], below: Grid) -> bool:
    label, cells = (row[0] if row else ""), [cell for cell in row[1:] if cell]
    if not all(names_column(cell) or is_unit(cell) for cell in cells):
        return False
    dated = any(is_date_cell(cell) or _declares(cell) or is_unit(cell) for cell in cells)
    if len(cells) > 1 and all(map(_PART.fullmatch, cells)):
        return True
    if label:
        return _declares(label) or (dated and (is_date_cell(label) or bool(_UNDATED.search(label))))
    return dated or any(map(is_figure_cell, _of_first_labelled(below)))


def _of_first_labelled(rows: Grid) -> Sequence[str]:
    return next((row[1:] for row in rows if row and row[0] and any(row[1:])), ())


def names_column(cell: str) -> bool:
    """Tell a cell that can stand over a column: empty, a date, a scale, or words that are no figure."""
    return (
        not cell
        or is_date_cell(cell)
        or (not is_figure_cell(cell) and bool(_LETTER.search(cell)) and len(cell) <= _LONGEST)
    )


def has_figure(row: Sequence[str]) -> bool:
    """Tell whether a row has a number behind its label."""
    return any(map(is_figure_cell, row[1:]))


def _declares(cell: str) -> bool:
    """Tell words that only say what figures are in: ``€m``, ``All figures in USD '000``."""
    return is_scale(cell) or (len(cell) <= _LONGEST and _SCALED.search(cell) is not None)


def is_figure_cell(cell: str) -> bool:
    """Tell a number or the sign of one from words and dates."""
    return (is_number(cell) or is_currency(cell)) and not is_date_cell(cell)


def is_date_cell(cell: str) -> bool:
    """Tell a cell that says a period and no number beside it."""
    if len(cell) > _LONGEST:
        return False
    bare = _NOTE.sub("", cell)
    return is_year(bare) or (bool(find_periods(bare)) and not any(map(str.isdigit, without_periods(bare))))


def names_of(rows: Grid, width: int) -> list[str]:
    """Join header rows by column; words said over a column twice are said once.

    An upper cell spans the empty ones to its right. Where the first column has nothing over it, and each cell
    stands inside a group of its own of as many columns, not in its last one, each stands over its group. A
    date without its year over the labels goes on in the columns' years.
    """
    columns: list[list[str]] = [[] for _ in range(width)]
    for depth, row in enumerate(rows):
        cells = [*row, *[""] * (width - len(row))]
        for at, text in enumerate(_spread(cells) if depth < len(rows) - 1 else cells):
            if text and text not in columns[at][-1:]:
                columns[at].append(_aside(text) if columns[at] else text)
    if width > 1 and rows:
        years = [at for at in range(1, width) if columns[at] and is_year(_NOTE.sub("", columns[at][0]))]
        if columns[0] and years and _UNDATED.search(columns[0][-1]):
            opening = columns[0].pop()
            for at in years:
                columns[at].insert(0, opening)
    return [" ".join(words) for words in columns]


def with_years(headers: Sequence[str]) -> tuple[str, ...]:
    """Give quarters the year that is printed over one of those that follow each other.

    ``Q4``, ``2024 Q3``, ``Q2``, ``Q1``, ``2023 Q4``: the first four are of 2024.
    """
    quarters = [_quarter(header) for header in headers]
    found, start = list(headers), 0
    for end in range(1, len(headers) + 1):
        if end < len(headers) and _follows(quarters, start, end):
            continue
        years = {year for year, number in quarters[start:end] if year and number}
        if len(years) == 1:
            said = f"{years.pop()} "
            for at in range(start, end):
                found[at] = headers[at] if quarters[at][0] else said + headers[at]
        start = end
    return tuple(found)


def _quarter(header: str) -> tuple[int, int]:
    """Return the year and the number of the one quarter a header names; 0 for what it does not."""
    periods = [period for mention in find_periods(header) for period in mention.periods]
    number = next((int(period.part[1]) for period in periods if period.part[:1] == "Q"), 0)
    year = next((period.year for period in periods if period.year), 0)
    return (year, number) if number else (0, 0)


def _follows(quarters: Sequence[tuple[int, int]], start: int, at: int) -> bool:
    """Tell whether a quarter goes on where those from ``start`` go, up or down."""
    before, here = quarters[at - 1][1], quarters[at][1]
    first = quarters[start + 1][1] - quarters[start][1] if at > start + 1 else here - before
    return bool(before and here) and here - before == first in {1, -1}


def _aside(words: str) -> str:
    """Put a unit that stands under a name into brackets: ``Gross pay (£)``; a scale is one by itself."""
    return f"({words})" if is_unit(words) and "(" not in words and not is_scale(words) else words


def parted(header: str) -> str:
    """Part a date from the unit behind it, or ``2019 €m`` is an amount."""
    found = _DATED.match(header)
    if found is None or declared_unit(found["rest"]) is None:
        return header
    return f"{found['date']}, {found['rest']}"


def _spread(cells: Sequence[str]) -> list[str]:
    """Return an upper header row with each cell over all columns that it spans."""
    filled = [at for at, text in enumerate(cells) if text and at]
    spread = list(cells)
    for first, last, text in _spans(cells, filled):
        spread[first:last] = [text] * (last - first)
    return spread


def _spans(cells: Sequence[str], filled: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    if not filled:
        return
    width = len(cells) - 1
    group = width // len(filled)
    centred = filled[0] > 1 and group * len(filled) == width
    inside = [(at - 1) // group == number and at % group for number, at in enumerate(filled)]
    if centred and all(inside):
        for number, at in enumerate(filled):
            yield 1 + number * group, 1 + (number + 1) * group, cells[at]
        return
    for at, following in pairwise((*filled, len(cells))):
        yield at, following, cells[at]


def whole_columns(rows: Grid) -> list[list[str]]:
    """Put a currency sign, or what closes a figure, into the cell of its figure.

    Web pages and Word set ``$``, ``1,234`` and ``)`` side by side. Two columns become one where some row has
    such a pair in them and no row has anything else in both.
    """
    width = max(map(len, rows), default=0)
    grid = [[*row, *[""] * (width - len(row))] for row in rows]
    at = 1
    while at + 1 < width:
        pairs = [(row[at], row[at + 1]) for row in grid if row[at] and row[at + 1]]
        if pairs and all(_is_pair(left, right) for left, right in pairs):
            for row in grid:
                row[at : at + 2] = [row[at] + row[at + 1]]
            width -= 1
        else:
            at += 1
    return grid


def _is_pair(left: str, right: str) -> bool:
    return is_currency(left) or (bool(_TAIL.match(right)) and any(map(str.isdigit, left)))

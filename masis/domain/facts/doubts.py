"""Doubts: rows of a document whose figures its other tables give for another year."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from masis.domain.facts.values import TablePage

_DIGITS = re.compile(r"\d")
_FEWEST_DIGITS = 4
"""Shorter figures recur by chance."""


class _Printed(NamedTuple):
    """A figure of a row with its year."""

    table: int
    row: int
    """Where it begins in the text of its page."""
    what: tuple[str, str]
    """The label, and the digits."""
    year: str


def doubtful_rows(pages: Sequence[TablePage]) -> frozenset[tuple[int, int]]:
    """Return the rows, by table and place, whose figures stand under another year as often elsewhere.

    A header that belongs to the table before moves all values of a table by a column; balance sheet and
    notes then give the same figure for different years, and nothing tells which of them is right.
    """
    years: dict[tuple[str, str], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    printed = [*_figures(pages)]
    for figure in printed:
        years[figure.what][figure.year].add(figure.table)
    return frozenset((figure.table, figure.row) for figure in printed if _clashes(figure, years[figure.what]))


def _clashes(figure: _Printed, years: Mapping[str, set[int]]) -> bool:
    own = years[figure.year]
    return any(
        len(tables) >= len(own) and not tables & own for year, tables in years.items() if year != figure.year
    )


def _figures(pages: Sequence[TablePage]) -> Iterator[_Printed]:
    number = -1
    for page in pages:
        for table in page.tables:
            number += 1
            for row in table.rows:
                label = " ".join(row.label.split()).casefold()
                for cell in row.cells if label else ():
                    digits = "".join(_DIGITS.findall(cell.text))
                    year = table.columns[cell.column].period[:4]
                    if year and len(digits) >= _FEWEST_DIGITS:
                        yield _Printed(number, row.char_start, (label, digits), year)

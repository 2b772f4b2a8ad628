"""Wrapped dates: years that found no room beside their day and stand below it as figures do."""

import re
from collections.abc import Sequence
from itertools import pairwise

from masis.ingest.readers.tables.rows import Cell, TableRow

_DAY = re.compile(r"(?:\d{1,2} [A-Z][a-z]{2,8}\.?|[A-Z][a-z]{2,8}\.? \d{1,2},?)\Z")
_YEAR = re.compile(r"(?:['’]?|19|20)\d\d\Z")
_SAME_PLACE = 3.0
"""Points between the edges or the middles of the two lines of a date."""
_NEXT_LINE = 1.6


def read_years(rows: Sequence[TableRow]) -> None:
    """Take the figures of a row without a label for years where each stands right below a day."""
    for above, row in pairwise(rows):
        near = above.base - row.base < _NEXT_LINE * row.size
        if (
            near
            and row.values
            and not row.labels
            and not above.values
            and _are_years(row.values, above.labels)
        ):
            row.labels, row.values, row.years = row.values, [], True


def _are_years(values: Sequence[Cell], days: Sequence[Cell]) -> bool:
    return all(
        _YEAR.match(value.text) and any(_DAY.match(day.text) and _stand_below(value, day) for day in days)
        for value in values
    )


def _stand_below(value: Cell, day: Cell) -> bool:
    return min(abs(value.right - day.right), abs(value.center - day.center)) < _SAME_PLACE

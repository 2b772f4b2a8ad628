"""Boxes: which columns a header cell spans that stands in the middle of the boxes of its columns.

Browsers and word processors set a spanning cell in the middle of the whole width of its columns, room at
their left included. Figures and names at the right of their boxes hide where those begin: a box begins where
the one before it ends. So the middle of the words lies left of the middle of the figures.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

_SAME_RIGHT = 3.0
"""Points between the right edges of a column's name and its figures that are set at the right."""
_MOST_PADDING = 12.0
"""Points between figures and the end of their box."""
_MISSED = 2.0
"""Points by which words may miss the middle of their box."""
_FLUSH = 1.0
"""Points between the right edges of a name and of the figures of the one column that it names."""
_SKIPPED = 6.0
"""What it costs to leave a column without a cell over it."""
_WIDEST_FIRST = 1.5
"""Widths of the widest column that the first one, whose begin nothing shows, may have at most."""


class Placed(Protocol):
    """Words or figures on a page."""

    left: float
    right: float

    @property
    def center(self) -> float:
        """Where its middle stands."""
        ...


class _Way(NamedTuple):
    """A way to share the first columns among the first cells."""

    cost: float
    parts: list[list[int]]


def boxed(
    over: Sequence[Placed], columns: Sequence[Placed], named: Mapping[int, tuple[float, float]]
) -> list[list[int]] | None:
    """Return the columns of each cell, in order; ``None`` where names and figures stand at no common right.

    ``named``: left and right edges of the names of single columns.
    """
    at_right = len(named) == len(columns) and all(
        abs(named[number][1] - column.right) < _SAME_RIGHT for number, column in enumerate(columns)
    )
    if not at_right or len(over) < 2:
        return None
    flush = [
        [number for number, column in enumerate(columns) if abs(cell.right - column.right) < _FLUSH]
        for cell in over
    ]
    if all(flush):  # upper lines of single names
        return flush
    ends = _ends(columns, named)
    best: dict[int, _Way] = {0: _Way(0.0, [])}
    for cell in over:
        following: dict[int, _Way] = {}
        for begin, way in best.items():
            for first in range(begin, len(columns)):
                for last in range(first, len(columns)):
                    missed = _missed(cell, ends, first, last)
                    cost = way.cost + missed + _SKIPPED * (first - begin)
                    if missed < _MISSED and (last + 1 not in following or cost < following[last + 1].cost):
                        following[last + 1] = _Way(cost, [*way.parts, [*range(first, last + 1)]])
        best = following
    ways = [(way.cost + _SKIPPED * (len(columns) - end), way.parts) for end, way in best.items()]
    return min(ways)[1] if ways else None


def _ends(columns: Sequence[Placed], named: Mapping[int, tuple[float, float]]) -> list[float]:
    """Return where the boxes end, after where the first one begins at the latest."""
    rights = [column.right for column in columns]
    return [min(columns[0].left, named[0][0]), *rights]


def _missed(cell: Placed, ends: Sequence[float], first: int, last: int) -> float:
    """Return by how much a cell misses the place it has over some columns."""
    begin, end = ends[first], ends[last + 1]
    if cell.right > end + _MOST_PADDING:
        return _SKIPPED
    if first == last and abs(cell.right - end) < _MISSED:
        return abs(cell.right - end)
    off = cell.center - (begin + end) / 2
    if first:
        return max(-off, off - _MOST_PADDING, begin - cell.left, 0.0)
    widest = max((right - left for left, right in pairwise(ends[1:])), default=0.0)
    room = max((_WIDEST_FIRST * widest - (ends[1] - begin)) / 2, 0.0)
    return max(off - _MOST_PADDING, -off - room, 0.0)

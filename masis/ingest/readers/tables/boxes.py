"""Boxes: which columns a header cell spans that stands in the middle of the boxes of its columns.

Browsers and word processors set a spanning cell in the middle of the whole width of its columns, room at
their left included. Figures and names at the right of their boxes hide where those begin: a box begins where
the one before it ends. So the middle of the words lies left of the middle of the figures.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, pairwise
from typing import NamedTuple, Protocol

_SAME_RIGHT = 0.33
"""Heights of a line between the right edges of a column's name and its figures that are set at the right."""
_MOST_PADDING = 1.33
"""Heights of a line between figures and the end of their box."""
_MISSED = 0.22
"""Heights of a line by which words may miss the middle of their box."""
_FLUSH = 0.11
"""Heights of a line between the right edges of a name and of the figures of the one column that it names."""
_SKIPPED = 0.67
"""What, in heights of a line, it costs to leave a column without a cell over it."""
_WIDEST_FIRST = 1.5
"""Widths of the widest column that the first one, whose begin nothing shows, may have at most."""

_MOST_COLUMNS = 40
"""Of a table whose boxes are looked at: the ways to share them grow with the fourth power."""


class Placed(Protocol):
    """Words or figures on a page."""

    left: float
    right: float


class _Way(NamedTuple):
    """A way to share the first columns among the first cells."""

    cost: float
    parts: list[list[int]]


def boxed(
    over: Sequence[Placed],
    columns: Sequence[Placed],
    named: Mapping[int, Sequence[tuple[float, float]]],
    size: float,
    labels: float = 0.0,
) -> list[list[int]] | None:
    """Return the columns of each cell, in order; ``None`` where names and figures stand at no common right.

    ``named``: where the lines of the name of each column begin and end; ``size``: the height of a line;
    ``labels``: where the labels end, right of which the first box begins.
    """
    at_right = len(named) == len(columns) and all(
        abs(end - column.right) < _SAME_RIGHT * size
        for number, column in enumerate(columns)
        for _, end in named[number]
    )
    if not at_right or not 1 < len(over) <= len(columns) <= _MOST_COLUMNS:
        return None
    flush = [
        [number for number, column in enumerate(columns) if abs(cell.right - column.right) < _FLUSH * size]
        for cell in over
    ]
    if all(flush):  # upper lines of single names
        return flush
    begin = min(columns[0].left, *(left for left, _ in named[0]))
    ends = [begin, *(column.right for column in columns)]
    widest = max((after - before for before, after in pairwise(ends[1:])), default=0.0)
    earliest = max(labels, ends[1] - _WIDEST_FIRST * widest)
    return _shared(over, [end / size for end in ends], size, max(begin - earliest, 0.0) / size)


def _shared(
    over: Sequence[Placed], ends: Sequence[float], size: float, room: float
) -> list[list[int]] | None:
    """Share columns among cells, in order; ``ends``: of the boxes, after where the first begins at latest.

    ``room``: how much earlier it may begin.
    """
    count = len(ends) - 1
    best: dict[int, _Way] = {0: _Way(0.0, [])}
    for cell in over:
        following: dict[int, _Way] = {}
        for begin, way in best.items():
            for first, last in combinations_with_replacement(range(begin, count), 2):
                missed = _missed((cell.left / size, cell.right / size), ends, first, last, room)
                cost = way.cost + missed + _SKIPPED * (first - begin)
                if missed < _MISSED and (last + 1 not in following or cost < following[last + 1].cost):
                    following[last + 1] = _Way(cost, [*way.parts, [*range(first, last + 1)]])
        best = following
    ways = [(way.cost + _SKIPPED * (count - end), way.parts) for end, way in best.items()]
    return min(ways)[1] if ways else None


def _missed(cell: tuple[float, float], ends: Sequence[float], first: int, last: int, room: float) -> float:
    """Return by how many heights a cell misses the place it has over some columns."""
    (left, right), begin, end = cell, ends[first], ends[last + 1]
    if right > end + _MOST_PADDING:
        return _SKIPPED
    if first == last and abs(right - end) < _MISSED:
        return abs(right - end)
    off = (left + right - begin - end) / 2
    if first:
        return max(-off, off - _MOST_PADDING, begin - left, 0.0)
    return max(off - _MOST_PADDING, -off - room / 2, 0.0)

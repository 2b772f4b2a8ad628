"""Columns: which lines of a page stand side by side, and which are read together."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

from masis.ingest.readers.lines import Line, Rule

_FEWEST_LINES = 5
"""Lines on either side that make two columns of a page."""
_MIDDLE = (0.38, 0.62)
_GUTTER = 6.0
_INDENTED = 30.0
_ALIGNED = 0.5
"""Part of the lines on the right that must begin near one place."""
_MOST_CROSSING = 2
"""Lines drawn over a gutter from which on what stands on its sides is one table."""
_DRAWN_OVER = 10.0
"""Points on each side of a gutter that a line drawn over it covers."""
_PIECES_APART = 1.0


def side_by_side(lines: Sequence[Line], width: float, rules: Sequence[Rule] = ()) -> list[list[int]]:
    """Return the numbers of the lines that are read together, top to bottom and left before right.

    What lines are drawn across is one table, whatever stands in its middle.
    """
    whole = [*range(len(lines))]
    gutter = _gutter(lines, width)
    if gutter is None:
        return [whole]
    ordered = sorted(whole, key=lambda number: -lines[number].top)
    crossing = {number for number in whole if _side(lines[number], gutter) == "across"}
    groups: list[list[int]] = []
    for is_across, run in groupby(ordered, key=lambda number: number in crossing):
        numbers = [*run]
        left = [number for number in numbers if _side(lines[number], gutter) == "left"]
        right = [number for number in numbers if _side(lines[number], gutter) == "right"]
        enough = min(_heights(lines, left), _heights(lines, right)) >= _FEWEST_LINES
        if not is_across and enough and not _is_ruled([lines[number] for number in numbers], gutter, rules):
            groups += [left, right, []]
        elif groups and groups[-1]:
            groups[-1] += numbers
        else:
            groups.append(numbers)
    return [sorted(group) for group in groups if group]


def _heights(lines: Sequence[Line], numbers: Sequence[int]) -> int:
    return len({round(lines[number].bottom) for number in numbers})


def _gutter(lines: Sequence[Line], width: float) -> float | None:
    """Return where the right column begins: many lines of words begin there, and many end before."""
    starts = sorted(
        line.left
        for line in lines
        if _MIDDLE[0] * width < line.left < _MIDDLE[1] * width and line.text[:1].isalpha()
    )
    if len(starts) < _FEWEST_LINES:
        return None
    best = max(starts, key=lambda left: sum(abs(other - left) < 2 for other in starts))
    right = [line for line in lines if line.left > best - _GUTTER]
    aligned = sum(line.left < best + _INDENTED for line in right)
    before = sum(1 for line in lines if line.right < best - _GUTTER)
    enough = aligned >= max(_FEWEST_LINES, _ALIGNED * len(right)) and before >= _FEWEST_LINES
    return _outermost(lines, best) - _GUTTER if enough else None


def _outermost(lines: Sequence[Line], begin: float) -> float:
    """Return where the bullets and headings of a column begin, most of whose lines are set in."""
    outer = sorted(line.left for line in lines if begin - _INDENTED < line.left < begin)
    before = [line.right for line in lines if line.left < begin - _INDENTED and line.right < begin]
    return next((left for left in outer if not any(left - _GUTTER < end for end in before)), begin)


def _side(line: Line, gutter: float) -> str:
    if line.right <= gutter + _GUTTER:
        return "left"
    return "right" if line.left >= gutter else "across"


def _is_ruled(lines: Sequence[Line], gutter: float, rules: Sequence[Rule]) -> bool:
    """Tell whether lines are drawn over a gutter between some lines of words."""
    low, high = min(line.bottom for line in lines), max(line.top for line in lines)
    drawn: defaultdict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        if low < rule.height < high:
            drawn[round(rule.height)].append(rule)
    return sum(_covers(sorted(pieces), gutter) for pieces in drawn.values()) >= _MOST_CROSSING


def _covers(pieces: Sequence[Rule], gutter: float) -> bool:
    """Tell whether the pieces of a drawn line, from left to right, lead over a gutter."""
    reached: float | None = None
    for piece in pieces:
        if reached is None or piece.left > reached + _PIECES_APART:
            reached = piece.right if piece.left < gutter - _DRAWN_OVER else None
        else:
            reached = max(reached, piece.right)
        if reached is not None and reached > gutter + _DRAWN_OVER:
            return True
    return False

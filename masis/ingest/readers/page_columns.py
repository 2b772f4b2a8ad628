"""Page columns: which lines stand beside each other in two columns of a page."""

from collections.abc import Sequence
from itertools import groupby

from masis.ingest.readers.lines import Line

_FEWEST_LINES = 5
"""Lines on either side that make two columns of a page."""
_MIDDLE = (0.38, 0.62)
_GUTTER = 6.0
_INDENTED = 30.0
_ALIGNED = 0.5
"""Part of the lines on the right that must begin near one place."""


def side_by_side(lines: Sequence[Line], width: float) -> list[list[int]]:
    """Return the numbers of the lines that are read together, top to bottom and left before right."""
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
        if not is_across and min(_heights(lines, left), _heights(lines, right)) >= _FEWEST_LINES:
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
    return best - _GUTTER if enough else None


def _side(line: Line, gutter: float) -> str:
    if line.right <= gutter + _GUTTER:
        return "left"
    return "right" if line.left >= gutter else "across"

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
_SAME_ROW = 0.3
"""Part of the height of a line above which another may begin that stands beside it."""
_UNDERLINED, _NEXT = 0.8, 1.5
"""Heights of a line that a header stands above the line drawn under it, and its upper lines above it."""
_WIDE = 0.25
"""Part of the page that a line drawn in a table of its own takes; what underlines columns is narrower."""
_FEWEST_DRAWN = 3
"""Lines drawn on either side that make two tables."""


def side_by_side(lines: Sequence[Line], width: float, rules: Sequence[Rule] = ()) -> list[list[int]]:
    """Return the numbers of the lines that are read together, top to bottom and left before right.

    What lines are drawn across is one table, whatever stands in its middle.
    """
    whole = [*range(len(lines))]
    gutter = _gutter(lines, width, rules)
    if gutter is None:
        return [whole]
    ordered = sorted(whole, key=lambda number: -lines[number].top)
    crossing = {number for number in whole if _side(lines[number], gutter) == "across"}
    groups: list[list[int]] = []
    for is_across, run in groupby(ordered, key=lambda number: number in crossing):
        numbers: list[int] = [*run]
        tail: list[int] = []
        if not is_across and numbers[-1] != ordered[-1]:  # a table may follow
            following = ordered[ordered.index(numbers[-1]) + 1]
            drawn = _crossing([lines[number] for number in (*numbers, following)], gutter, rules)
            beside = _beside(numbers, lines, lines[following])
            numbers, tail = _without_header(numbers, lines, gutter, [*drawn, beside])
        left = [number for number in numbers if _side(lines[number], gutter) == "left"]
        right = [number for number in numbers if _side(lines[number], gutter) == "right"]
        enough = min(_heights(lines, left), _heights(lines, right)) >= _FEWEST_LINES
        if not is_across and enough and not _is_ruled([lines[number] for number in numbers], gutter, rules):
            groups += [left, right, tail]
        elif groups and groups[-1]:
            groups[-1] += numbers + tail
        else:
            groups.append(numbers + tail)
    return [sorted(group) for group in groups if group]


def _without_header(
    numbers: Sequence[int], lines: Sequence[Line], gutter: float, rules: Sequence[float]
) -> tuple[list[int], list[int]]:
    """Part lines, from top to bottom, from those of a table whose header is underlined across the gutter.

    The header stands right over the line drawn, and what is bold right above that is of the table too.
    ``rules``: heights of what is drawn across, or of a line of words across that others stand beside.
    """
    for drawn in sorted(rules, reverse=True):
        cut = next(
            place
            for place in range(len(numbers) + 1)
            if all(lines[number].bottom < drawn for number in numbers[place:])
        )
        below = [_side(lines[number], gutter) for number in numbers[cut:]]
        if "left" in below and "right" in below:  # columns of text, under the title of the page
            continue
        top = drawn
        while cut and _is_header(lines[numbers[cut - 1]], top, drawn):
            cut -= 1
            top = max(top, lines[numbers[cut]].top)
        return [*numbers[:cut]], [*numbers[cut:]]
    return [*numbers], []


def _beside(numbers: Sequence[int], lines: Sequence[Line], across: Line) -> float:
    """Return below which height lines stand in the row of one that crosses the gutter; 0 where none does."""
    height = across.top - _SAME_ROW * (across.top - across.bottom)
    return height if any(lines[number].bottom < height for number in numbers) else 0.0


def _is_header(line: Line, below: float, drawn: float) -> bool:
    size = line.top - line.bottom
    return line.bottom - drawn < _UNDERLINED * size or (line.bold and line.bottom - below < _NEXT * size)


def _heights(lines: Sequence[Line], numbers: Sequence[int]) -> int:
    return len({round(lines[number].bottom) for number in numbers})


def _gutter(lines: Sequence[Line], width: float, rules: Sequence[Rule]) -> float | None:
    """Return where the right column begins: many lines of words begin there, and many end before.

    Two tables stand beside each other where lines are drawn on either side and none over the gutter; in the
    cells of the right one most lines begin elsewhere.
    """
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
    if min(aligned, before) < _FEWEST_LINES:
        return None
    gutter = _outermost(lines, best) - _GUTTER
    enough = aligned >= _ALIGNED * len(right) or _are_ruled_apart(rules, gutter, width)
    return gutter if enough else None


def _are_ruled_apart(rules: Sequence[Rule], gutter: float, width: float) -> bool:
    """Tell whether wide lines are drawn on both sides of a gutter, and none over it beside those."""
    whole = [rule for pieces in _by_height(rules) for rule in _whole(pieces)]
    wide = [rule for rule in whole if rule.right - rule.left > _WIDE * width]
    left = [rule.height for rule in wide if rule.right < gutter + _GUTTER]
    right = [rule.height for rule in wide if rule.left > gutter - _GUTTER]
    if min(len(left), len(right)) < _FEWEST_DRAWN:
        return False
    low, high = max(min(left), min(right)), min(max(left), max(right))
    return not any(low <= rule.height <= high and rule.left < gutter < rule.right for rule in whole)


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
    return len(_crossing(lines, gutter, rules)) >= _MOST_CROSSING


def _crossing(lines: Sequence[Line], gutter: float, rules: Sequence[Rule]) -> list[float]:
    """Return the heights of what is drawn over a gutter between some lines of words."""
    low, high = min(line.bottom for line in lines), max(line.top for line in lines)
    pieces = _by_height([rule for rule in rules if low < rule.height < high])
    return [drawn[0].height for drawn in pieces if any(_covers(rule, gutter) for rule in _whole(drawn))]


def _covers(rule: Rule, gutter: float) -> bool:
    return rule.left < gutter - _DRAWN_OVER and rule.right > gutter + _DRAWN_OVER


def _by_height(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Return the pieces of each drawn line, from left to right."""
    drawn: defaultdict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        drawn[round(rule.height)].append(rule)
    return [sorted(pieces) for pieces in drawn.values()]


def _whole(pieces: Sequence[Rule]) -> list[Rule]:
    """Join the pieces of one drawn line that touch."""
    whole: list[Rule] = []
    for piece in pieces:
        if whole and piece.left <= whole[-1].right + _PIECES_APART:
            whole[-1] = whole[-1]._replace(right=max(whole[-1].right, piece.right))
        else:
            whole.append(piece)
    return whole

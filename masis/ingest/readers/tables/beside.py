"""Beside: two tables that share their lines, the second with its labels behind the values of the first."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from masis.ingest.readers.tables.rows import Cell, TableRow, is_dating

_SAME_LEFT = 3.0
"""Points within which the labels of one column begin."""
_FEWEST_LABELS = 3
_FEWEST_BEFORE = 2
_DISTINCT = 0.8
"""Part of the labels of a column that differ; words for a value repeat."""
_LABELLED = 0.6
"""Part of the rows with figures on the right that have a label there."""
_NEXT_ROW = 4.0
"""Heights of a line within which the next row of the same table stands."""
_LETTERS = 3
_ENDS_VALUE = (*"0123456789", "%")


class Beside(NamedTuple):
    """Two tables on rows ``top`` to ``end``."""

    top: int
    end: int
    left: Sequence[TableRow]
    right: Sequence[TableRow]


def beside(rows: Sequence[TableRow], start: int) -> Beside | None:
    """Return the two tables of which the first row with figures is ``start``; ``None`` where it is one."""
    end = start + 1
    while end < len(rows) and rows[end - 1].base - rows[end].base < _NEXT_ROW * rows[end].size:
        end += 1
    begin = _second_labels(rows[start:end])
    if begin is None:
        return None
    before = [cell.right for row in rows[start:end] for cell in row.cells if _stands_before(cell, begin)]
    gutter = (max(before) + begin) / 2
    first = next((place for place in range(start, end) if _crosses(rows[place], gutter)), end)
    top = start
    while top > 0 and not rows[top - 1].values and not _crosses(rows[top - 1], gutter):
        top -= 1
    halves = [
        [half for row in rows[top:first] if (half := _half(row, gutter, is_right=is_right)).cells]
        for is_right in (False, True)
    ]
    return Beside(top, first, *halves) if all(_is_table(half) for half in halves) else None


def _stands_before(cell: Cell, begin: float) -> bool:
    return cell.left < begin - _SAME_LEFT and cell.right < begin


def _crosses(row: TableRow, gutter: float) -> bool:
    return any(cell.left < gutter < cell.right for cell in row.cells)


def _is_table(rows: Sequence[TableRow]) -> bool:
    return sum(bool(row.values and row.labels) for row in rows) >= _FEWEST_BEFORE


def _second_labels(rows: Sequence[TableRow]) -> float | None:
    """Return where the second column of labels begins: different words, with figures on both sides."""
    places = [
        (cell.left, cell.text)
        for row in rows
        for before, cell in pairwise(row.cells)
        if _is_name(cell) and before.right < cell.left and cell.right < _last_figure(row)
    ]
    if len(places) < _FEWEST_LABELS:
        return None
    begin = max((left for left, _ in places), key=lambda left: sum(_near(left, other) for other, _ in places))
    names = [text for left, text in places if _near(left, begin)]
    before = sum(any(cell.right < begin and _has_digit(cell) for cell in row.values) for row in rows)
    behind = sum(_last_figure(row) > begin for row in rows)
    if before < _FEWEST_BEFORE or len(names) < max(_FEWEST_LABELS, _LABELLED * behind):
        return None
    return begin if len({*names}) >= _DISTINCT * len(names) else None


def _last_figure(row: TableRow) -> float:
    return max((cell.left for cell in row.values if _has_digit(cell)), default=0.0)


def _near(left: float, other: float) -> bool:
    return abs(left - other) < _SAME_LEFT


def _is_name(cell: Cell) -> bool:
    """Tell words from dates, rates and other values that open with a letter."""
    letters = sum(map(str.isalpha, cell.text))
    return cell.text[:1].isalpha() and letters >= _LETTERS and not cell.text.endswith(_ENDS_VALUE)


def _has_digit(cell: Cell) -> bool:
    return any(map(str.isdigit, cell.text)) and not _is_name(cell)


def _half(row: TableRow, gutter: float, *, is_right: bool) -> TableRow:
    """Return what of a row stands on one side; words before its first figure are its label."""
    cells = [cell for cell in row.cells if (cell.center > gutter) is is_right]
    first = next((cell.left for cell in cells if _has_digit(cell)), None) if row.values else None
    labels = [cell for cell in cells if cell in row.labels or (first is not None and cell.left < first)]
    values = [cell for cell in cells if cell not in labels] if first is not None else []
    return TableRow(
        base=row.base,
        size=row.size,
        left=min((cell.left for cell in cells), default=row.left),
        right=max((cell.right for cell in cells), default=row.right),
        bold=row.bold,
        text=" ".join(cell.text for cell in cells),
        lines=row.lines,
        labels=labels if values or first is not None else cells,
        values=values,
        years=row.years and any(is_dating(cell.text) for cell in cells),
    )

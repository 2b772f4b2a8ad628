"""Table headers: which header cell stands over which columns, line by line from the figures upwards."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from masis.ingest.readers.lines import Rule
from masis.ingest.readers.table_columns import TableColumn
from masis.ingest.readers.table_rows import Cell, TableRow

_SCALE = re.compile(
    r"\W*(?:(?:u\.?s\.? )?dollars|amounts|tables?|shares|data|[$€£])?[,\s]*(?:\bin\b\s+)?(?:[$€£]\s*)?"
    r"\b(?:millions|thousands|billions)\b.{0,140}\Z",
    re.IGNORECASE,
)
_SPANNING = re.compile(
    r"ended\b|ending\b|change|variance|increase|december 31|years? |\bvs\.?\b", re.IGNORECASE
)
"""What often stands over several columns."""
_NEVER = 1e9

Spread = tuple[float, list[list[int]]]
"""Cost of a way to share columns among cells, and the columns of each."""


class Bound(NamedTuple):
    """Header words over each column, and what stands left of them."""

    headers: list[str]
    left: list[str]


class _Row(NamedTuple):
    cells: list[Cell]
    hits: list[list[int]]


def bind(
    rows: Sequence[TableRow], columns: Sequence[TableColumn], rules: Sequence[Rule], edge: float
) -> Bound:
    """Bind header rows to columns; what has its middle left of ``edge`` belongs to the labels."""
    headers: list[list[str]] = [[] for _ in columns]
    left: list[str] = []
    below, is_full = _Row([], []), False
    for row in reversed(rows):
        cells = sorted([*row.labels, *row.values], key=lambda cell: cell.left)
        over = [cell for cell in cells if cell.center > edge]
        if len(over) < 2:
            over = [cell for cell in over if not is_scale(cell.text)]
        left[:0] = [cell.text for cell in cells if cell not in over]
        if not over:
            continue
        is_full = is_full or len(over) == len(columns)
        hits = _hits(_Row(over, below.hits), below, columns, _rules_under(over, row, rules, edge), is_full)
        below = _Row(over, hits)
        for cell, places in zip(over, hits, strict=True):
            for place in places:
                headers[place].insert(0, cell.text)
    return Bound([" ".join(words) for words in headers], left)


def _rules_under(cells: Sequence[Cell], row: TableRow, rules: Sequence[Rule], edge: float) -> list[Rule]:
    low, high = cells[0].base - 1.1 * row.size, cells[0].base + 1
    return [rule for rule in rules if low < rule.height < high and rule.right > edge]


def _hits(
    row: _Row, below: _Row, columns: Sequence[TableColumn], under: Sequence[Rule], is_full: bool
) -> list[list[int]]:
    """Return the columns of each cell of a header row."""
    over = row.cells
    if len(over) == len(columns):
        return [[number] for number in range(len(columns))]
    lower = [_cell_under(cell, below) for cell in over]
    if len(over) == len(below.cells) > 1 or len(set().union(*below.hits)) < len(columns):
        hits = [hit for hit in lower if hit is not None]
        if len(hits) == len(over):
            return hits
    nearest = [
        [min(range(len(columns)), key=lambda number: off(cell, columns[number : number + 1]))]
        for cell in over
    ]
    ruled = _by_rules(over, nearest, columns, under)
    if ruled is not None:
        return ruled
    if len(over) >= len(columns):
        return nearest
    return _by_middle(row, below, nearest, columns, is_full)


def _cell_under(cell: Cell, below: _Row) -> list[int] | None:
    """Return the columns of the cell of which this one is the upper line."""
    return next(
        (
            hit
            for lower, hit in zip(below.cells, below.hits, strict=True)
            if abs(cell.center - lower.center) < 4
        ),
        None,
    )


def _by_rules(
    over: Sequence[Cell],
    nearest: Sequence[Sequence[int]],
    columns: Sequence[TableColumn],
    under: Sequence[Rule],
) -> list[list[int]] | None:
    """Share the columns that lie on drawn rules, where each cell stands over one."""
    if not under:
        return None
    ruled = [
        number
        for number, column in enumerate(columns)
        if any(rule.left - 2 < column.right - 2 < rule.right + 2 for rule in under)
    ]
    stands = all(any(rule.left - 7 < cell.center < rule.right + 7 for rule in under) for cell in over)
    if len(ruled) < len(over) or not stands:
        return None
    cost, parts = spread(over, columns, ruled[0], ruled[-1])
    plain = sum(off(cell, columns[hit[0] : hit[0] + 1]) for cell, hit in zip(over, nearest, strict=True))
    if cost >= 25 * len(over) or cost >= 3 + plain:
        return None
    return [[number for number in part if number in ruled] for part in parts]


def _by_middle(
    row: _Row, below: _Row, nearest: list[list[int]], columns: Sequence[TableColumn], is_full: bool
) -> list[list[int]]:
    """Let cells that stand over the middle of several columns span them."""
    over = row.cells
    _, parts = spread(over, columns, 0, len(columns) - 1)
    if len(over) > 1 and len(parts) == len(over) and _fits(over, parts, nearest, columns, is_full):
        return parts
    if any(_SPANNING.search(cell.text) for cell in over):
        options = [
            spread(over, columns, low, high)
            for low in range(len(columns))
            for high in range(low + len(over) - 1, len(columns))
        ]
        cost, parts = min(options, key=lambda option: option[0] / len(over) - 1.5 * sum(map(len, option[1])))
        return parts if cost < 14 * len(over) else nearest
    lower = [_cell_under(cell, below) for cell in over]
    return [
        hit or _covered(cell, columns) or near for hit, cell, near in zip(lower, over, nearest, strict=True)
    ]


def _fits(
    over: Sequence[Cell],
    parts: Sequence[Sequence[int]],
    nearest: Sequence[Sequence[int]],
    columns: Sequence[TableColumn],
    is_full: bool,
) -> bool:
    def apart(cell: Cell, part: Sequence[int]) -> float:
        right = abs(cell.right - columns[part[-1]].right) if is_full else _NEVER
        return min(off(cell, columns[part[0] : part[-1] + 1]), right)

    if not all(len(part) > 1 and apart(cell, part) < 6 for cell, part in zip(over, parts, strict=True)):
        return False
    return is_full or all(
        off(cell, columns[hit[0] : hit[0] + 1]) > 8 for cell, hit in zip(over, nearest, strict=True)
    )


def _covered(cell: Cell, columns: Sequence[TableColumn]) -> list[int]:
    """Return the columns a wide cell reaches over."""
    return [
        number
        for number, column in enumerate(columns)
        if min(cell.right, column.right) - max(cell.left, column.left) > 0.5 * (column.right - column.left)
    ]


def off(cell: Cell, columns: Sequence[TableColumn]) -> float:
    """Return how far a cell is from the middle of its columns, or from the right edge of a single one."""
    middle = abs(cell.center - (columns[0].left + columns[-1].right) / 2)
    return min(middle, abs(cell.right - columns[0].right)) if len(columns) == 1 else middle


def spread(cells: Sequence[Cell], columns: Sequence[TableColumn], low: int, high: int) -> Spread:
    """Share columns ``low`` to ``high`` among cells, in order, so that each stands over its middle."""
    best: dict[tuple[int, int], Spread] = {(0, low): (0.0, [])}
    for number, cell in enumerate(cells):
        left = len(cells) - number - 1
        for (count, start), (cost, parts) in [*best.items()]:
            if count != number:
                continue
            for stop in range(start + 1, high + 2 - left):
                added = cost + off(cell, columns[start:stop])
                if (number + 1, stop) not in best or added < best[number + 1, stop][0]:
                    best[number + 1, stop] = (added, [*parts, [*range(start, stop)]])
    return best.get((len(cells), high + 1), (_NEVER, []))


def is_scale(text: str) -> bool:
    """Tell words that only say what figures are in: ``(in millions, except per share data)``."""
    return bool(_SCALE.match(text))

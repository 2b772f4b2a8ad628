"""Grid: the columns of a table's body, told by the right edge that their figures share."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from masis.ingest.readers.tables.rows import Cell, TableRow

_SAME_EDGE = 3.0
"""Points between right edges of one column, counted from value to value."""
_BESIDE = 4.0
"""Points between the two halves of a column whose figures are set by different signs."""
_MISSED = 6.0
"""Points by which a mark or a word may miss the edge of its column."""
_BRACKET = 0.3
"""A closing bracket hangs this part of the height outside its column."""


@dataclass(slots=True)
class TableColumn:
    """Where the values of a column stand."""

    left: float
    right: float
    rows: set[int] = field(default_factory=set)
    """Numbers of the rows with a value in it."""

    @property
    def center(self) -> float:
        """Where its middle stands."""
        return (self.left + self.right) / 2


def columns_of(rows: Sequence[TableRow]) -> list[TableColumn]:
    """Return the columns of a body, from left to right."""
    placed = [(value, number) for number, row in enumerate(rows) for value in row.values]
    columns = _merged(_clusters([item for item in placed if _has_digit(item[0])]))
    stray = [item for item in placed if not _has_digit(item[0]) and not _stands_near(*item, columns)]
    return (
        _merged(sorted([*columns, *_clusters(stray)], key=lambda column: column.right)) if stray else columns
    )


def _has_digit(value: Cell) -> bool:
    return any(character.isdigit() for character in value.text)


def _stands_near(value: Cell, row: int, columns: Sequence[TableColumn]) -> bool:
    """Tell whether a mark or a word belongs to a column of figures, whose edge it may miss.

    A column of nothing but marks may stand as near; its rows have a figure in the other one as well.
    """
    return any(
        column.left - _MISSED < value.right < column.right + 2 * _MISSED and row not in column.rows
        for column in columns
    )


def _clusters(placed: Sequence[tuple[Cell, int]]) -> list[TableColumn]:
    """Return the values that share a right edge."""
    found: list[TableColumn] = []
    for right, left, number in sorted((edge(value), value.left, number) for value, number in placed):
        if found and right - found[-1].right < _SAME_EDGE:
            found[-1].right = right
        else:
            found.append(TableColumn(left, right))
        found[-1].left = min(found[-1].left, left)
        found[-1].rows.add(number)
    return found


def _merged(found: Sequence[TableColumn]) -> list[TableColumn]:
    """Join neighbours that are one column."""
    merged: list[TableColumn] = []
    for column in found:
        if merged and _are_one(merged[-1], column):
            before = merged[-1]
            before.left, before.right = min(before.left, column.left), max(before.right, column.right)
            before.rows |= column.rows
        else:
            merged.append(column)
    return merged


def edge(value: Cell) -> float:
    """Return the right edge of a value without its closing bracket."""
    return value.right - (_BRACKET * value.size if value.text.endswith(")") else 0.0)


def _are_one(before: TableColumn, column: TableColumn) -> bool:
    """Tell whether two neighbours overlap and hardly ever share a row."""
    shared = len(before.rows & column.rows)
    if column.left >= before.right - 1:
        return not shared and column.left < before.right + _BESIDE
    return shared <= 0.1 * min(len(before.rows), len(column.rows))


def assigned(values: Sequence[Cell], columns: Sequence[TableColumn]) -> dict[int, Cell]:
    """Give each value of a row its column, in order and one to one."""
    free = len(columns)
    places: dict[int, Cell] = {}
    for behind, value in enumerate(reversed(values)):
        room = range(len(values) - behind - 1, free)
        if not room:
            break
        best = min(room, key=lambda number: _apart(value, columns[number]))
        places[best] = value
        free = best
    return places


def _apart(value: Cell, column: TableColumn) -> float:
    if column.left <= value.center <= column.right:
        return -1.0
    return abs(column.right - value.right)

"""Grids: the rows of cells of any table file turned into a table draft with one header a column.

What stands under which label is told as in a PDF: by how far labels are set in, by totals and sections.
"""

from collections.abc import Sequence

from masis.ingest.readers.table_drafts import DraftRow, TableDraft
from masis.ingest.readers.table_parents import Parents, is_total
from masis.ingest.readers.table_sums import MOST_PARTS, adds_up

_SPACE = 3.0
"""How far a space sets a label in, in the points of a page."""


def draft_of(
    rows: Sequence[Sequence[str]],
    header_rows: int,
    title: str = "",
    caption: str = "",
    indents: Sequence[int] = (),
) -> TableDraft:
    """Turn a grid of clean cells into a draft; a header cell spans the empty ones to its right.

    ``indents`` are the spaces by which the label of each row is set in.
    """
    width = max(map(len, rows), default=0)
    headers = _joined(rows[:header_rows], width)
    corner, names = (headers[0], headers[1:]) if width else ("", [])
    around = tuple(text for text in (corner, *names, caption, title) if text)
    return TableDraft(
        corner, tuple(names), tuple(_rows(rows[header_rows:], width, indents[header_rows:])), title, around
    )


def _joined(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Join header rows by column; a cell that goes on over several rows is said once."""
    columns: list[list[str]] = [[] for _ in range(width)]
    for depth, row in enumerate(rows):
        spanning = ""
        for column in range(width):
            text = row[column] if column < len(row) else ""
            spanning = text or (spanning if depth < len(rows) - 1 and column > 1 else "")
            if spanning and spanning not in columns[column][-1:]:
                columns[column].append(spanning)
    return [" ".join(words) for words in columns]


def _rows(rows: Sequence[Sequence[str]], width: int, indents: Sequence[int]) -> list[DraftRow]:
    """Return the rows; a label without values heads those below it."""
    found: list[DraftRow] = []
    parents = Parents([row[0] for row in rows if row and is_total(row[0]) and any(row[1:])])
    for number, row in enumerate(rows):
        label, *values = (*row, *[""] * (width - len(row)))
        left = _SPACE * indents[number] if number < len(indents) else 0.0
        if any(values):
            is_sum = parents.has_part(left) and adds_up([one.values for one in found[-MOST_PARTS:]], values)
            path = parents.over(label, left, dates=False, is_sum=is_sum)
            parents.close(label, left, dates=False)
        else:
            path = parents.open(label, left, is_bold=False) if label and values else parents.path
        found.append(DraftRow(label, path, tuple(values)))
    return found

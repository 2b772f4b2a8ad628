"""Grids: the rows of cells of any table file turned into a table draft with one header a column."""

from collections.abc import Sequence

from masis.ingest.readers.table_drafts import DraftRow, TableDraft


def draft_of(
    rows: Sequence[Sequence[str]], header_rows: int, title: str = "", caption: str = ""
) -> TableDraft:
    """Turn a grid of clean cells into a draft; a header cell spans the empty ones to its right."""
    width = max(map(len, rows), default=0)
    headers = _joined(rows[:header_rows], width)
    corner, names = (headers[0], headers[1:]) if width else ("", [])
    around = tuple(text for text in (corner, *names, caption, title) if text)
    return TableDraft(corner, tuple(names), tuple(_rows(rows[header_rows:], width)), title, around)


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


def _rows(rows: Sequence[Sequence[str]], width: int) -> list[DraftRow]:
    """Return the rows; a label without values heads those below it."""
    found: list[DraftRow] = []
    section: tuple[str, ...] = ()
    for row in rows:
        label, *values = (*row, *[""] * (width - len(row)))
        if label and values and not any(values):
            section = ()
        found.append(DraftRow(label, section, tuple(values)))
        if label and values and not any(values):
            section = (label,)
    return found

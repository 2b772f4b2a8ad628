"""Pipe tables: the cells of a table as a reader sees them, with their row label and column header."""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Cell(NamedTuple):
    """One cell of a data row: ``text[start:end]``."""

    start: int
    end: int
    row_label: str
    section: str
    """A label-only row above that groups the rows under it."""
    header: str
    table: int
    row: int
    column: int
    corner: str = ""
    """The header cell above the row labels, which often names the measure of the whole table."""


class Row(NamedTuple):
    """A row as it stands in the text: its span and the spans of its cells."""

    start: int
    end: int
    cells: tuple[tuple[int, int], ...]


class LabelledRow(NamedTuple):
    """A data row as a sentence may render it."""

    label: str
    values: tuple[tuple[str, str], ...]
    start: int = 0
    """Where its first value stands in the text."""


class WordedRow(NamedTuple):
    """A data row as its texts: what the columns are called, where it stands, and its cells."""

    headers: tuple[str, ...]
    section: str
    cells: tuple[str, ...]
    table_start: int
    """Where its table begins in the text."""


# What a table writes where it has no value.
EMPTY_CELLS = frozenset({"", "-", "–", "—", "n/a", "N/A", "n.a."})
_ROW = re.compile(r"[ \t]*\|[^\n]*")
_RULE_MARKS = frozenset("|:-+= \t\r")
_LONGEST_HEADER = 60
_HEADER_CELL = re.compile(
    r"(?:\D*|.{0,6}['’]000s?|"
    r".*(?:Q[1-4]|H[12]|FY|\b\d{1,2}[ ]\w+)?.?(?:19|20)\d{2}(?:[/-]\d{2,4})?[A-Za-z*)\s]{0,12})\Z"
)


def table_rows(text: str) -> tuple[tuple[Row, ...], ...]:
    """Return the pipe tables of ``text``, each as its rows; rules are left out."""
    tables: list[list[Row]] = []
    last_end = -2
    for match in _ROW.finditer(text):
        start, end = match.span()
        if start and text[start - 1] != "\n":
            continue
        if start != last_end + 1:
            tables.append([])
        last_end = end
        if not _RULE_MARKS.issuperset(match.group()):
            tables[-1].append(Row(start, end, tuple(_cell_spans(text, start, end))))
    return tuple(tuple(rows) for rows in tables if rows)


def cells(text: str, lead: str) -> Iterator[Cell]:
    """Yield the value cells of every table in ``text``; ``lead`` may hold the header of the first."""
    lead_tables = table_rows(lead)
    for number, rows in enumerate(table_rows(text)):
        if lead_tables and number == 0:
            headers = [_texts(lead, row) for row in lead_tables[-1]]
            body = list(rows)
        else:
            headers, body = _split_header(text, rows)
        yield from _data_cells(text, body, _column_headers(headers), number)


def labelled_rows(text: str, lead: str) -> tuple[LabelledRow, ...]:
    """Return every data row as its label and its (header, value) pairs."""
    rows: dict[tuple[int, int], LabelledRow] = {}
    for cell in cells(text, lead):
        value = text[cell.start : cell.end].strip()
        row = rows.get((cell.table, cell.row), LabelledRow(cell.row_label, (), cell.start))
        label = row.label or cell.row_label
        rows[cell.table, cell.row] = LabelledRow(label, (*row.values, (cell.header, value)), row.start)
    return tuple(rows.values())


def worded_rows(text: str) -> Iterator[WordedRow]:
    """Yield the data rows of every table, all header rows joined by column, with the section above."""
    for rows in table_rows(text):
        headers, body = _split_header(text, rows)
        joined, section = _column_headers(headers), ""
        for row in body:
            texts = _texts(text, row)
            if texts[1:] == joined[1:] or texts[1:] == headers[0][1:]:
                # The header again, or a second table under its own title that the reader joined to the first.
                joined = [texts[0], *joined[1:]]
            elif all(cell in EMPTY_CELLS for cell in texts[1:]):
                section = texts[0]
            else:
                yield WordedRow(tuple(joined), section, tuple(texts), rows[0].start)


def _split_header(text: str, rows: tuple[Row, ...]) -> tuple[list[list[str]], list[Row]]:
    """Take the first row, and label rows right under it, as the header."""
    count = 1
    while count < len(rows) - 1 and count < 3 and _is_header(_texts(text, rows[count])):
        count += 1
    return [_texts(text, row) for row in rows[:count]], list(rows[count:])


def _is_header(texts: list[str]) -> bool:
    """Tell a second header row: several filled cells, none of them a value."""
    filled = [cell for cell in texts[1:] if cell]
    return len(filled) > 1 and all(
        len(cell) <= _LONGEST_HEADER and _HEADER_CELL.match(cell) for cell in filled
    )


def _column_headers(headers: list[list[str]]) -> list[str]:
    """Join the header rows by column; an upper cell spans the empty cells to its right."""
    width = max((len(row) for row in headers), default=0)
    joined = [""] * width
    for depth, row in enumerate(headers):
        spanning = ""
        for column in range(width):
            cell = row[column] if column < len(row) else ""
            spanning = cell or (spanning if depth < len(headers) - 1 and column else "")
            joined[column] = f"{joined[column]} {spanning}".strip()
    return joined


def _data_cells(text: str, rows: list[Row], headers: list[str], table: int) -> Iterator[Cell]:
    section = ""
    corner = headers[0] if headers else ""
    for index, row in enumerate(rows):
        texts = _texts(text, row)
        if len(texts) > 1 and not any(texts[1:]):
            section = texts[0]
            continue
        if index and texts[1:] == headers[1:]:
            # A header set again under another title: what follows is measured as that title says.
            corner = texts[0]
            continue
        for column, (start, end) in enumerate(row.cells):
            if column == 0 and not texts[0][:1].isdigit():
                continue
            header = headers[column] if column < len(headers) else ""
            label = texts[0] if column else ""
            yield Cell(start, end, label, section, header, table, index, column, corner)


def _texts(text: str, row: Row) -> list[str]:
    return [text[start:end].strip() for start, end in row.cells]


def _cell_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans between the bars of a row; an escaped bar is part of its cell."""
    bars = [i for i in range(start, end) if text[i] == "|" and text[i - 1 : i] != "\\"]
    closing = bars[1:] if len(bars) > 1 else [end]
    if bars and text[bars[-1] + 1 : end].strip():
        closing = [*closing, end] if len(bars) > 1 else closing
    left = bars[0] + 1
    for right in closing:
        yield left, right
        left = right + 1

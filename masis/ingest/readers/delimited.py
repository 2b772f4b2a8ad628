"""Delimited: a CSV file as tables of 200 rows a page, each with the header."""

import csv
import io
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from masis.domain.document import Notice, Page, ReadDocument
from masis.ingest.readers.building import PageBuilder
from masis.ingest.readers.job import Job, no_text
from masis.ingest.readers.plain import decode
from masis.ingest.readers.tables.aligned import first_is_header
from masis.ingest.readers.tables.blocks import captions_over, tables_of
from masis.ingest.readers.tables.header_rows import header_count

_ROWS_PER_PAGE = 200
_LONGEST_FIELD = 1_000_000
_DELIMITERS = ",;\t|"
_NEVER_CLOSED = "A quotation mark in the table is never closed; the table was read line by line."


def read(job: Job) -> ReadDocument:
    """Read a CSV file."""
    csv.field_size_limit(_LONGEST_FIELD)
    text = decode(job.content).replace("\0", "")
    rows, cut = _rows(text, job.limits.max_cells)
    notices = []
    if _torn(text, rows, cut=cut):
        rows, cut = _rows(text, job.limits.max_cells, quoting=csv.QUOTE_NONE)
        rows = [[cell.strip().strip('"') for cell in row] for row in rows]
        notices.append(Notice(kind="recovered", message=_NEVER_CLOSED))
    if not rows:
        raise no_text(job)
    parts = [part for table in tables_of(rows) for part in _parts(table)]
    total = len(parts)
    job.check_pages(total, f"parts of {_ROWS_PER_PAGE} rows")
    pages = []
    for number, part in enumerate(parts, start=1):
        pages.append(_page(part, number))
        job.on_page(number, total)
    if cut:
        message = f"The table is very large: only its first {len(rows):,} rows were read."
        notices.append(Notice(kind="truncated_cells", message=message, pages=(total,)))
    return ReadDocument(kind="csv", title=job.stem, pages=tuple(pages), notices=tuple(notices))


def _torn(text: str, rows: list[list[str]], *, cut: bool) -> bool:
    """Tell whether a quotation mark was opened and never closed, so that one cell swallowed the rest."""
    if not cut and not any("\n" in cell for row in rows[-1:] for cell in row):
        return False
    try:
        deque(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), strict=True), maxlen=0)
    except csv.Error as error:
        return "unexpected end" in str(error) or "field larger" in str(error)
    return False


class _Part(NamedTuple):
    """Rows of a table that are one page."""

    header: list[list[str]]
    rows: list[list[str]]
    over: Sequence[Sequence[str]] = ()
    """Words over the table, on its first page."""
    caption: str = ""


def _parts(cells: list[list[str]]) -> Iterator[_Part]:
    count = captions_over(cells)
    over, table = cells[:count], cells[count:]
    header = table[: header_count(table, int(len(table) > 1 and first_is_header(table)))]
    body = table[len(header) :]
    for first in range(0, len(body), _ROWS_PER_PAGE):
        rows = body[first : first + _ROWS_PER_PAGE]
        yield _Part(header, rows, () if first else over, over[-1][0] if over else "")


def _page(part: _Part, number: int) -> Page:
    builder = PageBuilder()
    for row in part.over:
        builder.paragraph(row[0])
    builder.table([*part.header, *part.rows], header_rows=len(part.header), caption=part.caption)
    return builder.build(number)


def _rows(
    text: str, max_cells: int, quoting: Literal[0, 3] = csv.QUOTE_MINIMAL
) -> tuple[list[list[str]], bool]:
    """Return the filled rows within the cell limit, and whether more was there."""
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), quoting=quoting)
    cells = 0
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return rows, False
        except csv.Error:
            return rows, True
        if not any(cell.strip() for cell in row):
            continue
        cells += len(row)
        if cells > max_cells:
            return rows, True
        rows.append(row)


def delimiter(text: str) -> str:
    """Find the sign that cuts the first lines into the same number of cells, more than one."""
    lines = [line for line in islice(io.StringIO(text[:100_000]), 30) if line.strip()]

    def fit(sign: str) -> tuple[float, int]:
        widths = [len(row) for row in csv.reader(lines, delimiter=sign)]
        common = max(set(widths), key=widths.count) if widths else 1
        return (widths.count(common) / max(len(widths), 1) if common > 1 else 0.0, common)

    return max(_DELIMITERS, key=fit)

"""Delimited: a CSV file as tables of 200 rows a page, each with the header."""

import csv
import io
from itertools import islice

from masis.domain.document import Notice, Page, ReadDocument
from masis.ingest.readers.building import PageBuilder
from masis.ingest.readers.job import Job, no_text
from masis.ingest.readers.plain import decode
from masis.ingest.readers.tables import is_number

_ROWS_PER_PAGE = 200
_LONGEST_FIELD = 1_000_000
_DELIMITERS = ",;\t|"


def read(job: Job) -> ReadDocument:
    """Read a CSV file."""
    csv.field_size_limit(_LONGEST_FIELD)
    text = decode(job.content).replace("\0", "")
    rows, cut = _rows(text, job.limits.max_cells)
    if not rows:
        raise no_text(job)
    header = rows[:1] if len(rows) > 1 and not any(map(is_number, rows[0])) else []
    body = rows[len(header) :]
    total = -(-len(body) // _ROWS_PER_PAGE)
    job.check_pages(total, f"parts of {_ROWS_PER_PAGE} rows")
    pages = []
    for number in range(1, total + 1):
        pages.append(_page(header, body[(number - 1) * _ROWS_PER_PAGE : number * _ROWS_PER_PAGE], number))
        job.on_page(number, total)
    message = f"The table is very large: only its first {len(rows):,} rows were read."
    notices = (Notice(kind="truncated_cells", message=message, pages=(total,)),) if cut else ()
    return ReadDocument(kind="csv", title=job.stem, pages=tuple(pages), notices=notices)


def _page(header: list[list[str]], rows: list[list[str]], number: int) -> Page:
    builder = PageBuilder()
    builder.table([*header, *rows], header_rows=len(header))
    return builder.build(number)


def _rows(text: str, max_cells: int) -> tuple[list[list[str]], bool]:
    """Return the filled rows within the cell limit, and whether more was there."""
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text))
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

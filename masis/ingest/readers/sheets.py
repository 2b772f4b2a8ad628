"""Sheets: each sheet of an XLSX as a page, its tables as pipe tables with values as Excel shows them."""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from masis.domain.document import Notice, Page, ReadDocument
from masis.ingest.readers.building import WIDEST, PageBuilder, core_date, core_title, heading_of
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.number_formats import shown_number
from masis.ingest.readers.tables.aligned import first_is_header
from masis.ingest.readers.tables.blocks import captions_over, tables_of
from masis.ingest.readers.tables.header_rows import header_count

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.cell.cell import MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

_UNSOLVED = re.compile(rb"<f[^>]{0,500}>[^<]{0,8192}</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>")
_LOOKED_THROUGH = 50 * 1024 * 1024
_ROWS_PER_PAGE = 200


def read(job: Job) -> ReadDocument:
    """Read an XLSX file."""
    import openpyxl

    try:
        book = openpyxl.load_workbook(BytesIO(job.content), data_only=True, read_only=True, keep_links=False)
        names = [sheet.title for sheet in book.worksheets if sheet.sheet_state == "visible"]
        work = _Work(job)
        for done, name in enumerate(names, start=1):
            work.add_sheet(name, book[name])
            job.on_page(done, len(names))
    except Exception as error:
        if hasattr(error, "code"):
            raise
        raise damaged(job) from error
    if not any(page.text.count("|") for page in work.pages):
        raise no_text(job)
    title = core_title(book.properties) or job.stem or heading_of(work.pages)
    notices = [*work.notices(), *_formula_notice(job)]
    return ReadDocument(
        kind="xlsx",
        title=title,
        date=core_date(book.properties, job.content),
        pages=tuple(work.pages),
        notices=tuple(notices),
    )


class _Work:
    """Pages so far and the cells that may still be read."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._cells_left = job.limits.max_cells
        self._cut: set[int] = set()
        self.pages: list[Page] = []

    def add_sheet(self, name: str, sheet: Worksheet) -> None:
        """Add the tables of one sheet; a long table goes on over several pages, header repeated."""
        builder = self._new(name)
        room = _ROWS_PER_PAGE
        for cells in tables_of(self._rows(sheet)):
            over = captions_over(cells)
            table = cells[over:]
            for row in cells[:over]:
                builder.paragraph(row[0])
            header = header_count(table, int(len(table) > 1 and first_is_header(table)))
            body = table[header:]
            while body:
                if room <= 0:
                    self._finish(builder, name, part=True)
                    builder, room = self._new(name), _ROWS_PER_PAGE
                _add(builder, table[:header] + body[:room], header, cells[over - 1][0] if over else "")
                body, room = body[room:], room - len(body[:room])
        self._finish(builder, name)

    def _rows(self, sheet: Worksheet) -> Iterator[list[str]]:
        gap: object = None
        for row in sheet.iter_rows(max_col=WIDEST + 1):
            if row is gap:  # one value stands for every row that is not there, of a million perhaps
                yield []
                continue
            filled = [_shown(cell) for cell in row[:WIDEST]]
            _set_in(filled, row)
            if len(row) > WIDEST and row[WIDEST].value is not None:
                self._cut.add(len(self.pages) + 1)
            self._cells_left -= sum(1 for text in filled if text)
            if self._cells_left < 0:
                self._cut.add(len(self.pages) + 1)
                return
            if not any(filled):
                gap = row
            yield filled

    def _new(self, name: str) -> PageBuilder:
        builder = PageBuilder()
        builder.heading(name, 1)
        return builder

    def _finish(self, builder: PageBuilder, name: str, *, part: bool = False) -> None:
        number = len(self.pages) + 1
        self._job.check_pages(number)
        self.pages.append(builder.build(number, name))
        if part:
            self._job.on_page(number, number + 1)

    def notices(self) -> list[Notice]:
        """Say which sheets were cut short."""
        if not self._cut:
            return []
        limit = self._job.limits.max_cells
        bounds = f"at most {limit:,} filled cells and {WIDEST} columns a sheet"
        message = f"The workbook is very large: {bounds} were read."
        return [Notice(kind="truncated_cells", message=message, pages=tuple(sorted(self._cut)))]


def _add(builder: PageBuilder, rows: Sequence[Sequence[str]], header_rows: int, caption: str) -> None:
    """Add a table, or a paragraph where a "table" is a note in one cell."""
    if all(sum(map(bool, row)) == 1 for row in rows):
        for row in rows:
            builder.paragraph(next(filter(None, row)))
    else:
        builder.table(rows, header_rows=header_rows, caption=caption)


def _set_in(texts: list[str], cells: Sequence[Cell | MergedCell]) -> None:
    """Put spaces before the first words of a row where its cell is set in."""
    first = next((number for number, text in enumerate(texts) if text), -1)
    if first >= 0 and isinstance(cells[first].value, str):
        texts[first] = "  " * int(cells[first].alignment.indent or 0) + texts[first]


def _shown(cell: Cell | MergedCell) -> str:
    """Write a cell's value roughly as Excel shows it."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return shown_number(float(value), str(cell.number_format or ""))
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="minutes")
    return str(value)


def _formula_notice(job: Job) -> list[Notice]:
    """Say when the workbook holds formulas whose results the file does not carry."""
    with zipfile.ZipFile(BytesIO(job.content)) as archive:
        for member in archive.namelist():
            if not member.startswith("xl/worksheets/"):
                continue
            with archive.open(member) as part:
                if _UNSOLVED.search(part.read(_LOOKED_THROUGH)):
                    message = (
                        "Some formulas carry no result; open and save the workbook in Excel to add them."
                    )
                    return [Notice(kind="truncated_cells", message=message)]
    return []

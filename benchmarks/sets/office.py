"""Office: a table with its paragraphs as a Word, Excel or PowerPoint file, as a person would make it."""

import io
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from benchmarks.sets.rows import TableContext
from masis.ingest.readers.tables.header_rows import header_count

TITLE = "Financial statements"
_VALUE = re.compile(
    r"(?P<open>\()?\s*(?P<sign>[-−–])?\s*(?P<currency>[$€£])?\s*(?P<inner>\()?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+)\s*(?P<percent>%)?\s*\)?\s*(?P<rate>%)?"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
Cells = list[list[str]]


def squared(context: TableContext) -> tuple[Cells, int]:
    """Return the cells of a context in rows of one width, and how many rows are header lines."""
    width = max(map(len, context.table))
    rows = [[" ".join(cell.split()) for cell in row] + [""] * (width - len(row)) for row in context.table]
    return rows, header_count(rows, 1)


def spans(row: Sequence[str], *, spread: bool) -> Iterator[tuple[int, int]]:
    """Yield first column and width of each cell; in an upper header line over the empty ones behind it."""
    at = 0
    while at < len(row):
        wide = 1
        while spread and at and row[at] and at + wide < len(row) and not row[at + wide]:
            wide += 1
        yield at, wide
        at += wide


def as_docx(context: TableContext) -> bytes:
    """Return a Word file: heading, paragraphs, a table with merged upper headers."""
    from docx import Document

    document = Document()
    document.add_heading(TITLE, level=1)
    for text in context.paragraphs:
        document.add_paragraph(text)
    rows, heads = squared(context)
    table = document.add_table(len(rows), len(rows[0]))
    for number, row in enumerate(rows):
        for at, wide in spans(row, spread=number < heads - 1):
            cell = table.cell(number, at)
            if wide > 1:
                cell = cell.merge(table.cell(number, at + wide - 1))
            cell.paragraphs[0].add_run(row[at]).bold = number < heads
    return _saved(document)


def as_pptx(context: TableContext) -> bytes:
    """Return a presentation: one slide with the paragraphs and the table."""
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = TITLE
    words = slide.shapes.add_textbox(Inches(0.5), Inches(1), Inches(9), Inches(1))
    words.text_frame.text = "\n".join(context.paragraphs)
    rows, heads = squared(context)
    shape = slide.shapes.add_table(
        len(rows), len(rows[0]), Inches(0.5), Inches(2), Inches(9), Inches(0.3 * len(rows))
    )
    for number, row in enumerate(rows):
        for at, wide in spans(row, spread=number < heads - 1):
            cell = shape.table.cell(number, at)
            if wide > 1:
                cell.merge(shape.table.cell(number, at + wide - 1))
            cell.text = row[at]
    return _saved(deck)


def as_model(context: TableContext) -> bytes:
    """Return a workbook as models are kept: a thousand times the numbers that it shows, years ``2019A``."""
    return as_xlsx(context, held=1000)


def as_xlsx(context: TableContext, held: int = 1) -> bytes:
    """Return a workbook: paragraphs above the table on one sheet, numbers as numbers with their formats.

    ``held``: how many times the numbers that it shows are held in its cells, 1 or 1,000.
    """
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = TITLE
    for text in context.paragraphs:
        sheet.append([text])
    rows, heads = squared(context)
    for number, row in enumerate(rows):
        line = len(context.paragraphs) + 2 + number
        for at, wide in spans(row, spread=number < heads - 1):
            if not row[at]:
                continue
            value, shown = typed(row[at], held) if at else (row[at], "General")
            cell = sheet.cell(line, at + 1, value)
            cell.number_format = shown
            if wide > 1:
                sheet.merge_cells(start_row=line, start_column=at + 1, end_row=line, end_column=at + wide)
    return _saved(book)


def typed(text: str, held: int = 1) -> tuple[float | str, str]:
    """Return a cell's number with the format that shows it as written; words as they are."""
    found = _VALUE.fullmatch(text)
    if found is None:
        return text, "General"
    digits = found["digits"].replace(",", "")
    if _YEAR.fullmatch(text):
        return int(digits), "General" if held == 1 else '0"A"'
    places = len(digits.partition(".")[2])
    below_zero = found["open"] or found["inner"] or found["sign"]
    value = Decimal(digits) * (-1 if below_zero else 1)
    decimals = f".{'0' * places}" if places else ""
    if found["percent"] or found["rate"]:
        return float(value / 100), f"0{decimals}%"
    shown = f"{found['currency'] or ''}#,##0{decimals}{',' if held > 1 else ''}"
    return float(value * held), f"{shown}_);({shown})"


def _saved(made: "object") -> bytes:
    stream = io.BytesIO()
    made.save(stream)  # type: ignore[attr-defined]
    return stream.getvalue()

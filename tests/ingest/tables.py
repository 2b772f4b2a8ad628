"""Pages with tables for the ingestion tests, drawn cell by cell so that the places are those of a filing."""

from collections.abc import Sequence
from io import BytesIO

from reportlab.lib.pagesizes import LETTER
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from masis.domain.document import ReadDocument
from masis.domain.language.tables import Amount, Row, Table, amount_of
from masis.ingest.child import read_document
from masis.ingest.profile import profiled
from masis.ingest.readers.job import Job

EDGES = (380.0, 450.0, 520.0)
"""Right edges of the columns."""
_SIZE, _LEFT, _STEP, _INDENT = 9, 60.0, 13.0, 6.0

Line = str | Sequence[str | tuple[str, float]]
"""A line of prose; or a label, set in by its spaces, with its values; or words and their middles."""


def drawn(
    *pages: Sequence[Line],
    edges: Sequence[float] = EDGES,
    rules: Sequence[tuple[float, float, int]] = (),
) -> bytes:
    """Draw pages; a rule is drawn from side to side under the row of its number."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=LETTER)
    for lines in pages:
        canvas.setFont("Helvetica", _SIZE)
        for number, line in enumerate(lines):
            _draw(canvas, line, 730 - _STEP * number, edges)
        for left, right, number in rules:
            canvas.line(left, 728 - _STEP * number, right, 728 - _STEP * number)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Canvas, line: Line, height: float, edges: Sequence[float]) -> None:
    if isinstance(line, str):
        canvas.drawString(_LEFT, height, line)
        return
    places = iter(edges)
    for number, cell in enumerate(line):
        if isinstance(cell, tuple):
            canvas.drawCentredString(cell[1], height, cell[0])
        elif number == 0:
            indent = len(cell) - len(cell.lstrip())
            canvas.drawString(_LEFT + _INDENT * indent, height, cell.lstrip())
        else:
            _draw_value(canvas, cell, next(places), height)


def _draw_value(canvas: Canvas, text: str, edge: float, height: float) -> None:
    """Draw a value with its bracket outside of the column and its currency sign at the column's left."""
    sign, bare = (text[0], text[1:]) if text[:1] in {"$", "€"} else ("", text)
    hangs = stringWidth(")", "Helvetica", _SIZE) if bare.endswith(")") else 0.0
    canvas.drawRightString(edge + hangs, height, bare)
    if sign:
        canvas.drawString(edge - 46, height, sign)


def read(content: bytes) -> ReadDocument:
    """Read a drawn file as it is ingested."""
    return profiled(read_document(Job(content, "pdf", "drawn.pdf")), "drawn.pdf")


def tables_of(*lines: Line, edges: Sequence[float] = EDGES) -> tuple[Table, ...]:
    """Return the tables of one page."""
    return read(drawn(lines, edges=edges)).pages[0].tables


def row_of(table: Table, label: str) -> Row:
    """Return the only row with a label."""
    (found,) = (row for row in table.rows if row.label == label)
    return found


def values(table: Table, label: str) -> dict[str, str]:
    """Return the values of a row by their headers."""
    return {table.header_of(cell): cell.text for cell in row_of(table, label).cells}


def amount(table: Table, label: str, header: str) -> Amount:
    """Return what a value means."""
    row = row_of(table, label)
    (cell,) = (cell for cell in row.cells if table.header_of(cell) == header)
    found = amount_of(table, row, cell)
    assert found is not None
    return found

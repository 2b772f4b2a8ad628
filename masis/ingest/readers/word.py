"""Word: headings, lists and tables of a DOCX in their order, in page-like sections."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, cast

from masis.domain.document import ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.readers import word_tree
from masis.ingest.readers.building import Paginator, heading_of, one_line
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.office import core_date, core_title
from masis.ingest.readers.plain import pieces

if TYPE_CHECKING:
    from docx.oxml.table import CT_Tbl
    from docx.oxml.text.paragraph import CT_P
    from docx.table import Table, _Cell
    from docx.text.paragraph import Paragraph

Notes = dict[tuple[str, str], str]

_HEADING = re.compile(r"^(?:heading|überschrift|titre)\s*(\d)$", re.IGNORECASE)
_PAGE_BREAK = (
    ".//*[local-name()='br' and @*[local-name()='type']='page'] | .//*[local-name()='lastRenderedPageBreak']"
)
_SPACE = 3.0
"""Points a space is wide."""
_NUMBERED = "./*[local-name()='pPr']/*[local-name()='numPr']"
_BREAK_BEFORE = "./*[local-name()='pPr']/*[local-name()='pageBreakBefore']"


def read(job: Job) -> ReadDocument:
    """Read a DOCX file."""
    import docx

    paginator = Paginator()
    try:
        document = docx.Document(BytesIO(job.content))
        word_tree.settle(document.element.body)
        notes = word_tree.notes(document)
        items = list(document.iter_inner_content())
        for done, item in enumerate(items, start=1):
            _add(paginator, item, notes)
            if done % 200 == 0:
                job.check_pages(paginator.count)
                job.on_page(paginator.count, paginator.count + 1)
    except (DocumentRejected, MemoryError, RecursionError):
        raise
    except Exception as error:
        raise damaged(job) from error
    pages = paginator.pages()
    job.check_pages(len(pages))
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    title = core_title(document.core_properties) or heading_of(pages) or job.stem
    return ReadDocument(
        kind="docx", title=title, date=core_date(document.core_properties, job.content), pages=pages
    )


def _add(paginator: Paginator, item: Paragraph | Table, notes: Notes) -> None:
    if hasattr(item, "rows"):
        _add_table(paginator, cast("Table", item), notes)
        return
    _add_paragraph(paginator, item)
    _add_what_hangs_on_it(paginator, item, notes)


def _add_what_hangs_on_it(paginator: Paginator, paragraph: Paragraph, notes: Notes) -> None:
    """Add the text boxes and the notes that a paragraph holds, behind it."""
    from docx.table import Table
    from docx.text.paragraph import Paragraph

    for box in word_tree.boxes(paragraph._p):
        for child in box:
            if child.tag.endswith("}p"):
                _add(paginator, Paragraph(cast("CT_P", child), paragraph._parent), notes)
            elif child.tag.endswith("}tbl"):
                _add(paginator, Table(cast("CT_Tbl", child), paragraph._parent), notes)
    for mark in word_tree.referred(paragraph._p):
        text = one_line(notes.get(mark, ""))
        for piece in pieces(f"Note: {text}" if text else ""):
            paginator.before().paragraph(piece)


def _add_paragraph(paginator: Paginator, paragraph: Paragraph) -> None:
    element = paragraph._p
    if element.xpath(_BREAK_BEFORE):
        paginator.break_page()
    text = one_line(paragraph.text)
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    level = _level(style)
    if text and level:
        paginator.before(heading=True).heading(text, level)
    elif text and (style.lower().startswith("list") or element.xpath(_NUMBERED)):
        paginator.before().list_item(text)
    else:
        for piece in pieces(text):
            paginator.before().paragraph(piece)
    if element.xpath(_PAGE_BREAK):
        paginator.break_page()


def _level(style: str) -> int:
    found = _HEADING.match(style)
    if found:
        return int(found[1])
    return 1 if style.lower() in {"title", "titel"} else 0


def _add_table(paginator: Paginator, table: Table, notes: Notes) -> None:
    rows = []
    held: dict[object, _Cell] = {}
    for row in table.rows:
        cells: list[str] = []
        seen = set()
        for cell in row.cells:
            # A merged cell comes once for every column and row it covers.
            indent = " " * _indent(cell) if not cells else ""
            cells.append("" if cell._tc in seen else f"{indent}{cell.text}")
            seen.add(cell._tc)
            held[cell._tc] = cell
        rows.append(cells)
    paginator.before().table(rows)
    for cell in held.values():
        for inner in cell.tables:
            _add_table(paginator, inner, notes)
        for paragraph in cell.paragraphs:
            _add_what_hangs_on_it(paginator, paragraph, notes)


def _indent(cell: _Cell) -> int:
    """Return by how many spaces the words of a cell are set in."""
    paragraph = next((one for one in cell.paragraphs if one.text.strip()), None)
    formats = [paragraph.paragraph_format] if paragraph is not None else []
    if paragraph is not None and paragraph.style is not None:
        formats.append(paragraph.style.paragraph_format)
    lengths = (one.left_indent for one in formats)
    length = next((length for length in lengths if length is not None), None)
    return max(0, round(length.pt / _SPACE)) if length is not None else 0

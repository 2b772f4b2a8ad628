"""Word: headings, lists and tables of a DOCX in their order, in page-like sections."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, cast

from masis.domain.document import ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.readers.building import Paginator, core_date, core_title, heading_of, one_line
from masis.ingest.readers.drawings import add_drawn, has_drawing
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.plain import pieces

if TYPE_CHECKING:
    from docx.document import Document
    from docx.oxml.table import CT_Tbl
    from docx.oxml.text.paragraph import CT_P
    from docx.oxml.xmlchemy import BaseOxmlElement
    from docx.table import Table, _Cell
    from docx.text.paragraph import Paragraph
    from lxml.etree import _Element

Notes = dict[tuple[str, str], str]

_HEADING = re.compile(r"^(?:heading|überschrift|titre)\s*(\d)$", re.IGNORECASE)
_PAGE_BREAK = (
    ".//*[local-name()='br' and @*[local-name()='type']='page'] | .//*[local-name()='lastRenderedPageBreak']"
)
_SPACE = 3.0
"""Points a space is wide."""
_NUMBERED = "./*[local-name()='pPr']/*[local-name()='numPr']"
_BREAK_BEFORE = "./*[local-name()='pPr']/*[local-name()='pageBreakBefore']"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TAKEN_OUT = (f"{_W}del", f"{_W}moveFrom")
_OPENED = tuple(f"{_W}{name}" for name in ("sdt", "ins", "moveTo", "smartTag", "customXml", "fldSimple"))
_BOX = f"{_W}txbxContent"
_NOTE_KINDS = ("footnote", "endnote")


def read(job: Job) -> ReadDocument:
    """Read a DOCX file."""
    import docx

    paginator = Paginator()
    try:
        document = docx.Document(BytesIO(job.content))
        settled(document.element.body)
        notes = notes_of(document)
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

    for box in text_boxes(paragraph._p):
        for child in box:
            if child.tag.endswith("}p"):
                _add(paginator, Paragraph(cast("CT_P", child), paragraph._parent), notes)
            elif child.tag.endswith("}tbl"):
                _add(paginator, Table(cast("CT_Tbl", child), paragraph._parent), notes)
    if has_drawing(paragraph._p):
        add_drawn(paginator.before(), paragraph._p, paragraph.part)
    for mark in notes_referred(paragraph._p):
        text = one_line(notes.get(mark, ""))
        for piece in pieces(f"Note: {text}" if text else ""):
            paginator.before().paragraph(piece)


def _add_paragraph(paginator: Paginator, paragraph: Paragraph) -> None:
    element = paragraph._p
    if element.xpath(_BREAK_BEFORE):
        paginator.break_page()
    text = one_line(paragraph.text)
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    level = level_of(style)
    if text and level:
        paginator.before(heading=True).heading(text, level)
    elif text and (style.lower().startswith("list") or element.xpath(_NUMBERED)):
        paginator.before().list_item(text)
    else:
        for piece in pieces(text):
            paginator.before().paragraph(piece)
    if element.xpath(_PAGE_BREAK):
        paginator.break_page()


def level_of(style: str) -> int:
    """Return the level of the headings of a style; 0 for a style of anything else."""
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
    paragraph = next((candidate for candidate in cell.paragraphs if candidate.text.strip()), None)
    formats = [paragraph.paragraph_format] if paragraph is not None else []
    if paragraph is not None and paragraph.style is not None:
        formats.append(paragraph.style.paragraph_format)
    lengths = (style.left_indent for style in formats)
    length = next((length for length in lengths if length is not None), None)
    return max(0, round(length.pt / _SPACE)) if length is not None else 0


def settled(root: BaseOxmlElement) -> None:
    """Take tracked changes as made and put what content controls hold in their place.

    python-docx passes over both, and with them over figures that stand on the page.
    """
    for row in [*root.iter(f"{_W}tr")]:
        if row.find(f"{_W}trPr/{_W}del") is not None:
            _remove(row)
    for gone in [*root.iter(*_TAKEN_OUT)]:
        _remove(gone)
    for holder in [*root.iter(*_OPENED)]:
        parent = holder.getparent()
        inner = holder.find(f"{_W}sdtContent") if holder.tag == f"{_W}sdt" else holder
        if parent is None:
            continue
        # Beside the holder, not by its number: lxml counts children anew each time.
        for child in [*inner] if inner is not None else []:
            holder.addprevious(child)
        parent.remove(holder)


def _remove(element: _Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def text_boxes(paragraph: BaseOxmlElement) -> Iterator[BaseOxmlElement]:
    """Yield the text boxes anchored in a paragraph; Word keeps an older copy of each, which is left out."""
    for box in paragraph.iter(_BOX):
        above = {ancestor.tag for ancestor in box.iterancestors()}
        if _FALLBACK not in above and _BOX not in above:
            yield cast("BaseOxmlElement", box)


def notes_of(document: Document) -> dict[tuple[str, str], str]:
    """Return the text of each footnote and endnote by its kind and id."""
    from docx.oxml import parse_xml

    found: dict[tuple[str, str], str] = {}
    for related in document.part.rels.values():
        kind = next(
            (note_kind for note_kind in _NOTE_KINDS if related.reltype.endswith(f"/{note_kind}s")), ""
        )
        if not kind or related.is_external:
            continue
        root = parse_xml(related.target_part.blob)
        settled(root)
        for note in root.iter(f"{_W}{kind}"):
            words = " ".join("".join(run.text or "" for run in p.iter(f"{_W}t")) for p in note.iter(f"{_W}p"))
            found[kind, str(note.get(f"{_W}id"))] = words
    return found


def notes_referred(paragraph: BaseOxmlElement) -> Iterator[tuple[str, str]]:
    """Yield kind and id of the notes a paragraph refers to."""
    for kind in _NOTE_KINDS:
        for mark in paragraph.iter(f"{_W}{kind}Reference"):
            yield kind, str(mark.get(f"{_W}id"))

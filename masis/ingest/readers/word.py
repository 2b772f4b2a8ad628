"""Word: headings, lists and tables of a DOCX in their order, in page-like sections."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, cast

from masis.domain.document import ReadDocument
from masis.ingest.readers.building import Paginator, heading_of, one_line
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.office import core_date, core_title
from masis.ingest.readers.plain import pieces

if TYPE_CHECKING:
    from docx.table import Table
    from docx.text.paragraph import Paragraph

_HEADING = re.compile(r"^(?:heading|überschrift|titre)\s*(\d)$", re.IGNORECASE)
_PAGE_BREAK = (
    ".//*[local-name()='br' and @*[local-name()='type']='page'] | .//*[local-name()='lastRenderedPageBreak']"
)
_NUMBERED = "./*[local-name()='pPr']/*[local-name()='numPr']"
_BREAK_BEFORE = "./*[local-name()='pPr']/*[local-name()='pageBreakBefore']"


def read(job: Job) -> ReadDocument:
    """Read a DOCX file."""
    import docx

    try:
        document = docx.Document(BytesIO(job.content))
        items = list(document.iter_inner_content())
    except Exception as error:
        raise damaged(job) from error
    paginator = Paginator()
    for done, item in enumerate(items, start=1):
        if hasattr(item, "rows"):
            _add_table(paginator, cast("Table", item))
        else:
            _add_paragraph(paginator, item)
        if done % 200 == 0:
            job.check_pages(paginator.count)
            job.on_page(paginator.count, paginator.count + 1)
    pages = paginator.pages()
    job.check_pages(len(pages))
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    title = core_title(document.core_properties) or heading_of(pages) or job.stem
    return ReadDocument(
        kind="docx", title=title, date=core_date(document.core_properties, job.content), pages=pages
    )


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


def _add_table(paginator: Paginator, table: Table) -> None:
    rows = []
    for row in table.rows:
        cells, seen = [], set()
        for cell in row.cells:
            # A merged cell comes once for every column it covers.
            cells.append("" if cell._tc in seen else cell.text)
            seen.add(cell._tc)
        rows.append(cells)
    paginator.before().table(rows)

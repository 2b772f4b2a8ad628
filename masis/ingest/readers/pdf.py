"""PDF: pages with headings, tables, printed labels, and notices of what could not be read.

The only importer of pypdf (metadata, labels, outline, fallback reader); PDFium reads the text.
"""

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from io import BytesIO
from types import MappingProxyType
from typing import NamedTuple

from pypdf import PasswordType, PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import Destination, TextStringObject

from masis.domain.document import Notice, Page, ReadDocument
from masis.errors import PasswordRequired
from masis.ingest.readers import layout, ocr, pdfium, salvage
from masis.ingest.readers.building import Paginator, heading_of, one_line, sensible_title
from masis.ingest.readers.job import NOTHING_STORED, Job, damaged, no_text
from masis.ingest.readers.lines import RawPage
from masis.ingest.readers.plain import add_paragraphs
from masis.ingest.readers.recognition import Drawn

_BROKEN = (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OSError)
"""What pypdf raises on files that break the rules."""
_STAND_IN_YEAR = 2000
"""Writers that hide the day of writing put the first day of this year."""
_HIDDEN = 0b10
_SCAN_COVERS = 0.5
_FEW_LETTERS = 20
_DRAFT_AT = frozenset({16, 64, 256, 1024})
"""Pages after which the ones so far are handed ahead, if at least as many are still to come."""


class Facts(NamedTuple):
    """What a PDF says about itself."""

    title: str = ""
    date: str = ""
    labels: tuple[str, ...] = ()
    outline: tuple[str, ...] = ()
    filled_in: Mapping[int, Sequence[str]] = MappingProxyType({})
    """What the fields of a form hold, by page; it is no part of the page's own text."""


def read(job: Job) -> ReadDocument:
    """Read a PDF; a damaged one as far as it goes."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        document = pdfium.open_pdf(job.content, job.password)
    except pdfium.Locked as error:
        raise _password_needed(job) from error
    except pdfium.Unreadable:
        return _recover(job)
    return _read_with_pdfium(job, document, _facts(job))


def _read_with_pdfium(
    job: Job, document: pdfium.Document, facts: Facts, expected: int | None = None
) -> ReadDocument:
    total = len(document)
    job.check_pages(total)
    raw_pages: list[RawPage] = []
    lost: list[int] = []
    for index in range(total):
        try:
            raw_page = pdfium.read_page(document, index)
            raw_pages.append(raw_page._replace(lines=()) if raw_page.is_garbled else raw_page)
        except pdfium.Unreadable:
            lost.append(index + 1)
            raw_pages.append(RawPage((), has_image=False, image_share=0.0, drawn=False, height=0.0))
        job.on_page(index + 1, total)
        if job.on_draft is not None and len(raw_pages) in _DRAFT_AT and 2 * len(raw_pages) <= total:
            job.on_draft(_document(job, facts, _lay_out(raw_pages, facts), ()))
    pages = _lay_out(raw_pages, facts)
    silent = [
        page.number for page, raw_page in zip(pages, raw_pages, strict=True) if _is_silent(page, raw_page)
    ]
    scanned = ocr.read_scans(partial(_drawn, document), silent, job) if silent else ocr.Scans()
    if scanned.pages:
        seen = (scanned.pages.get(number, raw_page) for number, raw_page in enumerate(raw_pages, start=1))
        pages = _lay_out([*seen], facts)
    recovered = total - len(lost) if expected is not None or lost else None
    if not any(page.text for page in pages):
        raise damaged(job) if recovered is not None else no_text(job, _why_silent(job, len(silent), total))
    notices = [*_recovery(recovered, expected or total), *scanned.notices(silent, total)]
    return _document(job, facts, pages, notices)


def _drawn(document: pdfium.Document, number: int) -> Drawn:
    return Drawn(*pdfium.drawn_grey(document, number - 1, ocr.SCALE))


def _lay_out(raw_pages: Sequence[RawPage], facts: Facts) -> list[Page]:
    return layout.lay_out(raw_pages, facts.outline, facts.labels, facts.filled_in)


def _is_silent(page: Page, raw_page: RawPage) -> bool:
    """Tell a page whose words are a picture from an empty one."""
    if len(page.text) > 4 * _FEW_LETTERS:
        return False
    letters = sum(1 for character in page.text if character.isalnum())
    if letters == 0:
        return raw_page.drawn
    return letters < _FEW_LETTERS and raw_page.image_share > _SCAN_COVERS


def _why_silent(job: Job, silent: int, total: int) -> str:
    if not silent:
        return "Its pages are empty."
    what = "Its page is a picture" if total == 1 else f"All {total} pages are pictures"
    if job.limits.ocr and ocr.available():
        return f"{what} and no words could be recognised in them."
    return f"{what} without text, and reading scans is switched off."


def _recovery(recovered: int | None, expected: int) -> list[Notice]:
    if recovered is None:
        return []
    of = f" of {expected}" if expected > 0 else ""
    pages = "page was" if recovered == 1 and not of else "pages were"
    rest = "" if of else "; how many it once had cannot be told"
    return [
        Notice(kind="recovered", message=f"The file is damaged: {recovered}{of} {pages} recovered{rest}.")
    ]


def _recover(job: Job) -> ReadDocument:
    """Read what is left of a damaged file: first pypdf, then its loose objects."""
    try:
        reader = _open(job)
        texts = [page.extract_text() for page in reader.pages[: job.limits.max_pages]]
        expected = len(reader.pages)
    except _BROKEN:
        texts, expected = [], 0
    if any(text.strip() for text in texts):
        pages = [_plain_page(number, text) for number, text in enumerate(texts, start=1)]
        readable = sum(1 for page in pages if page.text)
        return _document(job, _facts(job), pages, _recovery(readable, expected))
    rebuilt = salvage.rebuild(job.content)
    if rebuilt is None:
        raise damaged(job)
    try:
        document = pdfium.open_pdf(rebuilt.content, None)
    except (pdfium.Locked, pdfium.Unreadable) as error:
        raise damaged(job) from error
    return _read_with_pdfium(job, document, Facts(), expected=rebuilt.expected)


def _plain_page(number: int, text: str) -> Page:
    paginator = Paginator(target_chars=len(text) + 1)
    add_paragraphs(paginator, text)
    return paginator.builder.build(number)


def _open(job: Job) -> PdfReader:
    reader = PdfReader(BytesIO(job.content), strict=False)
    if reader.is_encrypted and reader.decrypt(job.password or "") == PasswordType.NOT_DECRYPTED:
        raise _password_needed(job)
    return reader


def _password_needed(job: Job) -> PasswordRequired:
    if job.password:
        what = f"The password does not open “{job.file_name}”. {NOTHING_STORED} Check it and try again."
        return PasswordRequired("wrong_password", what)
    what = f"“{job.file_name}” is protected by a password. {NOTHING_STORED} Enter the password to read it."
    return PasswordRequired("encrypted", what)


def _facts(job: Job) -> Facts:
    """Ask pypdf for what the text does not say; a file that breaks the rules says nothing."""
    try:
        reader = _open(job)
        has_labels = "/PageLabels" in reader.root_object
        labels = tuple(reader.page_labels) if has_labels else ()
    except (*_BROKEN, PasswordRequired):
        return Facts()
    return Facts(_title(reader), _date(reader), labels, _outline(reader), _filled_in(reader))


def _title(reader: PdfReader) -> str:
    try:
        title = one_line(str(reader.metadata.title or "")) if reader.metadata else ""
    except _BROKEN:
        return ""
    return sensible_title(title)


def _date(reader: PdfReader) -> str:
    try:
        info = reader.metadata
        moment = (info.creation_date or info.modification_date) if info else None
    except _BROKEN:
        return ""
    return moment.date().isoformat() if moment and moment.year > _STAND_IN_YEAR else ""


def _outline(reader: PdfReader) -> tuple[str, ...]:
    titles: list[str] = []

    def collect(items: Sequence[object]) -> None:
        for item in items:
            if isinstance(item, list):
                collect(item)
            elif isinstance(item, Destination) and item.title:
                titles.append(str(item.title))

    try:
        collect(reader.outline)
    except _BROKEN:
        return ()
    return tuple(titles[:5000])


def _filled_in(reader: PdfReader) -> Mapping[int, Sequence[str]]:
    found: dict[int, list[str]] = {}
    try:
        pages = enumerate(reader.pages, start=1) if "/AcroForm" in reader.root_object else ()
        for number, page in pages:
            for note in page.get("/Annots") or ():
                field = note.get_object()
                seen = field.get("/Subtype") == "/Widget" and not int(field.get("/F", 0)) & _HIDDEN
                if "/V" not in field and "/Parent" in field:
                    field = field["/Parent"].get_object()
                value = field.get("/V")
                if seen and isinstance(value, TextStringObject) and value.strip():
                    found.setdefault(number, []).append(f"{field.get('/TU') or field.get('/T', '')}: {value}")
    except _BROKEN:
        return {}
    return found


def _document(job: Job, facts: Facts, pages: Sequence[Page], notices: Sequence[Notice]) -> ReadDocument:
    title = facts.title or heading_of(pages) or job.stem
    return ReadDocument(kind="pdf", title=title, date=facts.date, pages=tuple(pages), notices=tuple(notices))

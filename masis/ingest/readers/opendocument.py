"""OpenDocument: headings, lists, tables and notes of an ODT in their order, in page-like sections."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from masis.domain.document import Notice, ReadDocument
from masis.ingest.readers.building import (
    WIDEST,
    Paginator,
    cells_left_out,
    heading_of,
    one_line,
    sensible_title,
)
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.plain import pieces

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_TEXT, _TABLE, _DRAW = (f"{{{_NAMES}{name}:1.0}}" for name in ("text", "table", "drawing"))
_OFFICE, _STYLE, _META = (f"{{{_NAMES}{name}:1.0}}" for name in ("office", "style", "meta"))
_LOOKS = f"{{{_NAMES}xsl-fo-compatible:1.0}}"
_DUBLIN = "{http://purl.org/dc/elements/1.1/}"
_HEADING, _PARAGRAPH, _LIST, _GRID = f"{_TEXT}h", f"{_TEXT}p", f"{_TEXT}list", f"{_TABLE}table"
_ROW, _HEAD_ROWS = f"{_TABLE}table-row", f"{_TABLE}table-header-rows"
_CELL, _COVERED = f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"
_APART = frozenset({f"{_TEXT}note-body", f"{_DRAW}text-box"})
"""What hangs on a paragraph and stands behind it."""
_LEFT_OUT = frozenset(
    {
        f"{_TEXT}tracked-changes",
        f"{_TEXT}note-citation",
        f"{_OFFICE}annotation",
        f"{_OFFICE}forms",
        f"{_TEXT}sequence-decls",
        *(f"{_TEXT}{name}" for name in ("table-of-content", "alphabetical-index", "illustration-index")),
        *(f"{_TEXT}{name}" for name in ("table-index", "object-index", "user-index")),
    }
)
"""Words that were deleted, comments, and lists of what stands elsewhere in the text."""
_SIGNS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}
_MOST_REPEATED = 50
"""Copies of one cell or row that a file may ask for (own choice)."""
_LENGTH = re.compile(r"(\d+(?:\.\d+)?)(cm|mm|in|pt)")
_POINTS = {"cm": 28.35, "mm": 2.835, "in": 72.0, "pt": 1.0}
_SPACE = 3.0
"""Points a space is wide."""
_FARTHEST_IN = 40
_ISO_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    ValueError,
    KeyError,
    SyntaxError,
)
"""What zipfile and the XML parser raise; a parse error is a SyntaxError."""


class _Look(NamedTuple):
    """What a paragraph style does to the words."""

    breaks: bool = False
    indent: int = 0


def read(job: Job) -> ReadDocument:
    """Read an ODT file."""
    try:
        content, meta = _part(job, "content.xml"), _part(job, "meta.xml")
    except _BROKEN as error:
        raise damaged(job) from error
    body = None if content is None else content.find(f"{_OFFICE}body/{_OFFICE}text")
    if content is None or body is None:
        raise damaged(job)
    text = _Text(job, content)
    text.add(body)
    pages = text.paginator.pages()
    job.check_pages(len(pages))
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    title = sensible_title(_said(meta, f".//{_DUBLIN}title")) or heading_of(pages) or job.stem
    return ReadDocument(kind="odt", title=title, date=_date(meta), pages=pages, notices=text.notices)


def _part(job: Job, name: str) -> Element | None:
    from defusedxml.ElementTree import fromstring

    with zipfile.ZipFile(BytesIO(job.content)) as archive:
        if name not in archive.namelist():
            return None
        root: Element = fromstring(archive.read(name), forbid_dtd=True)
        return root


def _said(meta: Element | None, path: str) -> str:
    return "" if meta is None else one_line(meta.findtext(path) or "")


def _date(meta: Element | None) -> str:
    for path in (f".//{_DUBLIN}date", f".//{_META}creation-date"):
        if found := _ISO_DAY.match(_said(meta, path)):
            return found.group()
    return ""


class _Text:
    """The text in the making."""

    def __init__(self, job: Job, content: Element) -> None:
        self._job = job
        self._looks = dict(_looks(content))
        self._cells_left = job.limits.max_cells
        self._too_wide = False
        self.paginator = Paginator()

    def add(self, root: Element) -> None:
        for block, is_item in _blocks(root):
            if block.tag == _GRID:
                self._add_table(block)
            else:
                self._add_paragraph(block, is_item=is_item)
            self._job.check_pages(self.paginator.count)

    @property
    def notices(self) -> tuple[Notice, ...]:
        complete = self._cells_left >= 0 and not self._too_wide
        return () if complete else (cells_left_out(self._job.limits.max_cells),)

    def _add_paragraph(self, block: Element, *, is_item: bool) -> None:
        if self._look(block).breaks:
            self.paginator.break_page()
        text = one_line(_words(block))
        if text and block.tag == _HEADING:
            self.paginator.before(heading=True).heading(text, _number(block, f"{_TEXT}outline-level", 9))
        elif text and is_item:
            self.paginator.before().list_item(text)
        else:
            for piece in pieces(text):
                self.paginator.before().paragraph(piece)
        self._add_what_hangs_on_it(block)
        if block.find(f".//{_TEXT}soft-page-break") is not None:
            self.paginator.break_page()

    def _add_what_hangs_on_it(self, block: Element) -> None:
        for apart in _found(block, _APART):
            if apart.tag == f"{_DRAW}text-box":
                self.add(apart)
                continue
            note = one_line(" ".join(_words(each) for each, _ in _blocks(apart)))
            for piece in pieces(f"Note: {note}" if note else ""):
                self.paginator.before().paragraph(piece)

    def _add_table(self, table: Element) -> None:
        heads = sum(1 for group in _found(table, {_HEAD_ROWS}) for _ in _found(group, {_ROW}))
        rows: list[list[str]] = []
        hanging: dict[int, tuple[int, str]] = {}
        for row in _found(table, {_ROW}):
            cells = self._cells(row, hanging)
            copies = _number(row, f"{_TABLE}number-rows-repeated", _MOST_REPEATED) if any(cells) else 1
            self._cells_left -= sum(map(bool, cells)) * copies
            if self._cells_left < 0:
                break
            rows += [cells] * copies
        self.paginator.before().table(rows, header_rows=max(heads, 1))
        for cell in _found(table, {_CELL}):
            for block, _ in _blocks(cell):
                if block.tag == _GRID:
                    self._add_table(block)
                else:
                    self._add_what_hangs_on_it(block)

    def _cells(self, row: Element, hanging: dict[int, tuple[int, str]]) -> list[str]:
        """Return the cells of a row; one that covers several rows is said in each."""
        cells: list[str] = []
        for cell in _found(row, {_CELL, _COVERED}):
            copies = _number(cell, f"{_TABLE}number-columns-repeated", _MOST_REPEATED)
            if cell.tag == _COVERED:
                for column in range(len(cells), len(cells) + copies):
                    left, text = hanging.get(column, (0, ""))
                    cells.append(text if left else "")
                    hanging[column] = (max(left - 1, 0), text)
                continue
            blocks = [block for block, _ in _blocks(cell) if block.tag != _GRID]
            indent = " " * self._look(blocks[0]).indent if blocks and not cells else ""
            text = indent + "\n".join(map(_words, blocks)).strip()
            hanging[len(cells)] = (_number(cell, f"{_TABLE}number-rows-spanned", 1000) - 1, text)
            cells += [text] * copies
        filled = max((column for column, text in enumerate(cells, start=1) if text), default=0)
        self._too_wide = self._too_wide or filled > WIDEST
        return cells[:WIDEST]

    def _look(self, block: Element) -> _Look:
        return self._looks.get(block.get(f"{_TEXT}style-name", ""), _Look())


def _looks(content: Element) -> Iterator[tuple[str, _Look]]:
    for style in content.iter(f"{_STYLE}style"):
        properties = style.find(f"{_STYLE}paragraph-properties")
        if properties is not None:
            length = _LENGTH.match(properties.get(f"{_LOOKS}margin-left", ""))
            points = float(length[1]) * _POINTS[length[2]] if length else 0.0
            indent = round(min(points / _SPACE, _FARTHEST_IN))
            breaks = properties.get(f"{_LOOKS}break-before") == "page"
            yield style.get(f"{_STYLE}name", ""), _Look(breaks, indent)


def _blocks(root: Element) -> Iterator[tuple[Element, bool]]:
    """Yield paragraphs, headings and tables in order, and whether each is an item of a list."""
    waiting = [(child, False) for child in reversed(root)]
    while waiting:
        element, in_list = waiting.pop()
        if element.tag in {_HEADING, _PARAGRAPH, _GRID}:
            yield element, in_list
        elif element.tag not in _LEFT_OUT:
            in_list = in_list or element.tag == _LIST
            waiting += [(child, in_list) for child in reversed(element)]


def _found(root: Element, tags: frozenset[str] | set[str]) -> Iterator[Element]:
    """Yield the outermost elements of these names, but none of a table within a cell."""
    waiting = [*reversed(root)]
    while waiting:
        element = waiting.pop()
        if element.tag in tags:
            yield element
        elif element.tag not in _LEFT_OUT and not (element.tag == _GRID and _GRID not in tags):
            waiting += reversed(element)


def _words(block: Element) -> str:
    """Return the words of a paragraph without what hangs on it."""
    words: list[str] = []
    waiting: list[Element | str] = [*_inner(block)]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            words.append(item)
        elif item.tag == f"{_TEXT}s":
            words.append(" ")
        elif item.tag not in _LEFT_OUT and item.tag not in _APART:
            words.append(_SIGNS.get(item.tag, ""))
            waiting += _inner(item)
    return "".join(words)


def _inner(element: Element) -> Iterator[Element | str]:
    """Yield what an element holds, last first."""
    for child in reversed(element):
        if child.tail:
            yield child.tail
        yield child
    if element.text:
        yield element.text


def _number(element: Element, name: str, most: int) -> int:
    stated = element.get(name, "1")
    return max(1, min(int(stated), most)) if stated.isdecimal() and len(stated) < 10 else 1

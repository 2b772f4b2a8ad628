"""Building: clean text, pages whose block offsets are right by construction, and titles worth showing."""

import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from io import BytesIO
from typing import Literal, Protocol

from masis.domain.document import Block, Notice, Page
from masis.domain.language.sentences import split_sentences
from masis.domain.language.tables import Table
from masis.ingest.readers.tables.blocks import parted_at_headers, with_whole_labels
from masis.ingest.readers.tables.declared import without_declaration
from masis.ingest.readers.tables.drafts import TableDraft, draft_of
from masis.ingest.readers.tables.header_rows import header_count, parted, whole_columns
from masis.ingest.readers.tables.units import table_of

_KEPT = "²³¹⁰⁴⁵⁶⁷⁸⁹½¼¾™"
"""Characters whose compatibility form would change a figure or a name: 10² is not 102."""
_COMPATIBLE = re.compile(f"[^{_KEPT}]+")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CAPTION = re.compile(r"(?:table|figure|exhibit|tabelle|tableau)\s+[\dIVXA-Z]+(?:[.\d]*)\b", re.IGNORECASE)
WIDEST = 200
"""Columns of a table; a wider one is no table to read."""
_LONGEST_CAPTION, _LONGEST_LEAD = 160, 300
_ASIDE = re.compile(r"\([^()]{1,80}\)")
"""Such as ``(in millions)``, between a sentence and the table it leads over to."""
_BULLET = re.compile(r"^\s*[•‣◦▪●○■□–—*·-]\s+")
_POOR_TITLE = re.compile(
    r"^(?:\(?anonymous\)?|microsoft (?:word|powerpoint|excel)\b.*|(?:powerpoint[- ])?presentation"
    r"|untitled.*|word document|(?:document|book|workbook|mappe)\s?\d*|.*\.\w{2,5}|[\W\d]*)$",
    re.IGNORECASE,
)
_TEMPLATE_YEAR = 2013
"""The writing libraries' own templates carry a date of that year, which is not the document's."""


def tidy(text: str) -> str:
    """Normalise characters and spaces; line breaks stay, all of one kind."""
    if text.isprintable():  # no line break, nothing invisible, no space but the plain one
        return " ".join(_compatible(text).split())
    text = _compatible(_INVISIBLE.sub("", _BREAKS.sub("\n", text)))
    return "\n".join(line.strip() for line in _SPACES.sub(" ", text).split("\n"))


def _compatible(text: str) -> str:
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return text
    return _COMPATIBLE.sub(lambda run: unicodedata.normalize("NFKC", run.group()), text)


def one_line(text: str) -> str:
    """Normalise ``text`` into a single line."""
    return " ".join(tidy(text).split())


def without_bullet(text: str) -> str:
    """Drop the bullet sign in front of a list item; numbers stay, they may be referred to."""
    return _BULLET.sub("", text, count=1)


class PageBuilder:
    """A page in the making: add blocks in reading order, then build."""

    def __init__(self, heading: str = "") -> None:
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._tables: list[Table] = []
        self._length = 0
        self._heading = heading
        self._above = ""
        self._lead = ""

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    @property
    def heading_above(self) -> str:
        """The heading what comes next stands under."""
        return self._heading

    def heading(self, text: str, level: int = 1) -> None:
        """Add a heading."""
        self._heading = one_line(text) or self._heading
        self._add("heading", one_line(text), level=min(max(level, 1), 9))

    def paragraph(self, text: str) -> None:
        """Add a paragraph; its line breaks become spaces."""
        self._add("paragraph", one_line(text))

    def lines(self, text: str) -> None:
        """Add a paragraph whose line breaks mean something, such as code or an address."""
        kept = [line for line in tidy(text).split("\n") if line]
        self._add("paragraph", "\n".join(kept))

    def list_item(self, text: str) -> None:
        """Add an item of a list."""
        plain = without_bullet(one_line(text))
        self._add("list_item", f"- {plain}" if plain else "")

    def table(self, rows: Iterable[Sequence[str]], header_rows: int | None = 1, caption: str = "") -> None:
        """Add a grid of cells as pipe rows under one header line; empty rows and columns are left out.

        ``header_rows``: as many as the file tells, ``None`` where it tells nothing. Spaces before a label say
        how far it is set in.
        """
        cells = [([one_line(cell).replace("|", "/") for cell in row], _indent(row)) for row in rows]
        header = [cell for cell in cells[:header_rows] if any(cell[0])] if header_rows else []
        kept = header + [cell for cell in cells[header_rows or 0 :] if any(cell[0])]
        used = _used_columns([row for row, _ in kept])
        filled = [[row[column] if column < len(row) else "" for column in used] for row, _ in kept]
        if filled:
            grid = whole_columns(filled)
            count = header_count(grid, None if header_rows is None else len(header))
            said = one_line(caption)
            grid = with_whole_labels(grid, count)
            for numbers, heads, over in parted_at_headers(grid, count):
                self.paragraph(over)
                title = over or said
                rows_of_part = [grid[number] for number in numbers]
                indents = [kept[number][1] for number in numbers]
                self.draft(draft_of(rows_of_part, heads, title, title, indents))

    def draft(self, draft: TableDraft) -> None:
        """Add a table as it was drafted; without a title of its own it has that of the heading over it."""
        above = [self._above if len(self._above) <= _LONGEST_CAPTION else self._lead]
        title = draft.title or next(filter(_CAPTION.match, above), self._heading)
        title = without_declaration(title)
        draft = draft._replace(
            title=title,
            headers=tuple(map(parted, draft.headers)),
            lead=self._lead,
            around=(*draft.around, *filter(None, above)),
        )
        head = _pipe_row((draft.corner, *draft.headers)) if draft.corner or any(draft.headers) else ""
        lines = [_pipe_row((row.label, *row.values)) for row in draft.rows]
        start = self._add("table", "\n".join([head, *lines] if head else lines), header_length=len(head))
        start += len(head) + 1 if head else 0
        spans: list[tuple[int, int]] = []
        for line in lines:
            spans.append((start, start + len(line)))
            start += len(line) + 1
        self._tables.append(table_of(draft, spans))

    def _add(
        self,
        kind: Literal["heading", "paragraph", "list_item", "table"],
        text: str,
        level: int = 0,
        header_length: int = 0,
    ) -> int:
        """Add a block and return where it starts."""
        if not text:
            return self._length
        self._above = text if kind == "paragraph" else ""
        if not (self._above and _ASIDE.fullmatch(text)):
            self._lead = _lead_of(self._above)
        if self._parts:
            both_items = kind == "list_item" and self._blocks[-1].kind == "list_item"
            gap = "\n" if both_items else "\n\n"
            self._parts.append(gap)
            self._length += len(gap)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        header_end = start + header_length if header_length else 0
        self._blocks.append(
            Block(kind=kind, char_start=start, char_end=self._length, level=level, header_end=header_end)
        )
        return start

    def build(self, number: int, label: str = "", *, has_image: bool = False, ocr: bool = False) -> Page:
        """Finish the page."""
        return Page(
            number=number,
            label=label or str(number),
            text="".join(self._parts),
            blocks=tuple(self._blocks),
            tables=tuple(self._tables),
            has_image=has_image,
            ocr=ocr,
        )


def _lead_of(paragraph: str) -> str:
    """Return the last sentence of a paragraph that ends in a colon, without the colon; else empty."""
    said = one_line(paragraph)
    if not said.endswith(":"):
        return ""
    lead = said[split_sentences(said)[-1].start :].strip(" :")
    return lead if len(lead) <= _LONGEST_LEAD else ""


def _used_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    width = max((len(row) for row in rows), default=0)
    return [column for column in range(width) if any(column < len(row) and row[column] for row in rows)]


def _indent(row: Sequence[str]) -> int:
    label = next(filter(str.strip, row), "").expandtabs(4)  # columns left of all labels may be empty
    return len(label) - len(label.lstrip())


def _pipe_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


class Paginator:
    """Pages for formats that have none: a new one at a break, or when enough text has come."""

    def __init__(self, target_chars: int = 3000) -> None:
        self._target = target_chars
        self._pages: list[Page] = []
        self.builder = PageBuilder()

    def before(self, *, heading: bool = False) -> PageBuilder:
        """Return the page the next block belongs on."""
        enough = self._target if not heading else self._target // 2
        if self.builder.length >= enough:
            self.break_page()
        return self.builder

    def break_page(self) -> None:
        """End the page if it holds anything."""
        if self.builder.length:
            self._pages.append(self.builder.build(len(self._pages) + 1))
            self.builder = PageBuilder()

    @property
    def count(self) -> int:
        """Finished pages."""
        return len(self._pages)

    def pages(self) -> tuple[Page, ...]:
        """Finish and return all pages."""
        self.break_page()
        return tuple(self._pages)


def heading_of(pages: Sequence[Page]) -> str:
    """Return the first heading of a document, or empty."""
    for page in pages:
        for block in page.blocks:
            if block.kind == "heading":
                return page.text[block.char_start : block.char_end]
    return ""


def cells_left_out(limit: int) -> Notice:
    """Say that the tables of a document were cut short."""
    message = f"The tables are very large: at most {limit:,} cells and {WIDEST} columns were read."
    return Notice(kind="truncated_cells", message=message)


class CoreProperties(Protocol):
    """The properties that every Office format shares."""

    title: str | None
    created: datetime | None
    modified: datetime | None


def sensible_title(title: str) -> str:
    """Return a title worth showing, else empty."""
    plain = one_line(title)
    return "" if len(plain) > 200 or _POOR_TITLE.match(plain) else plain


def core_title(properties: CoreProperties) -> str:
    """Return the title of the core properties when it is a sensible one."""
    return sensible_title(str(properties.title or ""))


def core_date(properties: CoreProperties, content: bytes) -> str:
    """Return the last modification (or creation) day as ISO date, else empty."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        if "docProps/core.xml" not in archive.namelist():
            return ""  # the libraries would make up today
    for moment in (properties.modified, properties.created):
        if moment is not None and moment.year > _TEMPLATE_YEAR:
            return moment.date().isoformat()
    return ""

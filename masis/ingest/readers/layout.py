"""Layout: lines of PDF pages to headings, paragraphs, list items and tables; running headers are dropped."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from masis.domain.document import Page
from masis.domain.language.currencies import SIGNS
from masis.ingest.readers.building import PageBuilder, one_line
from masis.ingest.readers.lines import Line, RawPage, joined
from masis.ingest.readers.tables.aligned import find_tables
from masis.ingest.readers.tables.finding import FoundTable, PageLines, TableFinder
from masis.ingest.readers.tables.headers import is_scale
from masis.ingest.readers.tables.rows import is_year

_DIGITS = re.compile(r"\d+|\b[ivxlc]+$|^[ivxlc]+\b")
_PAGE_NUMBER = re.compile(
    r"^(?:[-–—|]\s*)?(?:page|seite|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von)\s*\d{1,4})?(?:\s*[-–—|])?$",
    re.IGNORECASE,
)
_FIGURE = re.compile(rf"\d[.,]\d|\d\s?%|[{SIGNS}]\s?\d")
_MOMENT = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d\d|\b(?:v|version|rev|release)\.?\s*\d+(?:\.\d+)*",
    re.IGNORECASE,
)
"""Dates and times of printing, and numbers of versions."""
_LONGEST_HEADER = 14
"""Words; a longer line is a sentence."""
_LARGE_PRINT = 13.5
_EDGE_LINES = 3
_EDGE_SHARE = 0.12
_ITEM = re.compile(r"^(?:[•‣◦▪●○■□\uf0b7\uf0a7]|[–—*-]\s|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s+\S)")
_WORD_WITH_HYPHEN = re.compile(r"[^\W\d_]+-[^\W\d_]+")
_LEADER = re.compile(r"(?:\s?\.){4,}\s*(?=\S{1,8}$)")
"""The dots of a table of contents."""
_SENTENCE_END = (".", "!", "?", ":", ";", "…", ".”", '."', ".)")
_LONGEST_HEADING = 140
_LONGEST_LABEL = 40
"""What is printed on a page fits; what a file makes up may not."""


def lay_out(
    raw_pages: Sequence[RawPage],
    outline: Collection[str] = (),
    labels: Sequence[str] = (),
    filled_in: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> list[Page]:
    """Make pages of what was seen on them.

    ``outline``: titles that the file names; ``labels``: the pages' own numbers; ``filled_in``: what the
    fields of a form hold, by page.
    """
    kept = without_furniture(raw_pages)
    style = learn_style(kept, outline)
    finder = TableFinder(partial(joined, hyphenated=style.hyphenated))
    pages: list[Page] = []
    heading = ""
    for number, (lines, raw_page) in enumerate(zip(kept, raw_pages, strict=True), start=1):
        builder = PageBuilder(heading)
        left = {*lines}
        dropped = [line.text for line in raw_page.lines if line not in left]
        tables = finder.find(PageLines(lines, raw_page.width, raw_page.rules, dropped))
        add_lines(builder, lines, style, tables)
        for text in filled_in.get(number, ()):
            builder.paragraph(text)
        heading = builder.heading_above
        label = one_line(labels[number - 1])[:_LONGEST_LABEL] if number <= len(labels) else ""
        pages.append(builder.build(number, label, has_image=raw_page.has_image, ocr=raw_page.scanned))
    return pages


def without_furniture(pages: Sequence[RawPage]) -> list[tuple[Line, ...]]:
    """Drop lines near the page edges that repeat from page to page, and bare page numbers."""
    edges = [_edge_lines(page) for page in pages]
    seen: Counter[str] = Counter()
    for lines in edges:
        seen.update({_pattern(line) for line in lines})
    often = max(3, round(0.3 * len(pages)))
    kept = [
        tuple(line for line in page.lines if line not in edge or not _is_furniture(line, seen, often))
        for page, edge in zip(pages, edges, strict=True)
    ]
    emptied = sum(1 for page, lines in zip(pages, kept, strict=True) if page.lines and not lines)
    # Where hardly anything else is on the pages, what repeats is the text.
    return [page.lines for page in pages] if 2 * emptied > len(pages) else kept


def _edge_lines(page: RawPage) -> set[Line]:
    ordered = sorted(page.lines, key=lambda line: line.bottom)
    low, high = page.height * _EDGE_SHARE, page.height * (1 - _EDGE_SHARE)
    bottom = {line for line in ordered[:_EDGE_LINES] if line.bottom < low}
    return bottom | {line for line in ordered[-_EDGE_LINES:] if line.bottom > high}


def _pattern(line: Line) -> str:
    """Two lines at one height that differ only in numbers have one pattern."""
    # Chapter titles stand at one height too ("Part 1", "Part 2"): large print must repeat to the letter.
    # So must a line that states figures: the totals of two pages are no running header.
    states = _FIGURE.search(_MOMENT.sub("", line.text)) or len(line.text.split()) > _LONGEST_HEADER
    text = line.text if line.size >= _LARGE_PRINT or states else _DIGITS.sub("#", line.text)
    return f"{text.casefold()}@{round(line.bottom / 6)}"


def _is_furniture(line: Line, seen: Counter[str], often: int) -> bool:
    text = line.text.strip()  # a lone year heads a table
    is_number = bool(_PAGE_NUMBER.match(text)) and not is_year(text)
    return is_number or seen[_pattern(line)] >= often


class Style(NamedTuple):
    """What is normal in this document."""

    body_size: float
    heading_sizes: tuple[float, ...]
    """Sizes above the body's, largest first: their place is the heading level."""
    titles: frozenset[str]
    """Headings the outline names, in lower case."""
    hyphenated: frozenset[str]
    """Words seen with a hyphen inside a line: they keep it at a line end."""


def learn_style(pages: Sequence[Sequence[Line]], titles: Collection[str]) -> Style:
    """Look at a whole document to learn its body size and heading sizes."""
    weights: Counter[float] = Counter()
    words: set[str] = set()
    for lines in pages:
        for line in lines:
            weights[line.size] += len(line.text)
            if "-" in line.text:
                words.update(_WORD_WITH_HYPHEN.findall(line.text.lower()))
    body = weights.most_common(1)[0][0] if weights else 10.0
    larger = sorted((size for size in weights if size >= body * 1.12), reverse=True)
    known = frozenset(one_line(title).casefold() for title in titles)
    return Style(body, tuple(larger), known, frozenset(words))


def add_lines(
    builder: PageBuilder,
    lines: Sequence[Line],
    style: Style,
    tables: Sequence[FoundTable] = (),
) -> None:
    """Put the lines of one page into ``builder``, and the tables of figures that were found among them."""
    owners: dict[int, list[int]] = {}  # tables beside each other share their lines
    for place, table in enumerate(tables):
        for number in table.lines:
            owners.setdefault(number, []).append(place)
    run: list[Line] = []
    added: set[int] = set()
    for number, line in enumerate(lines):
        if number not in owners:
            run.append(line)
        for place in owners.get(number, ()):
            if place not in added:
                added.add(place)
                _add_run(builder, run, style)
                run = []
                builder.draft(tables[place].draft)
    _add_run(builder, run, style)


def _add_run(builder: PageBuilder, lines: Sequence[Line], style: Style) -> None:
    """Add lines between tables of figures; there may be tables of words among them."""
    position = 0
    for table in find_tables(lines):
        _add_flow(builder, lines[position : table.first], style)
        builder.table(table.rows, header_rows=table.header_rows)
        position = table.last
    _add_flow(builder, lines[position:], style)


class _Group:
    """Lines that make one block."""

    def __init__(self, line: Line, kind: str, level: int) -> None:
        self.lines = [line]
        self.kind, self.level = kind, level


def _add_flow(builder: PageBuilder, lines: Sequence[Line], style: Style) -> None:
    groups: list[_Group] = []
    right_edge = max((line.right for line in lines), default=0.0)
    for line in lines:
        kind, level = _role(line, style)
        group = groups[-1] if groups else None
        if group and _continues(group, line, kind, level, right_edge):
            group.lines.append(line)
        else:
            groups.append(_Group(line, kind, level))
    for group in groups:
        text = joined([line.text for line in group.lines], style.hyphenated)
        if group.kind == "heading" and len(text) <= _LONGEST_HEADING:
            builder.heading(text, group.level)
        elif group.kind == "item":
            builder.list_item(text)
        else:
            builder.paragraph(_LEADER.sub(" ... ", text))


def _role(line: Line, style: Style) -> tuple[str, int]:
    text = line.text.strip()
    if "." in text and _LEADER.search(text):
        return "entry", 0
    wordy = any(character.isalpha() for character in text)
    if wordy and len(text) <= _LONGEST_HEADING:
        if is_scale(text):
            return "text", 0
        if line.size in style.heading_sizes:
            return "heading", style.heading_sizes.index(line.size) + 1
        if one_line(text).casefold() in style.titles:
            return "heading", len(style.heading_sizes) + 1
        if (
            line.bold
            and len(text) <= 90
            and line.size >= style.body_size
            and not text.endswith((".", ",", ";"))
        ):
            return "heading", len(style.heading_sizes) + 1
    return ("item", 0) if _ITEM.match(text) else ("text", 0)


def _continues(group: _Group, line: Line, kind: str, level: int, right_edge: float) -> bool:
    last = group.lines[-1]
    step = last.bottom - line.bottom
    if abs(step) < 0.4 * last.size:
        return kind == group.kind  # the same row of words, drawn in pieces
    if kind in {"item", "entry"} or not 0 < step < 1.75 * max(last.size, line.size):
        return False
    if "heading" in (kind, group.kind):
        return kind == group.kind and level == group.level and line.size == last.size
    if abs(line.size - last.size) > 1.5:
        return False
    if group.kind in {"entry", "item"}:
        return group.kind == "item" and line.left > group.lines[0].left - 1
    unfilled = last.right < group.lines[0].left + 0.6 * (right_edge - group.lines[0].left)
    indented = line.left > last.left + line.size and len(group.lines) > 1
    return not ((unfilled or indented) and last.text.endswith(_SENTENCE_END))

"""Web: the words of an HTML file without its furniture; nothing is ever fetched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, cast

from masis.domain.document import ReadDocument
from masis.ingest.readers.building import Paginator, heading_of, one_line, sensible_title
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.plain import decode, pieces

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_DROPPED = frozenset(
    "script style nav footer header aside noscript template svg iframe object head button select "  # noqa: SIM905
    "textarea".split()
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = (  # noqa: SIM905 - a list of names reads better without its quotes
    "p div section article main li ul ol dl dt dd table h1 h2 h3 h4 h5 h6 pre blockquote figure figcaption "
    "address hr details summary body center fieldset"
).split()
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?\s*([\w-]{2,30})", re.IGNORECASE)
_ISO_DATE = re.compile(r"^\d{4}-\d\d-\d\d")
_DATES = ("article:modified_time", "article:published_time", "date", "dcterms.date", "dc.date")


_SET_IN = re.compile(r"(?:padding-left|margin-left|text-indent)\s*:\s*(-?\d{1,3}(?:\.\d+)?)(pt|px|em)", re.I)
_POINTS = {"pt": 1.0, "px": 0.75, "em": 10.0}
_SPACE = 3.0
"""Points a space is wide."""
_FARTHEST_IN = 40


def read(job: Job) -> ReadDocument:
    """Read an HTML file."""
    paginator = Paginator()
    soup = add_html(paginator, _decode(job.content), job)
    title = sensible_title(soup.title.get_text()) if soup.title else ""
    date = _date(soup)
    pages = paginator.pages()
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    return ReadDocument(kind="html", title=title or heading_of(pages) or job.stem, date=date, pages=pages)


def add_html(paginator: Paginator, text: str, job: Job) -> BeautifulSoup:
    """Add the words of a web page, and return it for what it says of itself."""
    from bs4 import BeautifulSoup

    try:
        soup = BeautifulSoup(text, "lxml")
    except (RecursionError, ValueError) as error:
        raise damaged(job) from error
    for kind, item in _blocks(soup.body or soup):
        _add(paginator, kind, item)
        job.check_pages(paginator.count)
    return soup


def _decode(content: bytes) -> str:
    stated = _META_CHARSET.search(content[:4096])
    if stated:
        try:
            return content.decode(stated[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass
    return decode(content)


def _date(soup: Tag) -> str:
    for meta in soup.find_all("meta"):
        name = str(meta.get("property") or meta.get("name") or "").lower()
        found = _ISO_DATE.match(str(meta.get("content") or ""))
        if name in _DATES and found:
            return found.group()
    return ""


def _is_furniture(node: Tag) -> bool:
    """Tell what belongs to the site or is hidden, not to the text."""
    if node.name in _DROPPED or node.has_attr("hidden") or node.get("aria-hidden") == "true":
        return True
    return bool(_HIDDEN.search(str(node.get("style") or "")))


def _holders(root: Tag) -> set[int]:
    """Return the elements that hold a block somewhere inside, each looked at once however deep."""
    holders: set[int] = set()
    for block in root.find_all(_BLOCKS):
        parent = block.parent
        while parent is not None and id(parent) not in holders:
            holders.add(id(parent))
            parent = parent.parent
    return holders


def _blocks(root: Tag) -> Iterator[tuple[str, Tag | str]]:
    """Yield blocks in order, without recursion: hostile nesting must not exhaust the stack."""
    holders = _holders(root)
    words: list[str] = []
    stack = [cast("Iterator[Tag]", iter(root.children))]
    while stack:
        node = next(stack[-1], None)
        ends_paragraph = node is None or node.name in _BLOCKS
        if ends_paragraph and words:
            yield "paragraph", "".join(words)
            words = []
        if node is None:
            stack.pop()
        elif node.name is None or (node.name not in _BLOCKS and id(node) not in holders):
            words.append(_text(node))
        elif _is_whole(node):
            yield node.name, node
        elif not _is_furniture(node):
            stack.append(cast("Iterator[Tag]", iter(node.children)))


def _is_whole(node: Tag) -> bool:
    """Tell an element that is one block with all that is in it."""
    if _is_furniture(node):
        return False
    if node.name == "table":
        return node.find("table") is None
    if node.name == "li":
        return node.find(["ul", "ol", "table"]) is None
    return node.name in _HEADINGS or node.name == "pre"


def _text(node: Tag) -> str:
    """Return the words of an element; comments, hidden parts and the like have none."""
    words: list[str] = []
    stack = [iter([node])]
    while stack:
        item = next(stack[-1], None)
        if item is None:
            stack.pop()
        elif item.name is None:
            words.append(str(item) if type(item).__name__ == "NavigableString" else "")
        elif not _is_furniture(item):
            words.append("\n" if item.name == "br" or item.name in _BLOCKS else "")
            stack.append(cast("Iterator[Tag]", iter(item.children)))
    return "".join(words)


def _add(paginator: Paginator, kind: str, item: Tag | str) -> None:
    if isinstance(item, str):
        for piece in pieces(one_line(item)):
            paginator.before().paragraph(piece)
    elif kind in _HEADINGS:
        text = one_line(_text(item))
        if text:
            paginator.before(heading=True).heading(text, _HEADINGS[kind])
    elif kind == "table":
        _add_table(paginator, item)
    elif kind == "li":
        paginator.before().list_item(_text(item))
    else:
        paginator.before().lines(_text(item))


def _add_table(paginator: Paginator, table: Tag) -> None:
    caption = one_line(_text(table.caption)) if table.caption is not None else ""
    if caption:
        paginator.before().paragraph(caption)
    rows, heads = [], 0
    hanging: dict[int, tuple[int, str]] = {}
    for row in table.find_all("tr"):
        if any(
            _is_furniture(element)
            for element in (row, *takewhile(lambda above: above is not table, row.parents))
        ):
            continue
        cells = row.find_all(["th", "td"])
        rows.append(_spread(cells, hanging))
        if cells and rows[-1]:
            rows[-1][0] = " " * _indent(cells[0]) + rows[-1][0].strip(" \t\r\n\f")
        is_head = bool(cells) and (
            all(cell.name == "th" for cell in cells) or row.find_parent("thead") is not None
        )
        heads += is_head and heads == len(rows) - 1
    paginator.before().table(rows, header_rows=heads or None, caption=caption)


def _indent(cell: Tag) -> int:
    """Return by how many spaces the style of a cell, or of what holds its words, sets it in."""
    styles = (
        str(element.get("style") or "") for element in (cell, *cell.find_all(["div", "p", "span"], limit=2))
    )
    lengths = [length for style in styles for length in _SET_IN.findall(style)]
    points = sum(float(number) * _POINTS[unit.lower()] for number, unit in lengths)
    return max(0, min(round(points / _SPACE), _FARTHEST_IN))


def _spread(cells: Iterable[Tag], hanging: dict[int, tuple[int, str]]) -> list[str]:
    """Return the cells of a row in their columns; ``hanging`` are cells of rows above that reach down.

    A cell that covers several rows is said in each, so that every row can be read by itself.
    """
    found: list[str] = []

    def reach_down() -> None:
        while len(found) in hanging:
            left, text = hanging.pop(len(found))
            if left > 1:
                kept[len(found)] = (left - 1, text)
            found.append(text)

    kept: dict[int, tuple[int, str]] = {}
    for cell in cells:
        reach_down()
        text, deep, wide = _text(cell), _span(cell, "rowspan", 1000), _span(cell, "colspan", 50)
        for column in range(len(found), len(found) + wide if deep > 1 else 0):
            kept[column] = (deep - 1, text if column == len(found) else "")
        found += [text, *[""] * (wide - 1)]
    reach_down()
    hanging.update(kept)
    return found


def _span(cell: Tag, name: str, most: int) -> int:
    stated = str(cell.get(name) or "1")
    return max(1, min(int(stated), most)) if stated.isdecimal() and len(stated) < 10 else 1

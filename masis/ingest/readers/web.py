"""Web: the words of an HTML file without its furniture; nothing is ever fetched."""

import re
from collections.abc import Iterator
from typing import Any

from masis.domain.document import ReadDocument
from masis.ingest.readers.building import Paginator, heading_of, one_line
from masis.ingest.readers.job import Job, damaged, no_text
from masis.ingest.readers.office import sensible_title
from masis.ingest.readers.plain import decode, pieces

_DROPPED = ("script", "style", "nav", "footer", "header", "aside", "noscript", "template", "svg", "iframe", "form",
            "object", "head", "button", "select")  # fmt: skip
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = (
    "p div section article main li ul ol dl dt dd table h1 h2 h3 h4 h5 h6 pre blockquote figure figcaption address "
    "hr details summary body center fieldset"
).split()
_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?\s*([\w-]{2,30})", re.IGNORECASE)
_ISO_DATE = re.compile(r"^\d{4}-\d\d-\d\d")
_DATES = ("article:modified_time", "article:published_time", "date", "dcterms.date", "dc.date")


def read(job: Job) -> ReadDocument:
    """Read an HTML file."""
    from bs4 import BeautifulSoup

    try:
        soup = BeautifulSoup(_decode(job.content), "lxml")
    except (RecursionError, ValueError) as error:
        raise damaged(job) from error
    title = sensible_title(soup.title.get_text()) if soup.title else ""
    date = _date(soup)
    _drop_furniture(soup)
    paginator = Paginator()
    for kind, item in _blocks(soup.body or soup):
        _add(paginator, kind, item)
        job.check_pages(paginator.count)
    pages = paginator.pages()
    job.on_page(len(pages), len(pages))
    if not pages:
        raise no_text(job)
    return ReadDocument(kind="html", title=title or heading_of(pages) or job.stem, date=date, pages=pages)


def _decode(content: bytes) -> str:
    stated = _META_CHARSET.search(content[:4096])
    if stated:
        try:
            return content.decode(stated[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass
    return decode(content)


def _date(soup: Any) -> str:
    for meta in soup.find_all("meta"):
        name = str(meta.get("property") or meta.get("name") or "").lower()
        found = _ISO_DATE.match(str(meta.get("content") or ""))
        if name in _DATES and found:
            return found.group()
    return ""


def _drop_furniture(soup: Any) -> None:
    hidden = [
        tag
        for tag in soup.find_all(True)
        if tag.name in _DROPPED
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or _HIDDEN.search(str(tag.get("style") or ""))
    ]
    for tag in hidden:
        tag.extract()
    for tag in soup.find_all(["br", "p", "div", "li"]):
        tag.append("\n")  # words of neighbouring blocks must not grow together


def _blocks(root: Any) -> Iterator[tuple[str, Any]]:
    """Yield blocks in order, without recursion: hostile nesting must not exhaust the stack."""
    words: list[str] = []
    stack = [iter(root.children)]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            if words:
                yield "paragraph", " ".join(words)
                words = []
            continue
        if node.name is None:
            if type(node).__name__ == "NavigableString":
                words.append(str(node))
            continue
        if node.name in _BLOCKS and words:
            yield "paragraph", " ".join(words)
            words = []
        if node.name in _HEADINGS or node.name == "pre" or _is_data_table(node) or _is_leaf_item(node):
            yield node.name, node
        elif _is_inline(node):
            words.append(_text(node))
        else:
            stack.append(iter(node.children))


def _text(node: Any) -> str:
    return str(node.get_text(""))


def _is_inline(node: Any) -> bool:
    return node.name not in _BLOCKS and node.find(_BLOCKS) is None


def _is_data_table(node: Any) -> bool:
    return node.name == "table" and node.find("table") is None


def _is_leaf_item(node: Any) -> bool:
    return node.name == "li" and node.find(["ul", "ol", "table"]) is None


def _add(paginator: Paginator, kind: str, item: Any) -> None:
    if kind in _HEADINGS:
        text = one_line(_text(item))
        if text:
            paginator.before(heading=True).heading(text, _HEADINGS[kind])
    elif kind == "table":
        _add_table(paginator, item)
    elif kind == "li":
        paginator.before().list_item(_text(item))
    elif kind == "pre":
        paginator.before().lines(_text(item))
    else:
        for piece in pieces(one_line(str(item))):
            paginator.before().paragraph(piece)


def _add_table(paginator: Paginator, table: Any) -> None:
    if table.caption is not None:
        paginator.before().paragraph(_text(table.caption))
    rows, heads = [], 0
    for row in table.find_all("tr"):
        cells = row.find_all(["th", "td"])
        rows.append([text for cell in cells for text in _spread(cell)])
        is_head = bool(cells) and (all(cell.name == "th" for cell in cells) or row.find_parent("thead") is not None)
        heads += is_head and heads == len(rows) - 1
    paginator.before().table(rows, header_rows=heads)


def _spread(cell: Any) -> list[str]:
    span = str(cell.get("colspan") or "1")
    width = min(int(span), 50) if span.isdecimal() else 1
    return [_text(cell), *[""] * (width - 1)]

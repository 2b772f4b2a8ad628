"""Passage text: words and rows of a document as escaped HTML with the cited ones marked; no pipes."""

import re
from collections.abc import Iterator, Sequence

from masis.domain.document import Page
from masis.domain.evidence import Chunk
from masis.domain.language.pipes import pipe_tables
from masis.domain.language.tables import Table
from masis.domain.verification.claims import Quote
from masis.domain.verification.facts import tables_of
from masis.ui.safe_text import safe_html
from masis.ui.shared import rows
from masis.ui.shared.rows import Span

# Few enough before it that the marked words show without scrolling; one can scroll on after them.
_BEFORE, _AFTER = 320, 900
_QUOTE = 420
_NEIGHBOURS = 3
_RULED = re.compile(r"(?m)^[ \t]*\|[^\n]*\n?")


def page_html(page: Page, span: Span | None, label: str, *, whole: bool = False) -> str:
    """Return a page as text and tables: around the span, or all of it."""
    tables = page.tables or pipe_tables(page.text)
    if whole:
        return _box("".join(_pieces(page.text, tables, span, label, (0, len(page.text)))), label)
    grid = rows.around(tables, span, _NEIGHBOURS)
    return rows.grid_html(grid, label) if grid else in_surroundings(page.text, span, label, tables)


def _pieces(text: str, tables: Sequence[Table], span: Span | None, label: str, within: Span) -> Iterator[str]:
    """Return text and tables of a stretch in reading order; the lines a table was read from are left out."""
    at, last = within
    ruled = [table for table in tables if table.rows]
    for table in sorted(ruled, key=lambda table: table.rows[0].char_start):
        start, end = table.rows[0].char_start, max(row.char_end for row in table.rows)
        if end > within[0] and start < last:
            yield _words(text, at, start, span)
            yield rows.grid_html(rows.whole_grid(table, span), label)
            at = max(at, end)
    yield _words(text, at, last, span)


def _words(text: str, start: int, end: int, span: Span | None) -> str:
    """Return what is no table row of a stretch of text, with the marked words in it."""
    if start >= end:
        return ""
    first, last = (max(start, span[0]), min(end, span[1])) if span else (end, end)
    if first >= last:
        return safe_html(_RULED.sub("", text[start:end]))
    before, after = (_RULED.sub("", part) for part in (text[start:first], text[last:end]))
    return f"{safe_html(before)}<mark>{safe_html(text[first:last])}</mark>{safe_html(after)}"


def in_surroundings(text: str, span: Span | None, label: str, tables: Sequence[Table] = ()) -> str:
    """Return the text and tables around the span, the span marked; all of them without one."""
    first, last = 0, len(text)
    if span is None or not 0 <= span[0] < span[1] <= last:
        span = None
    else:
        first, last = _at_line(text, max(0, span[0] - _BEFORE)), min(last, span[1] + _AFTER)
    inner = "".join(_pieces(text, tables or pipe_tables(text), span, label, (first, last)))
    return _box(("… " if first else "") + inner + (" …" if last < len(text) else ""), label)


def stored(chunk: Chunk | None, quote: Quote | None, label: str) -> str:
    """Return what a run itself kept of a source: its rows, or its words with the quote marked."""
    words = quote.text if quote else ""
    if chunk is None:
        return in_surroundings(words, None, label)
    span = (quote.char_start, quote.char_end) if quote else (chunk.char_start, chunk.char_end)
    if grid := rows.around(tables_of(chunk), span, _NEIGHBOURS):
        return rows.grid_html(grid, label)
    at = chunk.full_text.find(words) if words else -1
    return in_surroundings(chunk.full_text, (at, at + len(words)) if at >= 0 else None, label)


def quoted(quote: Quote | None, chunk: Chunk | None, label: str, tables: Sequence[Table] = ()) -> str:
    """Return the exact words of a source: as rows of their table, or between quotation marks.

    ``tables`` are those of its page, for a source whose passage is not at hand.
    """
    known = quote or chunk
    span = (known.char_start, known.char_end) if known else None
    if grid := rows.grid_of(tables, span) or rows.quoted_grid(quote, chunk):
        return rows.grid_html(grid, label)
    words = quote.text if quote else chunk.text if chunk else ""
    return f'<blockquote class="m-quote">“{safe_html(shortened(words))}”</blockquote>'


def prose(text: str) -> str:
    """Return what is no table row of a text."""
    return _RULED.sub("", text).strip()


def shortened(quote: str) -> str:
    """Return the quote on one line, cut at a word when it is long."""
    line = " ".join(quote.split())
    if len(line) <= _QUOTE:
        return line
    return line[:_QUOTE].rsplit(" ", 1)[0] + " …"


def _at_line(text: str, at: int) -> int:
    return at if at == 0 else text.find("\n", at, at + 200) + 1 or at


def _box(inner: str, label: str) -> str:
    # Focusable, because it scrolls: otherwise the keyboard could not reach its end.
    return f'<div class="m-passage" role="region" tabindex="0" aria-label="{safe_html(label)}">{inner}</div>'

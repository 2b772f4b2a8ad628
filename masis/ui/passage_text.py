"""Passage text: words of a document as escaped HTML with the cited ones marked."""

from masis.ui.safe_text import safe_html

# Few enough before it that the marked words show without scrolling; one can scroll on after them.
_BEFORE, _AFTER = 320, 900
_QUOTE = 420


def in_surroundings(text: str, span: tuple[int, int] | None, label: str) -> str:
    """Return the page's text around the span, the span marked; the whole page without one."""
    if span is None or not 0 <= span[0] < span[1] <= len(text):
        return _box(safe_html(text), label)
    start, end = span
    first = _at_line(text, max(0, start - _BEFORE))
    last = min(len(text), end + _AFTER)
    before = ("… " if first else "") + safe_html(text[first:start])
    after = safe_html(text[end:last]) + (" …" if last < len(text) else "")
    return _box(f"{before}<mark>{safe_html(text[start:end])}</mark>{after}", label)


def with_quote(text: str, quote: str, label: str) -> str:
    """Return the passage with its quote marked where it is found."""
    at = text.find(quote) if quote else -1
    return in_surroundings(text, (at, at + len(quote)) if at >= 0 else None, label)


def as_code(text: str, label: str) -> str:
    """Return plain text in fixed width."""
    return _box(safe_html(text), label, extra=" m-code")


def shortened(quote: str) -> str:
    """Return the quote on one line, cut at a word when it is long."""
    line = " ".join(quote.split())
    if len(line) <= _QUOTE:
        return line
    return line[:_QUOTE].rsplit(" ", 1)[0] + " …"


def _at_line(text: str, at: int) -> int:
    return at if at == 0 else text.find("\n", at, at + 200) + 1 or at


def _box(inner: str, label: str, extra: str = "") -> str:
    named = f'role="region" tabindex="0" aria-label="{safe_html(label)}"'
    return f'<div class="m-passage{extra}" {named}>{inner}</div>'

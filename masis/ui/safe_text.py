"""Safe text: the only way words of a model or a document reach Markdown or HTML."""

import html
import re

from masis.domain.printable import printable

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_DIRECTIVE = re.compile(r":(?=[\w+\-/])")
_BREAK = "\u2060"
"""Word joiner: no width, no line break; it keeps a pattern from being recognised."""


def safe_html(text: object) -> str:
    """Return the text for use inside an element or a quoted attribute."""
    return html.escape(printable(str(text)), quote=True)


def safe_md(text: object) -> str:
    """Return Markdown that shows exactly these words and does nothing else.

    Every ASCII punctuation character is escaped, which takes care of links, images, HTML, LaTeX,
    fences, lists and headings. Streamlit recognises ``:material/…:``, ``:smile:`` and bare addresses
    after the escapes are gone, so those patterns are broken with a character of no width.
    """
    lines = (line.strip() for line in printable(str(text)).splitlines())
    # Two spaces keep the line break; an empty line stays empty and parts paragraphs.
    return "\n".join(f"{_inert(line)}  " if line else "" for line in lines).strip()


def safe_label(text: object) -> str:
    """Return ``safe_md`` on one line, for the labels of widgets."""
    return safe_md(" ".join(str(text).split()))


def _inert(line: str) -> str:
    broken = _DIRECTIVE.sub(":" + _BREAK, line)
    broken = re.sub(r"(?i)\bwww\.", lambda found: found[0][:3] + _BREAK + ".", broken)
    broken = broken.replace("@", "@" + _BREAK)
    return _PUNCTUATION.sub(r"\\\1", broken)

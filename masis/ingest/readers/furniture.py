"""Furniture: running headers, footers and page numbers that are no part of the text."""

import re
from collections import Counter
from collections.abc import Sequence

from masis.ingest.readers.lines import Line, RawPage

_DIGITS = re.compile(r"\d+|\b[ivxlc]+$|^[ivxlc]+\b")
_PAGE_NUMBER = re.compile(
    r"^(?:[-–—|]\s*)?(?:page|seite|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von)\s*\d{1,4})?(?:\s*[-–—|])?$",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d[.,]\d|\d\s?%|[$€£¥]\s?\d")
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
    return bool(_PAGE_NUMBER.match(line.text.strip())) or seen[_pattern(line)] >= often

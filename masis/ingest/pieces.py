"""Pieces: the parts of a page that are never cut further, and how much room each takes in a passage."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Literal

from masis.domain.document import Block, Page
from masis.domain.language.sentences import split_sentences
from masis.ingest.injection import is_instruction_like

TARGET = 900
"""Size a passage is filled to, in characters of plain English prose."""
MOST = 1100
"""Size no passage exceeds; title and heading still fit beside it in 256 tokens."""
LEAST = 150
"""Size under which a passage is joined to a neighbour where that fits."""

# Fitted so that a token of English prose, of a table of figures and of Chinese takes about the same size,
# 4 to 5; see tests/ingest/test_chunking.py, which counts real tokens.
_LETTER = 1.0
_DIGIT = 2.0
_MARK = 4.0
_OTHER_SCRIPT = 4.0
_IDEOGRAPH = 5.0
_LAST_LATIN = 0x24F
HEADING: Literal["heading"] = "heading"
LEAD_CHARS = 600

_BLANK_LINES = re.compile(r"\n\s*\n")
_LINE = re.compile(r"[^\n]*\S[^\n]*")


class Ruler:
    """Measures spans of one text; a digit or sign takes as many tokens as several letters do."""

    def __init__(self, text: str) -> None:
        """Sum up the weights once, so that every span is measured by one subtraction."""
        self._sums = (0.0, *accumulate(map(_weight, text)))

    def size(self, start: int, end: int) -> float:
        """Return the size of a span, in characters of plain prose."""
        return self._sums[end] - self._sums[start]

    def reach(self, start: int, size: float, end: int) -> int:
        """Return the furthest offset up to ``end`` at which the span from ``start`` still fits."""
        low, high = start, end
        while low < high:
            middle = (low + high + 1) // 2
            if self.size(start, middle) <= size:
                low = middle
            else:
                high = middle - 1
        return low


@lru_cache(maxsize=4096)
def _weight(character: str) -> float:
    if character.isspace():
        return _LETTER
    if character.isalpha():
        if ord(character) <= _LAST_LATIN:
            return _LETTER
        return _IDEOGRAPH if unicodedata.east_asian_width(character) in "WF" else _OTHER_SCRIPT
    return _DIGIT if character.isdigit() else _MARK


@dataclass(frozen=True)
class Piece:
    """A heading, paragraph, sentence or group of table rows; offsets into the page's text."""

    kind: Literal["heading", "text", "table"]
    start: int
    end: int
    level: int = 0
    lead: str = ""
    """For rows without their header: the header's text."""
    suspect: bool = False
    """True for sentences that instruct a reader's model; they share no passage with others."""


def pieces_of(page: Page, ruler: Ruler) -> Iterator[Piece]:
    """Yield a page's pieces in reading order; together they hold all text of its blocks."""
    for block in page.blocks or _paragraphs(page.text):
        start, end = _trimmed(page.text, block.char_start, min(block.char_end, len(page.text)))
        if start >= end:
            continue
        if block.kind == "table":
            yield from _rows(page.text, block, ruler)
        elif block.kind == "heading" and ruler.size(start, end) <= TARGET:
            yield Piece(HEADING, start, end, level=block.level)
        else:
            yield from _prose(page.text, start, end, ruler)


def _paragraphs(text: str) -> Iterator[Block]:
    start = 0
    for gap in _BLANK_LINES.finditer(text):
        yield Block(kind="paragraph", char_start=start, char_end=gap.start())
        start = gap.end()
    yield Block(kind="paragraph", char_start=start, char_end=len(text))


def _prose(text: str, start: int, end: int, ruler: Ruler) -> Iterator[Piece]:
    """Yield a paragraph whole, or its sentences when it is too long for one passage.

    Sentences that instruct a model stand apart, so that setting them aside hides nothing else.
    """
    if is_instruction_like(text[start:end]):
        for left, right, suspect in _set_apart(text, start, end):
            yield from (replace(part, suspect=suspect) for part in _fitting(text, left, right, ruler))
        return
    if ruler.size(start, end) <= MOST:
        yield Piece("text", start, end)
        return
    cursor = start
    for sentence in split_sentences(text[start:end]):
        stop = start + sentence.end
        # From where the last one ended: what a splitter leaves between sentences stays in.
        yield from _fitting(text, cursor, stop, ruler)
        cursor = max(cursor, stop)
    yield from _fitting(text, cursor, end, ruler)


def _set_apart(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """Return runs of plain and of instructing sentences; the sentence after an instruction goes with it."""
    spans = [(start + sentence.start, start + sentence.end) for sentence in split_sentences(text[start:end])]
    instructs = [is_instruction_like(text[left:right]) for left, right in spans]
    if not any(instructs):  # only together do the sentences instruct
        return [(start, end, True)]
    runs: list[tuple[int, int, bool]] = []
    for at, (left, right) in enumerate(spans):
        suspect = instructs[at] or (at > 0 and instructs[at - 1])
        if runs and runs[-1][2] == suspect:
            runs[-1] = (runs[-1][0], right, suspect)
        else:
            runs.append((left, right, suspect))
    return runs


def _fitting(text: str, start: int, end: int, ruler: Ruler, most: float = MOST) -> Iterator[Piece]:
    """Yield a span whole, or cut at white space, or hard where there is none."""
    start, end = _trimmed(text, start, end)
    while start < end:
        stop = max(ruler.reach(start, most, end), start + 1)
        if stop < end:
            space = _last_space(text, start, stop)
            stop = space or stop
        left, right = _trimmed(text, start, stop)
        if left < right:
            yield Piece("text", left, right)
        start = stop


def _last_space(text: str, start: int, stop: int) -> int | None:
    """Return where the last white space before ``stop`` begins, unless that cuts off next to nothing."""
    for at in range(stop, start + (stop - start) // 2, -1):
        if text[at].isspace():
            return at
    return None


def _rows(text: str, block: Block, ruler: Ruler) -> Iterator[Piece]:
    """Yield groups of whole rows; every group but the first brings the header as its lead."""
    end = min(block.char_end, len(text))
    header_end = min(max(block.header_end, block.char_start), end)
    lead = text[block.char_start : header_end].strip()[:LEAD_CHARS]
    room = TARGET - (Ruler(lead).size(0, len(lead)) if lead else 0.0)
    start: int | None = None
    stop = block.char_start
    for row in _LINE.finditer(text, block.char_start, end):
        left, right = _trimmed(text, row.start(), row.end())
        if start is not None and ruler.size(start, right) > (TARGET if start < header_end else room):
            yield from _group(text, start, stop, ruler, lead if start >= header_end else "")
            start = None
        start, stop = (left if start is None else start), right
    if start is not None:
        yield from _group(text, start, stop, ruler, lead if start >= header_end else "")


def _group(text: str, start: int, end: int, ruler: Ruler, lead: str) -> Iterator[Piece]:
    for number, part in enumerate(_fitting(text, start, end, ruler)):
        yield Piece("table", part.start, part.end, lead=lead if number == 0 or lead else "")


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end

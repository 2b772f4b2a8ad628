"""PDFium text: the lines of a page, its words told apart by the advance boxes of their characters.

PDFium's own spaces and line ends are guesses wherever the file writes none: a gap narrower than any
space joins, a step off the baseline parts. Spaces the file writes itself always count.
"""

import ctypes
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pypdfium2 import PdfTextPage, raw

from masis.domain.language.currencies import SIGNS
from masis.ingest.readers.lines import Box, Line, Word, segments_of
from masis.ingest.readers.pdfium_calls import Characters

_NARROW_GAP = 0.1
"""A gap of less than this part of the box height is no space."""
_OVERLAP = -0.4
"""What steps back further than this does not go on with the same word."""
_STEP = 0.6
"""A move of this part of the box height up or down ends a line."""
_SMALL = 0.8
# PDFium joins a hyphenated word over the line end with one of these signs and leaves the break out.
HYPHENS = "\x02\ufffe\xad"
_WORD = re.compile(rf"[^\s\0{HYPHENS}]+[{HYPHENS}]?|[{HYPHENS}]")
_GLUED = (
    re.compile(r"[A-Z](?:(?<=[a-z,;:.)’'].)|[A-Z][a-z])"),
    re.compile(r"[,;:)’][^\W\d_]{2}"),
)
_LONG = re.compile(r"[^\W\d_]{13}")
"""Words that may be two: only in these is every gap looked at. Each pattern opens with rare signs."""
_LOOKED_AT = 60  # characters of a page, for the direction they run in


Span = tuple[int, int]


class _Row(NamedTuple):
    """Words of one line with their spans in PDFium's text."""

    words: list[Word]
    spans: list[Span]

    def take(self, word: Word, span: Span) -> None:
        """Put one more word behind the others."""
        self.words.append(word)
        self.spans.append(span)

    def join(self, more: Word, span: Span) -> None:
        """Let the last word go on with what follows it."""
        last = self.words[-1]
        text, right = last.text + more.text, max(last.right, more.right)
        self.words[-1] = last._replace(text=text, right=right, raised=more.raised)
        self.spans[-1] = (self.spans[-1][0], span[1])


class PageText:
    """Characters of a page, with cheap access to what a line needs."""

    def __init__(self, text_page: PdfTextPage, width: float = 0.0, height: float = 0.0) -> None:
        """Hold on to an open text page; without a size its direction is not looked at."""
        self._handle = text_page.raw
        self._count = text_page.count_chars()
        self._characters = Characters(text_page)
        self.text: str = text_page.get_text_range() if self._count else ""
        # Offsets into the text and PDFium's own indexes part where a character has no place on the page.
        self._aligned = len(self.text) == self._count
        self._astral = not self.text.isascii() and max(self.text) > "\uffff"
        self._width, self._height = width, height
        self.quarter = self._direction() if width else 0

    def _direction(self) -> int:
        """Return by how many quarter turns most of the text is turned to the left: tables often are."""
        looked_at = range(0, self._count, max(1, self._count // _LOOKED_AT))
        angles = self._characters.angles(looked_at)
        turns = Counter(-round(angle / (math.pi / 2)) % 4 for angle in angles)  # told clockwise
        quarter, times = turns.most_common(1)[0] if turns else (0, 0)
        return quarter if times > 0.8 * turns.total() and quarter != 2 else 0

    def index(self, offset: int) -> int:
        """Turn an offset into the text into PDFium's index of the character."""
        if self._aligned:
            return offset
        units = offset
        if self._astral:
            units += sum(1 for character in self.text[:offset] if character > "\uffff")
        return int(raw.FPDFText_GetCharIndexFromTextIndex(self._handle, units))

    def lines(self) -> list[Line]:
        """Return the lines that hold more than spaces; PDFium's order is that of a page held upright."""
        found = [
            self._line(row) for row in self._rows() if any(word.text.strip(HYPHENS) for word in row.words)
        ]
        return sorted(found, key=lambda line: (-round(line.top), line.left)) if self.quarter else found

    def _rows(self) -> Iterator[_Row]:
        """Yield the words of each line."""
        text, row = self.text, _Row([], [])
        before, end = None, 0
        for span, word in self._words():
            if before is None:
                link = "space"
            elif (
                before.base == word.base
                and (word.left - before.right) / max(before.size, word.size) >= _NARROW_GAP
                and text[end : span[0]] == " "
                and before.text[-1] not in HYPHENS
            ):
                link = "space"  # as most words follow each other
            else:
                link = self._link(before, word, end, span[0])
            if link == "joined":
                row.join(word, span)
            elif link == "space":
                row.take(word, span)
            else:
                yield row
                row = _Row([word], [span])
            before, end = row.words[-1], span[1]
        if row.words:
            yield row

    def _words(self) -> Iterator[tuple[Span, Word]]:
        """Yield every word with its span."""
        spans = [*self._spans()]
        boxes = iter(self._advances([offset for start, end in spans for offset in (start, end - 1)]))
        text, upright = self.text, self.quarter == 0
        for span, first, last in zip(spans, boxes, boxes, strict=True):
            base, top = first[1], first[3]
            if upright and base == last[1]:  # no small sign at either end
                left, right = min(first[0], last[0]), max(first[2], last[2])
                word = Word(text[span[0] : span[1]], left, right, base, max(top - base, 1.0))
            else:
                word = self._placed(span, first, last)
            yield span, word

    def _spans(self) -> Iterator[Span]:
        """Yield the places of the words; one that hides a gap is several."""
        text = self.text
        # None reaches over a space or a hyphen: one look at the whole text finds every word that may be two.
        glued = sorted(found.start() for pattern in _GLUED for found in pattern.finditer(text))
        glued.append(len(text))
        place = 0
        for found in _WORD.finditer(text):
            start, end = span = found.span()
            is_glued = glued[place] < end
            if is_glued:
                place = bisect_left(glued, end, place)
            if end - start > 3 and (is_glued or (end - start >= 13 and _LONG.search(text, start, end))):
                yield from self._parted(start, end)
            else:
                yield span

    def _placed(self, span: Span, first: Box, last: Box) -> Word:
        """Return a word with small signs at one end, or of text that is turned."""
        start, end = span
        left, base, right, top = first
        size, raised = max(top - base, 1.0), 0
        if self.quarter:
            base, size = self._upright(start, base, size)
        elif _is_small(last, first):
            raised = self._raised(start, end, first)
        elif _is_small(first, last) and self._is_drawn_with_others(start):
            base, size = last[1], max(last[3] - last[1], 1.0)
        return Word(self.text[start:end], min(left, last[0]), max(right, last[2]), base, size, raised)

    def _raised(self, start: int, end: int, first: Box) -> int:
        """Count the small signs at the end of a word."""
        signs = (offset for offset in range(start + 1, end) if _is_small(self._advance(offset), first))
        return next((end - offset for offset in signs if not self._is_drawn_with_others(offset)), 0)

    def _is_drawn_with_others(self, offset: int) -> bool:
        """Tell a letter that shares its glyph with others, as in ``fi``: PDFium knows only its ink."""
        return self._advance(offset) == self.box(offset)

    def _upright(self, offset: int, base: float, size: float) -> tuple[float, float]:
        """Return baseline and height of turned text, of which PDFium has no advance boxes."""
        x, y, index = ctypes.c_double(), ctypes.c_double(), self.index(offset)
        if not raw.FPDFText_GetCharOrigin(self._handle, index, x, y):
            return base, size
        return self._width - x.value if self.quarter == 1 else x.value, 1.2 * self._font_size(index, size)

    def _parted(self, start: int, end: int) -> Iterator[Span]:
        """Yield the parts of a word that hides a gap between two letters."""
        begin, boxes = start, self._advances(range(start, end))
        for offset, (before, box) in enumerate(pairwise(boxes), start=start + 1):
            height = max(before[3] - before[1], box[3] - box[1], 1.0)  # of a ligature only the ink is known
            wide = (box[0] - before[2]) / height > _NARROW_GAP
            if wide and self.text[offset].isalpha() and self.text[offset - 1] not in f"{SIGNS}(":
                yield begin, offset
                begin = offset
        yield begin, end

    def _link(self, before: Word, word: Word, start: int, end: int) -> str:
        """Tell how a word follows the one before: ``joined``, after a ``space``, on a new ``line``.

        ``start`` and ``end`` are the place of what stands between them in the text.
        """
        between = self.text[start:end]
        size = max(before.size, word.size)
        level = abs(word.base - before.base) < 0.05 * size
        gap = (word.left - before.right) / size
        if before.text[-1] in HYPHENS:  # or of a font that does not say which letter it is
            return "joined" if level and _OVERLAP < gap < _NARROW_GAP else "line"
        if not between:
            return "space"  # a hidden gap
        if level and _OVERLAP < gap < _NARROW_GAP and self._guessed(start, end):
            return "joined"
        if "\n" in between or "\r" in between:
            return "space" if level and gap > 0 else "line"
        fallen = abs(word.base - before.base) > _STEP * size
        return "line" if fallen and not self.quarter else "space"

    def _line(self, row: _Row) -> Line:
        start = row.spans[0][0]
        first = self.box(start)
        # A bullet or a quotation mark may be set in another font than the words behind it.
        body = self.text[start : row.spans[-1][1]]
        lead = next((offset for offset, character in enumerate(body) if character.isalnum()), 0)
        index = self.index(start + lead)
        size = self._font_size(index, first[3] - first[1])
        top = max(first[3], first[1] + size * 0.5)
        segments, is_bold = tuple(segments_of(row.words, size)), self._characters.is_bold(index)
        return Line(segments, first[1], top, round(size, 1), is_bold, tuple(row.words))

    def _font_size(self, index: int, height: float) -> float:
        size = self._characters.font_size(index)
        return size if size > 1 else max(height, 1.0)

    def _guessed(self, start: int, end: int) -> bool:
        """Tell whether every sign between two words is of PDFium's making."""
        return all(
            raw.FPDFText_IsGenerated(self._handle, self.index(offset)) == 1 for offset in range(start, end)
        )

    def _advance(self, offset: int) -> Box:
        return self._advances([offset])[0]

    def _advances(self, offsets: Sequence[int]) -> list[Box]:
        """Return the box each character takes with its side bearings; its ink where the file has none."""
        if self.quarter:
            return [self.box(offset) for offset in offsets]
        indexes = offsets if self._aligned else [self.index(offset) for offset in offsets]
        return [
            (left, bottom, right, top) if right > left and top > bottom else self.box(offset)
            for offset, (left, top, right, bottom) in zip(
                offsets, self._characters.loose_boxes(indexes), strict=True
            )
        ]

    def box(self, offset: int) -> Box:
        """Return the box around the ink of one character; all zero when it has none."""
        left, right, bottom, top = self._characters.ink_box(self.index(offset))
        return self._turned((left, bottom, right, top))

    def _turned(self, box: Box) -> Box:
        left, bottom, right, top = box
        if self.quarter == 1:
            return (bottom, self._width - right, top, self._width - left)
        if self.quarter == 3:
            return (self._height - top, left, self._height - bottom, right)
        return box


def _is_small(box: Box, beside: Box) -> bool:
    """Tell a raised sign from the letters beside it."""
    return box[3] - box[1] < _SMALL * (beside[3] - beside[1]) and box[1] > beside[1]

"""PDFium text: the lines of a page, its words told apart by the advance boxes of their characters.

PDFium's own spaces and line ends are guesses wherever the file writes none: a gap narrower than any
space joins, a step off the baseline parts. Spaces the file writes itself always count.
"""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pypdfium2 import PdfTextPage, raw

from masis.ingest.readers.lines import Box, Line, Segment, Word

_WIDE_GAP = 0.9
"""A gap of this many font sizes between two words separates columns, not words."""
_NARROW_GAP = 0.1
"""A gap of less than this part of the box height is no space."""
_OVERLAP = -0.4
"""What steps back further than this does not go on with the same word."""
_STEP = 0.6
"""A move of this part of the box height up or down ends a line."""
_SMALL = 0.8
_MARKER = re.compile(r"\W{0,2}(?:\d{1,2}[.)]|[a-z][.)])?\s*$")
"""The sign or number of a list item, which belongs to the words behind the gap."""
# PDFium joins a hyphenated word over the line end with one of these signs and leaves the break out.
HYPHENS = "\x02\ufffe\xad"
_WORD = re.compile(rf"[^\s\0{HYPHENS}]+[{HYPHENS}]?|[{HYPHENS}]")
_GLUED = re.compile(r"[^\W\d_]{13}|[a-z,;:.)’'][A-Z]|[,;:)’][^\W\d_]{2}|[A-Z]{2}[a-z]")
"""Words that may be two: only in these is every gap looked at."""
_LOOKED_AT = 60  # characters of a page, for the direction they run in


class _Placed(NamedTuple):
    """A word with its span in PDFium's text; ``base`` is the lower edge of its box."""

    text: str
    left: float
    right: float
    base: float
    size: float
    raised: int
    start: int
    end: int

    def with_more(self, more: "_Placed") -> "_Placed":
        """Add what goes on with this word."""
        text, right = self.text + more.text, max(self.right, more.right)
        return self._replace(text=text, right=right, raised=more.raised, end=more.end)


class PageText:
    """Characters of a page, with cheap access to what a line needs."""

    def __init__(self, text_page: PdfTextPage, width: float = 0.0, height: float = 0.0) -> None:
        """Hold on to an open text page; without a size its direction is not looked at."""
        self._handle = text_page.raw
        self._count = text_page.count_chars()
        self.text: str = text_page.get_text_range() if self._count else ""
        # Offsets into the text and PDFium's own indexes part where a character has no place on the page.
        self._aligned = len(self.text) == self._count
        self._astral = not self.text.isascii() and max(self.text) > "\uffff"
        self._edges = [ctypes.c_double() for _ in range(4)]
        rectangle = raw.FS_RECTF()
        # Millions of boxes are asked for: a reference made once and one look at all four sides pay.
        self._rectangle = ctypes.byref(rectangle)
        self._sides = (ctypes.c_float * 4).from_buffer(rectangle)
        self._width, self._height = width, height
        self.quarter = self._direction() if width else 0

    def _direction(self) -> int:
        """Return by how many quarter turns most of the text is turned to the left: tables often are."""
        turns: Counter[int] = Counter()
        for index in range(0, self._count, max(1, self._count // _LOOKED_AT)):
            angle = raw.FPDFText_GetCharAngle(self._handle, index)
            if angle >= 0 and not chr(raw.FPDFText_GetUnicode(self._handle, index)).isspace():
                turns[-round(angle / (math.pi / 2)) % 4] += 1  # told clockwise
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
            self._line(words) for words in self._rows() if any(word.text.strip(HYPHENS) for word in words)
        ]
        return sorted(found, key=lambda line: (-round(line.top), line.left)) if self.quarter else found

    def _rows(self) -> Iterator[list["_Placed"]]:
        """Yield the words of each line."""
        row: list[_Placed] = []
        for word in self._words():
            link = self._link(row[-1], word) if row else "line"
            if link == "joined":
                row[-1] = row[-1].with_more(word)
            elif link == "space":
                row.append(word)
            else:
                if row:
                    yield row
                row = [word]
        if row:
            yield row

    def _words(self) -> Iterator["_Placed"]:
        for found in _WORD.finditer(self.text):
            start, end = found.span()
            if end - start > 3 and _GLUED.search(self.text, start, end):
                for part in self._parted(start, end):
                    yield self._placed(*part)
            else:
                yield self._placed(start, end)

    def _placed(self, start: int, end: int) -> "_Placed":
        first = self._advance(start)
        last = self._advance(end - 1) if end - start > 1 else first
        left, base, right, top = first
        size, raised = max(top - base, 1.0), 0
        if self.quarter:
            base, size = self._upright(start, base, size)
        elif _is_small(last, first):
            raised = self._raised(start, end, first)
        elif _is_small(first, last) and self._is_drawn_with_others(start):
            base, size = last[1], max(last[3] - last[1], 1.0)
        left = last[0] if last[0] < left else left
        right = last[2] if last[2] > right else right
        return _Placed(self.text[start:end], left, right, base, size, raised, start, end)

    def _raised(self, start: int, end: int, first: Box) -> int:
        """Count the small signs at the end of a word."""
        signs = (offset for offset in range(start + 1, end) if _is_small(self._advance(offset), first))
        return next((end - offset for offset in signs if not self._is_drawn_with_others(offset)), 0)

    def _is_drawn_with_others(self, offset: int) -> bool:
        """Tell a letter that shares its glyph with others, as in ``fi``: PDFium knows only its ink."""
        return self._advance(offset) == self.box(offset)

    def _upright(self, offset: int, base: float, size: float) -> tuple[float, float]:
        """Return baseline and height of turned text, of which PDFium has no advance boxes."""
        x, y, index = self._edges[0], self._edges[1], self.index(offset)
        if not raw.FPDFText_GetCharOrigin(self._handle, index, x, y):
            return base, size
        return self._width - x.value if self.quarter == 1 else x.value, 1.2 * self._font_size(index, size)

    def _parted(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of a word that hides a gap between two letters."""
        begin, before = start, self._advance(start)
        for offset in range(start + 1, end):
            box = self._advance(offset)
            height = max(before[3] - before[1], box[3] - box[1], 1.0)  # of a ligature only the ink is known
            wide = (box[0] - before[2]) / height > _NARROW_GAP
            if wide and self.text[offset].isalpha() and self.text[offset - 1] not in "$€£(":
                yield begin, offset
                begin = offset
            before = box
        yield begin, end

    def _link(self, before: "_Placed", word: "_Placed") -> str:
        """Tell how a word follows the one before: ``joined``, after a ``space``, on a new ``line``."""
        between = self.text[before.end : word.start]
        size = max(before.size, word.size)
        level = abs(word.base - before.base) < 0.05 * size
        gap = (word.left - before.right) / size
        if before.text[-1] in HYPHENS:  # or of a font that does not say which letter it is
            return "joined" if level and _OVERLAP < gap < _NARROW_GAP else "line"
        if not between:
            return "space"  # a hidden gap
        if level and _OVERLAP < gap < _NARROW_GAP and self._guessed(before.end, word.start):
            return "joined"
        if "\n" in between or "\r" in between:
            return "space" if level and gap > 0 else "line"
        fallen = abs(word.base - before.base) > _STEP * size
        return "line" if fallen and not self.quarter else "space"

    def _line(self, words: Sequence["_Placed"]) -> Line:
        body = self.text[words[0].start : words[-1].end]
        first = self.box(words[0].start)
        # A bullet or a quotation mark may be set in another font than the words behind it.
        lead = next((offset for offset, character in enumerate(body) if character.isalnum()), 0)
        index = self.index(words[0].start + lead)
        size = self._font_size(index, first[3] - first[1])
        top = max(first[3], first[1] + size * 0.5)
        placed = tuple(Word(*word[:6]) for word in words)
        return Line(tuple(_segments(placed, size)), first[1], top, round(size, 1), self._bold(index), placed)

    def _font_size(self, index: int, height: float) -> float:
        size = float(raw.FPDFText_GetFontSize(self._handle, index)) * self._scale(index)
        return size if size > 1 else max(height, 1.0)

    def _scale(self, index: int) -> float:
        matrix = raw.FS_MATRIX()
        if not raw.FPDFText_GetMatrix(self._handle, index, matrix):
            return 1.0
        return float(abs(matrix.d) or abs(matrix.b) or 1.0)

    def _bold(self, index: int) -> bool:
        name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
        raw.FPDFText_GetFontInfo(self._handle, index, name, 128, flags)
        known = name.value.lower()
        return b"bold" in known or b"black" in known or b"heavy" in known or bool(flags.value & 1 << 18)

    def _guessed(self, start: int, end: int) -> bool:
        """Tell whether every sign between two words is of PDFium's making."""
        return all(
            raw.FPDFText_IsGenerated(self._handle, self.index(offset)) == 1 for offset in range(start, end)
        )

    def _advance(self, offset: int) -> Box:
        """Return the box a character takes with its side bearings; its ink where the file has none."""
        index = offset if self._aligned else self.index(offset)
        if self.quarter == 0 and raw.FPDFText_GetLooseCharBox(self._handle, index, self._rectangle):
            left, top, right, bottom = self._sides
            if right > left and top > bottom:
                return (left, bottom, right, top)
        return self.box(offset)

    def box(self, offset: int) -> Box:
        """Return the box around the ink of one character; all zero when it has none."""
        left, right, bottom, top = self._edges
        if not raw.FPDFText_GetCharBox(self._handle, self.index(offset), left, right, bottom, top):
            return (0.0, 0.0, 0.0, 0.0)
        return self._turned((left.value, bottom.value, right.value, top.value))

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


def _segments(words: Sequence[Word], size: float) -> Iterator[Segment]:
    begin, gap = 0, _WIDE_GAP * size
    for number in range(1, len(words) + 1):
        if number < len(words) and words[number].left - words[number - 1].right <= gap:
            continue
        run = words[begin:number]
        if number < len(words) and _MARKER.match(" ".join(word.text for word in run)):
            continue
        yield Segment(" ".join(word.text for word in run), run[0].left, run[-1].right)
        begin = number

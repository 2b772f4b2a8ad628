"""PDFium: lines with their place and font, character boxes and pictures of pages.

The only importer of pypdfium2. PDFium is not thread-safe: child processes only.
"""

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pypdfium2 import PdfDocument, PdfiumError, PdfPage, PdfTextPage, raw

from masis.ingest.readers.lines import Line, RawPage, Segment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_WIDE_GAP = 0.9
"""A gap of this many font sizes between two words separates columns, not words."""
_MARKER = re.compile(r"\W{0,2}(?:\d{1,2}[.)]|[a-z][.)])?\s*$")
"""The sign or number of a list item, which belongs to the words behind the gap."""
# PDFium joins a hyphenated word over the line end with one of these signs and leaves the break out.
_HYPHENS = "\x02\ufffe\xad"
_LINE = re.compile(f"[^\r\n{_HYPHENS}]+[{_HYPHENS}]?")
_LARGEST_SIDE = 3000
_LOOKED_AT = 60  # characters of a page, for the direction they run in


Document: TypeAlias = PdfDocument


class Locked(Exception):
    """The password is missing or wrong."""


class Unreadable(Exception):
    """PDFium cannot make sense of the file or the page."""


Box = tuple[float, float, float, float]
"""left, bottom, right, top; upwards, as in the file."""


def open_pdf(source: bytes | Path, password: str | None) -> PdfDocument:
    """Open a PDF."""
    try:
        document = PdfDocument(source, password=password or None)
    except PdfiumError as error:
        if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD or "password" in str(error).lower():
            raise Locked from error
        raise Unreadable from error
    return document


def read_page(document: PdfDocument, index: int) -> RawPage:
    """Read the lines of one page."""
    try:
        page = document[index]
        text_page = page.get_textpage()
    except PdfiumError as error:
        raise Unreadable from error
    try:
        width, height = page.get_width(), page.get_height()
        if page.get_rotation() in {90, 270}:  # boxes are in the page's own space, which the display turns
            width, height = height, width
        text = _Text(text_page, width, height)
        has_image, share, drawn = _pictures(page)
        return RawPage(tuple(text.lines()), has_image, share, drawn, width if text.quarter % 2 else height)
    finally:
        text_page.close()
        page.close()


class _Text:
    """Characters of a page, with cheap access to what a line needs."""

    def __init__(self, text_page: PdfTextPage, width: float = 0.0, height: float = 0.0) -> None:
        self._handle = text_page.raw
        self._count = text_page.count_chars()
        self.text: str = text_page.get_text_range() if self._count else ""
        # Offsets into the text and PDFium's own indexes part where a character has no place on the page.
        self._aligned = len(self.text) == self._count
        self._astral = any(character > "\uffff" for character in self.text)
        self._edges = [ctypes.c_double() for _ in range(4)]
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

    def box(self, offset: int) -> Box:
        """Return the box of one character; all zero when it has none."""
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

    def lines(self) -> list[Line]:
        """Return the lines that hold more than spaces; PDFium's order is that of a page held upright."""
        found = [*self._lines()]
        return sorted(found, key=lambda line: (-round(line.top), line.left)) if self.quarter else found

    def _lines(self) -> Iterator[Line]:
        for piece in _LINE.finditer(self.text):
            body = piece.group().rstrip()
            lead = len(body) - len(body.lstrip())
            if body.strip(_HYPHENS + " "):
                yield self._line(piece.start() + lead, body[lead:])

    def _line(self, start: int, body: str) -> Line:
        first = self.box(start)
        # A bullet or a quotation mark may be set in another font than the words behind it.
        lead = next((offset for offset, character in enumerate(body) if character.isalnum()), 0)
        index = self.index(start + lead)
        size = float(raw.FPDFText_GetFontSize(self._handle, index)) * self._scale(index)
        size = size if size > 1 else max(first[3] - first[1], 1.0)
        segments = tuple(self._segments(start, body, size))
        return Line(
            segments, first[1], max(first[3], first[1] + size * 0.5), round(size, 1), self._bold(index)
        )

    def _segments(self, start: int, body: str, size: float) -> Iterator[Segment]:
        begin, left = 0, self.box(start)[0]
        for offset, character in enumerate(body):
            if character != " " or offset == 0 or offset + 1 >= len(body):
                continue
            right = self.box(start + offset - 1)[2]
            following = self.box(start + offset + 1)[0]
            if following - right > _WIDE_GAP * size and not _MARKER.match(body[begin:offset]):
                yield Segment(body[begin:offset].strip(), left, right)
                begin, left = offset + 1, following
        yield Segment(body[begin:].strip(" "), left, self.box(start + len(body.rstrip(_HYPHENS)) - 1)[2])

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


def _pictures(page: PdfPage) -> tuple[bool, float, bool]:
    """Look at the first objects of a page: any image, how much it covers, anything drawn at all."""
    count = raw.FPDFPage_CountObjects(page.raw)
    area = max(page.get_width() * page.get_height(), 1.0)
    edges = [ctypes.c_float() for _ in range(4)]
    has_image, share = False, 0.0
    for number in range(min(count, 300)):
        item = raw.FPDFPage_GetObject(page.raw, number)
        if raw.FPDFPageObj_GetType(item) != raw.FPDF_PAGEOBJ_IMAGE:
            continue
        has_image = True
        if raw.FPDFPageObj_GetBounds(item, *edges):
            left, bottom, right, top = (edge.value for edge in edges)
            share = max(share, (right - left) * (top - bottom) / area)
    return has_image, share, count > 0


class Picture(NamedTuple):
    """A page drawn as an image."""

    png: bytes
    width: int
    height: int


def draw(page: PdfPage, scale: float) -> Picture:
    """Render a page as PNG, never larger than a screen can use."""
    side = max(page.get_width(), page.get_height(), 1.0)
    image = page.render(scale=min(scale, _LARGEST_SIDE / side)).to_pil()
    buffer = BytesIO()
    image.save(buffer, "PNG", compress_level=3)
    return Picture(buffer.getvalue(), image.width, image.height)


def pixel_array(document: PdfDocument, index: int, scale: float) -> "NDArray[np.uint8]":
    """Render a page for OCR, as an array of pixels."""
    page = document[index]
    try:
        side = max(page.get_width(), page.get_height(), 1.0)
        pixels: NDArray[np.uint8] = page.render(scale=min(scale, _LARGEST_SIDE / side)).to_numpy().copy()
    finally:
        page.close()
    return pixels


def characters(page: PdfPage) -> tuple[str, Sequence[int]]:
    """Return a page's text and, for each character of it, PDFium's index."""
    text_page = page.get_textpage()
    try:
        text = _Text(text_page)
        return text.text, [text.index(offset) for offset in range(len(text.text))]
    finally:
        text_page.close()


def pixel_boxes(page: PdfPage, indexes: Sequence[int], width: int, height: int) -> list[Box]:
    """Return the boxes of characters in pixels of the drawn page: left, top, right, bottom."""
    text_page = page.get_textpage()
    rectangle, boxes = raw.FS_RECTF(), []
    try:
        for index in indexes:
            if index >= 0 and raw.FPDFText_GetLooseCharBox(text_page.raw, index, rectangle):
                first = _to_pixel(page, rectangle.left, rectangle.top, width, height)
                last = _to_pixel(page, rectangle.right, rectangle.bottom, width, height)
                (left, right), (top, bottom) = (sorted(pair) for pair in zip(first, last, strict=True))
                boxes.append((left, top, right, bottom))
    finally:
        text_page.close()
    return boxes


def _to_pixel(page: PdfPage, x: float, y: float, width: int, height: int) -> tuple[float, float]:
    pixel_x, pixel_y = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page.raw, 0, 0, width, height, 0, x, y, pixel_x, pixel_y)
    return float(pixel_x.value), float(pixel_y.value)

"""PDFium: pages with their lines, rules and pictures; character boxes and drawings of pages.

With ``pdfium_text`` and ``pdfium_calls`` the only importer of pypdfium2. PDFium is not thread-safe: child
processes only.
"""

import ctypes
import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pypdfium2 import PdfDocument, PdfiumError, PdfPage, raw

from masis.ingest.readers.lines import Box, RawPage, Rule
from masis.ingest.readers.pdfium_calls import Objects, first_objects
from masis.ingest.readers.pdfium_text import PageText

if TYPE_CHECKING:
    from PIL.Image import Image

_LARGEST_SIDE = 3000
_MOST_OBJECTS = 4000
_LOOKED_AT = 300
"""Objects of a page among which a picture is looked for."""
_THIN = 2.5
_FIGURES = re.compile(r"(?<![\w.,])[$(]*\d[\d,.]*\d|\d\s?%")
_FEWEST_FIGURES = 6
"""A page with fewer has no table whose rules would matter."""


Document: TypeAlias = PdfDocument


class Locked(Exception):
    """The password is missing or wrong."""


class Unreadable(Exception):
    """PDFium cannot make sense of the file or the page."""


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
        text = PageText(text_page, width, height)
        is_ruled = text.quarter == 0 and _may_hold_tables(text.text)
        objects = first_objects(page, _MOST_OBJECTS if is_ruled else _LOOKED_AT)
        has_image, share, drawn = _pictures(page, objects)
        across, up = (height, width) if text.quarter % 2 else (width, height)
        rules = tuple(_rules(objects)) if is_ruled else ()
        return RawPage(tuple(text.lines()), has_image, share, drawn, up, across, rules)
    finally:
        text_page.close()
        page.close()


def _pictures(page: PdfPage, objects: Objects) -> tuple[bool, float, bool]:
    """Look at the first objects of a page: any image, how much it covers, anything drawn at all."""
    area = max(page.get_width() * page.get_height(), 1.0)
    seen = Objects(objects.addresses[:_LOOKED_AT], objects.kinds[:_LOOKED_AT])
    shares = (
        (right - left) * (top - bottom) / area
        for left, bottom, right, top in seen.bounds(raw.FPDF_PAGEOBJ_IMAGE)
    )
    has_image = raw.FPDF_PAGEOBJ_IMAGE in seen.kinds
    return has_image, max((0.0, *shares)), bool(objects.kinds)


def _may_hold_tables(text: str) -> bool:
    return sum(1 for _ in islice(_FIGURES.finditer(text), _FEWEST_FIGURES)) == _FEWEST_FIGURES


def _rules(objects: Objects) -> Iterator[Rule]:
    """Yield the thin lines drawn from side to side."""
    for left, bottom, right, top in objects.bounds(raw.FPDF_PAGEOBJ_PATH):
        if top - bottom < _THIN and right - left > 2 * _THIN:
            yield Rule(left, right, (top + bottom) / 2)


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


def drawn_grey(document: PdfDocument, index: int, scale: float) -> tuple["Image", float]:
    """Render a page for OCR; return it with the pixels that a point of it has, ``scale`` at most."""
    page = document[index]
    try:
        side = max(page.get_width(), page.get_height(), 1.0)
        scale = min(scale, _LARGEST_SIDE / side)
        return page.render(scale=scale, grayscale=True).to_pil(), scale
    finally:
        page.close()


def characters(page: PdfPage) -> tuple[str, Sequence[int]]:
    """Return a page's text and, for each character of it, PDFium's index."""
    text_page = page.get_textpage()
    try:
        text = PageText(text_page)
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

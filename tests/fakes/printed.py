"""Printed: what stands under the boxes of a drawn PDF page, asked of PDFium character by character."""

import ctypes
import unicodedata
from pathlib import Path
from typing import NamedTuple

from pypdfium2 import PdfDocument, raw

from masis.domain.document import PageImage


class Letter(NamedTuple):
    """A character and the middle of its place on the page, in the file's own units."""

    sign: str
    x: float
    y: float


def letters(text: str) -> str:
    """Return the letters and digits of a text, accents left out, as a comparison needs them."""
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(one for one in plain if one.isalnum())


class PrintedPage:
    """One page of a PDF with the place of every character."""

    def __init__(self, source: Path | bytes, number: int) -> None:
        self._document = PdfDocument(source)
        self._page = self._document[number - 1]
        text_page = self._page.get_textpage()
        self.letters = [self._letter(text_page.raw, index) for index in range(text_page.count_chars())]
        text_page.close()

    def close(self) -> None:
        """Let the file go."""
        self._page.close()
        self._document.close()

    def under(self, image: PageImage) -> str:
        """Return the words under the boxes, box after box."""
        return letters("".join(self._inside(box, image) for box in image.boxes))

    @staticmethod
    def _letter(handle: object, index: int) -> Letter:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetCharBox(handle, index, left, right, bottom, top)
        sign = chr(raw.FPDFText_GetUnicode(handle, index))
        return Letter(sign, (left.value + right.value) / 2, (bottom.value + top.value) / 2)

    def _inside(self, box: tuple[float, float, float, float], image: PageImage) -> str:
        first, last = self._on_page(box[0], box[1], image), self._on_page(box[2], box[3], image)
        (left, right), (bottom, top) = (sorted(pair) for pair in zip(first, last, strict=True))
        found = "".join(one.sign for one in self.letters if left <= one.x <= right and bottom <= one.y <= top)
        # A sign beyond the basic plane comes in two halves.
        return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _on_page(self, x: float, y: float, image: PageImage) -> tuple[float, float]:
        found = ctypes.c_double(), ctypes.c_double()
        size = (image.width, image.height)
        raw.FPDF_DeviceToPage(self._page.raw, 0, 0, *size, 0, round(x), round(y), *found)
        return found[0].value, found[1].value

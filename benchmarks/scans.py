"""Scans: how well filings are read that were printed and scanned.

``python -m benchmarks.scans FILINGS CELLS --out FOLDER`` writes the pages that a set of table cells names,
and the first two of each filing, as pictures into PDFs of the same names (the other pages are blank), reads
them and counts the figures that the filing's own text has. ``python -m benchmarks.sets CELLS --documents
FOLDER`` then says how many of the cells are bound.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from pypdfium2 import PdfDocument

from benchmarks.sets.rows import KnownCell
from masis.config import load_settings
from masis.domain.document import Page
from masis.ingest import readers
from masis.ingest.guard import check_upload

DOTS_AN_INCH, QUALITY, OPENING = 200, 75, 2
"""As an office scanner keeps pages: in greys, as JPEG; the first pages tell what a document is."""
_POINTS_AN_INCH = 72
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
_FEWEST_DIGITS = 2


class Counted(NamedTuple):
    """Figures of some pages: stated by their text, read from the picture, and read as stated."""

    stated: int
    read: int
    right: int


def main() -> None:
    """Scan, read, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("filings", type=Path)
    parser.add_argument("cells", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = [KnownCell.model_validate_json(line) for line in options.cells.read_text("utf-8").splitlines()]
    total, seconds, pages = Counted(0, 0, 0), 0.0, 0
    for name in sorted({row.document for row in rows}):
        numbers = {row.page for row in rows if row.document == name}
        scan(options.filings / name, numbers, options.out / name)
        stated = dict(read(options.filings / name, numbers))
        began = time.perf_counter()
        found = counted(stated, dict(read(options.out / name, numbers)))
        seconds, pages = seconds + time.perf_counter() - began, pages + len(numbers)
        total = Counted(*(sum(pair) for pair in zip(total, found, strict=True)))
        print(f"{name}: {len(numbers)} pages, {found.right} of {found.stated} figures, {found.read} read")
    print(
        f"{pages} pages: {total.right} of {total.stated} figures read as stated "
        f"({total.right / total.stated:.3f}), of {total.read} read {total.right / total.read:.3f}; "
        f"{seconds:.0f} s for all files"
    )


def scan(path: Path, numbers: set[int], out: Path) -> None:
    """Write the pages of a PDF up to the last one named, as pictures where they are named."""
    document = PdfDocument(path)
    pictures = [
        picture_of(document, number, blank=number > OPENING and number not in numbers)
        for number in range(1, max(numbers) + 1)
    ]
    first, *others = pictures
    first.save(out, "PDF", resolution=DOTS_AN_INCH, save_all=True, append_images=others, quality=QUALITY)


def picture_of(document: PdfDocument, number: int, *, blank: bool) -> Image.Image:
    """Return a page in greys."""
    page, scale = document[number - 1], DOTS_AN_INCH / _POINTS_AN_INCH
    if blank:
        return Image.new("L", (round(page.get_width() * scale), round(page.get_height() * scale)), 255)
    picture: Image.Image = page.render(scale=scale, grayscale=True).to_pil()
    return picture


def read(path: Path, numbers: set[int]) -> Iterator[tuple[int, Page]]:
    """Yield some pages of a file as the readers see them."""
    settings, content = load_settings(), path.read_bytes()
    kind, name = check_upload(path.name, content, settings)
    document = readers.read(content, kind, name, None, settings)
    yield from ((page.number, page) for page in document.pages if page.number in numbers)


def counted(stated: dict[int, Page], found: dict[int, Page]) -> Counted:
    """Count the figures of pages, page by page; a mark of thousands that is not seen changes no figure."""
    own = {number: Counter(figures(page.text)) for number, page in stated.items()}
    seen = {number: Counter(figures(found[number].text)) for number in own}
    return Counted(
        _total(own.values()), _total(seen.values()), _total(own[number] & seen[number] for number in own)
    )


def figures(text: str) -> Iterator[str]:
    """Yield the figures of a text, as plain digits and points."""
    plain = (found.replace(",", "").rstrip(".") for found in _FIGURE.findall(text))
    return (figure for figure in plain if len(figure) >= _FEWEST_DIGITS)


def _total(counts: Iterable[Counter[str]]) -> int:
    return sum(count.total() for count in counts)


if __name__ == "__main__":
    main()

"""Image: a picture of pages, whose words are read by OCR; a TIFF may hold many."""

import warnings
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

from masis.domain.document import ReadDocument
from masis.ingest.readers import ocr
from masis.ingest.readers.building import heading_of
from masis.ingest.readers.job import Job, damaged, no_text, refuse
from masis.ingest.readers.layout import lay_out
from masis.ingest.readers.lines import RawPage
from masis.ingest.readers.recognition import Drawn

KINDS = ("PNG", "JPEG", "TIFF")
MOST_PIXELS = 100_000_000
"""A sheet of A2 at 400 dots an inch has 62 million; four bytes each fit the reader's memory."""
LARGEST_SIDE = 3000
NO_PICTURE = (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, TypeError, KeyError)
"""What Pillow raises on files that break the rules."""
_PAGE_HEIGHT = 800.0
"""Points of the longer side of a page, which a picture does not tell."""
_MOST_TIMES = 3.0
"""A small picture is made so many times larger for the engine: of the figures of pages kept at 96 dots an
inch .78 are read in place of .33."""
_BLANK = RawPage((), has_image=True, image_share=1.0, drawn=True, height=_PAGE_HEIGHT)
_EXIF_DETAILS, _TAKEN, _CHANGED = 0x8769, 36867, 306


class TooManyPixels(Exception):
    """The picture would not fit the memory."""


def read(job: Job) -> ReadDocument:
    """Read a picture."""
    try:
        with opened(job.content) as picture:
            numbers = range(1, _count(picture, job) + 1)
            scans = ocr.read_scans(partial(_drawn, picture), numbers, job)
            date = _date(picture)
    except TooManyPixels as error:
        what = (
            f"“{job.file_name}” is a picture of {error} pixels; the limit is {MOST_PIXELS / 1e6:.0f} million."
        )
        raise refuse(
            code="too_large", what=what, then="Save it at a lower resolution and upload that."
        ) from error
    except NO_PICTURE as error:
        raise damaged(job) from error
    if not scans.pages:
        raise no_text(job, _why_silent(job))
    pages = lay_out([scans.pages.get(number, _BLANK) for number in numbers])
    notices = tuple(scans.notices(numbers, len(numbers)))
    return ReadDocument(
        kind="image", title=heading_of(pages) or job.stem, date=date, pages=tuple(pages), notices=notices
    )


def opened(source: bytes | Path) -> Image.Image:
    """Open a picture without decoding it.

    Raises:
        TooManyPixels: it is refused for what its head says.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            return Image.open(BytesIO(source) if isinstance(source, bytes) else source, formats=KINDS)
        except Image.DecompressionBombError as error:
            many = "very many"
            raise TooManyPixels(many) from error


def drawn(picture: Image.Image, number: int) -> Image.Image:
    """Return one of its pages upright and in plain colours, no larger than a screen or the engine can use.

    Raises:
        TooManyPixels: it is refused before it is decoded.
    """
    picture.seek(number - 1)
    width, height = picture.size
    if width * height > MOST_PIXELS:
        size = f"{width:,} × {height:,}"
        raise TooManyPixels(size)
    picture.draft("RGB", (LARGEST_SIDE, LARGEST_SIDE))
    page = _on_white(picture)
    if max(page.size) > LARGEST_SIDE:
        page = ImageOps.contain(page, (LARGEST_SIDE, LARGEST_SIDE))
    if picture.format == "JPEG":
        page = ImageOps.exif_transpose(page)
    return page.convert("RGB")


def _on_white(picture: Image.Image) -> Image.Image:
    """Return a picture in plain colours or greys, copied only where it has to be."""
    if picture.mode in {"RGB", "L"} and "transparency" not in picture.info:
        return picture
    if picture.mode == "1":
        return picture.convert("L")
    clear = picture.convert("RGBA")
    page = Image.new("RGB", clear.size, "white")
    page.paste(clear, mask=clear.getchannel("A"))
    return page


def _count(picture: Image.Image, job: Job) -> int:
    count = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
    job.check_pages(count)
    return int(count)


def _drawn(picture: Image.Image, number: int) -> Drawn:
    return as_scan(drawn(picture, number))


def as_scan(page: Image.Image) -> Drawn:
    """Return a page as the engine for scans wants it: in greys, and large."""
    grey = page.convert("L")
    larger = min(LARGEST_SIDE / max(grey.size), _MOST_TIMES)
    if larger > 1:
        size = round(grey.width * larger), round(grey.height * larger)
        grey = grey.resize(size, Image.Resampling.LANCZOS)
    return Drawn(grey, max(grey.size) / _PAGE_HEIGHT)


def _date(picture: Image.Image) -> str:
    """Return the day a camera or scanner noted."""
    exif = picture.getexif()
    for noted in (exif.get_ifd(_EXIF_DETAILS).get(_TAKEN), exif.get(_CHANGED)):
        try:
            return datetime.strptime(str(noted)[:10], "%Y:%m:%d").date().isoformat()
        except ValueError:
            continue
    return ""


def _why_silent(job: Job) -> str:
    if job.limits.ocr and ocr.available():
        return "No words could be recognised in it."
    return "It is a picture, and reading words in pictures is switched off."

"""Pictures: the cited pages with their quotes marked and numbered as in the answer."""

import io
from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.document import PageImage, PageView
from masis.export.dossier import PageSource, Source

WIDTH = 1240
"""Pixels: 150 a inch on A4, enough to read every word."""
_MARK = (255, 214, 64)
_TAG = (31, 78, 121)


class CitedPage(NamedTuple):
    """A page of a document version with the passages cited from it."""

    view: PageView
    numbers: tuple[int, ...]
    png: bytes
    """Empty when the page has no picture: it is not a PDF page."""


def cited_pages(sources: Sequence[Source], page: PageSource) -> tuple[CitedPage, ...]:
    """Return every cited page that is still stored, in the order of the citations."""
    wanted: dict[tuple[str, str, int], dict[int, list[tuple[int, int]]]] = {}
    for source in sources:
        chunk = source.chunk
        if chunk is None or chunk.source != "document":
            continue
        spans = [(quote.char_start, quote.char_end) for quote in source.quotes]
        key = (chunk.document_id, chunk.version_id, chunk.page_number)
        wanted.setdefault(key, {})[source.number] = spans or [(chunk.char_start, chunk.char_end)]
    found = (_cited_page(key, spans, page) for key, spans in wanted.items())
    return tuple(page_found for page_found in found if page_found is not None)


def _cited_page(
    key: tuple[str, str, int], spans: dict[int, list[tuple[int, int]]], page: PageSource
) -> CitedPage | None:
    views = [(number, view) for number, each in spans.items() for span in each if (view := page(*key, span))]
    if not views:
        return None
    first = views[0][1]
    boxes = {
        number: [b for n, v in views if n == number and v.image for b in v.image.boxes] for number in spans
    }
    return CitedPage(first, tuple(spans), _marked(first.image, boxes) if first.image else b"")


def _marked(image: PageImage, boxes: dict[int, list[tuple[float, float, float, float]]]) -> bytes:
    """Return the page as a PNG, the quotes under a yellow glaze, each with its number in the margin."""
    from PIL import Image, ImageChops, ImageDraw, ImageFont

    from masis.export.fonts import bold_file

    with Image.open(io.BytesIO(image.png)) as opened:
        canvas = opened.convert("RGB")
    glaze = Image.new("RGB", canvas.size, "white")
    pen = ImageDraw.Draw(glaze)
    for each in boxes.values():
        for left, top, right, bottom in each:
            pen.rectangle((left - 2, top - 1, right + 2, bottom + 1), fill=_MARK)
    # Multiplied like a marker pen, so that the words stay as black as they were.
    canvas = ImageChops.multiply(canvas, glaze)
    pen = ImageDraw.Draw(canvas)
    unit = max(canvas.width // 60, 8)
    font = ImageFont.truetype(str(bold_file()), unit)
    taken: list[tuple[float, float]] = []
    for number, each in boxes.items():
        if each:
            top = min(box[1] for box in each)
            left = max(min(box[0] for box in each) - unit * 2.4, unit * 0.3)
            while any(abs(left - x) < unit * 1.9 and abs(top - y) < unit * 1.5 for x, y in taken):
                top += unit * 1.6
            taken.append((left, top))
            pen.rounded_rectangle((left, top, left + unit * 1.9, top + unit * 1.5), unit * 0.3, fill=_TAG)
            pen.text(
                (left + unit * 0.95, top + unit * 0.75), str(number), fill="white", font=font, anchor="mm"
            )
    if canvas.width > WIDTH:
        canvas = canvas.resize((WIDTH, round(canvas.height * WIDTH / canvas.width)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    canvas.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()

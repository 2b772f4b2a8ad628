"""Picture: a PDF page as an image with the cited words marked; runs in the child process."""

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from masis.domain.document import PageImage
from masis.domain.value import Value
from masis.ingest.readers import ocr, pdfium
from masis.ingest.readers.lines import Box
from masis.ingest.readers.recognition import Drawn, engine, recognised

_MARGIN = 1.0
_CONTEXT = 48
_ABOVE, _BELOW = 0.8, 0.25
"""How far letters reach over and under their baseline, in heights of a word."""
_SIGNS = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*")
"""What the pictures that are read begin with."""


class PictureRequest(Value):
    """Which page to draw and what to mark on it."""

    path: Path
    page_number: int
    password: str | None = None
    text: str = ""
    span: tuple[int, int] | None = None
    scale: float = 2.0


def draw_page(request: PictureRequest) -> PageImage:
    """Draw one page of a PDF or a picture; where words stand in a picture is read from it."""
    with request.path.open("rb") as file:
        if file.read(len(_SIGNS[0])).startswith(_SIGNS):
            return _page_of_picture(request)
    try:
        document = pdfium.open_pdf(request.path, request.password)
    except (pdfium.Locked, pdfium.Unreadable) as error:
        message = "the page cannot be drawn"
        raise ValueError(message) from error
    try:
        page = document[request.page_number - 1]
        picture = pdfium.draw(page, request.scale)
        boxes = _marks(page, request, picture) if request.span else ()
        if request.span and not boxes:
            number = request.page_number - 1
            scan = Drawn(*pdfium.drawn_grey(document, number, ocr.SCALE))
            boxes = _marks_of_scan(scan, request, picture.width, picture.height)
    finally:
        document.close()
    return PageImage(png=picture.png, width=picture.width, height=picture.height, boxes=boxes)


def _page_of_picture(request: PictureRequest) -> PageImage:
    from masis.ingest.readers import image

    try:
        with image.opened(request.path) as picture:
            page = image.drawn(picture, request.page_number)
            scan = image.as_scan(page)
    except (image.TooManyPixels, *image.NO_PICTURE) as error:
        message = "the page cannot be drawn"
        raise ValueError(message) from error
    buffer = BytesIO()
    page.save(buffer, "PNG", compress_level=3)
    boxes = _marks_of_scan(scan, request, page.width, page.height) if request.span else ()
    return PageImage(png=buffer.getvalue(), width=page.width, height=page.height, boxes=boxes)


def _marks(page: object, request: PictureRequest, picture: pdfium.Picture) -> tuple[Box, ...]:
    text, indexes = pdfium.characters(page)
    offsets = locate(request.text, request.span or (0, 0), text)
    boxes = pdfium.pixel_boxes(page, [indexes[offset] for offset in offsets], picture.width, picture.height)
    return merged(boxes)


def _marks_of_scan(scan: Drawn, request: PictureRequest, width: int, height: int) -> tuple[Box, ...]:
    """Return where cited words stand in a picture, in pixels of what is drawn; none of a page on its side."""
    if not ocr.available():
        return ()
    with engine() as reader:
        page = recognised(reader, scan, turn=False)
    words = [word for line in page.lines for word in line.words]
    owners = [word for word in words for _ in f"{word.text} "]
    offsets = locate(request.text, request.span or (0, 0), " ".join(word.text for word in words))
    across, down = width / page.width, height / page.height
    return merged(
        [
            (
                word.left * across,
                (page.height - word.base - _ABOVE * word.size) * down,
                word.right * across,
                (page.height - word.base + _BELOW * word.size) * down,
            )
            for word in dict.fromkeys(owners[offset] for offset in offsets)
        ]
    )


def merged(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """Merge the boxes of characters that stand on one line into one box."""
    lines: list[Box] = []
    for box in boxes:
        if lines and _one_line(lines[-1], box):
            last = lines[-1]
            lines[-1] = (
                min(last[0], box[0]), min(last[1], box[1]), max(last[2], box[2]), max(last[3], box[3]),
            )  # fmt: skip
        else:
            lines.append(box)
    return tuple((left - _MARGIN, top, right + _MARGIN, bottom) for left, top, right, bottom in lines)


def _one_line(line: Box, box: Box) -> bool:
    height = max(box[3] - box[1], 1.0)
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    onward = box[0] >= line[0] and box[0] - line[2] < 12 * height
    # Right to left: a script that is written so, or a page on its head. Next to each other only, since
    # the cells of a table may be found in any order, with others between them.
    back = box[2] <= line[2] and -height < line[0] - box[2] < height
    return overlap > 0.4 * height and (onward or back)


class _Letters(NamedTuple):
    """Letters and digits of a text, and where each came from."""

    text: str
    origin: list[int]


def locate(stored: str, highlight: tuple[int, int], on_page: str) -> tuple[int, ...]:
    """Return the offsets into ``on_page`` of the cited words; empty when they are not there.

    The stored text was cleaned and laid out; its letters and digits still follow each other as on the page,
    so both sides are compared by those alone.
    """
    wanted, page = _letters(stored), _letters(on_page)
    first = _position(wanted.origin, highlight[0])
    last = _position(wanted.origin, highlight[1])
    if first >= last:
        return ()
    whole = _find(wanted.text, first, last, page.text)
    if whole is not None:
        return tuple(dict.fromkeys(page.origin[whole : whole + last - first]))
    return _by_lines(stored, highlight, wanted, page)


def _by_lines(stored: str, highlight: tuple[int, int], wanted: _Letters, page: _Letters) -> tuple[int, ...]:
    """Locate each line, and in a table each cell: on the page they may stand in another order."""
    found: list[int] = []
    start = highlight[0]
    for piece in stored[highlight[0] : highlight[1]].replace("|", "\n").split("\n"):
        first, last = (_position(wanted.origin, place) for place in (start, start + len(piece)))
        at = _find(wanted.text, first, last, page.text) if last > first else None
        if at is not None:
            found.extend(page.origin[at : at + last - first])
        start += len(piece) + 1
    return tuple(dict.fromkeys(found))


def _letters(text: str) -> _Letters:
    letters: list[str] = []
    origin: list[int] = []
    for offset, character in enumerate(text):
        # Taken apart: an accent the file sets as a sign of its own is no difference, marks are no letters.
        plain = character if character.isascii() else unicodedata.normalize("NFKD", character)
        for letter in plain.lower():
            if letter.isalnum():
                letters.append(letter)
                origin.append(offset)
    return _Letters("".join(letters), origin)


def _position(origin: Sequence[int], offset: int) -> int:
    return bisect_left(origin, offset)


def _find(wanted: str, first: int, last: int, page: str) -> int | None:
    """Find ``wanted[first:last]`` in ``page``; where it occurs often, the surroundings decide."""
    words = wanted[first:last]
    best, best_fit = None, -1
    at = page.find(words)
    while at >= 0:
        fit = _common_end(wanted[:first], page[:at]) + _common_start(wanted[last:], page[at + len(words) :])
        if fit > best_fit:
            best, best_fit = at, fit
        at = page.find(words, at + 1)
    return best


def _common_start(first: str, other: str) -> int:
    count = 0
    for a, b in zip(first[:_CONTEXT], other[:_CONTEXT], strict=False):
        if a != b:
            break
        count += 1
    return count


def _common_end(first: str, other: str) -> int:
    return _common_start(first[-_CONTEXT:][::-1], other[-_CONTEXT:][::-1])

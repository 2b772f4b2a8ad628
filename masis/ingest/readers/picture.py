"""Picture: a PDF page as an image with the cited words marked; runs in the child process."""

from collections.abc import Sequence
from pathlib import Path

from masis.domain.document import PageImage
from masis.domain.value import Value
from masis.ingest import highlight
from masis.ingest.readers import pdfium
from masis.ingest.readers.lines import Box

_MARGIN = 1.0


class PictureRequest(Value):
    """Which page to draw and what to mark on it."""

    path: Path
    page_number: int
    password: str | None = None
    text: str = ""
    span: tuple[int, int] | None = None
    scale: float = 2.0


def draw_page(request: PictureRequest) -> PageImage:
    """Draw one page."""
    try:
        document = pdfium.open_pdf(request.path, request.password)
    except (pdfium.Locked, pdfium.Unreadable) as error:
        message = "the page cannot be drawn"
        raise ValueError(message) from error
    try:
        page = document[request.page_number - 1]
        picture = pdfium.draw(page, request.scale)
        boxes = _marks(page, request, picture) if request.span else ()
    finally:
        document.close()
    return PageImage(png=picture.png, width=picture.width, height=picture.height, boxes=boxes)


def _marks(page: object, request: PictureRequest, picture: pdfium.Picture) -> tuple[Box, ...]:
    text, indexes = pdfium.characters(page)
    offsets = highlight.locate(request.text, request.span or (0, 0), text)
    boxes = pdfium.pixel_boxes(page, [indexes[offset] for offset in offsets], picture.width, picture.height)
    return merged(boxes)


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

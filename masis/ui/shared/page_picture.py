"""Page picture: one page, or only the place that is cited, as its image or as its text and tables."""

from io import BytesIO
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import PageImage, PageView
from masis.ui.shared import passage_text, wording
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

    from masis.service import Masis


@st.cache_data(show_spinner=False, ttl=60, max_entries=64)
def view(
    _masis: "Masis",
    workspace_id: str,
    document_id: str,
    version_id: str,
    number: int,
    span: tuple[int, int] | None,
) -> PageView:
    """Return the page, drawn once a minute at most."""
    return _masis.page_view(caller(), workspace_id, document_id, version_id, number, span)


def forget_pages() -> None:
    """Drop the drawn pages, because a document was deleted or came back."""
    view.clear()


_ABOVE, _BELOW, _BESIDE = 150, 110, 36
"""Pixels of the page that stay around a cited place."""
_NARROWEST = 600
"""A place is never drawn larger than this many pixels of the page across the pane."""
_WIDEST, _MARGIN = 1.5, 16
"""How much wider than the cited words the lines around them may be to be shown to their ends."""
_PACKING = 1
"""How hard a picture is packed, of 9: it goes to the browser once, and the reader waits for it."""
_LINE, _PAPER = 40, 200
"""Pixels within which a gap between lines is looked for, and how light a row of paper is (of 255)."""


def show(page: PageView, slot: str = "source", *, whole: bool = True) -> None:
    """Draw the page, or only its cited place: the image with marked boxes, or text with marked words."""
    name = f"{page.document_title}, {wording.page_name(page.page.label, page.kind)}"
    if page.image:
        what = "as printed" if whole or not page.image.boxes else "the cited place as printed"
        picture = marked(page.image) if whole else zoomed(page.image)
        with st.container(key=f"{slot}-page"):
            said = "; the cited words are marked" if page.image.boxes else ""
            st.image(picture, width="stretch", alt=f"{name}, {what}{said}")
    else:
        st.html(passage_text.page_html(page.page, page.highlight, f"Text of {name}", whole=whole))


def marked(image: PageImage) -> bytes:
    """Return the page image with the boxes laid over it like a highlighter."""
    return _drawn(image, None) if image.boxes else image.png


def zoomed(image: PageImage) -> bytes:
    """Return the part of the page around the marked boxes, as wide as they are; the page without any."""
    return _drawn(image, place_of(image)) if image.boxes else image.png


def place_of(image: PageImage) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the part of a page that shows its boxes with what is around."""
    left = min(box[0] for box in image.boxes) - _BESIDE
    right = max(box[2] for box in image.boxes) + _BESIDE
    spare = max(0.0, _NARROWEST - (right - left)) / 2
    left, right = max(0.0, left - spare), min(float(image.width), right + spare)
    # At an edge of the page the other side makes up for it.
    left, right = max(0.0, min(left, right - _NARROWEST)), min(image.width, max(right, left + _NARROWEST))
    top = max(0.0, min(box[1] for box in image.boxes) - _ABOVE)
    bottom = min(float(image.height), max(box[3] for box in image.boxes) + _BELOW)
    return int(left), int(top), int(right), int(bottom)


def _drawn(image: PageImage, part: tuple[int, int, int, int] | None) -> bytes:
    from PIL import Image, ImageChops, ImageDraw

    page = Image.open(BytesIO(image.png)).convert("RGB")
    across, down, *_ = shown = _between_lines(page, part) if part else (0, 0, *page.size)
    base = page.crop(shown)  # only what is shown is marked and packed
    pen = Image.new("RGB", base.size, "white")
    draw = ImageDraw.Draw(pen)
    for left, top, right, bottom in image.boxes:
        box = (left - across - 3, top - down - 2, right - across + 3, bottom - down + 2)
        draw.rounded_rectangle(box, radius=4, fill=(255, 230, 140))
    out = BytesIO()
    ImageChops.multiply(base, pen).save(out, format="PNG", compress_level=_PACKING)
    return out.getvalue()


def _between_lines(page: "Picture", part: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return the part with its edges moved so that no line is cut: to a gap, and aside to the ends."""
    left, top, right, bottom = part
    grey = page.convert("L")
    printed = grey.crop((0, top, page.width, bottom)).point(lambda tone: 255 * (tone < _PAPER)).getbbox()
    if printed and printed[2] - printed[0] <= _WIDEST * (right - left):
        left = max(0, min(left, printed[0] - _MARGIN))
        right = min(page.width, max(right, printed[2] + _MARGIN))

    def is_gap(at: int) -> bool:
        return int(grey.crop((left, at, right, at + 1)).getextrema()[0]) > _PAPER  # type: ignore[arg-type]

    upper = next((at for at in range(top, top + _LINE) if is_gap(at)), top)
    lower = next((at for at in range(bottom - 1, bottom - _LINE, -1) if is_gap(at)), bottom)
    return left, upper, right, lower

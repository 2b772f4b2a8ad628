"""Page picture: one page as its image with the marked boxes, or as its text with the marked words."""

from io import BytesIO
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import PageImage, PageView
from masis.ui import passage_text, wording
from masis.ui.session import caller

if TYPE_CHECKING:
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


def show(page: PageView, slot: str = "source") -> None:
    """Draw the page: its image with the marked boxes, or its text with the words marked."""
    name = f"{page.document_title}, {wording.page_name(page.page.label, page.kind)}"
    if page.image:
        with st.container(key=f"{slot}-page"):
            st.image(
                marked(page.image), width="stretch", alt=f"{name}, as printed; the cited words are marked"
            )
    else:
        st.html(passage_text.in_surroundings(page.page.text, page.highlight, f"Text of {name}"))


def marked(image: PageImage) -> bytes:
    """Return the page image with the boxes laid over it like a highlighter."""
    from PIL import Image, ImageChops, ImageDraw

    if not image.boxes:
        return image.png
    base = Image.open(BytesIO(image.png)).convert("RGB")
    pen = Image.new("RGB", base.size, "white")
    draw = ImageDraw.Draw(pen)
    for left, top, right, bottom in image.boxes:
        draw.rounded_rectangle((left - 3, top - 2, right + 3, bottom + 2), radius=4, fill=(255, 230, 140))
    out = BytesIO()
    ImageChops.multiply(base, pen).save(out, format="PNG")
    return out.getvalue()

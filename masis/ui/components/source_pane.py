"""Source pane: the page behind a citation with the cited words marked, and a way to turn pages."""

from io import BytesIO
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.claims import Quote
from masis.domain.document import PageImage, PageView
from masis.domain.evidence import Chunk
from masis.errors import NotFound
from masis.ui import passage_text, wording
from masis.ui.notices import calmly
from masis.ui.reading import Passage
from masis.ui.safe_text import safe_html
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, passage: Passage | None) -> None:
    """Draw the open citation's page; a deleted document leaves its stored passage."""
    with st.container(border=True, key="source-pane"):
        known = passage and (passage.quote or passage.chunk)
        if passage is None:
            st.caption("The sources of the answer appear here.")
        elif not known:
            st.html('<div class="m-gone">The answer names a source that is in none of the documents.</div>')
        else:
            with calmly():
                _source(masis, workspace_id, passage, known)


def _source(masis: "Masis", workspace_id: str, passage: Passage, known: Quote | Chunk) -> None:
    number = session().page_number or known.page_number
    on_cited_page = number == known.page_number
    span = (known.char_start, known.char_end) if on_cited_page else None
    try:
        view = _view(masis, workspace_id, known.document_id, known.version_id, number, span)
    except NotFound:
        _gone(passage)
        return
    _head(passage, view, known.page_number)
    page(view)
    _claim(passage)


@st.cache_data(show_spinner=False, ttl=60, max_entries=64)
def _view(
    _masis: "Masis", workspace_id: str, document_id: str, version_id: str, number: int, span: tuple[int, int] | None
) -> PageView:
    return _masis.page_view(caller(), workspace_id, document_id, version_id, number, span)


def forget_pages() -> None:
    """Drop the drawn pages, because a document was deleted or came back."""
    _view.clear()


def page(view: PageView) -> None:
    """Draw the page: its image with the marked boxes, or its text with the words marked."""
    name = f"{view.document_title}, {wording.page_name(view.page.label, view.kind)}"
    if view.image:
        with st.container(key="source-page"):
            st.image(marked(view.image), width="stretch", alt=f"{name}, as printed; the cited words are marked")
    else:
        st.html(passage_text.in_surroundings(view.page.text, view.highlight, f"Text of {name}"))


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


def _head(passage: Passage, view: PageView, cited_page: int) -> None:
    at = view.page.number
    away = "" if at == cited_page else f", cited: {wording.page_name(passage.page_label, view.kind)}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            f'<div class="m-source-title">{safe_html(view.document_title)}</div>'
            f'<div class="m-source-sub">{safe_html(wording.place(view) + away)}</div>'
        )
        _turn(":material/chevron_left:", "Previous page", at - 1, disabled=at <= 1)
        _turn(":material/chevron_right:", "Next page", at + 1, disabled=at >= view.page_count)


def _turn(icon: str, label: str, to: int, *, disabled: bool) -> None:
    st.button(
        "", icon=icon, help=label, key=label, disabled=disabled, type="tertiary", on_click=_go, args=(to,)
    )


def _go(to: int) -> None:
    session().page_number = to


def _claim(passage: Passage) -> None:
    quote = passage.quote.text if passage.quote else passage.chunk.text if passage.chunk else ""
    verdict = wording.CLAIMS[passage.claim.verdict][0].lower()
    score = f", score {passage.chunk.score:.2f}" if passage.chunk else ""
    st.html(
        f'<blockquote class="m-quote">“{safe_html(passage_text.shortened(quote))}”</blockquote>'
        f'<div class="m-note" style="margin-top:.5rem">Sentence {passage.claim.position + 1}: {verdict}, '
        f"support {passage.claim.support:.2f}{score}</div>"
    )


def _gone(passage: Passage) -> None:
    st.html(
        f'<div class="m-source-title">{safe_html(passage.title)}</div>'
        f'<div class="m-source-sub">{safe_html(wording.page_name(passage.page_label))}</div>'
    )
    st.html('<div class="m-gone">This document was deleted. The passage below is kept with the run.</div>')
    text = passage.chunk.full_text if passage.chunk else ""
    quote = passage.quote.text if passage.quote else ""
    st.html(passage_text.with_quote(text or quote, quote, f"Stored passage of {passage.title}"))
    _claim(passage)

"""Source pane: the page behind a citation with the cited words marked, and a way to turn pages."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import PageView
from masis.domain.evidence import Chunk
from masis.domain.verification.claims import Quote
from masis.errors import NotFound
from masis.ui import wording
from masis.ui.components import cited, page_picture, page_turner, web_sources
from masis.ui.notices import calmly
from masis.ui.reading import Source
from masis.ui.safe_text import safe_html
from masis.ui.session import session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, passage: Source | None, aside: bool = False) -> None:
    """Draw the open citation's page; a deleted document leaves its stored passage.

    ``aside`` is the second pane of a page, for the sides of a conflict; it is turned by itself.
    """
    with st.container(border=True, key="side-pane" if aside else "source-pane"):
        known = passage and (passage.quote or passage.chunk)
        if passage is None:
            st.caption("The sources of the answer appear here.")
        elif not known:
            st.html('<div class="m-gone">The answer names a source that is in none of the documents.</div>')
        elif passage.chunk and passage.chunk.source == "web":
            web_sources.pane(passage)
        else:
            with calmly():
                _source(masis, workspace_id, passage, known, aside)


def _source(masis: "Masis", workspace_id: str, passage: Source, known: Quote | Chunk, aside: bool) -> None:
    number = (session().side_page if aside else session().page_number) or known.page_number
    on_cited_page = number == known.page_number
    span = (known.char_start, known.char_end) if on_cited_page else None
    try:
        view = page_picture.view(masis, workspace_id, known.document_id, known.version_id, number, span)
    except NotFound:
        cited.gone(passage)
        return
    _head(passage, view, known.page_number, aside)
    page_picture.show(view, "side" if aside else "source")
    cited.quote(passage)


def _head(passage: Source, view: PageView, cited_page: int, aside: bool) -> None:
    at = view.page.number
    away = "" if at == cited_page else f", cited: {wording.page_name(passage.page_label, view.kind)}"
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            f'<div class="m-source-title">{safe_html(view.document_title)}</div>'
            f'<div class="m-source-sub">{safe_html(wording.place(view) + away)}</div>'
        )
        go, slot = (_go_aside, "side") if aside else (_go, "page")
        page_turner.show(at, view.page_count, go, slot)


def _go(to: int) -> None:
    session().page_number = to


def _go_aside(to: int) -> None:
    session().side_page = to

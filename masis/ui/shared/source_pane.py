"""Source pane: the place behind a citation, zoomed to the cited row or sentence; the page is a click away."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import PageView
from masis.domain.evidence import Chunk
from masis.domain.verification.claims import Quote
from masis.errors import NotFound
from masis.ui.safe_text import safe_html
from masis.ui.shared import cited, page_picture, page_turner, web_sources, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.reading import Source
from masis.ui.shared.session import session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, passage: Source | None, aside: bool = False) -> None:
    """Draw the open citation at its place; a deleted document leaves its stored passage.

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
    slot = "side" if aside else "source"
    _head(passage, view, known.page_number, aside)
    whole = _is_whole(slot, passage.place) or not on_cited_page
    page_picture.show(view, slot, whole=whole)
    if view.image or whole:
        cited.quote(passage, view.page.tables)
    else:
        st.html(f'<div class="m-note">{safe_html(passage.note)}</div>')
    if on_cited_page:
        _zoom(slot, passage.place, whole=whole)


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


def _zoom(slot: str, place: str, *, whole: bool) -> None:
    """Draw the way from the cited place to the whole page and back."""
    label, icon = ("Only the cited place", "zoom_in_map") if whole else ("Whole page", "zoom_out_map")
    st.button(
        label,
        icon=f":material/{icon}:",
        key=f"{slot}-zoom",
        type="tertiary",
        on_click=_set_whole,
        args=(slot, "" if whole else place),
    )


def _is_whole(slot: str, place: str) -> bool:
    """Tell whether the reader asked for the whole page of this very place; another place opens zoomed."""
    return bool(st.session_state.get(f"{slot}-whole") == place)


def _set_whole(slot: str, place: str) -> None:
    st.session_state[f"{slot}-whole"] = place


def _go(to: int) -> None:
    session().page_number = to


def _go_aside(to: int) -> None:
    session().side_page = to

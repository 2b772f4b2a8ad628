"""Preview: one document opened: its pages left, text and chunks right, versions, original, delete."""

import time
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary, DocumentVersion, PageView
from masis.ui import passage_text, wording
from masis.ui.components import source_pane
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.session import Undo, caller, session

if TYPE_CHECKING:
    from masis.service import Masis

UNDO_SECONDS = 60


def show(masis: "Masis", document: DocumentSummary) -> None:
    """Draw the open document."""
    with st.container(border=True, key="preview"):
        version = _head(masis, document)
        for notice in version.notices:
            st.caption(f":material/info: {safe_md(notice.message)}")
        left, right = st.columns(2, gap="large")
        number = min(session().preview_page, version.pages)
        view = masis.page_view(
            caller(), document.workspace_id, document.document_id, version.version_id, max(number, 1), None
        )
        with left:
            _pages(view)
            source_pane.page(view)
        with right:
            _text(masis, document, version, view)


def _head(masis: "Masis", document: DocumentSummary) -> DocumentVersion:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(safe_label(document.title), anchor=False, width="stretch")
        st.button("Close", icon=":material/close:", type="tertiary", key="close-preview", on_click=_close)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        version = document.current
        if len(document.versions) > 1:
            version = st.selectbox("Version", document.versions, format_func=_version_name, width=260)
        st.download_button(
            "Download original",
            lambda: masis.original(
                caller(), document.workspace_id, document.document_id, version.version_id
            ),
            file_name=document.file_name,
            icon=":material/download:",
            on_click="ignore",
        )
        if st.button("Delete", icon=":material/delete:", key="delete-document"):
            _confirm(masis, document)
    return version


def _version_name(version: DocumentVersion) -> str:
    return f"Version {version.number}, {wording.age(version.added_at)}, {wording.size(version.size_bytes)}"


def _pages(view: PageView) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="m-source-sub">{safe_html(wording.place(view))}</div>')
        for icon, name, to in (
            ("chevron_left", "Page before", view.page.number - 1),
            ("chevron_right", "Page after", view.page.number + 1),
        ):
            off = not 1 <= to <= view.page_count
            st.button(
                "", icon=f":material/{icon}:", help=name, key=name, disabled=off, type="tertiary",
                on_click=_go, args=(to,),
            )


def _go(to: int) -> None:
    session().preview_page = to


def _close() -> None:
    session().document_id = ""


def _text(masis: "Masis", document: DocumentSummary, version: DocumentVersion, view: PageView) -> None:
    texts, chunks = st.tabs(["Text", "Chunks"])
    with texts:
        st.html(passage_text.in_surroundings(view.page.text or "This page has no text.", None, "Text of the page"))
    with chunks:
        every = masis.chunks(caller(), document.workspace_id, document.document_id, version.version_id)
        here = [chunk for chunk in every if chunk.page_number == view.page.number]
        st.caption(f"{wording.counted(len(here), 'chunk')} on this page, {len(every):,} in the document.")
        for chunk in here:
            with st.container(border=True):
                flag = ", reads like an instruction" if chunk.flagged else ""
                st.html(f'<div class="m-sub" style="margin:0 0 .3rem">{safe_html(chunk.heading or "No heading")}{flag}</div>')
                st.html(f'<div class="m-note" style="white-space:pre-wrap">{safe_html(chunk.full_text)}</div>')


@st.dialog("Delete document")
def _confirm(masis: "Masis", document: DocumentSummary) -> None:
    st.markdown(
        f"Delete **{safe_label(document.title)}** with all its versions? "
        f"You can undo this for {UNDO_SECONDS} seconds. Finished runs keep the passages they cited."
    )
    with st.container(horizontal=True):
        if st.button("Delete document", type="primary", key="delete-document-now"):
            _delete(masis, document)
            st.rerun()
        if st.button("Keep it", key="delete-document-not"):
            st.rerun()


def _delete(masis: "Masis", document: DocumentSummary) -> None:
    masis.delete_document(caller(), document.workspace_id, document.document_id)
    source_pane.forget_pages()
    current = session()
    current.document_id = ""
    until = time.monotonic() + UNDO_SECONDS
    current.undo = Undo(document.workspace_id, document.document_id, document.title, until)

"""Preview: one document opened: its pages left, text and chunks right, versions, original, delete."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary, DocumentVersion, PageView
from masis.ui import wording
from masis.ui.components import deletion, document_profile, document_text, page_picture, page_turner
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", document: DocumentSummary) -> None:
    """Draw the open document."""
    with st.container(border=True, key="preview"):
        version = _head(masis, document)
        document_profile.show(masis, document)
        for notice in version.notices:
            st.caption(f":material/info: {safe_md(notice.message)}")
        left, right = st.columns(2, gap="large")
        number = min(session().preview_page, version.pages)
        view = masis.page_view(
            caller(), document.workspace_id, document.document_id, version.version_id, max(number, 1), None
        )
        with left:
            _pages(view)
            page_picture.show(view)
        with right:
            document_text.show(masis, document, version, view)


def _head(masis: "Masis", document: DocumentSummary) -> DocumentVersion:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(safe_label(document.title), anchor=False, width="stretch")
        st.button("Close", icon=":material/close:", type="tertiary", key="close-preview", on_click=_close)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        version = document.current
        if len(document.versions) > 1:
            version = st.selectbox("Version", document.versions, format_func=_version_name, width=260)
        st.download_button(
            "Download original",
            lambda: masis.original(caller(), document.workspace_id, document.document_id, version.version_id),
            file_name=document.file_name,
            icon=":material/download:",
            on_click="ignore",
        )
        if st.button("Delete", icon=":material/delete:", key="delete-document"):
            deletion.confirm(masis, document)
    return version


def _version_name(version: DocumentVersion) -> str:
    return f"Version {version.number}, {wording.age(version.added_at)}, {wording.size(version.size_bytes)}"


def _pages(view: PageView) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="m-source-sub">{safe_html(wording.place(view))}</div>')
        page_turner.show(view.page.number, view.page_count, _go)


def _go(to: int) -> None:
    session().preview_page = to


def _close() -> None:
    session().document_id = ""

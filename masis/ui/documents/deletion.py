"""Deletion: ask once, and let it be taken back for a while."""

import time
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary
from masis.errors import NotFound
from masis.ui.safe_text import safe_label
from masis.ui.shared import page_picture
from masis.ui.shared.session import Undo, caller, put_address, session

if TYPE_CHECKING:
    from masis.service import Masis


UNDO_SECONDS = 60


@st.dialog("Delete document")
def confirm(masis: "Masis", document: DocumentSummary) -> None:
    """Ask once before deleting."""
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
    page_picture.forget_pages()
    current = session()
    current.document_id = ""
    put_address()
    until = time.monotonic() + UNDO_SECONDS
    current.undo = Undo(document.workspace_id, document.document_id, document.title, until)


@st.fragment(run_every=5)
def undo_bar(masis: "Masis") -> None:
    """Draw the bar; it goes away by itself when the time is over."""
    undo = session().undo
    if undo is None:
        return
    left = int(undo.until - time.monotonic())
    if left <= 0:
        session().undo = None
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="undo-bar"):
        st.markdown(f"**{safe_label(undo.title)}** was deleted.", width="stretch")
        if st.button("Undo", icon=":material/undo:", key="undo-delete"):
            session().undo = None
            try:
                masis.undo_delete(caller(), undo.workspace_id, undo.document_id)
            except NotFound:
                session().message = "It is too late to undo; the document is gone."
            page_picture.forget_pages()
            st.rerun()

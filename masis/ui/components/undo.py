"""Undo: the bar that takes a deletion back while that is possible."""

import time
from typing import TYPE_CHECKING

import streamlit as st

from masis.errors import NotFound
from masis.ui.components import source_pane
from masis.ui.safe_text import safe_label
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


@st.fragment(run_every=5)
def show(masis: "Masis") -> None:
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
            source_pane.forget_pages()
            st.rerun()

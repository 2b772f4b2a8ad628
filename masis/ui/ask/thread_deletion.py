"""Thread deletion: ask once, then the conversation is gone with its runs."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.conversation.threads import ThreadSummary
from masis.ui.safe_text import safe_label
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, forget_run, session

if TYPE_CHECKING:
    from masis.service import Masis


@st.dialog("Delete conversation")
def confirm(masis: "Masis", workspace_id: str, thread: ThreadSummary) -> None:
    """Ask once before deleting."""
    counted = wording.counted(thread.runs, "run")
    st.markdown(f"Delete **{safe_label(thread.title)}** with its {counted}? This cannot be undone.")
    with st.container(horizontal=True):
        if st.button(
            "Delete conversation",
            type="primary",
            key="thread-delete-now",
            on_click=_delete,
            args=(masis, workspace_id, thread.thread_id),
        ):
            st.rerun()
        if st.button("Keep it", key="thread-delete-not"):
            st.rerun()


def _delete(masis: "Masis", workspace_id: str, thread_id: str) -> None:
    with calmly():
        masis.delete_thread(caller(), workspace_id, thread_id)
        if session().thread_id == thread_id:
            forget_run()

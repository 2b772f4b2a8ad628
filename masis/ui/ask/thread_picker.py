"""Thread picker: the conversations of a workspace; open one, rename, export or delete it."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.conversation.threads import ThreadSummary
from masis.ui.ask import thread_deletion
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, link_to_run, open_run

if TYPE_CHECKING:
    from masis.service import Masis

_KEY = "thread-picked"


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the picker; nothing when nothing was asked yet."""
    threads = {one.thread_id: one for one in masis.threads(caller(), workspace_id)}
    if not threads:
        return
    if st.session_state.get(_KEY) not in threads:
        st.session_state[_KEY] = None
    with st.container(horizontal=True, vertical_alignment="bottom", key="thread-picker"):
        picked = st.selectbox(
            "Conversation",
            list(threads),
            index=None,
            format_func=lambda one: _label(threads, one),
            key=_KEY,
            placeholder="Open a conversation",
            width=480,
        )
        if picked:
            _actions(masis, workspace_id, threads[picked])


def _label(threads: Mapping[str, ThreadSummary], thread_id: str) -> str:
    thread = threads.get(thread_id)
    if thread is None:
        return thread_id
    return f"{thread.title} ({wording.counted(thread.runs, 'question')}, {wording.age(thread.last_activity)})"


def _actions(masis: "Masis", workspace_id: str, thread: ThreadSummary) -> None:
    if st.button("Open", icon=":material/arrow_forward:", key="thread-open"):
        last = masis.thread_turns(caller(), workspace_id, thread.thread_id)[-1].run_id
        open_run(last, thread.thread_id)
        st.switch_page("pages/ask.py", query_params=link_to_run(workspace_id, last))
    with st.popover("More", type="tertiary"):
        with st.form(f"rename-{thread.thread_id}", border=False):
            name = st.text_input("Name", value=thread.title, max_chars=200)
            if st.form_submit_button("Rename"):
                with calmly():
                    masis.rename_thread(caller(), workspace_id, thread.thread_id, name)
                    st.rerun()
        st.download_button(
            "Export as Markdown",
            partial(masis.export_thread, caller(), workspace_id, thread.thread_id),
            file_name="conversation.md",
            mime="text/markdown",
            icon=":material/download:",
            type="tertiary",
            key="thread-export",
        )
        if st.button("Delete", icon=":material/delete:", type="tertiary", key="thread-delete"):
            thread_deletion.confirm(masis, workspace_id, thread)

"""First documents: the two ways to begin, and the wait for the first document to be ready."""

from typing import TYPE_CHECKING

import streamlit as st

from masis import sample
from masis.ui.documents import refused, uploads
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, enter_workspace, link_to, session

if TYPE_CHECKING:
    from masis.service import Masis

_FIRST_NAME = "My documents"


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the work on the first documents, or the two ways to get documents in."""
    if at_work(masis, workspace_id):
        st.markdown("**Your documents are being read.** You can ask as soon as the first one is ready.")
        refused.show()
        uploads.watch(masis, workspace_id, for_first=True)
    elif masis.documents(caller(), workspace_id):  # ready since the page looked: nothing else would draw it
        st.rerun()
    else:
        uploads.show(masis, workspace_id)
        two_ways(masis, workspace_id)


def two_ways(masis: "Masis", workspace_id: str) -> None:
    """Draw both ways to begin; without a workspace the dropped files make one."""
    with st.container(border=True, key="no-documents"):
        uploads.drop_zone(masis, workspace_id, "first-uploads")
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="try-sample"):
        load_sample(masis)
        st.caption(
            f"{len(sample.files())} documents of an invented company, ready in a few seconds.",
            width="content",
        )


def load_sample(masis: "Masis") -> None:
    """Draw the button that makes the sample workspace and enters it."""
    if st.button("Try the sample", icon=":material/science:", key="load-sample", type="primary"):
        with calmly():
            sample_id = masis.load_sample(caller()).workspace_id
            on_ask = session().page == "ask"
            enter_workspace(sample_id)
            if on_ask:
                st.rerun()
            st.switch_page("pages/ask.py", query_params=link_to("ask"))


def workspace_for(masis: "Masis") -> str:
    """Return the workspace that files dropped on the welcome page go into, made and entered."""
    made = masis.create_workspace(caller(), _FIRST_NAME)
    enter_workspace(made.workspace_id)
    return made.workspace_id


def at_work(masis: "Masis", workspace_id: str) -> bool:
    """Tell whether documents are still being read."""
    return any(not job.finished for job in masis.jobs(caller(), workspace_id))


def still_reading(masis: "Masis", workspace_id: str) -> bool:
    """Say that more documents are on the way when some can be asked already; tell whether that is so."""
    refused.show()
    if not at_work(masis, workspace_id):
        return False
    st.caption("More documents are being read. An answer rests on those that are ready.")
    uploads.watch(masis, workspace_id)
    return True

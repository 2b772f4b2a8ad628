"""First documents: what a workspace without a finished document offers instead of a question line."""

from typing import TYPE_CHECKING

import streamlit as st

from masis import sample
from masis.ui.components import job_list
from masis.ui.notices import calmly
from masis.ui.session import caller, enter_workspace

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the work on the first documents, or the two ways to get documents in."""
    if any(not job.finished for job in masis.jobs(caller(), workspace_id)):
        st.markdown("**Your documents are being read.** You can ask as soon as the first one is ready.")
        job_list.show(masis, workspace_id)
        return
    with st.container(border=True, key="no-documents"):
        st.markdown("**No documents yet**")
        st.caption(
            f"Add your own, or look around with {len(sample.files())} documents of an invented company."
        )
        with st.container(horizontal=True):
            if st.button("Upload documents", icon=":material/upload_file:", type="primary"):
                st.switch_page("pages/documents.py")
            load_sample(masis)


def load_sample(masis: "Masis") -> None:
    """Draw the button that makes the sample workspace and enters it."""
    if st.button("Load the sample workspace", icon=":material/science:", key="load-sample"):
        with calmly():
            enter_workspace(masis.load_sample(caller()).workspace_id)
            st.switch_page("pages/documents.py")

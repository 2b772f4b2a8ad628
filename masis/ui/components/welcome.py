"""Welcome: the first visit, when there is no workspace at all."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.ui.components import first_documents
from masis.ui.safe_text import safe_html

if TYPE_CHECKING:
    from masis.service import Masis

_LEAD = (
    "MASIS answers strategic questions from your own documents. Every sentence is tied to the passage it "
    "rests on and checked against it; what cannot be settled is handed to you with the reason."
)


def show(masis: "Masis") -> None:
    """Draw what MASIS is for and the two ways to begin."""
    st.title("Welcome", anchor=False)
    st.html(f'<p class="m-lead">{safe_html(_LEAD)}</p>')
    with st.container(border=True, key="no-documents"):
        st.markdown("**Begin**")
        st.caption(
            "Create a workspace in the sidebar for your own documents, or look around in a made one first."
        )
        first_documents.load_sample(masis)

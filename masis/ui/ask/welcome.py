"""Welcome: the workspace a page is about, or what is drawn when there is none."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.workspace import WorkspaceSummary
from masis.ui.documents import first_documents
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.shared import entry
from masis.ui.shared.address import PageName
from masis.ui.shared.session import caller, enter_workspace, follow_address, open_workspace, session

if TYPE_CHECKING:
    from masis.service import Masis

_OFFERED = 12
_LEAD = (
    "MASIS answers strategic questions from your own documents. Every sentence is tied to the passage it "
    "rests on and checked against it; what cannot be settled is handed to you with the reason."
)


_GONE = (
    "The workspace in this address is gone, or it is not yours. Nothing of it was opened. "
    "Choose a workspace to go on."
)


def workspace(masis: "Masis", page: PageName) -> WorkspaceSummary:
    """Return the workspace the page is about; without one, draw why not and end the page."""
    entry.framed()
    current = session()
    if not current.followed:  # there was no frame, or it did without; the page says what is wrong
        follow_address(page, masis.workspaces(caller()))
    current.followed = False
    opened = None if current.gone else open_workspace()
    if opened is None:
        if current.gone:
            _gone(current.workspaces)
        else:
            _welcome(masis)
        st.stop()
    masis.warming.begin(opened.workspace_id)
    return opened


def _gone(others: Sequence[WorkspaceSummary]) -> None:
    """Say that the address leads nowhere, and offer the workspaces there are."""
    st.title("No such workspace", anchor=False)
    st.info(_GONE, icon=":material/info:")
    with st.container(horizontal=True, key="other-workspaces"):
        for other in others[:_OFFERED]:
            st.button(
                safe_label(other.name),
                key=f"enter-{other.workspace_id}",
                icon=":material/arrow_forward:",
                on_click=enter_workspace,
                args=(other.workspace_id,),
            )


def _welcome(masis: "Masis") -> None:
    """Draw what MASIS is for and the two ways to begin."""
    st.title("Welcome", anchor=False)
    st.html(f'<p class="m-lead">{safe_html(_LEAD)}</p>')
    first_documents.two_ways(masis, "")

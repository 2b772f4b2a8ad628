"""Services: the one place where pages get hold of MASIS."""

from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from masis.service import Masis


@st.cache_resource(show_spinner="Opening the workspaces …")
def get_masis() -> "Masis":
    """Return the MASIS of this process; its store and its runs outlive every tab."""
    from masis import wiring
    from masis.ops.memory import share_evenly

    share_evenly()
    return wiring.shared_masis()

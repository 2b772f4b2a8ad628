"""Entry: a visitor who comes straight to a page's address gets the whole app around it."""

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager


def framed() -> None:
    """Start over with the frame when Streamlit ran the page alone.

    Until ``st.navigation`` was called once in the process, Streamlit takes ``pages/`` for the older kind
    of app and runs the page's file by itself; the first visitor after a start may meet that.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()

"""Page turner: the way to the page before and the page after."""

from collections.abc import Callable

import streamlit as st


def show(at: int, count: int, go: Callable[[int], None]) -> None:
    """Draw both buttons; the one that leads nowhere is off."""
    for icon, name, to in (("chevron_left", "Previous page", at - 1), ("chevron_right", "Next page", at + 1)):
        st.button(
            "",
            icon=f":material/{icon}:",
            help=name,
            key=name,
            disabled=not 1 <= to <= count,
            type="tertiary",
            on_click=go,
            args=(to,),
        )

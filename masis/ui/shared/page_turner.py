"""Page turner: the way to the page before and the page after."""

from collections.abc import Callable

import streamlit as st


def show(at: int, count: int, go: Callable[[int], None], slot: str = "page") -> None:
    """Draw both buttons, none for a single page; the one that leads nowhere is off.

    ``slot`` tells two on one page apart.
    """
    if count < 2:
        return
    for icon, name, to in (("chevron_left", "Page before", at - 1), ("chevron_right", "Next page", at + 1)):
        st.button(
            name,
            icon=f":material/{icon}:",
            icon_position="left" if to < at else "right",
            key=f"{slot}-{name}",
            disabled=not 1 <= to <= count,
            type="tertiary",
            on_click=go,
            args=(to,),
        )

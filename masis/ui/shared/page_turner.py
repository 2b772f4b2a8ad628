"""Page turner: the way to the page before and the page after, as two arrows beside the page's number."""

from collections.abc import Callable

import streamlit as st


def show(at: int, count: int, go: Callable[[int], None], slot: str = "page") -> None:
    """Draw both buttons, none for a single page; the one that leads nowhere is off.

    ``slot`` tells two on one page apart. The names are read to whoever cannot see the arrows.
    """
    if count < 2:
        return
    with st.container(horizontal=True, gap="xxsmall", width="content", key=f"turner-{slot}"):
        for icon, name, to in (
            ("chevron_left", "Page before", at - 1),
            ("chevron_right", "Next page", at + 1),
        ):
            st.button(
                name,
                icon=f":material/{icon}:",
                key=f"{slot}-{name}",
                disabled=not 1 <= to <= count,
                type="tertiary",
                on_click=go,
                args=(to,),
            )

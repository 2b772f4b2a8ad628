"""Run filters: search, verdict and the page of the list that is open."""

import streamlit as st

from masis.domain.report import RunVerdict
from masis.ui.session import session

_FILTERS: dict[str, RunVerdict] = {
    "Finalized": "finalized",
    "Needs review": "needs_review",
    "Passages to read": "passages",
    "Asks back": "needs_clarification",
    "Cancelled": "cancelled",
    "Failed": "failed",
}


def filters() -> tuple[str, RunVerdict | None, bool]:
    """Draw search and filters and return what is asked for; the last is for stale answers only."""
    with st.container(horizontal=True, vertical_alignment="center"):
        search = st.text_input(
            "Search questions",
            key="history-search",
            icon=":material/search:",
            placeholder="Search questions",
            label_visibility="collapsed",
            width=340,
        )
        chosen = st.pills("Verdict", list(_FILTERS), key="history-verdict", label_visibility="collapsed")
        stale = st.toggle("Stale only", key="history-stale", help="A cited document was replaced or deleted.")
    return search.strip(), _FILTERS.get(chosen or ""), stale


def page_number(search: str, verdict: RunVerdict | None, stale: bool) -> int:
    """Return the page of the list that is open; a new search starts at the first."""
    asked = (session().workspace_id, search, verdict, stale)
    if st.session_state.get("history-asked") != asked:
        st.session_state["history-asked"], st.session_state["history-page"] = asked, 0
    return int(st.session_state["history-page"])


def turn(page: int, *, more: bool) -> None:
    """Draw the way to newer and older runs, when there are any."""
    if page or more:
        with st.container(horizontal=True):
            st.button(
                "Newer", icon=":material/chevron_left:", disabled=not page, on_click=_go, args=(page - 1,)
            )
            st.button(
                "Older", icon=":material/chevron_right:", disabled=not more, on_click=_go, args=(page + 1,)
            )


def _go(page: int) -> None:
    st.session_state["history-page"] = page

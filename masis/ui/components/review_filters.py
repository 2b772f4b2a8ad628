"""Review filters: which cases of the queue, in which order, on which page."""

from collections.abc import Callable
from typing import Literal, cast

import streamlit as st

from masis.domain.decision import EscalationCause
from masis.domain.review import CaseFilter, CaseSort
from masis.ui import wording
from masis.ui.session import session

PAGE_SIZE = 25
_SORTS: dict[CaseSort, str] = {
    "oldest": "Oldest first",
    "newest": "Newest first",
    "due": "Due first",
    "cause": "By cause",
    "assignee": "By assignee",
    "workspace": "By workspace",
}


def show(people: tuple[str, ...]) -> CaseFilter:
    """Draw the filters and return what is asked for."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="review-filters"):
        search = st.text_input("Search", key="review-search", icon=":material/search:", width=210)
        cause = _choice("Cause", ["", *wording.CAUSES], 230, _cause)
        assignee = _choice("Assignee", ["anybody", "nobody", *people], 140)
        state = _choice("State", ["open", "resolved", "all"], 120)
        sort = _choice("Order", list(_SORTS), 150, lambda one: _SORTS[cast(CaseSort, one)])
        here = st.toggle("This workspace only", key="review-here")
    asked = (search, cause, assignee, state, sort, here)
    if st.session_state.get("review-asked") != asked:
        st.session_state["review-asked"], st.session_state["review-page"] = asked, 0
    return CaseFilter(
        workspace_id=session().workspace_id if here else "",
        state=cast(Literal["open", "resolved", "all"], state),
        cause=cast(EscalationCause, cause) if cause else None,
        assignee={"anybody": None, "nobody": ""}.get(assignee, assignee),
        search=search.strip(),
        sort=cast(CaseSort, sort),
        limit=PAGE_SIZE,
        offset=int(st.session_state["review-page"]) * PAGE_SIZE,
    )


def _choice(label: str, options: list[str], width: int, name: Callable[[str], str] = str.capitalize) -> str:
    key = f"review-{label.lower()}"
    return str(st.selectbox(label, options, format_func=name, key=key, width=width))


def _cause(cause: str) -> str:
    return wording.CAUSES[cast(EscalationCause, cause)].capitalize() if cause else "Every cause"

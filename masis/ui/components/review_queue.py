"""Review queue: the cases that wait, filtered, sorted and opened; the database does the paging."""

from typing import cast

import streamlit as st

from masis.domain.decision import EscalationCause
from masis.domain.review import CaseFilter, CasePage, CaseSort
from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.session import session

PAGE_SIZE = 25
_SORTS: dict[CaseSort, str] = {
    "oldest": "Oldest first", "newest": "Newest first", "due": "Due first", "cause": "By cause",
    "assignee": "By assignee", "workspace": "By workspace",
}  # fmt: skip
_COLUMNS = (
    Column("question", "Question", "title"),
    Column("cause", "Cause", "state", "13.5rem"),
    Column("workspace", "Workspace", "muted", "9rem"),
    Column("assignee", "Assignee", "muted", "7rem"),
    Column("due", "Due", "fixed", "6.5rem"),
    Column("age", "Waiting", "fixed", "7.5rem"),
)


def filters(people: tuple[str, ...]) -> CaseFilter:
    """Draw the filters and return what is asked for."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="review-filters"):
        search = st.text_input("Search", key="review-search", icon=":material/search:", width=210)
        causes = list(wording.CAUSES)
        cause = st.selectbox("Cause", ["", *causes], format_func=_cause, key="review-cause", width=230)
        who = ["anybody", "nobody", *people]
        assignee = st.selectbox("Assignee", who, format_func=str.capitalize, key="review-assignee", width=140)
        state = st.selectbox("State", ["open", "resolved", "all"], format_func=str.capitalize, key="review-state", width=120)
        sort = st.selectbox("Order", list(_SORTS), format_func=lambda one: _SORTS[one], key="review-sort", width=150)
        here = st.toggle("This workspace only", key="review-here")
    asked = (search, cause, assignee, state, sort, here)
    if st.session_state.get("review-asked") != asked:
        st.session_state["review-asked"], st.session_state["review-page"] = asked, 0
    return CaseFilter(
        workspace_id=session().workspace_id if here else "",
        state=state,
        cause=cast(EscalationCause, cause) if cause else None,
        assignee={"anybody": None, "nobody": ""}.get(assignee, assignee),
        search=search.strip(),
        sort=sort,
        limit=PAGE_SIZE,
        offset=int(st.session_state["review-page"]) * PAGE_SIZE,
    )


def _cause(cause: str) -> str:
    return wording.CAUSES[cast(EscalationCause, cause)].capitalize() if cause else "Every cause"


def show(page: CasePage, wanted: CaseFilter) -> str | None:
    """Draw the page of the queue and return the case that was just opened."""
    if not page.cases:
        filtered = wanted.search or wanted.cause or wanted.assignee is not None or wanted.state != "open"
        st.caption("No case matches. Change the filters." if filtered or wanted.workspace_id else
                   "Nothing waits for you. Runs that cannot be settled appear here.")  # fmt: skip
        return None
    clicked = table.show("Cases", _COLUMNS, [_row(case) for case in page.cases], key="review-table", opens="question")
    last = min(wanted.offset + len(page.cases), page.total)
    number = wanted.offset // PAGE_SIZE
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{wanted.offset + 1:,} to {last:,} of {wording.counted(page.total, 'case')}")
        if page.total > PAGE_SIZE:
            st.button("Back", icon=":material/chevron_left:", key="review-back", disabled=not number, on_click=_go, args=(number - 1,))
            st.button("Next", icon=":material/chevron_right:", key="review-next", disabled=last >= page.total, on_click=_go, args=(number + 1,))
    return clicked


def _go(page: int) -> None:
    st.session_state["review-page"] = page


def _row(case: Case) -> Row:
    cause = wording.CAUSES[case.cause].capitalize() if case.state == "open" else wording.OUTCOMES[case.outcome]
    cells = {
        "question": Cell(case.question),
        "cause": Cell(cause, tone="human" if case.state == "open" else "quiet"),
        "workspace": Cell(case.workspace_name),
        "assignee": Cell(case.assignee),
        "due": Cell(f"{case.due:%-d %b %Y}" if case.due else "", sort=case.due.isoformat() if case.due else "9"),
        "age": Cell(wording.age(case.created_at), sort=case.created_at.timestamp(), title=wording.utc(case.created_at)),
    }
    return Row(case.case_id, cells)

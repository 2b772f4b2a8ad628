"""Review queue: the cases that wait, filtered, sorted and opened; the database does the paging."""

import streamlit as st

from masis.domain.review import CaseFilter, CasePage
from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import table
from masis.ui.components.review_filters import PAGE_SIZE
from masis.ui.components.table import Cell, Column, Row

_COLUMNS = (
    Column("question", "Question", "title"),
    Column("cause", "Cause", "state", "13.5rem"),
    Column("workspace", "Workspace", "muted", "9rem"),
    Column("assignee", "Assignee", "muted", "7rem"),
    Column("due", "Due", "fixed", "6.5rem"),
    Column("age", "Waiting", "fixed", "7.5rem"),
)


def show(page: CasePage, wanted: CaseFilter) -> str | None:
    """Draw the page of the queue and return the case that was just opened."""
    if not page.cases:
        everything = CaseFilter(limit=wanted.limit, sort=wanted.sort)
        empty = "Nothing waits for you. Runs that cannot be settled appear here."
        st.caption(empty if wanted == everything else "No case matches. Change the filters.")
        return None
    rows = [_row(case) for case in page.cases]
    clicked = table.show("Cases", _COLUMNS, rows, key="review-table", opens="question")
    last = min(wanted.offset + len(page.cases), page.total)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(f"{wanted.offset + 1:,} to {last:,} of {wording.counted(page.total, 'case')}")
        if page.total > PAGE_SIZE:
            number = wanted.offset // PAGE_SIZE
            _turn("Back", "chevron_left", number - 1, possible=number > 0)
            _turn("Next", "chevron_right", number + 1, possible=last < page.total)
    return clicked


def _turn(label: str, icon: str, to: int, *, possible: bool) -> None:
    st.button(label, icon=f":material/{icon}:", disabled=not possible, on_click=_go, args=(to,))


def _go(page: int) -> None:
    st.session_state["review-page"] = page


def _row(case: Case) -> Row:
    waits = case.state == "open"
    cause = wording.CAUSES[case.cause].capitalize() if waits else wording.OUTCOMES[case.outcome]
    since = case.created_at
    cells = {
        "question": Cell(case.question),
        "cause": Cell(cause, tone="human" if waits else "quiet"),
        "workspace": Cell(case.workspace_name),
        "assignee": Cell(case.assignee),
        "due": Cell(f"{case.due:%-d %b %Y}" if case.due else "", sort=str(case.due or "9999")),
        "age": Cell(wording.age(since), sort=since.timestamp(), title=wording.utc(since)),
    }
    return Row(case.case_id, cells)

"""Review queue: the cases that wait beside the open one: search, filters, pages, and the keys j and k."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, cast

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.review.decisions import CaseFilter, CasePage, CaseSort
from masis.domain.run.decision import EscalationCause
from masis.ui.shared import sign, table, wording
from masis.ui.shared.session import caller, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

PAGE_SIZE = 25
_COLUMNS = (Column("question", "Question", "title"),)
_SORTS: dict[CaseSort, str] = {
    "oldest": "Oldest first",
    "newest": "Newest first",
    "due": "Due first",
    "cause": "By cause",
    "assignee": "By assignee",
    "workspace": "By workspace",
}
_PAGE, _PLACE, _ASKED, _LED = "review-page", "review-place", "review-asked", "review-led"
_FILTERS = {"cause": "", "assignee": "anybody", "state": "open", "order": "oldest", "here": False}


def draw_queue(masis: "Masis") -> str:
    """Draw the queue and return the case to show: the open one, else the first that waits."""
    people = masis.reviews.queue(caller(), CaseFilter(limit=1)).people
    wanted = _led(_filters(people))
    page = masis.reviews.queue(caller(), wanted)
    if page.total and not page.cases:  # the last case of the last page was decided
        last = (page.total - 1) // PAGE_SIZE * PAGE_SIZE
        page = masis.reviews.queue(caller(), wanted.model_copy(update={"offset": last}))
    st.session_state[_PAGE] = page.offset // PAGE_SIZE
    ids = [case.case_id for case in page.cases]
    shown = session().case_id or next(iter(ids), "")
    if not ids:
        untouched = CaseFilter(limit=wanted.limit, sort=wanted.sort)
        empty = "Nothing waits for you. Runs that cannot be settled appear here."
        st.caption(empty if wanted == untouched else "No case matches. Change the filters.")
        return shown
    with st.container(key="review-list"):
        rows = [_row(case) for case in page.cases]
        clicked = table.show(
            "Cases", _COLUMNS, rows, key="review-table", opens="question", selected=shown, follow=True
        )
    _pages(page, ids, shown)
    if clicked and clicked != session().case_id:
        sign.open_case(clicked)
        st.rerun()
    return shown


def _led(wanted: CaseFilter) -> CaseFilter:
    """Turn to the page of a case that was opened by its address, once: afterwards the person turns pages."""
    opened = session().case_id
    led, st.session_state[_LED] = st.session_state.get(_LED, ""), opened
    return wanted if opened == led else wanted.model_copy(update={"holding": opened})


def _filters(people: tuple[str, ...]) -> CaseFilter:
    with st.container(horizontal=True, vertical_alignment="bottom", key="review-filters"):
        search = st.text_input(
            "Search",
            key="review-search",
            icon=":material/search:",
            placeholder="Search cases",
            label_visibility="collapsed",
        )
        changed = sum(
            st.session_state.get(f"review-{name}", start) != start for name, start in _FILTERS.items()
        )
        label = f"Filter ({changed})" if changed else "Filter"
        with st.popover(label, icon=":material/filter_list:", key="review-filter"):
            cause = _choice("Cause", ["", *wording.CAUSES], _cause)
            assignee = _choice("Assignee", ["anybody", "nobody", *people])
            state = _choice("State", ["open", "resolved", "all"])
            sort = _choice("Order", list(_SORTS), lambda name: _SORTS[cast(CaseSort, name)])
            here = st.toggle("This workspace only", key="review-here")
    asked = (search, cause, assignee, state, sort, here)
    if st.session_state.get(_ASKED) != asked:
        st.session_state[_ASKED], st.session_state[_PAGE] = asked, 0
    return CaseFilter(
        workspace_id=session().workspace_id if here else "",
        state=cast(Literal["open", "resolved", "all"], state),
        cause=cast(EscalationCause, cause) if cause else None,
        assignee={"anybody": None, "nobody": ""}.get(assignee, assignee),
        search=search.strip(),
        sort=cast(CaseSort, sort),
        limit=PAGE_SIZE,
        offset=int(st.session_state[_PAGE]) * PAGE_SIZE,
    )


def _choice(label: str, options: list[str], name: Callable[[str], str] = str.capitalize) -> str:
    return str(st.selectbox(label, options, format_func=name, key=f"review-{label.lower()}"))


def _cause(cause: str) -> str:
    return wording.CAUSES[cast(EscalationCause, cause)].capitalize() if cause else "Every cause"


def _row(case: Case) -> Row:
    waits = case.state == "open"
    told = [wording.CAUSES[case.cause].capitalize() if waits else wording.OUTCOMES[case.outcome]]
    told.append(wording.age(case.created_at))
    told += [case.assignee] if case.assignee else []
    told += [f"due {case.due:%-d %b}"] if case.due else []
    tone = "human" if waits else "quiet"
    return Row(case.case_id, {"question": Cell(case.question, tone=tone, sub=" · ".join(told))})


def _pages(page: CasePage, ids: list[str], shown: str) -> None:
    """Draw the way through the list: the keys to the neighbours of the shown case, and the pages."""
    last = min(page.offset + len(ids), page.total)
    number, more = page.offset // PAGE_SIZE, last < page.total
    place = ids.index(shown) if shown in ids else -1
    if place >= 0:
        st.session_state[_PLACE] = place
    # A case that was just decided has left the list: its place there is the next one's.
    follows = place + 1 if place >= 0 else min(int(st.session_state.get(_PLACE, 0)), len(ids) - 1)
    with st.container(horizontal=True, vertical_alignment="center", key="review-steps"):
        _step("Up", "k", ids[max(place, 1) - 1] if place != 0 else "")
        if follows < len(ids):
            _step("Down", "j", ids[follows])
        else:
            st.button(
                "Down", key="case-Down", shortcut="j", type="tertiary", disabled=not more,
                on_click=_turn, args=(number + 1,),
            )  # fmt: skip
    with st.container(horizontal=True, vertical_alignment="center", key="review-pages"):
        st.caption(
            f"{page.offset + 1:,} to {last:,} of {wording.counted(page.total, 'case')}", width="stretch"
        )
        if page.total > PAGE_SIZE:
            for label, to, possible in (("Earlier", number - 1, number > 0), ("More", number + 1, more)):
                st.button(label, type="tertiary", disabled=not possible, on_click=_turn, args=(to,))


def _step(label: str, key: str, case_id: str) -> None:
    st.button(
        label, key=f"case-{label}", shortcut=key, type="tertiary", disabled=not case_id,
        on_click=_go, args=(case_id,),
    )  # fmt: skip


def _go(case_id: str) -> None:
    sign.open_case(case_id)
    sign.lead_focus("#case-question")


def _turn(page: int) -> None:
    """Open another page of the queue, and its first case."""
    st.session_state[_PAGE] = page
    sign.open_case("")
    sign.lead_focus("#case-question")

"""Review sign: who signs, and the way through the queue with j and k."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review import CaseFilter
from masis.domain.workspace import Case
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


def show() -> None:
    """Draw the line that says how decisions are signed."""
    with st.container(horizontal=True, vertical_alignment="center", key="review-sign"):
        st.caption(f"Decisions are signed “{caller().signature}”.", width="content")
        with st.popover("Change name", type="tertiary"):
            name = st.text_input("Your name", session().signature, max_chars=80, key="review-name")
            st.caption("It is kept with what you decide. MASIS does not check it.")
            if name.strip() != session().signature:
                session().signature = name.strip()
                st.rerun()


def open_case(case_id: str) -> None:
    """Make this case the open one."""
    current = session()
    current.case_id, current.review_act, current.cite = case_id, "", ""


def steps(masis: "Masis", case: Case) -> None:
    """Draw the ways back to the queue and to the neighbouring open cases."""
    waiting = masis.reviews.queue(caller(), CaseFilter(limit=200)).cases
    ids = [one.case_id for one in waiting]
    at = ids.index(case.case_id) if case.case_id in ids else -1
    with st.container(horizontal=True, vertical_alignment="center", key="case-steps"):
        st.button("Queue", icon=":material/arrow_back:", key="to-queue", on_click=open_case, args=("",))
        before = ids[at - 1] if at > 0 else ""
        after = ids[at + 1] if -1 < at < len(ids) - 1 else ids[0] if at < 0 and ids else ""
        _step("Previous", "k", before)
        _step("Next", "j", after)


def _step(label: str, key: str, case_id: str) -> None:
    st.button(
        label, key=f"case-{label}", shortcut=key, type="tertiary", disabled=not case_id,
        on_click=open_case, args=(case_id,),
    )  # fmt: skip

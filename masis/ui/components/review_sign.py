"""Review sign: who signs, which state of a case they saw, and the way through the queue."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review import CaseFilter, told
from masis.domain.workspace import Case
from masis.ui.safe_text import safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile


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


def as_seen(file: "CaseFile") -> "CaseFile":
    """Return the case as this person was shown it; say so when somebody changed it since."""
    current, case = session(), file.case
    seen = current.seen_case
    if seen is None or seen.case_id != case.case_id:
        seen = current.seen_case = case
    if seen.version == case.version:
        return file
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="case-changed"):
        done = [one for one in file.decisions if one.action != "comment"]
        what = told(done[-1], datetime.now(UTC)) if done else "This case changed"
        st.markdown(f"{safe_md(what)}. You still see it as it was before.", width="stretch")
        if st.button("Show it as it is now", key="case-refresh"):
            current.seen_case = None
            st.rerun()
    return replace(file, case=seen)


def saved(message: str) -> None:
    """Draw the page anew after a change of this person's own."""
    current = session()
    current.message, current.review_act, current.seen_case = message, "", None
    st.rerun()


def open_case(case_id: str) -> None:
    """Make this case the open one."""
    current = session()
    current.case_id, current.review_act, current.cite, current.seen_case = case_id, "", "", None


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

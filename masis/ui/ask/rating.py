"""Rating: under a final answer, one click says that it is right, a few words what is wrong with it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Right
from masis.domain.review.case import Case
from masis.domain.review.rating import LONGEST_WHY, Rating
from masis.domain.run.report import RunReport
from masis.ui.safe_text import safe_md
from masis.ui.shared import sign
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, link_to, may

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", report: RunReport, case: Case | None) -> None:
    """Draw the two buttons, or what the reader said and the way to take it back."""
    mine = masis.ratings.mine(caller(), report.workspace_id, report.run_id)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="rating"):
        if not may(Right.ASK):
            return
        if mine is None:
            _ask(masis, report)
        else:
            _said(masis, report, mine, case)


def _ask(masis: "Masis", report: RunReport) -> None:
    st.caption("Is this answer right?", width="content")
    if st.button("Right", icon=":material/thumb_up:", type="tertiary", key=f"right-{report.run_id}"):
        with calmly():
            masis.ratings.rate(caller(), report.workspace_id, report.run_id, right=True)
            st.rerun()
    with st.popover("Wrong or incomplete", icon=":material/thumb_down:", type="tertiary", key="contest"):
        _contest(masis, report)


def _contest(masis: "Masis", report: RunReport) -> None:
    with st.form(f"contest-{report.run_id}", border=False):
        why = st.text_area(
            "What is wrong or missing?",
            max_chars=LONGEST_WHY,
            placeholder="For example: this is the figure of 2021, not of 2022",
            height=90,
        )
        st.caption("A case for review opens. The answer stays as it is until somebody decides.")
        sent = st.form_submit_button("Send for review", type="primary")
    if sent:
        with calmly():
            masis.ratings.rate(caller(), report.workspace_id, report.run_id, right=False, why=why)
            st.rerun()


def _said(masis: "Masis", report: RunReport, mine: Rating, case: Case | None) -> None:
    """Draw what the reader said; while the case is open, the way to it."""
    if mine.right:
        st.caption(":material/thumb_up: You said that this answer is right.", width="content")
    else:
        st.caption(f":material/thumb_down: You said what is wrong: {safe_md(mine.why)}", width="content")
    if case and case.state == "open" and st.button("Open the case", type="tertiary", key="contested-case"):
        sign.open_case(case.case_id)
        st.switch_page("pages/review.py", query_params=link_to("review"))
    if st.button("Take back", type="tertiary", key=f"unrate-{report.run_id}"):
        with calmly():
            masis.ratings.take_back(caller(), report.workspace_id, report.run_id)
            st.rerun()

"""Review link: the way from a run to its open case."""

import streamlit as st

from masis.domain.workspace import Case
from masis.ui.components import review_sign


def show(case: Case | None) -> None:
    """Draw the button while the case waits for a person."""
    if case and case.state == "open" and st.button("Review now", icon=":material/rule:", key="review-now"):
        review_sign.open_case(case.case_id)
        st.switch_page("pages/review.py")

"""Review forms: approve or reject the answer as it stands."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review import REJECT_REASONS
from masis.ui import wording
from masis.ui.components import review_sign
from masis.ui.notices import calmly
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile


def approve(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that makes the answer final."""
    problems = [one for one in file.report.claims if one.verdict in wording.PROBLEMS]
    if problems:
        count = wording.counted(len(problems), "sentence")
        st.caption(f"The audit doubts {count}; by approving you vouch for them. See Claims.")
    with st.form("approve-form", border=False):
        reason = st.text_area(
            "Why this answer can be used", height=80, key=f"approve-reason-{file.case.case_id}"
        )
        if st.form_submit_button("Approve as final", type="primary", icon=":material/check:"):
            with calmly():
                masis.reviews.approve(caller(), file.case.case_id, file.case.version, reason)
                review_sign.saved("Approved. The run now counts as finalized by you.")


def reject(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that marks the answer as not to be used."""
    with st.form("reject-form", border=False):
        code = st.selectbox("Reason", list(REJECT_REASONS), format_func=lambda one: REJECT_REASONS[one])
        note = st.text_area("Note", height=80, key=f"reject-note-{file.case.case_id}")
        if st.form_submit_button("Reject", type="primary", icon=":material/block:"):
            with calmly():
                masis.reviews.reject(caller(), file.case.case_id, file.case.version, code, note)
                review_sign.saved("Rejected. The answer is marked as not to be used.")

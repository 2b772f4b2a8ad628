"""Review forms: approve, reject, rephrase, and run again with guidance and new documents."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review import REJECT_REASONS
from masis.ui import wording
from masis.ui.components import uploads
from masis.ui.notices import calmly
from masis.ui.session import caller, open_run, session

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
        reason = st.text_area("Why this answer can be used", height=80, key=_key("approve-reason", file))
        if st.form_submit_button("Approve as final", type="primary", icon=":material/check:"):
            with calmly():
                masis.reviews.approve(caller(), file.case.case_id, file.case.version, reason)
                done("Approved. The run now counts as finalized by you.")


def reject(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that marks the answer as not to be used."""
    with st.form("reject-form", border=False):
        code = st.selectbox("Reason", list(REJECT_REASONS), format_func=lambda one: REJECT_REASONS[one])
        note = st.text_area("Note", height=80, key=_key("reject-note", file))
        if st.form_submit_button("Reject", type="primary", icon=":material/block:"):
            with calmly():
                masis.reviews.reject(caller(), file.case.case_id, file.case.version, code, note)
                done("Rejected. The answer is marked as not to be used.")


def rephrase(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that asks in other words."""
    with st.form("rephrase-form", border=False):
        question = st.text_area("The question", file.case.question, height=80, key=_key("rephrase", file))
        if st.form_submit_button("Ask this instead", type="primary", icon=":material/send:"):
            with calmly():
                work = masis.reviews.continuing
                follow(work.rephrase(caller(), file.case.case_id, file.case.version, question), file)


def run_again(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that sends the run on, with new documents if there are any."""
    if file.case.workspace_id == session().workspace_id:
        uploads.drop_zone(masis, file.case.workspace_id)
        uploads.jobs(masis, file.case.workspace_id)
    else:
        st.caption(f"Change to the workspace {file.case.workspace_name} to add documents here.")
    busy = any(not job.finished for job in masis.jobs(caller(), file.case.workspace_id))
    with st.form("again-form", border=False):
        hint = "What to look for, or what the last answer got wrong"
        note = st.text_area("Guidance (optional)", height=80, placeholder=hint, key=_key("again", file))
        if st.form_submit_button("Run again from here", type="primary", icon=":material/replay:", disabled=busy):
            with calmly():
                work = masis.reviews.continuing
                follow(work.run_again(caller(), file.case.case_id, file.case.version, note), file)


def follow(run_id: str, file: "CaseFile") -> None:
    """Show the run that took the case on."""
    session().workspace_id, session().review_act, session().case_id = file.case.workspace_id, "", ""
    open_run(run_id, file.report.thread_id)
    st.switch_page("pages/ask.py", query_params={"workspace": file.case.workspace_id, "run": run_id})


def done(message: str) -> None:
    """Draw the page anew and say what happened."""
    session().message, session().review_act = message, ""
    st.rerun()


def _key(name: str, file: "CaseFile") -> str:
    return f"{name}-{file.case.case_id}"

"""Review again: send a case back to work, in other words, with guidance, or with new documents."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.ui.components import job_list, review_sign, uploads
from masis.ui.notices import calmly
from masis.ui.session import caller, open_run, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile


def rephrase(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that asks in other words."""
    with st.form("rephrase-form", border=False):
        question = st.text_area(
            "The question", file.case.question, height=80, key=f"rephrase-{file.case.case_id}"
        )
        if st.form_submit_button("Ask this instead", type="primary", icon=":material/send:"):
            with calmly():
                case, work = file.case, masis.reviews.continuing
                follow(work.rephrase(caller(), case.case_id, case.version, question), file)


def run_again(masis: "Masis", file: "CaseFile") -> None:
    """Draw the form that sends the run on, with new documents if there are any."""
    if file.case.workspace_id == session().workspace_id:
        uploads.drop_zone(masis, file.case.workspace_id)
        job_list.show(masis, file.case.workspace_id)
    else:
        st.caption(f"Change to the workspace {file.case.workspace_name} to add documents here.")
    busy = any(not job.finished for job in masis.jobs(caller(), file.case.workspace_id))
    with st.form("again-form", border=False):
        hint = "What to look for, or what the last answer got wrong"
        note = st.text_area(
            "Guidance (optional)", height=80, placeholder=hint, key=f"again-{file.case.case_id}"
        )
        if st.form_submit_button("Run again from here", type="primary", disabled=busy):
            with calmly():
                case, work = file.case, masis.reviews.continuing
                follow(work.run_again(caller(), case.case_id, case.version, note), file)


def follow(run_id: str, file: "CaseFile") -> None:
    """Show the run that took the case on."""
    review_sign.open_case("")
    session().workspace_id = file.case.workspace_id
    open_run(run_id, file.report.thread_id)
    st.switch_page("pages/ask.py", query_params={"workspace": file.case.workspace_id, "run": run_id})

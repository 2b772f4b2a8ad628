"""Finished jobs: how it went, and the password for a file that needs one."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import IngestJob
from masis.ui import wording
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


_LOCKED = frozenset({"encrypted", "wrong_password"})


def show(masis: "Masis", workspace_id: str, every: tuple[IngestJob, ...]) -> None:
    """Draw the outcome of the finished jobs until they are dismissed."""
    locked = [job for job in every if job.code in _LOCKED and job.job_id in session().kept_uploads]
    told = [job for job in every if job not in locked]
    for job in locked:
        _password(masis, workspace_id, job)
    if not told:
        return
    with st.container(border=True, key="finished-jobs", gap="xsmall"):
        ready = [job for job in told if job.state in {"done", "unchanged"} and not job.message]
        if ready:
            st.markdown(f":material/check_circle: {wording.counted(len(ready), 'file')} ready")
        for job in (job for job in told if job not in ready):
            icon = {"done": "check_circle", "unchanged": "check_circle"}.get(job.state, "error")
            said = f" {safe_md(job.message)}" if job.message else ""
            st.markdown(f":material/{icon}: **{safe_label(job.file_name)}** {wording.JOBS[job.state]}.{said}")
        st.button(
            "Dismiss", key="dismiss-jobs", type="tertiary", on_click=_dismiss, args=(masis, workspace_id)
        )


def _dismiss(masis: "Masis", workspace_id: str) -> None:
    masis.dismiss_jobs(caller(), workspace_id)
    session().kept_uploads.clear()


def _password(masis: "Masis", workspace_id: str, job: IngestJob) -> None:
    with st.form(f"unlock-{job.job_id}"):
        st.markdown(f":material/lock: **{safe_label(job.file_name)}** {safe_md(job.message)}")
        password = st.text_input("Password", type="password")
        if st.form_submit_button("Open with this password") and password:
            with calmly():
                again = masis.upload(
                    caller(), workspace_id, job.file_name, session().kept_uploads[job.job_id], password
                )
                session().kept_uploads[again.job_id] = session().kept_uploads.pop(job.job_id)
                st.rerun()

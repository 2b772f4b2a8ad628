"""Uploads: the drop zone, a row for every file at work, and a word on those that were not taken in."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import IngestJob
from masis.ui import wording
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis

_TYPES = ("pdf", "docx", "pptx", "xlsx", "csv", "html", "htm", "md", "markdown", "txt")
_LOCKED = frozenset({"encrypted", "wrong_password"})


def drop_zone(masis: "Masis", workspace_id: str) -> None:
    """Hand every dropped file over once, then clear the zone."""
    files = st.file_uploader(
        "Add documents: PDF, Word, PowerPoint, Excel, CSV, HTML, Markdown or text",
        type=_TYPES,
        accept_multiple_files=True,
        key=f"uploads-{session().upload_round}",
    )
    if not files:
        return
    with calmly():
        for file in files:
            content = file.getvalue()
            job = masis.upload(caller(), workspace_id, file.name, content)
            if file.name.lower().endswith((".pdf", ".docx", ".pptx", ".xlsx")):
                session().kept_uploads[job.job_id] = content
    session().upload_round += 1
    st.rerun()


def jobs(masis: "Masis", workspace_id: str) -> None:
    """Draw the jobs; poll only while one is at work."""
    every = masis.jobs(caller(), workspace_id)
    if any(not job.finished for job in every):
        _watch(masis, workspace_id)
    else:
        _finished(masis, workspace_id, every)


@st.fragment(run_every=0.7)
def _watch(masis: "Masis", workspace_id: str) -> None:
    every = masis.jobs(caller(), workspace_id)
    for job in every:
        if not job.finished:
            _working(masis, workspace_id, job)
    if all(job.finished for job in every):
        st.rerun()


def _working(masis: "Masis", workspace_id: str, job: IngestJob) -> None:
    with st.container(border=True, key=f"job-{job.job_id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{safe_label(job.file_name)}**", width="stretch")
            st.button(
                "Cancel",
                key=f"cancel-{job.job_id}",
                type="tertiary",
                icon=":material/close:",
                on_click=masis.cancel_job,
                args=(caller(), workspace_id, job.job_id),
            )
        st.progress(_share(job), text=_stage(job))


def _share(job: IngestJob) -> float:
    """Reading is the first half of the bar, indexing the second."""
    read = job.pages_done / job.pages_total if job.pages_total else 0.0
    indexed = job.chunks_done / job.chunks_total if job.chunks_total else 0.0
    return min(1.0, 0.5 * read + 0.5 * indexed)


def _stage(job: IngestJob) -> str:
    parts = [wording.JOBS[job.state]]
    if job.pages_total:
        parts.append(f"{job.pages_done:,} of {wording.counted(job.pages_total, 'page')}")
    if job.chunks_total:
        parts.append(f"{job.chunks_done:,} of {wording.counted(job.chunks_total, 'passage')}")
    return ", ".join(parts)


def _finished(masis: "Masis", workspace_id: str, every: tuple[IngestJob, ...]) -> None:
    locked = [job for job in every if job.code in _LOCKED and job.job_id in session().kept_uploads]
    told = [job for job in every if job not in locked]
    for job in locked:
        _password(masis, workspace_id, job)
    if not told:
        return
    with st.container(border=True, key="finished-jobs", gap="xsmall"):
        for job in told:
            icon = {"done": "check_circle", "unchanged": "check_circle"}.get(job.state, "error")
            said = f" {safe_md(job.message)}" if job.message else ""
            st.markdown(f":material/{icon}: **{safe_label(job.file_name)}** {wording.JOBS[job.state]}.{said}")
        st.button("Dismiss", key="dismiss-jobs", type="tertiary", on_click=_dismiss, args=(masis, workspace_id))


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

"""Job list: a row for every file at work; polls only while there is one."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import IngestJob
from masis.ui import wording
from masis.ui.components import finished_jobs
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_label
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the jobs; poll only while one is at work."""
    every = masis.jobs(caller(), workspace_id)
    if any(not job.finished for job in every):
        _watch(masis, workspace_id)
    else:
        finished_jobs.show(masis, workspace_id, every)


@st.fragment(run_every=0.7)
def _watch(masis: "Masis", workspace_id: str) -> None:
    with calmly():
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

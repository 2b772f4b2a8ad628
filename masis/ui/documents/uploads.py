"""Uploads: the drop zone, the files at work in one compact list, and how it went."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from masis.domain.document import IngestJob
from masis.domain.formats import BY_ENDING, FORMATS, all_named
from masis.domain.person import Caller, Right
from masis.errors import MasisError
from masis.ui.documents import refused
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, lacking, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_log = logging.getLogger(__name__)

TYPES = tuple(ending.removeprefix(".") for ending in BY_ENDING)
_MAY_BE_LOCKED = tuple(ending for known in FORMATS.values() if known.lockable for ending in known.endings)
_LOCKED = frozenset({"encrypted", "wrong_password"})
_ONE_DROP = timedelta(minutes=2)
"""Files that arrived this long before the first one still at work belong to the same drop."""
_SURE_AFTER_SECONDS, _SURE_FROM = 3.0, 0.05
"""A time left is told once this long was worked on this share of it."""
_LIST_HEIGHT, _WITHOUT_SCROLLING = 300, 6
_COLUMNS = (
    Column("file", "File", "title"),
    Column("stage", "Stage", "text", "10rem"),
    Column("pages", "Pages", "number", "8rem"),
    Column("passages", "Passages", "number", "8rem"),
    Column("cancel", "Cancel", "act", "5rem"),
)


class Overall(NamedTuple):
    """How far a drop of files is."""

    done: int
    files: int
    share: float
    pages_done: int
    pages_total: int
    """0 while a file waits whose pages nobody has counted yet."""
    seconds_left: float | None
    """``None`` while it cannot be told."""

    @property
    def sentence(self) -> str:
        """Return ``12 of 30 files done, 340 of 1,200 pages, about 2 min left``."""
        parts = [f"{self.done:,} of {wording.counted(self.files, 'file')} done"]
        if self.pages_total:
            parts.append(f"{self.pages_done:,} of {wording.counted(self.pages_total, 'page')}")
        elif self.pages_done:
            parts.append(f"{wording.counted(self.pages_done, 'page')} read")
        if self.seconds_left is not None:
            parts.append(_left(self.seconds_left))
        return ", ".join(parts)


def drop_zone(masis: "Masis", workspace_id: str, slot: str = "uploads") -> None:
    """Hand every dropped file over once, then clear the zone; without a workspace the files make one."""
    if workspace_id and (denied := lacking(Right.UPLOAD, workspace_id)):
        st.caption(denied)
        return
    masis.uploads.reader.keep_soon()
    refused.listen(slot)
    files = st.file_uploader(
        f"Drop your documents here: {all_named('or')}, up to {refused.most_megabytes()} MB each",
        type=TYPES,
        accept_multiple_files=True,
        key=f"{slot}-{session().upload_round}",
    )
    refused.show()
    if not files:
        return
    with calmly():
        from masis.ui.documents.first_documents import workspace_for

        into = workspace_id or workspace_for(masis)
        for file in files:
            content = file.getvalue()
            job = masis.upload(caller(), into, file.name, content)
            if file.name.lower().endswith(_MAY_BE_LOCKED):
                session().kept_uploads[job.job_id] = content
    session().upload_round += 1
    st.rerun()


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw the files at work, or how it went; poll only while one is at work."""
    jobs = masis.jobs(caller(), workspace_id)
    if any(not job.finished for job in jobs):
        watch(masis, workspace_id)
    else:
        _finished(masis, workspace_id, jobs)


@st.fragment(run_every=0.7)
def watch(masis: "Masis", workspace_id: str, *, for_first: bool = False) -> None:
    """Draw the files at work; when the last one ends, or the first is ready, draw the page anew."""
    with calmly():
        jobs = masis.jobs(caller(), workspace_id)
        working = [job for job in jobs if not job.finished]
        if not working or (for_first and masis.documents(caller(), workspace_id)):
            st.rerun()
        seen = overall(jobs, datetime.now(UTC))
        with st.container(border=True, key="working-jobs", gap="xsmall"):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.html(f'<div class="m-count" role="status">{safe_html(seen.sentence)}</div>')
                st.button(
                    "Cancel all" if len(working) > 1 else "Cancel",
                    key="cancel-jobs",
                    type="tertiary",
                    icon=":material/close:",
                    on_click=_cancel,
                    args=(masis, workspace_id, tuple(job.job_id for job in working)),
                )
            st.progress(seen.share)
            for said in dict.fromkeys(job.message for job in working if job.message):
                st.warning(safe_md(said), icon=":material/hourglass_top:")
            columns = _COLUMNS if len(working) > 1 else _COLUMNS[:-1]
            with st.container(height=_LIST_HEIGHT if len(working) > _WITHOUT_SCROLLING else "content"):
                clicked = table.show("Files at work", columns, _rows(working), key="jobs-table")
            if clicked:
                _cancel(masis, workspace_id, (clicked.removeprefix("act:"),))


def overall(jobs: Sequence[IngestJob], now: datetime) -> Overall:
    """Return how far the drop is that still has files at work."""
    began = min(job.created_at for job in jobs if not job.finished)
    drop = [job for job in jobs if job.created_at >= began - _ONE_DROP]
    share = sum(_share(job) for job in drop) / len(drop)
    counted = all(job.pages_total or job.finished for job in drop)
    spent = (now - min(job.created_at for job in drop)).total_seconds()
    at_work = any(not job.finished and job.state != "queued" for job in drop)  # none is, without a worker
    sure = at_work and spent >= _SURE_AFTER_SECONDS and share >= _SURE_FROM
    return Overall(
        done=sum(job.finished for job in drop),
        files=len(drop),
        share=share,
        pages_done=sum(job.pages_done for job in drop),
        pages_total=sum(job.pages_total for job in drop) if counted else 0,
        seconds_left=spent * (1 - share) / share if sure else None,
    )


def _share(job: IngestJob) -> float:
    """Reading is the first half of a file's work, indexing the second."""
    if job.finished:
        return 1.0
    read = job.pages_done / job.pages_total if job.pages_total else 0.0
    indexed = job.chunks_done / job.chunks_total if job.chunks_total else 0.0
    return min(1.0, 0.5 * read + 0.5 * indexed)


def _left(seconds: float) -> str:
    if seconds < 10:
        return "a few seconds left"
    if seconds < 90:
        return f"about {round(seconds / 10) * 10} s left"
    return f"about {round(seconds / 60)} min left"


def _rows(working: Sequence[IngestJob]) -> list[Row]:
    """Files that are worked on come before those that wait."""
    stopping = session().stopping
    ordered = sorted(working, key=lambda job: job.state == "queued")
    return [
        Row(
            job.job_id,
            {
                "file": Cell(job.file_name),
                "stage": Cell("Stopping" if job.job_id in stopping else wording.JOBS[job.state]),
                "pages": Cell(_of(job.pages_done, job.pages_total)),
                "passages": Cell(_of(job.chunks_done, job.chunks_total)),
                "cancel": Cell("" if job.job_id in stopping else "Cancel", title=f"Cancel {job.file_name}"),
            },
        )
        for job in ordered
    ]


def _of(done: int, total: int) -> str:
    return f"{done:,} of {total:,}" if total else ""


def _cancel(masis: "Masis", workspace_id: str, job_ids: tuple[str, ...]) -> None:
    """Stop the files beside the page, which says at once that they stop: each one is a few writes."""
    session().stopping |= frozenset(job_ids)
    Thread(target=_stop, args=(masis, caller(), workspace_id, job_ids), name="cancel", daemon=True).start()


def _stop(masis: "Masis", who: Caller, workspace_id: str, job_ids: tuple[str, ...]) -> None:
    """Stop the files that wait first, so that none of them starts meanwhile."""
    for job_id in reversed(job_ids):
        try:
            masis.cancel_job(who, workspace_id, job_id)
        except MasisError as error:  # the list goes on showing the file as it is
            _log.warning("an upload could not be stopped: %s", error, extra={"job_id": job_id})


def _finished(masis: "Masis", workspace_id: str, every: tuple[IngestJob, ...]) -> None:
    """Draw the outcome of the finished files until they are dismissed."""
    locked = [job for job in every if job.code in _LOCKED and job.job_id in session().kept_uploads]
    told = [job for job in every if job not in locked]
    for job in locked:
        _password(masis, workspace_id, job)
    if not told:
        return
    with st.container(border=True, key="finished-jobs", gap="xsmall"):
        ready = [job for job in told if job.state in {"done", "unchanged"} and not job.message]
        with st.container(horizontal=True, vertical_alignment="center"):
            if ready:
                said = f":material/check_circle: {wording.counted(len(ready), 'file')} ready"
                st.markdown(said, width="content")
            st.button(
                "Dismiss", key="dismiss-jobs", type="tertiary", on_click=_dismiss, args=(masis, workspace_id)
            )
        for job in (job for job in told if job not in ready):
            icon = {"done": "check_circle", "unchanged": "check_circle"}.get(job.state, "error")
            said = f" {safe_md(job.message)}" if job.message else ""
            st.markdown(f":material/{icon}: **{safe_label(job.file_name)}** {wording.JOBS[job.state]}.{said}")


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

"""Folder source: the folders a workspace follows, how each was synced last, and the way to follow one."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.folder.source import SyncReport
from masis.domain.person import Right
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, may, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_COLUMNS = (Column("file", "Skipped", "title", "40%"), Column("reason", "Why", "text"))
_LIST_HEIGHT, _WITHOUT_SCROLLING = 300, 6
_LOOK_SECONDS = 0.7
_NEW_ICON = ":material/create_new_folder:"


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw a line for each folder, with the skipped files behind it; who may, follows another one here."""
    looks_after = masis.folder_runs.allowed and may(Right.MANAGE, workspace_id)
    _watched(masis, workspace_id)
    for number, report in enumerate(masis.folders.reports(caller(), workspace_id)):
        with st.expander(
            f"Folder source: {safe_label(report.folder)}, synced {wording.age(report.finished_at)}",
            icon=":material/folder_open:",
            type="compact",
            key=f"folder-source-{number}",
        ):
            _last(report, number)
            if looks_after:
                _acts(masis, workspace_id, report.folder, number)
    if looks_after:
        _follow(masis, workspace_id)


def _watched(masis: "Masis", workspace_id: str) -> None:
    """Draw the syncs that the page began; while one is at work the line follows by itself."""
    runs = masis.folder_runs.progress(caller(), workspace_id)
    if any(not run.finished for run in runs):
        _follow_progress(masis, workspace_id)
        return
    for run in runs:
        if run.error:
            st.info(f"{safe_md(run.folder)}: {safe_md(run.error)}", icon=":material/info:")


@st.fragment(run_every=_LOOK_SECONDS)
def _follow_progress(masis: "Masis", workspace_id: str) -> None:
    with calmly():
        at_work = [run for run in masis.folder_runs.progress(caller(), workspace_id) if not run.finished]
        if not at_work:
            st.rerun()
        for run in at_work:
            done = wording.counted(run.changed, "change") if run.changed else "looking through it"
            last = f", last {safe_md(run.last)}" if run.last else ""
            st.markdown(f":material/sync: Syncing **{safe_md(run.folder)}**: {done}{last}")


def _acts(masis: "Masis", workspace_id: str, folder: str, number: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        again = st.button("Sync now", icon=":material/sync:", key=f"folder-sync-{number}")
        gone = st.button("Stop following", icon=":material/link_off:", key=f"folder-remove-{number}")
        st.caption("Its documents stay when it is followed no more.", width="stretch")
    if again:
        _begin(masis, workspace_id, folder)
    if gone:
        with calmly():
            masis.folder_runs.remove(caller(), workspace_id, folder)
            session().message = "The folder is followed no more. Its documents stay."
            st.rerun()


def _follow(masis: "Masis", workspace_id: str) -> None:
    with st.expander("Follow a folder", icon=_NEW_ICON, type="compact", key="folder-new"):
        st.caption(
            "Its files become documents now, and each sync takes over what changed in it: new and changed "
            "files, and those that are gone."
        )
        with st.form("folder-follow", border=False):
            typed = st.text_input(
                "Folder on this computer", max_chars=4000, placeholder="/home/ann/reports", key="folder-path"
            )
            pressed = st.form_submit_button("Sync now", icon=":material/sync:")
        if pressed:
            _begin(masis, workspace_id, typed)


def _begin(masis: "Masis", workspace_id: str, folder: str) -> None:
    with calmly():
        masis.folder_runs.begin(caller(), workspace_id, folder)
        st.rerun()


def _last(report: SyncReport, number: int) -> None:
    st.markdown(f"{report.sentence}.", help=wording.utc(report.finished_at))
    if report.warning:
        st.markdown(f":material/info: {safe_md(report.warning)}")
    if not report.skipped:
        return
    if report.counts.get("skipped", 0) > len(report.skipped):
        st.caption(f"The first {len(report.skipped):,} of the skipped files:")
    long = len(report.skipped) > _WITHOUT_SCROLLING
    with st.container(height=_LIST_HEIGHT if long else "content"):
        table.show(
            "Skipped files",
            _COLUMNS,
            [
                Row(str(place), {"file": Cell(file.path), "reason": Cell(file.reason)})
                for place, file in enumerate(report.skipped)
            ],
            key=f"folder-skipped-{number}",
        )

"""Folder source: what the last sync of each folder did; nothing for workspaces that follow none."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.folder.source import SyncReport
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.session import caller
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_COLUMNS = (Column("file", "Skipped", "title", "40%"), Column("reason", "Why", "text"))
_LIST_HEIGHT, _WITHOUT_SCROLLING = 300, 6


def show(masis: "Masis", workspace_id: str) -> None:
    """Draw a line for each folder, with the skipped files behind it."""
    for number, report in enumerate(masis.folders.reports(caller(), workspace_id)):
        with st.expander(
            f"Folder source: {safe_label(report.folder)}, synced {wording.age(report.finished_at)}",
            icon=":material/folder_open:",
            type="compact",
            key=f"folder-source-{number}",
        ):
            _last(report, number)


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

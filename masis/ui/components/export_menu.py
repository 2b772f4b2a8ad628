"""Export menu: take a finished run along as a file; each is made when it is asked for."""

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunReport
from masis.domain.workspace import Caller
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.export import ExportFormat
    from masis.service import Masis

_KINDS: tuple[tuple["ExportFormat", str, str, str], ...] = (
    ("pdf", "PDF report", "application/pdf", "pdf"),
    (
        "docx",
        "Word document",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "docx",
    ),
    ("md", "Markdown", "text/markdown", "md"),
    ("pack", "Evidence pack, with pages and hashes", "application/zip", "zip"),
)


def show(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the menu; nothing is made before a click."""
    with st.popover("Export", icon=":material/ios_share:", key=f"export-{report.run_id}"):
        for kind, label, media_type, ending in _KINDS:
            st.download_button(
                label,
                data=partial(_made, masis, caller(), workspace_id, report.run_id, kind),
                file_name=f"masis-{report.run_id}.{ending}",
                mime=media_type,
                on_click="ignore",
                type="tertiary",
                key=f"export-{kind}-{report.run_id}",
            )


def _made(masis: "Masis", who: Caller, workspace_id: str, run_id: str, kind: "ExportFormat") -> bytes:
    # Runs in a thread of its own, where the session cannot be read: everything is handed in.
    return masis.export_run(who, workspace_id, run_id, kind).content

"""Export menu: take a finished run along as a file; each is made when it is asked for."""

import json
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.person import Caller
from masis.domain.run.report import RunReport
from masis.ui.shared.session import caller

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
    """Draw the menu; nothing is made before a click, and a run without an answer has its record only."""
    with st.popover("Export", icon=":material/ios_share:", key=f"export-{report.run_id}"):
        for kind, label, media_type, ending in _KINDS if report.answer else ():
            st.download_button(
                label,
                data=partial(_made, masis, caller(), workspace_id, report.run_id, kind),
                file_name=f"masis-{report.run_id}.{ending}",
                mime=media_type,
                on_click="ignore",
                type="tertiary",
                key=f"export-{kind}-{report.run_id}",
            )
        st.download_button(
            "Raw run, as JSON",
            data=partial(_contract, report),
            file_name=f"masis-{report.run_id}.json",
            mime="application/json",
            on_click="ignore",
            type="tertiary",
            key=f"raw-{report.run_id}",
        )


def _contract(report: RunReport) -> str:
    """Return the run as the JSON of the public contract."""
    return json.dumps(report.contract(), indent=2, ensure_ascii=False)


def _made(masis: "Masis", who: Caller, workspace_id: str, run_id: str, kind: "ExportFormat") -> bytes:
    # Runs in a thread of its own, where the session cannot be read: everything is handed in.
    return masis.export_run(who, workspace_id, run_id, kind).content

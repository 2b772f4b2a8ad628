"""Draft export: take an audit along as a file; each is made when it is asked for."""

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import DraftSummary
from masis.domain.workspace import Caller
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.export.drafts import DraftFormat
    from masis.service import Masis

_KINDS: tuple[tuple["DraftFormat", str, str], ...] = (
    ("md", "Markdown report", "text/markdown"),
    ("csv", "CSV, one sentence a row", "text/csv"),
    ("json", "JSON", "application/json"),
)


def show(masis: "Masis", summary: DraftSummary) -> None:
    """Draw the menu; nothing is made before a click."""
    with st.popover("Export", icon=":material/ios_share:", key=f"draft-export-{summary.audit_id}"):
        for kind, label, media_type in _KINDS:
            st.download_button(
                label,
                data=partial(_made, masis, caller(), summary, kind),
                file_name=f"masis-draft-{summary.audit_id[:9]}.{kind}",
                mime=media_type,
                on_click="ignore",
                type="tertiary",
                key=f"draft-export-{kind}",
            )


def _made(masis: "Masis", who: Caller, summary: DraftSummary, kind: "DraftFormat") -> bytes:
    from masis.service.exports import export_draft

    return export_draft(masis.drafts, who, summary.workspace_id, summary.audit_id, kind).content

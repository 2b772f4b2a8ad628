"""Draft progress: how far an audit is, with a way to stop it; the page may be closed meanwhile."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import DraftAudit
from masis.ui import wording
from masis.ui.safe_text import safe_label, safe_md
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


@st.fragment(run_every=0.5)
def watch(masis: "Masis", workspace_id: str, audit_id: str) -> None:
    """Draw the progress and start over once the audit has ended."""
    summary = masis.drafts.get(caller(), workspace_id, audit_id).summary
    if summary.finished:
        st.rerun()
    with st.container(border=True, key="draft-working"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{safe_label(summary.name)}**", width="stretch")
            st.button(
                "Cancel",
                key=f"draft-cancel-{audit_id}",
                type="tertiary",
                icon=":material/close:",
                on_click=masis.drafts.cancel,
                args=(caller(), workspace_id, audit_id),
            )
        share = summary.done / summary.total if summary.total else 0.0
        told = f"{summary.done:,} of {wording.counted(summary.total, 'sentence')} looked up"
        st.progress(min(1.0, share), text=told if summary.total else "Reading the memo")


def ended_early(audit: DraftAudit) -> None:
    """Say why there is no result."""
    said = safe_md(audit.summary.message or "The audit ended without a result.")
    if audit.summary.state == "cancelled":
        st.info(said, icon=":material/info:")
    else:
        st.error(said, icon=":material/info:")

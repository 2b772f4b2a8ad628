"""Draft head: the open audit's name and counts, its files to take along, and the ways on."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import DraftAudit, DraftSummary
from masis.ui import wording
from masis.ui.components import draft_export
from masis.ui.draft_address import open_audit
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", audit: DraftAudit) -> None:
    """Draw the name, one line of result, and the actions."""
    summary = audit.summary
    st.html(f'<h2 class="m-question">{safe_html(summary.name)}</h2>{_line(summary)}')
    with st.container(horizontal=True):
        st.button("New audit", icon=":material/add:", key="draft-new", on_click=open_audit, args=("",))
        if summary.state == "done":
            draft_export.show(masis, summary)
        if st.button("Delete", icon=":material/delete:", type="tertiary", key="draft-delete"):
            _confirm(masis, summary)


def _line(summary: DraftSummary) -> str:
    if summary.state != "done":
        return ""
    checked = sum(n for verdict, n in summary.counts.items() if verdict not in {"opinion", "heading"})
    tone, said = ("bad", f"{wording.counted(summary.problems, 'sentence')} to look at")
    if not summary.problems:
        tone, said = "good", "Nothing to look at"
    facts = f"{wording.counted(checked, 'sentence')} checked in {wording.duration(summary.seconds)}"
    pill = f'<span class="m-pill {tone}"><span class="m-dot {tone}"></span>{said}</span>'
    return f'<div class="m-verdict">{pill}<span class="m-fig">{facts}</span></div>'


@st.dialog("Delete audit")
def _confirm(masis: "Masis", summary: DraftSummary) -> None:
    st.markdown("Delete this audit with its memo? This cannot be undone.")
    with st.container(horizontal=True):
        args = (masis, summary)
        if st.button("Delete audit", type="primary", key="draft-delete-now", on_click=_delete, args=args):
            st.rerun()
        if st.button("Keep it", key="draft-delete-not"):
            st.rerun()


def _delete(masis: "Masis", summary: DraftSummary) -> None:
    with calmly():
        masis.drafts.delete(caller(), summary.workspace_id, summary.audit_id)
        open_audit("")

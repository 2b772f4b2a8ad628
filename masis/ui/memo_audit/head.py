"""Head: the open audit's name and counts, its files to take along, and how far it is while it runs."""

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import UNCHECKED, DraftAudit, DraftSummary
from masis.domain.person import Caller
from masis.ui.memo_audit.address import open_audit
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.export.memos import MemoFormat
    from masis.service import Masis

_FILES: tuple[tuple["MemoFormat", str, str], ...] = (
    ("md", "Markdown report", "text/markdown"),
    ("csv", "CSV, one sentence a row", "text/csv"),
    ("json", "JSON", "application/json"),
)


def draw_head(masis: "Masis", audit: DraftAudit) -> None:
    """Draw the name, one line of result, and the actions."""
    summary = audit.summary
    with st.container(horizontal=True, vertical_alignment="center", key="draft-head"):
        st.html(f'<h2 class="m-question">{safe_html(summary.name)}</h2>{_line(summary)}')
        st.button("New audit", icon=":material/add:", key="draft-new", on_click=open_audit, args=("",))
        if summary.state == "done":
            _export(masis, summary)
        if st.button("Delete", icon=":material/delete:", type="tertiary", key="draft-delete"):
            _confirm(masis, summary)


def _line(summary: DraftSummary) -> str:
    if summary.state != "done":
        return ""
    checked = sum(number for verdict, number in summary.counts.items() if verdict not in UNCHECKED)
    tone, said = ("bad", f"{wording.counted(summary.problems, 'sentence')} to look at")
    if not summary.problems:
        tone, said = "good", "Nothing to look at"
    facts = f"{wording.counted(checked, 'sentence')} checked in {wording.duration(summary.seconds)}"
    pill = f'<span class="m-pill {tone}"><span class="m-dot {tone}"></span>{said}</span>'
    return f'<div class="m-verdict">{pill}<span class="m-fig">{facts}</span></div>'


def _export(masis: "Masis", summary: DraftSummary) -> None:
    """Draw the menu of files; none is made before a click."""
    with st.popover("Export", icon=":material/ios_share:", key=f"draft-export-{summary.audit_id}"):
        for kind, label, media_type in _FILES:
            st.download_button(
                label,
                data=partial(_made, masis, caller(), summary, kind),
                file_name=f"masis-draft-{summary.audit_id[:9]}.{kind}",
                mime=media_type,
                on_click="ignore",
                type="tertiary",
                key=f"draft-export-{kind}",
            )


def _made(masis: "Masis", who: Caller, summary: DraftSummary, kind: "MemoFormat") -> bytes:
    from masis.service.memo_audit import export_draft

    return export_draft(masis.drafts, who, summary.workspace_id, summary.audit_id, kind).content


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


@st.fragment(run_every=0.5)
def watch(masis: "Masis", workspace_id: str, audit_id: str) -> None:
    """Draw the progress, with a way to stop it, and start over once the audit has ended."""
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


def draw_early_end(masis: "Masis", audit: DraftAudit) -> None:
    """Say why there is no result, and offer to audit the same memo again."""
    said = safe_md(audit.summary.message or "The audit ended without a result.")
    if audit.summary.state == "cancelled":
        st.info(said, icon=":material/info:")
    else:
        st.error(said, icon=":material/info:")
    if audit.memo:
        st.button(
            "Audit it again",
            icon=":material/replay:",
            type="primary",
            key="draft-again",
            on_click=_again,
            args=(masis, audit),
        )


def _again(masis: "Masis", audit: DraftAudit) -> None:
    with calmly():
        summary = audit.summary
        open_audit(masis.drafts.paste(caller(), summary.workspace_id, audit.memo, summary.name))

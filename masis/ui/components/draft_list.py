"""Draft list: the audits of a workspace, newest first, to open again."""

from collections.abc import Sequence

import streamlit as st

from masis.domain.memo_audit.verdicts import DraftSummary
from masis.ui import wording
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.draft_address import open_audit

_COLUMNS = (
    Column("name", "Memo", "title"),
    Column("result", "Result", "state", "13rem"),
    Column("supported", "Supported", "number", "7rem"),
    Column("age", "Audited", "fixed", "9rem"),
)
_STATES = {
    "queued": ("Waiting", "live"),
    "running": ("Working", "live"),
    "cancelled": ("Cancelled", "quiet"),
    "failed": ("Failed", "bad"),
}


def show(audits: Sequence[DraftSummary]) -> None:
    """Draw the list; nothing where there is none."""
    if not audits:
        return
    st.html('<h2 class="m-list-title">Earlier audits</h2>')
    clicked = table.show(
        "Earlier audits", _COLUMNS, [_row(one) for one in audits], key="drafts", opens="name"
    )
    if clicked:
        open_audit(clicked)
        st.rerun()


def _row(audit: DraftSummary) -> Row:
    word, tone = _STATES.get(audit.state, ("", ""))
    if audit.state == "done":
        found = wording.counted(audit.problems, "sentence")
        word, tone = (f"{found} to look at", "bad") if audit.problems else ("Nothing to look at", "good")
    supported = audit.counts.get("supported", 0)
    return Row(
        audit.audit_id,
        {
            "name": Cell(audit.name),
            "result": Cell(word, tone=tone, sort=audit.problems),
            "supported": Cell(f"{supported:,}" if audit.state == "done" else "", sort=supported),
            "age": Cell(
                wording.age(audit.created_at),
                sort=audit.created_at.timestamp(),
                title=wording.utc(audit.created_at),
            ),
        },
    )

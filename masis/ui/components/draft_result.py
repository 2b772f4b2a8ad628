"""Draft result: the memo with its verdicts beside the source of the open sentence."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import DraftAudit
from masis.ui import draft_reading
from masis.ui.components import draft_rows, draft_source
from masis.ui.components.mounted import mount
from masis.ui.session import session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", audit: DraftAudit) -> None:
    """Draw the filter, then the memo or the sentences that pass it, and the source."""
    current = session()
    positions = {row.position: row for row in audit.rows}
    if current.draft_sentence not in positions:
        current.draft_sentence = draft_reading.first_open(audit)
    wanted = _filter(audit)
    left, right = st.columns([11, 9], gap="large")
    with left:
        clicked = _memo(audit) if wanted == "all" else draft_rows.show(audit, wanted)
    with right, st.container(key="draft-source"):
        opened = positions.get(current.draft_sentence) if current.draft_sentence is not None else None
        draft_source.show(masis, audit.summary.workspace_id, opened)
    if clicked is not None and clicked.isdigit() and int(clicked) != current.draft_sentence:
        current.draft_sentence, current.draft_quote, current.page_number = int(clicked), 0, None
        st.rerun()


def _filter(audit: DraftAudit) -> str:
    counts = draft_reading.counts(audit)
    names = {"all": "Whole memo"}
    if audit.summary.problems:
        names["problems"] = f"To look at ({audit.summary.problems:,})"
    names |= {verdict: f"{draft_reading.WORDS[verdict][0]} ({number:,})" for verdict, number in counts}
    chosen = st.segmented_control(
        "Show",
        list(names),
        format_func=lambda one: names[one],
        default="all",
        required=True,
        key=f"draft-filter-{audit.summary.audit_id}",
        label_visibility="collapsed",
    )
    return str(chosen)


def _memo(audit: DraftAudit) -> str | None:
    data = {"blocks": draft_reading.memo_blocks(audit), "active": str(session().draft_sentence)}
    return mount("memo", data, key=f"memo-{audit.summary.audit_id}", event="open")

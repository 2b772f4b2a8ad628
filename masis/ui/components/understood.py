"""Understood: what a follow-up was taken to mean, and the way to correct it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.state import MAX_QUESTION_CHARS
from masis.ui.components import ask_box
from masis.ui.safe_text import safe_html

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the line when the question was read as more than what was typed."""
    meant = _meant(snapshot)
    if not meant:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="understood-line"):
        st.html(f'<div class="m-count">Understood as: {safe_html(meant)}</div>', width="content")
        with st.popover("Edit", icon=":material/edit:", type="tertiary"):
            _correct(masis, workspace_id, snapshot.summary.run_id, meant)


def _meant(snapshot: RunSnapshot) -> str:
    if snapshot.report:
        return snapshot.report.resolved_question
    read = [
        event.detail
        for event in snapshot.events
        if (event.kind, event.node) == ("node_finished", "orchestrator")
    ]
    return str(read[-1].get("resolved_question") or "") if read else ""


def _correct(masis: "Masis", workspace_id: str, run_id: str, meant: str) -> None:
    with st.form(f"understood-{run_id}", border=False):
        said = st.text_area(
            "What you mean", value=meant, max_chars=MAX_QUESTION_CHARS, key=f"understood-text-{run_id}"
        )
        if st.form_submit_button("Ask again", icon=":material/redo:"):
            ask_box.start(masis, workspace_id, said.strip(), standalone=True)

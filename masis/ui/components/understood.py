"""Understood: what a question was taken to mean, what to know of it, and the way to correct it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.state import MAX_QUESTION_CHARS
from masis.ui.components import ask_box
from masis.ui.safe_text import safe_html, safe_md

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the line when the question was read as more than what was typed, and a note where there is one."""
    read = _read(snapshot)
    if read.get("note"):
        st.caption(safe_md(str(read["note"])))
    meant = snapshot.report.resolved_question if snapshot.report else str(read.get("resolved_question") or "")
    if not meant:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="understood-line"):
        st.html(f'<div class="m-count">Understood as: {safe_html(meant)}</div>', width="content")
        with st.popover("Edit", icon=":material/edit:", type="tertiary"):
            _correct(masis, workspace_id, snapshot.summary.run_id, meant)


def _read(snapshot: RunSnapshot) -> Mapping[str, Any]:
    """Return how the question was understood, from the run's trace or from its events so far."""
    trace = snapshot.report.trace if snapshot.report else ()
    told = [entry for entry in trace if entry.get("node") == "orchestrator"] or [
        event.detail
        for event in snapshot.events
        if (event.kind, event.node) == ("node_finished", "orchestrator")
    ]
    return told[-1] if told else {}


def _correct(masis: "Masis", workspace_id: str, run_id: str, meant: str) -> None:
    with st.form(f"understood-{run_id}", border=False):
        said = st.text_area(
            "What you mean", value=meant, max_chars=MAX_QUESTION_CHARS, key=f"understood-text-{run_id}"
        )
        if st.form_submit_button("Ask again", icon=":material/redo:"):
            ask_box.start(masis, workspace_id, said.strip(), standalone=True)

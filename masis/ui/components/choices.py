"""Choices: the answers that a question back offers, one button each."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunReport
from masis.ui.components import ask_box
from masis.ui.safe_text import safe_label

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the choices; a click answers with one in the same conversation."""
    offered = [
        str(choice)
        for entry in report.trace
        if entry.get("node") == "clarifier"
        for choice in entry.get("choices") or ()
    ]
    if not offered:
        return
    with st.container(horizontal=True, key="choices"):
        for number, choice in enumerate(offered):
            if st.button(safe_label(choice), key=f"choice-{report.run_id}-{number}"):
                ask_box.start(masis, workspace_id, choice)

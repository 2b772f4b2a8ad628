"""Claims view: the ledger of a run, its competing values, and the source of the open row."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunReport
from masis.ui.components import answer, claims, competing, source_pane

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, report: RunReport, *, told: bool) -> None:
    """Draw the ledger; ``told`` says that the amber panel above shows the competing values already."""
    claims.show(report)
    if not told:
        competing.show(masis, workspace_id, report)
    with st.container(key="claims-source"):
        if answer.opened(report):
            source_pane.show(masis, workspace_id, answer.opened(report))

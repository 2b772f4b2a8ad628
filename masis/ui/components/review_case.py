"""Review case: one case opened: what stopped the run, the competing claims, the draft and its audit."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.absence import absence_of
from masis.ui.components import (
    answer,
    competing,
    nearest,
    passages,
    quality,
    review_log,
    review_marks,
    source_pane,
    struck,
    trace,
    verdict,
)
from masis.ui.safe_text import safe_html, safe_md

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.casework import CaseFile

_VIEWS = ("Draft", "Claims", "Quality", "Trace", "Record")


def show(masis: "Masis", file: "CaseFile") -> None:
    """Draw the competing claims and the views of the draft."""
    case, report = file.case, file.report
    st.html(f'<p class="m-amber-text">{safe_html(case.message)}</p>')
    competing.show(masis, report.workspace_id, report)
    key = f"case-view-{case.case_id}"
    view = st.segmented_control(
        "View", _VIEWS, default="Draft", required=True, key=key, label_visibility="collapsed"
    )
    absence = absence_of(report)
    if view == "Draft" and report.answer and absence and absence.near:
        st.html(f'<p class="m-lead">{safe_html(report.answer)}</p>')
        source_pane.show(masis, report.workspace_id, nearest.read(absence))
    elif view == "Draft" and report.answer and passages.to_read(report):
        answer.show(report, beside=passages.keys(report))
        opened = passages.cards(report, beside=answer.keys(report)) or answer.opened(report)
        source_pane.show(masis, report.workspace_id, opened)
        struck.show(report)
    elif view == "Draft" and report.answer:
        edited = next((one.person for one in reversed(report.human) if one.action == "edit"), "")
        st.caption(f"Best draft, edited by {safe_md(edited)}" if edited else "Best draft")
        answer.show(report)
        verdict.figures(report)
        struck.show(report)
        _opened(masis, file)
    elif view == "Draft":
        st.caption("No answer was written, because nothing in the documents qualified.")
        nearest.show(report)
    elif view == "Claims":
        review_marks.show(masis, file)
        _opened(masis, file)
    elif view == "Record":
        review_log.show(masis, case, file.decisions)
    else:
        {"Quality": quality.show, "Trace": trace.show}[str(view)](report)


def _opened(masis: "Masis", file: "CaseFile") -> None:
    """Draw the source of the open chip or row."""
    if passage := answer.opened(file.report):
        source_pane.show(masis, file.report.workspace_id, passage)

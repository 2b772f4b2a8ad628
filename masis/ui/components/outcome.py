"""Outcome: one run on the Ask page: question, progress or verdict, then the views of the result."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunReport, RunSnapshot
from masis.ui.components import (
    answer_view,
    choices,
    claims_view,
    fork_form,
    headline,
    quality,
    raw,
    review_link,
    timeline,
    verdict,
)
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

_VIEWS = ("Answer", "Claims", "Quality", "Trace", "Raw")


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the run as it stands."""
    headline.show(masis, workspace_id, snapshot)
    if snapshot.summary.state in {"queued", "running"}:
        timeline.watch(masis, workspace_id, snapshot.summary.run_id)
        return
    report = snapshot.report
    case = masis.case(caller(), workspace_id, snapshot.summary.run_id)
    verdict.show(masis, snapshot, case)
    review_link.show(case)
    if report and report.status == "needs_clarification" and not report.requires_human_review:
        choices.show(masis, workspace_id, report)
    timeline.finished(snapshot)
    if report and (report.answer or report.trace):
        _result(masis, workspace_id, report, told=verdict.is_amber(report, case))


def _result(masis: "Masis", workspace_id: str, report: RunReport, *, told: bool) -> None:
    key = f"view-{report.run_id}"
    view = st.segmented_control(
        "View", _VIEWS, default="Answer", required=True, key=key, label_visibility="collapsed"
    )
    if view == "Answer":
        answer_view.show(masis, workspace_id, report)
    elif view == "Claims":
        claims_view.show(masis, workspace_id, report, told=told)
    elif view == "Trace":
        fork_form.under_trace(masis, workspace_id, report)
    else:
        {"Quality": quality.show, "Raw": raw.show}[str(view)](report)

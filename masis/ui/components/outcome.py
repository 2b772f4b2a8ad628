"""Outcome: one run on the Ask page: question, progress or verdict, then the views of the result."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunReport, RunSnapshot
from masis.ui.components import answer, claims, nearest, quality, raw, source_pane, timeline, trace, verdict
from masis.ui.safe_text import safe_html
from masis.ui.session import caller, forget_run

if TYPE_CHECKING:
    from masis.service import Masis

_VIEWS = ("Answer", "Claims", "Quality", "Trace", "Raw")


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the run as it stands."""
    _question(snapshot)
    if snapshot.summary.state in {"queued", "running"}:
        timeline.watch(masis, workspace_id, snapshot.summary.run_id)
        return
    report = snapshot.report
    case = masis.case(caller(), workspace_id, snapshot.summary.run_id)
    verdict.show(snapshot, case)
    timeline.finished(snapshot)
    if report and (report.answer or report.trace):
        _result(masis, workspace_id, report)


def _question(snapshot: RunSnapshot) -> None:
    with st.container(horizontal=True, vertical_alignment="top", key="question-line"):
        st.html(
            '<div class="m-eyebrow">Question</div>'
            f'<h1 class="m-question">{safe_html(snapshot.summary.question)}</h1>'
        )
        st.button("New question", icon=":material/add:", key="new-question", on_click=forget_run)


def _result(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    view = st.segmented_control(
        "View",
        _VIEWS,
        default="Answer",
        required=True,
        key=f"view-{report.run_id}",
        label_visibility="collapsed",
    )
    if view == "Answer":
        _beside_source(masis, workspace_id, report)
    elif view == "Claims":
        claims.show(report)
        with st.container(key="claims-source"):
            if answer.opened(report):
                source_pane.show(masis, workspace_id, answer.opened(report))
    else:
        {"Quality": quality.show, "Trace": trace.show, "Raw": raw.show}[str(view)](report)


def _beside_source(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    if not report.answer:
        st.caption("No answer was written, because nothing in the documents qualified.")
        nearest.show(report)
        return
    left, right = st.columns(2, gap="large")
    with left:
        if report.requires_human_review:
            st.html('<div class="m-sub">Best draft so far</div>')
        answer.show(report)
        if report.requires_human_review:
            verdict.figures(report)
    with right:
        source_pane.show(masis, workspace_id, answer.opened(report))

"""Outcome: one run on the Ask page: question, progress or verdict, then the views of the result."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.run.report import RunReport, RunSnapshot
from masis.ui.ask import answer, as_table, ask_box, claims, headline, quality, timeline, trace, verdict
from masis.ui.safe_text import safe_label
from masis.ui.shared import hints
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

_VIEWS = ("Answer", "Claims", "Quality", "Trace")


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the run as it stands."""
    headline.show(masis, workspace_id, snapshot)
    if snapshot.summary.state in {"queued", "running"}:
        timeline.watch(masis, workspace_id, snapshot.summary.run_id)
        return
    report = snapshot.report
    case = masis.case(caller(), workspace_id, snapshot.summary.run_id)
    verdict.above(masis, snapshot, case)
    if report is not None:  # up here: at the end of the page the question line would lie over it
        cites = any(claim.citations for claim in report.claims)
        hints.show(*(["sources"] if cites else []), "people")
    if report and verdict.ending(report, case) == "asks":
        _choices(masis, workspace_id, report)
    elif report and (report.answer or report.trace):
        _result(masis, workspace_id, report, case)
    timeline.finished(snapshot)


def _result(masis: "Masis", workspace_id: str, report: RunReport, case: Case | None) -> None:
    key = f"view-{report.run_id}"
    view = st.segmented_control(
        "View", _VIEWS, default="Answer", required=True, key=key, label_visibility="collapsed"
    )
    if view == "Answer":
        answer.view(masis, workspace_id, report, case)
        as_table.show(masis, workspace_id, report.asked)
    elif view == "Claims":
        claims.view(masis, workspace_id, report, case)
    elif view == "Trace":
        trace.view(masis, workspace_id, report)
    else:
        quality.show(report, waits=verdict.ending(report, case) == "waits")


def _choices(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the answers that a question back offers; a click answers with one in the same conversation."""
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

"""Fork form: take a finished run up again at one of its agents with something changed."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.lineage import Change, ForkPoint
from masis.domain.report import RunReport
from masis.ui import wording
from masis.ui.components import trace
from masis.ui.lineage import point_name
from masis.ui.notices import calmly
from masis.ui.session import caller, open_run

if TYPE_CHECKING:
    from masis.service import Masis

_AS_BEFORE = "As before"
_MOST_DOCUMENTS = 500


def under_trace(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the trace, and under it the way to fork the run."""
    trace.show(report)
    if not st.toggle("Fork this run", key=f"fork-{report.run_id}"):
        return
    known = masis.past.forking.points(caller(), workspace_id, report.run_id)
    if known.points:
        _form(masis, workspace_id, report, known.points)
        return
    st.info(known.why_not, icon=":material/info:")
    if st.button("Run the whole question again", icon=":material/replay:", key="fork-whole"):
        with calmly():
            open_run(masis.past.run_again(caller(), workspace_id, report.run_id), report.thread_id)
            st.rerun()


def _form(masis: "Masis", workspace_id: str, report: RunReport, points: tuple[ForkPoint, ...]) -> None:
    st.caption(
        "The fork is a run of its own; this one stays as it is. What happened before the chosen agent is "
        "taken over, what follows is done again. Thresholds and documents count in every later search; "
        "at the Writer they also narrow the passages already found."
    )
    with st.form(f"fork-form-{report.run_id}"):
        point = st.selectbox("Where", points, format_func=point_name, key="fork-point")
        left, right = st.columns(2)
        threshold = left.number_input("Evidence threshold", 0.0, 1.0, None, 0.05, placeholder=_AS_BEFORE)
        needed = right.number_input("Confidence needed", 0.0, 1.0, None, 0.05, placeholder=_AS_BEFORE)
        engines = [one for one in masis.past.forking.engines() if one != report.engine]
        engine = None
        if engines:
            engine = st.selectbox(
                "Engine", engines, None, format_func=wording.ENGINES.__getitem__, placeholder=_AS_BEFORE
            )
        titles = _documents(masis, workspace_id, report)
        chosen = st.multiselect(
            "Only these documents", list(titles), format_func=titles.__getitem__, placeholder="All documents"
        )
        if st.form_submit_button("Start the fork", icon=":material/call_split:"):
            with calmly():
                change = Change(
                    engine=engine,
                    evidence_threshold=threshold,
                    confidence_needed=needed,
                    document_ids=tuple(chosen),
                )
                place = (point.node, point.iteration, change)
                made = masis.past.forking.fork(caller(), workspace_id, report.run_id, *place)
                open_run(made, report.thread_id)
                st.rerun()


def _documents(masis: "Masis", workspace_id: str, report: RunReport) -> dict[str, str]:
    """Return the documents to choose from, those of the answer first."""
    used = {chunk.document_id for chunk in report.evidence}
    known = sorted(masis.documents(caller(), workspace_id), key=lambda one: one.document_id not in used)
    return {one.document_id: one.title for one in known[:_MOST_DOCUMENTS]}

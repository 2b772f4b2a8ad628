"""Quality: the four scores, what lowered the confidence, its history, and how close the passages were."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from masis.domain.evidence import place_of
from masis.domain.report import RunReport
from masis.ui import charts, penalties, wording
from masis.ui.charts import Chart
from masis.ui.components import plot

_CLAMPS = {
    "hallucination": "something is not in the sources",
    "fabricated_citation": "a source that does not exist",
    "uncited_5": "five or more claims without a source",
    "uncited_10": "ten or more claims without a source",
}
_NEEDED = 0.65


def show(report: RunReport) -> None:
    """Draw the quality panel as two columns that stack on a phone."""
    if report.critique is None or report.evaluation is None:
        st.caption("Nothing was written in this run, so there is nothing to score.")
        _draw(_retrieval(report), report, "retrieval", "No passage was looked at.")
        return
    dark = st.context.theme.type == "dark"
    left, right = st.columns(2, gap="large")
    with left:
        _draw(charts.score_bars(report.evaluation, dark=dark), report, "scores", "")
        for clamp in report.evaluation.clamps:
            why = _CLAMPS[clamp.name]
            st.caption(f"Faithfulness limited to {clamp.limit:.2f} (was {clamp.before:.2f}): {why}.")
    with right:
        history = report.metrics.get("confidence_history", ())
        chart = charts.confidence_history(
            history, needed(report), needs_human=report.needs_decision, dark=dark
        )
        _draw(chart, report, "confidence", "No round was finished.")
        st.html(penalties.as_sum(report.critique))
        if report.calibrated:
            st.caption(wording.calibrated(report.calibrated))
    _draw(_retrieval(report), report, "retrieval", "No passage was looked at.")


def needed(report: RunReport) -> float:
    """Return the confidence that was needed, from the run where it says so."""
    return float(report.metrics.get("low_confidence_threshold", _NEEDED))


def _draw(chart: Chart | None, report: RunReport, name: str, empty: str) -> None:
    plot.show(chart, f"{name}-{report.run_id}", empty)


def _retrieval(report: RunReport) -> Chart | None:
    """Take the scores from the last search of the run."""
    entries = [entry for entry in report.trace if entry.get("node") == "researcher"]
    last: Mapping[str, Any] = entries[-1] if entries else {}
    kept = [
        (f"{chunk.document_title}, {place_of(chunk.page_label)}", chunk.score) for chunk in report.evidence
    ]
    dropped = [
        (
            f"{miss.get('document_title', 'passage')}, {place_of(str(miss.get('page_label', '')))}",
            float(miss.get("score", 0)),
        )
        for miss in last.get("nearest_misses", ())
    ]
    threshold = float(last.get("threshold_used", 0))
    kept.sort(key=lambda one: -one[1])
    return charts.retrieval_scores(kept, dropped, threshold, dark=st.context.theme.type == "dark")

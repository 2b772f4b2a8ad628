"""Quality: the four scores, the confidence as a sum and by round, and how close the passages were."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from masis.domain.evidence import place_of
from masis.domain.run.critique import Critique, Penalty
from masis.domain.run.labels import CLAMPS, PENALTIES
from masis.domain.run.report import RunReport
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import charts, plot, wording
from masis.ui.shared.charts import Chart


def show(report: RunReport, *, waits: bool | None = None) -> None:
    """Draw the quality panel, two columns that stack on a phone; ``waits``: a person still has to decide."""
    waits = report.needs_decision if waits is None else waits
    if report.critique is None or report.evaluation is None:
        st.caption("Nothing was written in this run, so there is nothing to score.")
        _draw(_retrieval(report), report, "retrieval", "No passage was looked at.")
        _spent(report)
        return
    dark = st.context.theme.type == "dark"
    left, right = st.columns(2, gap="large")
    with left:
        _draw(charts.score_bars(report.evaluation, dark=dark), report, "scores", "")
        for clamp in report.evaluation.clamps:
            why = CLAMPS[clamp.name]
            st.caption(f"Faithfulness limited to {clamp.limit:.2f} (was {clamp.before:.2f}): {why}.")
    with right:
        _draw(_history(report, waits=waits, dark=dark), report, "confidence", "No round was finished.")
        st.html(_as_sum(report.critique))
        if report.calibrated:
            st.caption(wording.calibrated(report.calibrated))
    _draw(_retrieval(report), report, "retrieval", "No passage was looked at.")
    _spent(report)


def _spent(report: RunReport) -> None:
    """Say what the run cost; a run of an earlier version does not know."""
    if report.spending is not None:
        st.caption(safe_md(f"Spent: {report.spending.told}."))
    elif report.engine == "extractive":
        st.caption("No model was used.")


def _history(report: RunReport, *, waits: bool, dark: bool) -> Chart | None:
    """Draw the confidence by round: amber where it is too low, a word where another cause stopped the run."""
    history, line = report.metrics.get("confidence_history", ()), wording.needed(report)
    low = bool(history) and history[-1] < line
    if waits and history and not low and report.cause:
        score = wording.score(history[-1], line)
        st.caption(
            f"{score} is enough confidence ({line:.2f} is needed); a person is asked because "
            f"{wording.CAUSES[report.cause]}."
        )
    return charts.confidence_history(history, line, needs_human=waits and low, waits=waits, dark=dark)


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
    kept.sort(key=lambda scored: -scored[1])
    return charts.retrieval_scores(kept, dropped, threshold, dark=st.context.theme.type == "dark")


def _as_sum(critique: Critique) -> str:
    """Return the confidence as the product it is: 0.90 × 0.5 × 0.94 = 0.42."""
    factors = "".join(f" × <b>{_factor(penalty.factor)}</b>" for penalty in critique.penalties)
    told = "; ".join(f"{_factor(penalty.factor)} for {_reason(penalty)}" for penalty in critique.penalties)
    result = f"{factors} = <b>{critique.confidence:.2f}</b>" if critique.penalties else ", no penalty"
    if critique.draft:
        before = f"The whole draft had {critique.draft.confidence:.2f}, before sentences were left out"
        told = f"{before}; {told}" if told else before
    return (
        f'<div class="m-sum">Auditor <b>{critique.model_confidence:.2f}</b>{result}'
        f"<br><span>{safe_html(told)}</span></div>"
    )


def _reason(penalty: Penalty) -> str:
    return f"{PENALTIES[penalty.name]} ({penalty.count})"


def _factor(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

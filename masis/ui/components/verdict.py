"""Verdict: how a run ended, in calm words; the amber panel is drawn when a person is needed."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.absence import absence_of
from masis.domain.report import RunReport, RunSnapshot
from masis.domain.workspace import Case
from masis.ui.components import absence, amber
from masis.ui.safe_text import safe_html, safe_md

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", snapshot: RunSnapshot, case: Case | None) -> None:
    """Draw the verdict line and, for an escalation, the panel."""
    report = snapshot.report
    if report is None:
        _ended_without_report(snapshot)
    elif is_amber(report, case):
        missing = absence_of(report)
        if missing:
            absence.show(report, case, missing)
        else:
            amber.show(masis, report, case)
    elif case and case.outcome == "rejected":
        _line(f"Rejected by {safe_html(_decider(report))}", "bad", report)
    elif report.status == "needs_clarification":
        with st.container(border=True, key="asks-back"):
            st.markdown(f"**One question back.** {safe_md(report.clarification_question or '')}")
            st.caption("Answer below, or put the question in other words.")
    else:
        by = f" by {_decider(report)}" if case and case.outcome == "approved" else ""
        _line(f"Finalized{safe_html(by)}", "good", report)


def is_amber(report: RunReport, case: Case | None) -> bool:
    """Tell whether the run is drawn as one that a person is needed for."""
    return report.requires_human_review and not (case and case.outcome == "rejected")


def _decider(report: RunReport) -> str:
    return next((one.person for one in reversed(report.human) if one.action in {"approve", "reject"}), "")


def figures(report: RunReport) -> None:
    """Draw the few figures that belong to every answer."""
    _line("", "", report)


def _line(word: str, tone: str, report: RunReport) -> None:
    pill = f'<span class="m-pill {tone}"><span class="m-dot {tone}"></span>{word}</span>' if word else ""
    facts = [("Confidence", f"{report.confidence:.2f}")]
    if report.calibrated:
        facts.append(("Calibrated", f"{report.calibrated.value:.2f}"))
    if report.evaluation:
        facts.append(("Score", f"{report.evaluation.overall_score:.2f}"))
    told = "".join(f'<span class="m-fig">{name} <b>{value}</b></span>' for name, value in facts)
    st.html(f'<div class="m-verdict">{pill}{told}</div>')


def _ended_without_report(snapshot: RunSnapshot) -> None:
    if snapshot.summary.verdict == "cancelled":
        st.info(
            "This run was cancelled. Nothing was changed; ask again when you are ready.",
            icon=":material/info:",
        )
    else:
        said = snapshot.message or "This run did not finish. The question is kept; run it again."
        st.error(safe_md(said), icon=":material/info:")

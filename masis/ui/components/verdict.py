"""Verdict: how a run ended, in calm words; the amber panel is drawn when a person is needed."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.absence import absence_of
from masis.domain.report import RunReport, RunSnapshot
from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import absence, amber, passages
from masis.ui.safe_text import safe_html, safe_md

if TYPE_CHECKING:
    from masis.service import Masis


_CHECKED = "Every sentence was checked against the passage it cites; what did not hold was left out."


def show(masis: "Masis", snapshot: RunSnapshot, case: Case | None) -> None:
    """Draw the verdict line and, for an escalation, the panel."""
    report = snapshot.report
    if report is None:
        _ended_without_report(snapshot)
    elif passages_only(report, case):
        passages.show(masis, report, case)
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
        approved = case and case.outcome == "approved"
        told = f"Approved by {safe_html(_decider(report))}" if approved else _verified(report)
        _line(told, "good", report)


def is_amber(report: RunReport, case: Case | None) -> bool:
    """Tell whether the run is drawn as one that a person is needed for."""
    waits = report.requires_human_review and not (case and case.outcome == "rejected")
    return waits and not _shows_passages(report)


def passages_only(report: RunReport, case: Case | None) -> bool:
    """Tell whether the run is drawn as passages to read."""
    waits = report.requires_human_review and not (case and case.outcome == "rejected")
    return waits and _shows_passages(report)


def _shows_passages(report: RunReport) -> bool:
    open_ended = report.outcome == "absent" and report.partly_answered
    return report.outcome == "passages" or open_ended


def _verified(report: RunReport) -> str:
    """Say how many of the sentences that state a fact were found in their sources."""
    stating = [claim for claim in report.claims if claim.verdict not in {"heading", "hedge"}]
    good = sum(claim.verdict == "supported" for claim in stating)
    whole = wording.counted(len(stating), "sentence")
    holds = "holds" if len(stating) == 1 else "hold"
    return f'<span title="{_CHECKED}">Verified: {good} of {whole} {holds}</span>'


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

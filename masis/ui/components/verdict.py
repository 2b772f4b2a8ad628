"""Verdict: how a run ended, in calm words, or the amber panel when a person is needed."""

import streamlit as st

from masis.domain.escalation import message_for, what_would_help
from masis.domain.report import RunReport, RunSnapshot
from masis.domain.workspace import Case
from masis.ui import wording
from masis.ui.components import competing
from masis.ui.safe_text import safe_html, safe_md


def show(snapshot: RunSnapshot, case: Case | None) -> None:
    """Draw the verdict line and, for an escalation, the panel."""
    report = snapshot.report
    if report is None:
        _ended_without_report(snapshot)
    elif case and case.outcome == "rejected":
        _line(f"Rejected by {safe_html(_decider(report))}", "bad", report)
    elif report.requires_human_review:
        _amber(report, case)
    elif report.status == "needs_clarification":
        with st.container(border=True, key="asks-back"):
            st.markdown(f"**One question back.** {safe_md(report.clarification_question or '')}")
            st.caption("Answer below, or put the question in other words.")
    else:
        by = f" by {_decider(report)}" if case and case.outcome == "approved" else ""
        _line(f"Finalized{safe_html(by)}", "good", report)


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


def _amber(report: RunReport, case: Case | None) -> None:
    cause = wording.CAUSES[report.cause] if report.cause else "a person should look at this"
    with st.container(border=True, key="amber-panel"):
        said = case.message if case else message_for(report.cause) if report.cause else ""
        message = f'<p class="m-amber-text">{safe_html(said)}</p>' if said else ""
        dot = '<span class="m-dot human"></span>'
        title = f'<h2 class="m-amber-title">{dot}Needs review: {safe_html(cause)}</h2>'
        st.html(f'{title}<div class="m-case">{message}{_helps(report)}</div>')
        conflicts = report.critique.conflicts if report.critique else ()
        for conflict in conflicts:
            st.html(competing.as_html(conflict))


def _helps(report: RunReport) -> str:
    steps = what_would_help(report.cause) if report.cause else ()
    items = "".join(f"<li>{safe_html(step)}</li>" for step in steps)
    return (
        f'<div><div class="m-sub">What would help</div><ul class="m-help">{items}</ul></div>' if items else ""
    )


def _ended_without_report(snapshot: RunSnapshot) -> None:
    if snapshot.summary.verdict == "cancelled":
        st.info(
            "This run was cancelled. Nothing was changed; ask again when you are ready.",
            icon=":material/info:",
        )
    else:
        said = snapshot.message or "This run did not finish. The question is kept; run it again."
        st.error(safe_md(said), icon=":material/info:")

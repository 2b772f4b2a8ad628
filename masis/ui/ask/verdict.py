"""Verdict: which of the endings a run has, in one calm line; its figures are explained where they stand."""

from typing import TYPE_CHECKING, Literal

import streamlit as st

from masis.domain.review.case import Case
from masis.domain.run.absence import absence_of
from masis.domain.run.report import RunReport, RunSnapshot
from masis.ui.ask import nearest, passages, strip
from masis.ui.history.compare_pick import open_comparison
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import wording
from masis.ui.shared.session import open_run

if TYPE_CHECKING:
    from masis.service import Masis

Ending = Literal["answered", "passages", "waits", "decided", "asks"]

_CHECKED = "Every sentence was checked against the passage it cites; what did not hold was left out."


def ending(report: RunReport, case: Case | None) -> Ending:
    """Return how a run is drawn; what a person decided waits for nobody."""
    if report.status == "needs_clarification" and not report.requires_human_review:
        return "asks"
    if not report.requires_human_review:
        return "answered"
    if case and case.state == "resolved":
        return "decided"
    return "passages" if report.verdict == "passages" else "waits"


def above(masis: "Masis", snapshot: RunSnapshot, case: Case | None) -> None:
    """Draw what stands over the answer: the strip of a run that waits, the panel of one without an answer."""
    report = snapshot.report
    if report is None:
        _ended_without_report(snapshot)
        return
    ended = ending(report, case)
    if ended == "passages":
        passages.panel(masis, report, case)
    elif ended == "waits":
        missing = absence_of(report)
        if missing:
            nearest.panel(masis, report, case, missing)
        else:
            strip.show(report, case)
    elif ended == "decided" and case:
        _decided(report, case)
    elif ended == "asks":
        with st.container(border=True, key="asks-back"):
            st.markdown(f"**One question back.** {safe_md(report.clarification_question or '')}")
            st.caption("Answer below, or put the question in other words.")


def line(report: RunReport, case: Case | None) -> None:
    """Draw the worded verdict of an answer with its figures and what they mean."""
    word, tone = "", ""
    if ending(report, case) == "answered":
        approved = case is not None and case.outcome == "approved"
        word, tone = f"Approved by {_decider(report)}" if approved else _verified(report), "good"
        if case is not None and case.cause == "contested" and case.state == "open":
            word, tone = "Contested: waits for review", "human"
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="verdict-line"):
        _draw(word, tone, report)
        with st.popover("What is this", type="tertiary", key=f"explained-{report.run_id}"):
            st.markdown(_explained(report))


def figures(report: RunReport) -> None:
    """Draw the few figures that belong to every answer."""
    _draw("", "", report)


def _draw(word: str, tone: str, report: RunReport) -> None:
    pill = ""
    if word:
        dot = f'<span class="m-dot {tone}"></span>'
        pill = f'<span class="m-pill {tone}" title="{_CHECKED}">{dot}{safe_html(word)}</span>'
    facts = [("Confidence", wording.score(report.confidence, wording.needed(report)))]
    if report.calibrated:
        facts.append(("Calibrated", wording.score(report.calibrated.value)))
    if report.evaluation:
        facts.append(("Score", wording.score(report.evaluation.overall_score)))
    told = "".join(f'<span class="m-fig">{name} <b>{value}</b></span>' for name, value in facts)
    st.html(f'<div class="m-verdict">{pill}{told}</div>', width="content")


def _explained(report: RunReport) -> str:
    """Return what the verdict and its figures mean, in the order in which they stand."""
    needed = wording.score(wording.needed(report))
    told = [
        f"**Verified.** {_CHECKED}",
        f"**Confidence** is how sure the audit is of what is published, from 0 to 1. From {needed} on an "
        "answer that fills every part of the question is final; below it a person is asked.",
    ]
    if report.calibrated:
        told.append(f"**Calibrated.** {safe_md(wording.calibrated(report.calibrated))}")
    if report.evaluation:
        told.append(
            "**Score** sums up four marks: faithfulness 35 %, relevance 25 %, completeness 25 %, reasoning "
            "15 %. It describes the answer and decides nothing; see Quality."
        )
    return "\n\n".join(told)


def _verified(report: RunReport) -> str:
    """Say how many of the sentences that state a fact were found in their sources."""
    stating = [claim for claim in report.claims if claim.verdict not in {"heading", "hedge"}]
    good = sum(claim.verdict == "supported" for claim in stating)
    whole = wording.counted(len(stating), "sentence")
    return f"Verified: {good} of {whole} {'holds' if len(stating) == 1 else 'hold'}"


def _decided(report: RunReport, case: Case) -> None:
    """Draw what a person decided, and the way to the run that went on from it."""
    person = safe_html(_decider(report))
    by = f" by {person}" if person else ""
    tone, word = ("bad", f"Rejected{by}: not to be used") if case.outcome == "rejected" else ("quiet", "")
    with st.container(horizontal=True, vertical_alignment="center", key="decided-line"):
        told = word or f"Decided{by}: the question went on in another run"
        st.html(
            f'<div class="m-verdict"><span class="m-pill {tone}"><span class="m-dot {tone}"></span>'
            f"{told}</span></div>",
            width="content",
        )
        if case.continued_by:
            st.button(
                "Open its answer",
                icon=":material/arrow_forward:",
                key="open-continued",
                on_click=open_run,
                args=(case.continued_by, report.thread_id),
            )
            if st.button("Compare", type="tertiary", icon=":material/compare_arrows:", key="vs-continued"):
                open_comparison(report.run_id, case.continued_by)


def _decider(report: RunReport) -> str:
    """Return who closed the case last."""
    closing = {"approve", "reject", "choose_source", "rephrase", "run_again", "edit_state"}
    return next((done.person for done in reversed(report.human) if done.action in closing), "")


def _ended_without_report(snapshot: RunSnapshot) -> None:
    if snapshot.summary.verdict == "cancelled":
        st.info(
            "This run was cancelled. Nothing was changed; ask again when you are ready.",
            icon=":material/info:",
        )
    else:
        said = snapshot.message or "This run did not finish. The question is kept; run it again."
        st.error(safe_md(said), icon=":material/info:")

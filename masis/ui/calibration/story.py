"""Story: what a confidence means here and what to do about it: scores, threshold, reliability, risk."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.calibration.acceptance import RiskLine
from masis.domain.calibration.confidence import LEAST_OUTCOMES, Source
from masis.domain.calibration.thresholds import LEAST_QUESTIONS, QuestionScores, ThresholdPair, effect
from masis.domain.calibration.versions import Chosen
from masis.domain.person import Right
from masis.ui.calibration import charts
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import plot, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, lacking, may, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.calibration.overview import Overview

_OF = {
    "known": "Scores of your known questions.",
    "self_test": "Scores of generated questions. They are worded unlike their passage, but still share words "
    "with it and so score higher than typed ones. Your own questions, once there are ten, take their place.",
}
_SOURCES: dict[Source, str] = {
    "review": "from reviews",
    "known": "from known questions",
    "self_test": "from the self-test",
}
_OFF = 0.0
_GOOD = 0.9
"""Nine of ten: from where on an answer is called one to rely on."""


def draw_short(seen: "Overview") -> None:
    """Draw what a confidence means in this workspace, and what to do next, in two sentences."""
    means, todo = in_short(seen)
    st.html(
        f'<div class="m-short"><p>{safe_html(means)}</p><p><b>What to do.</b> {safe_html(todo)}</p></div>'
    )


def in_short(seen: "Overview") -> tuple[str, str]:
    """Return what a confidence means here, and what to do."""
    needed = (
        f"An answer of confidence {seen.line.value:.2f} or more is finalized; any other goes to a person."
    )
    if seen.line.value > 1:
        needed = "No answer is finalized at present: every one goes to a person."
    if not seen.outcomes:
        return (
            f"{needed} Nobody has tested yet how often such answers are right on these documents.",
            "Run a self-test below, or ask questions you know the answer to. Decisions in Review count too.",
        )
    if seen.fit is None:
        return (
            f"{needed} {wording.counted(seen.need.outcomes, 'answer')} of known truth: "
            f"{seen.need.right} right and {seen.need.wrong} wrong, too few to say how often a "
            "given confidence is right.",
            "Ask more questions you know the answer to; until then read the sources of what matters.",
        )
    middle = f"Here, answers of confidence 0.70 were right about {seen.fit.chance(0.7):.0%} of the time, "
    means = f"{needed} {middle}those of 0.90 about {seen.fit.chance(0.9):.0%}."
    steps = (number / 100 for number in range(round(seen.floor * 100), 101))
    good = next((step for step in steps if seen.fit.chance(step) >= _GOOD), None)
    if good is None:
        return means, "At no confidence nine of ten answers were right. Read the sources of every answer."
    return means, (
        f"From {good:.2f} on, nine of ten answers were right. Read the sources of answers below that, or set "
        "the risk at the end of this page."
    )


def _head(title: str, means: str) -> None:
    st.header(title, anchor=False)
    st.html(f'<p class="m-lead">{safe_html(means)}</p>')


def draw_scores(masis: "Masis", workspace_id: str, seen: "Overview") -> None:
    """Draw the distributions, then what each pair of thresholds keeps."""
    _head(
        "Scores and threshold",
        "A passage has to be this close to a question before it is read at all. Too high, "
        "and answers are missed; too low, and unrelated passages get in. Take a suggestion if there is one.",
    )
    if seen.scores is None:
        st.caption("No scores yet. Run a self-test or ask known questions.")
        return
    now, suggested = seen.chosen.thresholds or seen.profile, seen.scores.suggested
    marks = [("in use", now.threshold)]
    if suggested is not None and suggested != now:
        marks.append(("suggested", suggested.threshold))
    dark = st.context.theme.type == "dark"
    questions = seen.scores.questions
    plot.show(charts.score_distributions(questions, marks, dark=dark), "scores", "No passages.")
    st.caption(_OF[seen.scores.of])
    st.markdown(f"**In use:** {_said(now, questions)}")
    if suggested is None:
        st.caption(f"A suggestion needs {LEAST_QUESTIONS} questions of which a passage holds the answer.")
    elif suggested != now:
        st.markdown(f"**Suggested:** {_said(suggested, questions)}")
    with st.container(horizontal=True):
        if (
            suggested is not None
            and suggested != now
            and may(Right.MANAGE)
            and st.button("Use the suggested pair", key="adopt-pair")
        ):
            _adopt(masis, workspace_id, suggested, "The next question searches with the new thresholds.")
        back = seen.chosen.thresholds and may(Right.MANAGE)
        if back and st.button("Back to the profile's pair", key="profile-pair"):
            _adopt(masis, workspace_id, None, "The embedder's own thresholds are in use again.")
    with st.expander("The profile's pair, and how it was found"):
        st.markdown(f"{_pair(seen.profile)} for {safe_md(seen.embedder)}. {safe_md(seen.fitted)}")


def _adopt(masis: "Masis", workspace_id: str, pair: ThresholdPair | None, said: str) -> None:
    with calmly():
        masis.calibration.adopt(caller(), workspace_id, pair)
        session().message = said
        st.rerun()


def _pair(pair: ThresholdPair) -> str:
    return f"{pair.threshold:.2f}, and {pair.retry_threshold:.2f} on a retry"


def _said(pair: ThresholdPair, questions: Sequence[QuestionScores]) -> str:
    """Say what a pair keeps and lets in, in counts."""
    found = effect(questions, pair.threshold)
    kept = (
        f"{found.kept.hits} of {wording.counted(found.kept.total, 'question')} keep a passage with the answer"
    )
    return f"{_pair(pair)}: {kept}; {found.let_in.hits:,} of {found.let_in.total:,} other passages pass."


def draw_reliability(seen: "Overview") -> None:
    """Draw the plot, then say what it rests on and whether a calibrated confidence is shown."""
    _head(
        "Reliability",
        "How often answers of a given confidence were right. On the dashed line a confidence "
        "of 0.80 means right in 80 of 100; under it MASIS is surer than it should be.",
    )
    if not seen.outcomes:
        st.caption("No answer was judged yet. Reviews, known questions and self-tests count.")
        return
    dark = st.context.theme.type == "dark"
    plot.show(charts.reliability(seen.stated, seen.fit, dark=dark), "reliability", "")
    counts = Counter(outcome.source for outcome in seen.outcomes)
    told = ", ".join(f"{counts[name]} {words}" for name, words in _SOURCES.items() if counts[name])
    st.markdown(f"{wording.counted(len(seen.outcomes), 'judged answer')}: {told}.")
    if seen.fit is None:
        st.caption(f"{seen.need.missing} Until then answers show their stated confidence alone.")
        return
    errors = f"Calibration error of the stated confidence {seen.stated_error or 0:.3f}"
    held = f"of the calibrated one {seen.fitted_error or 0:.3f}, on answers it was not fitted on"
    st.markdown(f"{errors}; {held} ({seen.fit.method} curve).")
    st.caption(
        "New answers in this workspace show the calibrated confidence beside the stated one. A self-test "
        "asks as many absent as answerable questions; where people ask otherwise, known questions and "
        "reviews tell more."
    )


def draw_risk(masis: "Masis", workspace_id: str, seen: "Overview") -> None:
    """Draw the choice with the consequence of each, then the line in force."""
    _head(
        "Risk setting",
        "How many wrong answers among the finalized you accept. Less risk means that more "
        "answers wait for a person; the line of the contract is never lowered.",
    )
    now = seen.chosen.most_wrong or _OFF
    if now == _OFF and seen.need.outcomes < LEAST_OUTCOMES:
        st.caption(f"A risk setting needs {LEAST_OUTCOMES} judged answers; there are {seen.need.outcomes}.")
    elif refused := lacking(Right.MANAGE):
        st.caption(refused)
    else:
        _choice(masis, workspace_id, seen, now)
    st.markdown(f"**{_in_force(seen)}**")
    chosen = next((risk for risk in seen.risks if risk.most_wrong == now), None)
    dark = st.context.theme.type == "dark"
    chart = charts.risk(seen.outcomes, seen.line, chosen, seen.floor, dark=dark)
    plot.show(chart, "risk", "No clean answer was judged yet.")


def _choice(masis: "Masis", workspace_id: str, seen: "Overview", now: float) -> None:
    options = [_OFF, *(risk.most_wrong for risk in seen.risks)]
    with st.form("risk", border=True):
        chosen = st.radio(
            "How many of the finalized answers may be wrong",
            options,
            index=options.index(now),
            format_func=lambda risk: _name(risk, seen.floor),
            captions=["The line of the contract.", *(_consequence(risk) for risk in seen.risks)],
            key=f"risk-{workspace_id}-{now}",
        )
        if st.form_submit_button("Set the risk"):
            with calmly():
                masis.calibration.set_risk(caller(), workspace_id, chosen or None)
                session().message = "Set. It holds from the next decision on."
                st.rerun()


def _name(risk: float, floor: float) -> str:
    return f"At most {risk:.0%} wrong" if risk else f"No setting: a confidence of {floor:.2f} is needed"


def _consequence(risk: RiskLine) -> str:
    if risk.line is None:
        return "No line keeps this with the answers judged so far: every answer would go to a person."
    counted = f"{risk.wrong} of {wording.counted(risk.answers, 'judged answer')} wrong"
    return f"Line {risk.line:.2f}: {counted}, at most {risk.bound:.0%} with 95 % certainty."


def _in_force(seen: "Overview") -> str:
    if seen.line.value > 1:
        return "Line in force: none can be passed; every answer goes to a person."
    why = "from the risk you accept" if seen.line.set_by == "risk_setting" else "the default"
    return f"Line in force: {seen.line.value:.2f}, {why}."


def draw_log(masis: "Masis", workspace_id: str, seen: "Overview") -> None:
    """Draw the versions, newest first; nothing where nothing was tried or changed yet."""
    if not (seen.versions or seen.self_test or seen.known):
        return
    with st.expander(f"Changes ({len(seen.versions)})", icon=":material/history:"):
        if not seen.versions:
            st.caption("Nothing was changed yet.")
        items = "".join(_item(version) for version in seen.versions)
        st.html(f'<ul class="m-log">{items}</ul>')
        st.caption("Starting over gives up the settings; judged answers from before no longer count.")
        if may(Right.MANAGE) and st.button(
            "Start over", key="reset-calibration", icon=":material/restart_alt:"
        ):
            with calmly():
                masis.calibration.reset(caller(), workspace_id)
                session().message = "Started over. Earlier answers keep what they show."
                st.rerun()


def _item(version: Chosen) -> str:
    when = f"{wording.age(version.at)} by {version.person}" if version.at else version.person
    title = safe_html(wording.utc(version.at)) if version.at else ""
    told = f'<b>{safe_html(version.change)}</b><span class="took">{safe_html(when)}</span>'
    return f'<li title="{title}">{told}</li>'

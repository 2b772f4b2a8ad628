"""Calibration scores: how close passages are to known questions, and which threshold that suggests."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.thresholds import LEAST_QUESTIONS, QuestionScores, ThresholdPair, effect
from masis.ui import calibration_charts, wording
from masis.ui.components import plot
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_md
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from masis.service import Masis
    from masis.service.calibration_view import Overview

_OF = {
    "known": "Scores of your known questions.",
    "self_test": "Scores of generated questions, which repeat the words of their passage and so score higher "
    "than typed ones. Your own questions, once there are ten, take their place.",
}


def show(masis: "Masis", workspace_id: str, seen: "Overview") -> None:
    """Draw the distributions, then what each pair of thresholds keeps."""
    st.header("Scores and threshold", anchor=False)
    if seen.scores is None:
        st.caption("No scores yet. Run a self-test or ask known questions.")
        return
    now, suggested = seen.chosen.thresholds or seen.profile, seen.scores.suggested
    marks = [("in use", now.threshold)]
    if suggested is not None and suggested != now:
        marks.append(("suggested", suggested.threshold))
    dark = st.context.theme.type == "dark"
    questions = seen.scores.questions
    plot.show(calibration_charts.score_distributions(questions, marks, dark=dark), "scores", "No passages.")
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
            and st.button("Use the suggested pair", key="adopt-pair")
        ):
            _adopt(masis, workspace_id, suggested, "The next question searches with the new thresholds.")
        if seen.chosen.thresholds and st.button("Back to the profile's pair", key="profile-pair"):
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


def _said(pair: ThresholdPair, questions: "Sequence[QuestionScores]") -> str:
    """Say what a pair keeps and lets in, in counts."""
    found = effect(questions, pair.threshold)
    kept = (
        f"{found.kept.hits} of {wording.counted(found.kept.total, 'question')} keep a passage with the answer"
    )
    return f"{_pair(pair)}: {kept}; {found.let_in.hits:,} of {found.let_in.total:,} other passages pass."

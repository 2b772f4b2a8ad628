"""Calibration reliability: how often answers of a confidence are right, and the curve fitted on that."""

from collections import Counter
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.calibration import Source
from masis.ui import calibration_charts, wording
from masis.ui.components import plot

if TYPE_CHECKING:
    from masis.service.calibration_view import Overview

_SOURCES: dict[Source, str] = {
    "review": "from reviews",
    "known": "from known questions",
    "self_test": "from the self-test",
}


def show(seen: "Overview") -> None:
    """Draw the plot, then say what it rests on and whether a calibrated confidence is shown."""
    st.header("Reliability", anchor=False)
    if not seen.outcomes:
        st.caption("No answer was judged yet. Reviews, known questions and self-tests count.")
        return
    dark = st.context.theme.type == "dark"
    plot.show(calibration_charts.reliability(seen.stated, seen.fit, dark=dark), "reliability", "")
    counts = Counter(one.source for one in seen.outcomes)
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

"""Calibration risk: how many of the finalized answers may be wrong, and the line that follows."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.calibration import LEAST_OUTCOMES
from masis.domain.finalizing import RiskLine
from masis.ui import calibration_charts, wording
from masis.ui.components import plot
from masis.ui.notices import calmly
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.calibration_view import Overview

_OFF = 0.0


def show(masis: "Masis", workspace_id: str, seen: "Overview") -> None:
    """Draw the choice with the consequence of each, then the line in force."""
    st.header("Risk setting", anchor=False)
    now = seen.chosen.most_wrong or _OFF
    if now == _OFF and seen.need.outcomes < LEAST_OUTCOMES:
        st.caption(f"A risk setting needs {LEAST_OUTCOMES} judged answers; there are {seen.need.outcomes}.")
    else:
        _choice(masis, workspace_id, seen, now)
    st.markdown(f"**{_in_force(seen)}**")
    chosen = next((one for one in seen.risks if one.most_wrong == now), None)
    dark = st.context.theme.type == "dark"
    chart = calibration_charts.risk(seen.outcomes, seen.line, chosen, seen.floor, dark=dark)
    plot.show(chart, "risk", "No clean answer was judged yet.")


def _choice(masis: "Masis", workspace_id: str, seen: "Overview", now: float) -> None:
    options = [_OFF, *(one.most_wrong for one in seen.risks)]
    with st.form("risk", border=True):
        chosen = st.radio(
            "How many of the finalized answers may be wrong",
            options,
            index=options.index(now),
            format_func=lambda risk: _name(risk, seen.floor),
            captions=["The line of the contract.", *(_consequence(one) for one in seen.risks)],
            key=f"risk-{workspace_id}-{seen.chosen.number}",
        )
        if st.form_submit_button("Set the risk"):
            with calmly():
                masis.calibration.set_risk(caller(), workspace_id, chosen or None)
                session().message = "Set. It holds from the next decision on."
                st.rerun()


def _name(risk: float, floor: float) -> str:
    return f"At most {risk:.0%} wrong" if risk else f"No setting: a confidence of {floor:.2f} is needed"


def _consequence(one: RiskLine) -> str:
    if one.line is None:
        return "No line keeps this with the answers judged so far: every answer would go to a person."
    counted = f"{one.wrong} of {wording.counted(one.answers, 'judged answer')} wrong"
    return f"Line {one.line:.2f}: {counted}, at most {one.bound:.0%} with 95 % certainty."


def _in_force(seen: "Overview") -> str:
    if seen.line.value > 1:
        return "Line in force: none can be passed; every answer goes to a person."
    why = "by the risk setting" if seen.line.set_by == "risk_setting" else "the contract's"
    return f"Line in force: {seen.line.value:.2f}, {why}."

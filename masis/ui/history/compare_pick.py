"""Compare pick: the runs ticked in the history, and the way to see two of them side by side."""

from collections.abc import Sequence

import streamlit as st

from masis.domain.history.past import PastRun
from masis.ui.shared.session import session

MOST = 2


def tick(run_id: str) -> None:
    """Tick a run or take its tick away; a third tick lets go of the first."""
    current = session()
    if run_id in current.ticked:
        current.ticked = tuple(ticked for ticked in current.ticked if ticked != run_id)
    else:
        current.ticked = (*current.ticked, run_id)[-MOST:]


def draw_pick(runs: Sequence[PastRun]) -> None:
    """Draw what is ticked with the button that compares."""
    ticked = session().ticked
    with st.container(horizontal=True, vertical_alignment="center", key="compare-pick"):
        compare = len(ticked) == MOST and st.button(
            "Compare", icon=":material/compare_arrows:", type="primary", key="compare-ticked"
        )
        if compare:
            open_comparison(*_in_time(ticked, runs))
        told = {0: "Tick two runs to compare them.", 1: "One run is ticked. Tick another one."}
        st.caption(told.get(len(ticked), "Two runs are ticked."), width="content")
        if ticked:
            st.button("Clear", type="tertiary", key="compare-clear", on_click=_clear)


def open_comparison(before: str, after: str) -> None:
    """Show two runs side by side, under an address of its own."""
    where = {"workspace": session().workspace_id, "a": before, "b": after}
    st.switch_page("pages/history.py", query_params=where)


def _in_time(ticked: Sequence[str], runs: Sequence[PastRun]) -> Sequence[str]:
    """Put the earlier run first, where both are on this page of the list."""
    started = {run.summary.run_id: run.summary.started_at for run in runs}
    return sorted(ticked, key=started.__getitem__) if started.keys() >= set(ticked) else ticked


def _clear() -> None:
    session().ticked = ()

"""Stale note: which sources of an answer changed since, where a run came from, and the ways on from it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.ui.components.compare_pick import open_comparison
from masis.ui.lineage import origin_sentence, stale_sentence
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.session import caller, open_run

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw what a reader of an earlier answer should know; nothing for a run on its own."""
    run_id, thread_id = snapshot.summary.run_id, snapshot.summary.thread_id
    kin = masis.past.relatives(caller(), workspace_id, run_id)
    if snapshot.report is not None:
        _stale(masis, workspace_id, snapshot)
    if kin.origin:
        _line(origin_sentence(kin.origin), kin.origin.run_id, run_id, thread_id, done=snapshot.report)
    if kin.continues:
        _line("Goes on after a review.", kin.continues, run_id, thread_id, done=snapshot.report)
    if kin.continued_by:
        _line("A reviewer sent this question on.", run_id, kin.continued_by, thread_id, done=True)
    for number, later in enumerate(kin.successors[-3:]):
        _line("A later run started from this one.", run_id, later, thread_id, done=True, number=number)


def _stale(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    run_id = snapshot.summary.run_id
    changed = masis.past.stale(caller(), workspace_id, run_id)
    if not changed:
        return
    with st.container(border=True, key="stale-note", horizontal=True, vertical_alignment="center"):
        told = "".join(f"<span>{safe_html(stale_sentence(one))}.</span>" for one in changed[:5])
        more = f'<span class="w">and {len(changed) - 5} more</span>' if len(changed) > 5 else ""
        st.html(f'<div class="m-stale"><b>Stale</b>{told}{more}</div>')
        if st.button("Run again", icon=":material/replay:", key=f"again-{run_id}"):
            with calmly():
                open_run(masis.past.run_again(caller(), workspace_id, run_id), snapshot.summary.thread_id)
                st.rerun()


def _line(told: str, before: str, after: str, thread_id: str, *, done: object, number: int = 0) -> None:
    """Draw one relation with the way to the other run and to the difference."""
    key = f"{before}-{after}-{number}"
    here = st.query_params.get("run", "")
    other = before if here == after else after
    with st.container(horizontal=True, vertical_alignment="center", key=f"kin-{key}"):
        st.caption(safe_md(told), width="content")
        st.button("Open it", type="tertiary", key=f"open-{key}", on_click=open_run, args=(other, thread_id))
        compare = st.button("Compare", type="tertiary", icon=":material/compare_arrows:", key=f"vs-{key}")
        if done and compare:
            open_comparison(before, after)

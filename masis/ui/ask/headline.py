"""Headline: the question of a run, the turns before it, what it was read as, and what changed since."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.conversation.threads import ThreadTurn
from masis.domain.run.report import RunSnapshot, RunSummary
from masis.state import MAX_QUESTION_CHARS
from masis.ui.ask import ask_box, export_menu
from masis.ui.history.compare_pick import open_comparison
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import question, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.provenance import origin_sentence, stale_sentence
from masis.ui.shared.session import caller, forget_run, open_run

if TYPE_CHECKING:
    from masis.service import Masis

_SHOWN = 5


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the earlier turns, the question with its actions, and what it was understood as."""
    _earlier_turns(masis, workspace_id, snapshot.summary)
    with st.container(horizontal=True, vertical_alignment="top", key="question-line"):
        st.html(f'<div class="m-eyebrow">Question</div>{question.heading(snapshot.summary.question, 1)}')
        if snapshot.report:
            export_menu.show(masis, workspace_id, snapshot.report)
        st.button("New question", icon=":material/add:", key="new-question", on_click=forget_run)
    summary = snapshot.summary
    if summary.asked_by and summary.owner != caller().person:
        st.html(f'<div class="m-count">Asked by {safe_html(summary.asked_by)}</div>')
    _understood(masis, workspace_id, snapshot)
    if snapshot.report and snapshot.report.asked_of:
        names = ", ".join(snapshot.report.asked_of)
        number = wording.counted(len(snapshot.report.asked_of), "chosen document")
        st.html(f'<div class="m-count">Asked of {number} only: {safe_html(names)}</div>')
    _kin(masis, workspace_id, snapshot)


def _earlier_turns(masis: "Masis", workspace_id: str, summary: RunSummary) -> None:
    """Draw the turns that came before the open run, oldest first."""
    turns = masis.thread_turns(caller(), workspace_id, summary.thread_id)
    before = [
        turn for turn in turns if turn.started_at < summary.started_at and turn.run_id != summary.run_id
    ]
    if not before:
        return
    with st.container(key="earlier-turns", gap="xxsmall"):
        st.html('<div class="m-eyebrow">Earlier in this conversation</div>')
        for turn in before[-_SHOWN:]:
            _turn(masis, workspace_id, turn, summary.thread_id)


def _turn(masis: "Masis", workspace_id: str, turn: ThreadTurn, thread_id: str) -> None:
    word, tone = wording.VERDICTS[turn.verdict]
    if turn.verdict in {"needs_review", "passages", "absent"}:
        case = masis.case(caller(), workspace_id, turn.run_id)
        if case and case.state == "resolved":
            word, tone = wording.OUTCOMES[case.outcome], "quiet"
    st.button(
        safe_label(turn.question),
        key=f"turn-{turn.run_id}",
        type="tertiary",
        icon=":material/chevron_right:",
        on_click=open_run,
        args=(turn.run_id, thread_id),
    )
    st.html(
        f'<div class="m-turn"><span class="m-dot {tone}"></span><b>{word}</b> '
        f"<span>{safe_html(turn.first_sentence)}</span></div>"
    )


def _understood(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the line when the question was read as more than what was typed, and a note where there is one."""
    read = _read(snapshot)
    if read.get("note"):
        st.caption(safe_md(str(read["note"])))
    meant = snapshot.report.resolved_question if snapshot.report else str(read.get("resolved_question") or "")
    if not meant:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="understood-line"):
        st.html(f'<div class="m-count">Understood as: {safe_html(meant)}</div>', width="content")
        with st.popover("Edit", icon=":material/edit:", type="tertiary"):
            _correct(masis, workspace_id, snapshot.summary.run_id, meant)


def _read(snapshot: RunSnapshot) -> Mapping[str, Any]:
    """Return how the question was understood, from the run's trace or from its events so far."""
    trace = snapshot.report.trace if snapshot.report else ()
    told = [entry for entry in trace if entry.get("node") == "orchestrator"] or [
        event.detail
        for event in snapshot.events
        if (event.kind, event.node) == ("node_finished", "orchestrator")
    ]
    return told[-1] if told else {}


def _correct(masis: "Masis", workspace_id: str, run_id: str, meant: str) -> None:
    with st.form(f"understood-{run_id}", border=False):
        said = st.text_area(
            "What you mean", value=meant, max_chars=MAX_QUESTION_CHARS, key=f"understood-text-{run_id}"
        )
        if st.form_submit_button("Ask again", icon=":material/redo:"):
            ask_box.start(masis, workspace_id, said.strip(), standalone=True)


def _kin(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw what a reader of an earlier answer should know; nothing for a run on its own."""
    run_id, thread_id = snapshot.summary.run_id, snapshot.summary.thread_id
    kin = masis.past.relatives(caller(), workspace_id, run_id)
    if snapshot.report is not None:
        _stale(masis, workspace_id, snapshot)
    if kin.origin:
        _relation(origin_sentence(kin.origin), kin.origin.run_id, run_id, thread_id, done=snapshot.report)
    if kin.continues and not (kin.origin and kin.origin.run_id == kin.continues):  # said already
        _relation("Goes on after a review.", kin.continues, run_id, thread_id, done=snapshot.report)
    for number, later in enumerate(kin.successors[-3:]):
        _relation("A later run started from this one.", run_id, later, thread_id, done=True, number=number)


def _stale(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    run_id = snapshot.summary.run_id
    changed = masis.past.stale(caller(), workspace_id, run_id)
    if not changed:
        return
    with st.container(border=True, key="stale-note", horizontal=True, vertical_alignment="center"):
        told = "".join(f"<span>{safe_html(stale_sentence(source))}.</span>" for source in changed[:5])
        more = f'<span class="w">and {len(changed) - 5} more</span>' if len(changed) > 5 else ""
        st.html(f'<div class="m-stale"><b>Stale</b>{told}{more}</div>')
        if st.button("Run again", icon=":material/replay:", key=f"again-{run_id}"):
            with calmly():
                open_run(masis.past.run_again(caller(), workspace_id, run_id), snapshot.summary.thread_id)
                st.rerun()


def _relation(told: str, before: str, after: str, thread_id: str, *, done: object, number: int = 0) -> None:
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

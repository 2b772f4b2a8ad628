"""Trace: rounds as columns, agents as rows, what changed in the draft, and the ways to fork the run."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.person import Right
from masis.domain.run.provenance import Change, ForkPoint, StateEdit
from masis.domain.run.report import RunReport
from masis.domain.run.rounds import Round, rounds_of
from masis.ui.ask import state_editor
from masis.ui.safe_text import safe_html
from masis.ui.shared import decision_log, findings, sign, wording
from masis.ui.shared.difference import marked_difference
from masis.ui.shared.notices import calmly
from masis.ui.shared.provenance import point_name
from masis.ui.shared.reading import passages
from masis.ui.shared.session import caller, may, open_run

if TYPE_CHECKING:
    from masis.service import Masis

Entry = Mapping[str, Any]
_ORDER = tuple(wording.AGENTS)
_HIDDEN = {"node", "iteration", "duration_ms", "draft"}
_AS_BEFORE = "As before"
_MOST_DOCUMENTS = 500


def view(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the trace, and under it the ways to go on from one of its steps as a run of its own."""
    show(report)
    _ways_on(masis, workspace_id, report)
    sign.draw_focus()


def _ways_on(masis: "Masis", workspace_id: str, report: RunReport) -> None:
    """Draw the two ways to go on from a step of the run; the form that opens is scrolled to."""
    if may(Right.DECIDE, workspace_id) and _opened("Edit the state", f"state-{report.run_id}"):

        def go_on(point: ForkPoint, edit: StateEdit, reason: str) -> None:
            place = (report.run_id, point.node, point.iteration)
            made = masis.past.editing.go_on(caller(), workspace_id, *place, edit, reason)
            open_run(made, report.thread_id)
            st.rerun()

        state_editor.draw(masis, workspace_id, report.run_id, go_on)
    if not _opened("Fork this run", f"fork-{report.run_id}"):
        return
    known = masis.past.forking.points(caller(), workspace_id, report.run_id)
    if known.points:
        _form(masis, workspace_id, report, known.points)
        return
    st.info(known.why_not, icon=":material/info:")
    if st.button("Run the whole question again", icon=":material/replay:", key="fork-whole"):
        with calmly():
            open_run(masis.past.run_again(caller(), workspace_id, report.run_id), report.thread_id)
            st.rerun()


def _opened(label: str, key: str) -> bool:
    """Draw a switch over a form, which is far down the page and would open out of sight."""

    def led() -> None:
        if st.session_state[key]:
            sign.lead_view(f".st-key-{key}")

    return st.toggle(label, key=key, on_change=led)


def show(report: RunReport) -> None:
    """Draw the table of the rounds, one line for each that changed nothing, and how the draft changed."""
    if not report.trace:
        st.caption("This run left no trace.")
        return
    every = rounds_of(report.trace)
    st.html(_table([made for made in every if not made.idle]))
    for made in every:
        if made.idle:
            st.html(_idle(made))
    decision_log.decided(report)
    drafts = [(made.number, _draft(made, report)) for made in every if not made.idle]
    written = [(number, draft) for number, draft in drafts if draft]
    for (first, before), (second, after) in pairwise(written):
        st.html(f'<div class="m-sub">Draft of round {first} to draft of round {second}</div>')
        with st.container(border=True):
            st.html(f'<p class="m-diff">{marked_difference(before, after)}</p>')


def _draft(made: Round, report: RunReport) -> str:
    """Return the draft of a round with the numbers of the chips where it has long ids."""
    draft = next((str(entry["draft"]) for entry in reversed(made.entries) if entry.get("draft")), "")
    for passage in passages(report).values():
        draft = draft.replace(f"[{passage.chunk_id}]", f" [{passage.number}]")
    return draft


def _idle(made: Round) -> str:
    """Return the one line of a round that changed nothing; its agents unfold."""
    searched = [entry for entry in made.entries if entry.get("node") == "researcher"]
    read = f" {findings.found('researcher', searched[-1])};" if searched else ""
    told = f"Round {made.number} changed nothing:{read} the draft stayed the same."
    return f'<details class="m-idle"><summary>{safe_html(told)}</summary>{_table([made])}</details>'


def _table(rounds: Sequence[Round]) -> str:
    head = "".join(f'<th scope="col">Round {made.number}</th>' for made in rounds)
    acted = {entry.get("node") for made in rounds for entry in made.entries}
    body = "".join(_row(rounds, node) for node in _ORDER if node in acted)
    return (
        '<div class="m-scroll" role="region" tabindex="0" aria-label="Trace by agent and round">'
        f'<table class="m-trace"><thead><tr><th scope="col">Agent</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(rounds: Sequence[Round], node: str) -> str:
    cells = "".join(
        f"<td>{''.join(_cell(entry) for entry in made.entries if entry.get('node') == node)}</td>"
        for made in rounds
    )
    return f'<tr><th scope="row">{safe_html(wording.AGENTS[node][0])}</th>{cells}</tr>'


def _cell(entry: Entry) -> str:
    spent = float(entry.get("duration_ms", 0))
    took = wording.duration(spent / 1000) if spent >= 1 else ""
    facts = "".join(
        f"<dt>{safe_html(name.replace('_', ' '))}</dt><dd>{_value(name, value)}</dd>"
        for name, value in entry.items()
        if name not in _HIDDEN and value not in (None, "", [], ())
    )
    line = findings.found(str(entry.get("node")), entry) or "Done"
    summary = f'<summary>{safe_html(line)} <span class="took">{took}</span></summary>'
    return f"<details>{summary}<dl>{facts}</dl></details>"


def _value(name: str, value: object) -> str:
    """Return a value of a trace entry; calls of tools and worked-out sentences have a line each."""
    if name == "tools" and isinstance(value, list | tuple):
        return "<br>".join(safe_html(findings.told_call(call)) for call in value)
    if name == "worked_out" and isinstance(value, list | tuple):
        return "<br>".join(safe_html(_without_ids(str(sentence))) for sentence in value)
    return safe_html(findings.plain(value))


def _without_ids(sentence: str) -> str:
    return sentence.partition(" [")[0] if sentence.endswith("].") else sentence


def _form(masis: "Masis", workspace_id: str, report: RunReport, points: tuple[ForkPoint, ...]) -> None:
    st.caption(
        "The fork is a run of its own; this one stays as it is. What happened before the chosen agent is "
        "taken over, what follows is done again. Thresholds and documents count in every later search; "
        "at the Writer they also narrow the passages already found."
    )
    with st.form(f"fork-form-{report.run_id}"):
        point = st.selectbox("Where", points, format_func=point_name, key="fork-point")
        left, right = st.columns(2)
        threshold = left.number_input("Evidence threshold", 0.0, 1.0, None, 0.05, placeholder=_AS_BEFORE)
        needed = right.number_input("Confidence needed", 0.0, 1.0, None, 0.05, placeholder=_AS_BEFORE)
        engines = [name for name in masis.past.forking.engines() if name != report.engine]
        engine = None
        if engines:
            engine = st.selectbox(
                "Engine", engines, None, format_func=wording.ENGINES.__getitem__, placeholder=_AS_BEFORE
            )
        titles = _titles(masis, workspace_id, report)
        chosen = st.multiselect(
            "Only these documents", list(titles), format_func=titles.__getitem__, placeholder="All documents"
        )
        if st.form_submit_button("Start the fork", icon=":material/call_split:"):
            with calmly():
                change = Change(
                    engine=engine,
                    evidence_threshold=threshold,
                    confidence_needed=needed,
                    document_ids=tuple(chosen),
                )
                place = (point.node, point.iteration, change)
                made = masis.past.forking.fork(caller(), workspace_id, report.run_id, *place)
                open_run(made, report.thread_id)
                st.rerun()


def _titles(masis: "Masis", workspace_id: str, report: RunReport) -> dict[str, str]:
    """Return the documents to choose from, those of the answer first."""
    used = {chunk.document_id for chunk in report.evidence}
    known = sorted(
        masis.documents(caller(), workspace_id), key=lambda document: document.document_id not in used
    )
    return {document.document_id: document.title for document in known[:_MOST_DOCUMENTS]}

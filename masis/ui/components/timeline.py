"""Timeline: the agents at work, one step each, with what they found; it polls while they work."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from masis.domain.report import RunEvent, RunSnapshot
from masis.ui import findings, wording
from masis.ui.notices import calmly
from masis.ui.safe_text import safe_html
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


class Step(NamedTuple):
    """One line of the timeline."""

    tone: str
    who: str
    what: str
    took: str = ""


@st.fragment(run_every=0.7)
def watch(masis: "Masis", workspace_id: str, run_id: str) -> None:
    """Draw the run as it stands; when it ends, draw the page anew."""
    with calmly():
        snapshot = masis.run(caller(), workspace_id, run_id)
        if snapshot.summary.state not in {"queued", "running"}:
            st.rerun()
        with st.container(border=True, key="working"):
            elapsed = (datetime.now(UTC) - snapshot.summary.started_at).total_seconds()
            st.html(f'<div class="m-eyebrow" role="status">Working, {wording.duration(max(elapsed, 0))}</div>')
            st.html(as_list(snapshot.events))
            if st.button("Cancel", icon=":material/stop_circle:", key="cancel-run"):
                masis.cancel_run(caller(), workspace_id, run_id)


def finished(snapshot: RunSnapshot) -> None:
    """Draw the finished run's timeline, folded."""
    ended = snapshot.summary.finished_at or snapshot.summary.started_at
    took = wording.duration((ended - snapshot.summary.started_at).total_seconds())
    steps = sum(event.kind == "node_finished" for event in snapshot.events)
    rounds = max((event.iteration for event in snapshot.events), default=1) or 1
    label = f"{wording.counted(steps, 'step')}, {wording.counted(rounds, 'round')}, {took}"
    with st.expander(label, icon=":material/checklist:", type="compact"):
        st.html(as_list(snapshot.events))


def as_list(events: Iterable[RunEvent]) -> str:
    """Return the timeline as an ordered list."""
    items = "".join(_item(step) for step in steps_of(events))
    return f'<ol class="m-steps">{items}</ol>'


def steps_of(events: Iterable[RunEvent]) -> Iterator[Step]:
    """Turn the events into steps: finished ones with their finding, the open one alive."""
    open_step: Step | None = Step("live", "Queue", "waiting for a free place")
    round_seen = 1
    for event in events:
        if event.iteration > round_seen:
            round_seen = event.iteration
            yield Step("round", f"Round {round_seen}", "")
        who, doing = wording.AGENTS.get(event.node, (event.node.capitalize(), "works"))
        if event.kind == "node_started":
            open_step = Step("live", who, doing)
        elif event.kind == "node_finished":
            spent = float(event.detail.get("duration_ms", 0))
            took = wording.duration(spent / 1000) if spent >= 1 else ""
            yield Step("done", who, findings.found(event.node, event.detail), took)
            open_step = None
        elif event.kind == "waiting":
            seconds = round(float(event.detail.get("seconds", 0)))
            open_step = Step("wait", who or "Model", f"waiting for a free model call, {seconds} s")
        elif event.kind in {"finished", "failed", "cancelled", "started"}:
            open_step = None
    if open_step:
        yield open_step


def _item(step: Step) -> str:
    took = f'<span class="took">{safe_html(step.took)}</span>' if step.took else ""
    what = f'<span class="what">{safe_html(step.what)}</span>' if step.what else ""
    return f'<li class="{step.tone}"><span class="who">{safe_html(step.who)}</span>{took}{what}</li>'

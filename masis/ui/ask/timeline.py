"""Timeline: the agents at work, one step each, with what they found; it polls while they work."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from masis.domain.run.report import RunEvent, RunSnapshot
from masis.ui.ask import unaudited
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import findings, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


_AT_WORK = frozenset({"queued", "running"})
_PULSE_SECONDS = 0.5
_WAIT_SECONDS = 0.4
"""How long of each pulse the page waits for the end: an answer that is ready is drawn at once, and a click
on Cancel, which waits for this too, is still taken within the second."""


class Step(NamedTuple):
    """One line of the timeline."""

    tone: str
    who: str
    what: str
    took: str = ""


@st.fragment(run_every=_PULSE_SECONDS)
def watch(masis: "Masis", workspace_id: str, run_id: str) -> None:
    """Draw the run as it stands; when it ends, draw the page anew."""
    with calmly():
        snapshot = masis.run(caller(), workspace_id, run_id)
        if snapshot.summary.state not in _AT_WORK:
            st.rerun()
        with st.container(border=True, key="working"):
            elapsed = (datetime.now(UTC) - snapshot.summary.started_at).total_seconds()
            st.html(
                f'<div class="m-eyebrow" role="status">Working, {wording.duration(max(elapsed, 0))}</div>'
            )
            st.html(_as_list(snapshot.events))
            stopping = run_id in session().stopping
            st.button(
                "Stopping" if stopping else "Cancel",
                icon=":material/stop_circle:",
                key="cancel-run",
                disabled=stopping,
                on_click=_cancel,
                args=(masis, workspace_id, run_id),
            )
            if snapshot.message:
                st.warning(safe_md(snapshot.message), icon=":material/hourglass_top:")
            # Below the button, which stays where it is while the draft grows.
            spot, seen = unaudited.place(masis, workspace_id, run_id)
        unaudited.follow(masis, workspace_id, run_id, spot=spot, seen=seen, seconds=_WAIT_SECONDS)
        if masis.run(caller(), workspace_id, run_id).summary.state not in _AT_WORK:
            st.rerun()


def _cancel(masis: "Masis", workspace_id: str, run_id: str) -> None:
    """Stop the run before its next step; until then the button says that the click was taken."""
    with calmly():
        masis.cancel_run(caller(), workspace_id, run_id)
        session().stopping |= {run_id}


def finished(snapshot: RunSnapshot) -> None:
    """Draw the finished run's timeline, folded."""
    ended = snapshot.summary.finished_at or snapshot.summary.started_at
    took = wording.duration((ended - snapshot.summary.started_at).total_seconds())
    with st.expander(f"{counted(snapshot.events)}, {took}", icon=":material/checklist:", type="compact"):
        st.html(_as_list(snapshot.events))


def counted(events: Iterable[RunEvent]) -> str:
    """Return ``12 steps in 2 rounds``: steps and rounds of this run alone, whatever it goes on from."""
    done = [event for event in events if event.kind == "node_finished"]
    rounds = len({event.iteration for event in done}) or 1
    return f"{wording.counted(len(done), 'step')} in {wording.counted(rounds, 'round')}"


def _as_list(events: Iterable[RunEvent]) -> str:
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

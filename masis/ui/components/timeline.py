"""Timeline: the agents at work, one step each, with what they found; it polls while they work."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.ui import steps, wording
from masis.ui.notices import calmly
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


@st.fragment(run_every=0.7)
def watch(masis: "Masis", workspace_id: str, run_id: str) -> None:
    """Draw the run as it stands; when it ends, draw the page anew."""
    with calmly():
        snapshot = masis.run(caller(), workspace_id, run_id)
        if snapshot.summary.state not in {"queued", "running"}:
            st.rerun()
        with st.container(border=True, key="working"):
            elapsed = (datetime.now(UTC) - snapshot.summary.started_at).total_seconds()
            st.html(
                f'<div class="m-eyebrow" role="status">Working, {wording.duration(max(elapsed, 0))}</div>'
            )
            st.html(steps.as_list(snapshot.events))
            if st.button("Cancel", icon=":material/stop_circle:", key="cancel-run"):
                masis.cancel_run(caller(), workspace_id, run_id)


def finished(snapshot: RunSnapshot) -> None:
    """Draw the finished run's timeline, folded."""
    ended = snapshot.summary.finished_at or snapshot.summary.started_at
    took = wording.duration((ended - snapshot.summary.started_at).total_seconds())
    done = sum(event.kind == "node_finished" for event in snapshot.events)
    rounds = max((event.iteration for event in snapshot.events), default=1) or 1
    label = f"{wording.counted(done, 'step')}, {wording.counted(rounds, 'round')}, {took}"
    with st.expander(label, icon=":material/checklist:", type="compact"):
        st.html(steps.as_list(snapshot.events))

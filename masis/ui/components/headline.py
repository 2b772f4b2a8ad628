"""Headline: the question of a run with the turns before it, and what can be done with the run as a whole."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.ui.components import earlier_turns, export_menu, stale_note, understood
from masis.ui.safe_text import safe_html
from masis.ui.session import forget_run

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw the earlier turns, the question with its actions, and what it was understood as."""
    earlier_turns.show(masis, workspace_id, snapshot.summary)
    with st.container(horizontal=True, vertical_alignment="top", key="question-line"):
        st.html(
            '<div class="m-eyebrow">Question</div>'
            f'<h1 class="m-question">{safe_html(snapshot.summary.question)}</h1>'
        )
        if snapshot.report and snapshot.report.answer:
            export_menu.show(masis, workspace_id, snapshot.report)
        st.button("New question", icon=":material/add:", key="new-question", on_click=forget_run)
    understood.show(masis, workspace_id, snapshot)
    stale_note.show(masis, workspace_id, snapshot)

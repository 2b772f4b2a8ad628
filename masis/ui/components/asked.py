"""Asked: the open question with the turns before it and what it was understood as."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.report import RunSnapshot
from masis.ui.components import earlier_turns, understood
from masis.ui.safe_text import safe_html
from masis.ui.session import forget_run

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, snapshot: RunSnapshot) -> None:
    """Draw what leads up to the answer."""
    earlier_turns.show(masis, workspace_id, snapshot.summary)
    with st.container(horizontal=True, vertical_alignment="top", key="question-line"):
        st.html(
            '<div class="m-eyebrow">Question</div>'
            f'<h1 class="m-question">{safe_html(snapshot.summary.question)}</h1>'
        )
        st.button("New question", icon=":material/add:", key="new-question", on_click=forget_run)
    understood.show(masis, workspace_id, snapshot)

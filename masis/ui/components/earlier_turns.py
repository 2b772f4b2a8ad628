"""Earlier turns: what was asked before in this conversation, one compact row each; a click opens it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.conversation.threads import ThreadTurn
from masis.domain.report import RunSummary
from masis.ui import wording
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.session import caller, open_run

if TYPE_CHECKING:
    from masis.service import Masis

_SHOWN = 5


def show(masis: "Masis", workspace_id: str, summary: RunSummary) -> None:
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
            _row(turn, summary.thread_id)


def _row(turn: ThreadTurn, thread_id: str) -> None:
    word, tone = wording.VERDICTS[turn.verdict]
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

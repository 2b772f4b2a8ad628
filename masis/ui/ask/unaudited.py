"""Unaudited: the words of a draft while it is written, in a form that nobody takes for an answer."""

import time
from typing import TYPE_CHECKING

import streamlit as st

from masis.ui.safe_text import safe_html
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from masis.service import Masis

_REDRAW_SECONDS = 0.1
"""Between two drawings of a draft that grows: fast enough to be read along."""
_LABEL = "Draft, not audited yet"


def place(masis: "Masis", workspace_id: str, run_id: str) -> "tuple[DeltaGenerator, int]":
    """Draw the words there are, and return where they stand and which these were."""
    drawn = masis.draft_words(caller(), workspace_id, run_id)
    spot = st.empty()
    if drawn.words:
        spot.html(draft_html(drawn.words))
    return spot, drawn.number


def follow(
    masis: "Masis", workspace_id: str, run_id: str, *, spot: "DeltaGenerator", seen: int, seconds: float
) -> None:
    """Draw more words as they come, until the time is up or the run has ended."""
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        draft = masis.draft_words(caller(), workspace_id, run_id, seen, left)
        if not draft.may_come:
            masis.wait(run_id, max(ends - time.monotonic(), 0.0))
            return
        if draft.number == seen:
            return
        seen = draft.number
        spot.html(draft_html(draft.words)) if draft.words else spot.empty()
        masis.wait(run_id, min(_REDRAW_SECONDS, max(ends - time.monotonic(), 0.0)))


def draft_html(words: str) -> str:
    """Return the words under their label: muted, without sources, verdict or a way to take them along."""
    lines = "".join(f"<p>{safe_html(line)}</p>" for line in words.splitlines() if line.strip())
    return (
        f'<div class="m-draft" role="group" aria-label="{_LABEL}"><div class="m-eyebrow">{_LABEL}</div>'
        f"{lines}</div>"
    )

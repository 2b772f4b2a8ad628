"""Draft source: why the open sentence got its verdict, the right value, and the page it stands on."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.memo_audit.verdicts import UNCHECKED, DraftRow
from masis.ui import draft_reading
from masis.ui.components import source_pane
from masis.ui.safe_text import safe_html, safe_label
from masis.ui.session import session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, row: DraftRow | None) -> None:
    """Draw the verdict, then the source; several sources can be turned through."""
    if row is None:
        st.caption("No sentence of this memo states a fact that could be looked up.")
        return
    st.html(_verdict(row))
    sources = tuple(dict.fromkeys(row.sources))
    if row.verdict in UNCHECKED or not sources:
        return
    at = min(session().draft_quote, len(sources) - 1)
    if len(sources) > 1:
        at = _choice(row, [draft_reading.role(row, quote) for quote in sources], at)
    source_pane.show(masis, workspace_id, draft_reading.passage(row, sources[at]))


def _choice(row: DraftRow, names: list[str], at: int) -> int:
    chosen = st.radio(
        "Sources",
        range(len(names)),
        index=at,
        format_func=lambda number: safe_label(names[number]),
        key=f"draft-quote-{row.position}-{len(names)}",
    )
    if chosen != session().draft_quote:
        session().draft_quote, session().page_number = chosen, None
    return chosen


def _verdict(row: DraftRow) -> str:
    word, tone, mark = draft_reading.WORDS[row.verdict]
    right = right_values(row)
    told = f'<p class="m-draft-right">{safe_html(right)}</p>' if right else ""
    pill = f'<span class="m-pill {"good" if tone == "good" else "bad"}">{safe_html(f"{mark} {word}")}</span>'
    return (
        f'<div class="m-draft"><div class="m-verdict">{pill}</div>'
        f'<p class="m-draft-said">“{safe_html(draft_reading.shown(row))}”</p>{told}'
        f'<p class="m-note">{safe_html(row.reason)}</p></div>'
    )


def right_values(row: DraftRow) -> str:
    """Return what the documents say in the place of what the memo says."""
    return "; ".join(f"{one.said} → {one.right}" for one in row.corrections)

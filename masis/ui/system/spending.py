"""Spending: what models cost by month, workspace and conversation, the caps, and the cache."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.usage import Usage, money, price_unknown
from masis.ui.safe_text import safe_md
from masis.ui.shared import table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_FIGURES = (
    Column("money", "Money", "number", "9rem"),
    Column("tokens", "Tokens", "number", "8rem"),
    Column("calls", "Model calls", "number", "7rem"),
    Column("cached", "From cache", "number", "7rem"),
)


def show(masis: "Masis") -> None:
    """Draw what was spent; nothing at all where no model is used."""
    view = masis.spending.overview(caller())
    if view is None:
        return
    st.header("Spending", anchor=False)
    for told in view.caps or ("No cap is set.",):
        st.caption(safe_md(told))
    if not view.months:
        st.caption("No model was asked yet.")
    names = {item.workspace_id: item.name for item in masis.workspaces(caller())}
    whose = "all people" if view.everybodys else "your workspaces"
    _table(f"By month, {whose}", "Month", [(_month(key), usage) for key, usage in view.months])
    _table(
        "Your workspaces this month",
        "Workspace",
        [(names.get(key, key), usage) for key, usage in view.workspaces],
    )
    _table(
        "Your conversations that spent most this month",
        "Conversation",
        [(title or "A conversation that was deleted", usage) for title, usage in view.threads],
    )
    with st.expander("Prices", icon=":material/sell:"):
        for told in view.prices:
            st.caption(safe_md(told))
    _cache(masis, view.kept)


def _table(caption: str, label: str, found: Sequence[tuple[str, Usage]]) -> None:
    if not found:
        return
    st.subheader(caption, anchor=False)
    rows = [
        Row(
            str(number),
            {
                "name": Cell(name),
                "money": Cell(
                    money(usage.money_nano, usage.currency) if usage.currency else "",
                    sort=usage.money_nano,
                    sub=price_unknown(usage.unpriced),
                ),
                "tokens": Cell(
                    f"{usage.tokens:,}",
                    sort=usage.tokens,
                    title=f"{usage.input_tokens:,} in, {usage.output_tokens:,} out",
                ),
                "calls": Cell(f"{usage.calls:,}", sort=usage.calls),
                "cached": Cell(f"{usage.cached:,}", sort=usage.cached),
            },
        )
        for number, (name, usage) in enumerate(found)
    ]
    columns = (Column("name", label, "title"), *_FIGURES)
    table.show(caption, columns, rows, key=f"system-spending-{label.lower()}")


def _month(key: str) -> str:
    """Return ``November 2026`` for ``2026-11``."""
    return f"{datetime.strptime(key, '%Y-%m'):%B %Y}"


def _cache(masis: "Masis", kept: tuple[int, int] | None) -> None:
    """Say what the cache holds, with the button that empties it."""
    if kept is None:
        st.caption("The cache of model replies is switched off (MASIS_MODEL_CACHE_DAYS is 0).")
        return
    replies, size = kept
    with st.container(horizontal=True, vertical_alignment="center"):
        held = f"{wording.counted(replies, 'reply', 'replies')} ({wording.size(size)})"
        st.caption(f"The cache that answers equal calls at no cost holds {held if replies else 'no reply'}.")
        if st.button("Empty the cache", icon=":material/mop:", disabled=not replies):
            with calmly():
                masis.spending.empty_cache(caller())
                st.rerun()

"""Acts: the log of what people did, filtered, turned page by page and taken out as CSV."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.audit_log import ACT_NAMES, ACTS, ActFilter
from masis.service.audit_log import LogPage
from masis.ui.shared import page_turner, table
from masis.ui.shared.session import caller
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_PAGE = 50
_COLUMNS = (
    Column("at", "Time (UTC)", "fixed", "11rem"),
    Column("who", "Who", "text", "18%"),
    Column("act", "Did", "title", "20%"),
    Column("what", "What", "text"),
)
_SPANS: dict[str, int] = {"Whole log": 0, "Last 7 days": 7, "Last 30 days": 30, "Last 365 days": 365}


def draw_workspace(masis: "Masis", place: str) -> None:
    """Draw the log of a workspace, for its owners."""
    wanted = _filter(f"acts-{place}")
    _draw(lambda asked: masis.log.of_workspace(caller(), place, asked), wanted, f"acts-{place}")
    st.download_button(
        "Export as CSV",
        partial(masis.log.export, caller(), place, wanted),
        file_name=f"masis-log-{place}.csv",
        mime="text/csv",
        on_click="ignore",
        type="tertiary",
        icon=":material/download:",
        key="export-log",
    )


def draw_everything(masis: "Masis", names: Mapping[str, str]) -> None:
    """Draw the log of the whole installation, for administrators; without what acts were about."""
    wanted = _filter("acts-all")
    _draw(lambda asked: masis.log.of_everything(caller(), asked), wanted, "acts-all", names)


def _filter(key: str) -> ActFilter:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        search = st.text_input("Find", placeholder="Name or document", key=f"{key}-find", max_chars=200)
        acts = st.multiselect(
            "Acts", ACTS, format_func=lambda act: ACT_NAMES[act], placeholder="All", key=f"{key}-kinds"
        )
        span = st.selectbox("Time", list(_SPANS), key=f"{key}-span", width=180)
    days = _SPANS[span]
    first_day = (datetime.now(UTC) - timedelta(days=days)).date() if days else None
    return ActFilter(acts=tuple(acts), search=search, first_day=first_day)


def _draw(
    look: Callable[[ActFilter], LogPage], wanted: ActFilter, key: str, names: Mapping[str, str] | None = None
) -> None:
    slot = f"{key}-page"
    if st.session_state.get(f"{slot}-of") != wanted:  # another filter begins at its newest act
        st.session_state[f"{slot}-of"], st.session_state[slot] = wanted, 1
    at = int(st.session_state[slot])
    found = look(wanted.model_copy(update={"limit": _PAGE, "offset": (at - 1) * _PAGE}))
    if not found.total:
        st.caption("Nothing was done yet that fits.")
        return
    rows = [
        Row(
            str(act.number),
            {
                "at": Cell(f"{act.at:%Y-%m-%d %H:%M:%S}", sort=act.number),
                "who": Cell(act.name),
                "act": Cell(ACT_NAMES[act.act]),
                "what": Cell(", ".join(filter(None, (act.detail, (names or {}).get(act.workspace_id, ""))))),
            },
        )
        for act in found.acts
    ]
    table.show("What people did, newest first", _COLUMNS, rows, key=f"{key}-table")
    pages = -(-found.total // _PAGE)
    with st.container(horizontal=True, vertical_alignment="center"):
        told = f"{found.total:,} acts" if found.total != 1 else "1 act"
        st.caption(told if pages < 2 else f"{told}, page {at:,} of {pages:,}", width="content")
        page_turner.show(at, pages, partial(_turn, slot), slot)


def _turn(slot: str, to: int) -> None:
    st.session_state[slot] = to

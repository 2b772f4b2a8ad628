"""Told: the list of what a person was told, and the way to what each is about."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.notifications import Kind, Notification, way
from masis.ui.shared import page_turner, table, wording
from masis.ui.shared.session import caller, link_to_run
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_PAGE = 25
_SLOT = "notifications-page"
_COLUMNS = (
    Column("what", "What happened", "title"),
    Column("where", "Workspace", "text", "18%"),
    Column("state", "State", "state", "8rem"),
    Column("age", "When", "fixed", "9rem"),
)
_FILES = {"review": "pages/review.py", "": "pages/ask.py", "system": "pages/system.py"}
_TONES: dict[Kind, str] = {"case_opened": "human", "assigned": "human", "stale": "live", "budget": "live"}
"""Amber is for what needs a person's decision."""
_EMPTY = (
    "Nothing yet. You are told here when a case waits for your decision or is given to you, when a document "
    "behind a final answer of yours changes, and when a budget ends."
)


def draw(masis: "Masis") -> None:
    """Draw the open page of the list; a click reads a notification and opens what it is about."""
    at = max(int(st.session_state.get(_SLOT, 1)), 1)
    page = masis.notifications.listed(caller(), _PAGE, (at - 1) * _PAGE)
    if not page.found and at > 1:  # some went since the page was turned
        _turn(1)
        st.rerun()
    if not page.total:
        st.caption(_EMPTY)
        return
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(_counted(page.total, page.unread), width="content")
        if st.button(
            "Mark all as read",
            icon=":material/done_all:",
            type="tertiary",
            disabled=not page.unread,
            key="read-all",
        ):
            masis.notifications.read(caller())
            st.rerun()
    rows = [_row(notification) for notification in page.found]
    clicked = table.show("Notifications, newest first", _COLUMNS, rows, key="notifications", opens="what")
    page_turner.show(at, -(-page.total // _PAGE), _turn, _SLOT)
    opened = next((known for known in page.found if str(known.number) == clicked), None)
    if opened is not None:
        _open(masis, opened)


def _counted(total: int, unread: int) -> str:
    told = wording.counted(total, "notification")
    return f"{told}, {unread:,} unread" if unread else f"{told}, all read"


def _row(notification: Notification) -> Row:
    state, tone = ("Read", "quiet") if notification.read else ("Unread", _TONES[notification.kind])
    return Row(
        str(notification.number),
        {
            "what": Cell(notification.headline, sub=notification.about),
            "where": Cell(notification.workspace_name or "All workspaces"),
            "state": Cell(state, tone=tone, sub="Decided" if notification.decided else ""),
            "age": Cell(
                wording.age(notification.at),
                sort=notification.number,
                title=wording.utc(notification.at),
            ),
        },
    )


def _open(masis: "Masis", notification: Notification) -> None:
    """Read a notification and go to what it is about."""
    masis.notifications.read(caller(), [notification.number])
    path, query = way(notification)
    if not path and "workspace" in query:
        query = link_to_run(query["workspace"], query["run"])
    st.switch_page(_FILES[path], query_params=query)


def _turn(to: int) -> None:
    st.session_state[_SLOT] = to

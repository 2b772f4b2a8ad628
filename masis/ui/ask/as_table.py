"""As a table: what the documents' tables state of the measure that was asked for, on the way to Facts."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.facts.asked import AskedTable
from masis.domain.facts.values import Statement
from masis.ui.facts import grid
from masis.ui.facts.address import query_of
from masis.ui.safe_text import safe_label
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

_HEAD = (
    '<div class="m-sub">In the tables of the documents</div>'
    '<div class="m-note">Read from the tables by their own words, beside the answer and no part of what '
    "was verified.</div>"
)


def show(masis: "Masis", workspace_id: str, question: str) -> None:
    """Draw the table where a question asks for several values, else only the way to it."""
    found = masis.facts.asked(caller(), workspace_id, question)
    if found is None:
        return
    with st.container(key="as-table"):
        if found.asked.series:
            st.html(_HEAD)
            event = grid.show(found.table, "", "")
            cell = grid.clicked(found.table, event) if event else None
            if cell is not None:
                _open(workspace_id, found, cell.lead)
        if st.button(
            safe_label(_named(found)), icon=":material/table_view:", type="tertiary", key="to-facts"
        ):
            _open(workspace_id, found)


def _named(found: AskedTable) -> str:
    """Return what the way to the page Facts is called."""
    measure, names = found.asked.wanted.measure, ", ".join(found.table.shown_organisations[:3])
    return f"{measure[:1].upper()}{measure[1:]} of {names} on the page Facts"


def _open(workspace_id: str, found: AskedTable, statement: Statement | None = None) -> None:
    st.switch_page("pages/facts.py", query_params=query_of(workspace_id, found.asked.wanted, statement))

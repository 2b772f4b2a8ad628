"""Source: the place of a value beside the table: what is printed there, who says otherwise, and the page."""

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.facts.periods import spoken
from masis.domain.facts.values import Cell, FactTable, Line, Statement
from masis.domain.facts.wording import full_value, without_notes
from masis.errors import NotFound
from masis.ui.facts import address
from masis.ui.safe_text import safe_html
from masis.ui.shared import page_picture, page_turner, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import session

if TYPE_CHECKING:
    from masis.service import Masis


def found(table: FactTable, place: str, at: str) -> tuple[Line, Cell, Statement] | None:
    """Return the statement at a place and period, with its line and cell."""
    return next(
        (
            (line, cell, statement)
            for line in table.lines
            for cell in line.cells
            if cell.period == at
            for statement in statements(cell)
            if address.place_code(statement) == place
        ),
        None,
    )


def statements(cell: Cell) -> tuple[Statement, ...]:
    """Return all that is stated in a cell, the leading value first."""
    others = tuple(statement for group in cell.differing for statement in group)
    return (*cell.agreeing, *others, *cell.planned)


def show(masis: "Masis", workspace_id: str, opened: tuple[Line, Cell, Statement] | None) -> None:
    """Draw the place that is open."""
    with st.container(border=True, key="facts-source"), st.container(key="source-pane"):
        if opened is None:
            st.html('<div class="m-gone">This place is not part of the table any more.</div>')
            st.button("Close", on_click=address.close_place, type="tertiary", key="facts-close")
            return
        line, cell, statement = opened
        with st.container(horizontal=True, vertical_alignment="top", key="facts-head"):
            st.html(_stated(line, statement))
            st.button(
                "Close",
                icon=":material/close:",
                on_click=address.close_place,
                type="tertiary",
                key="facts-close",
            )
        _choice(line, cell, statement)
        with calmly():
            _page(masis, workspace_id, statement)


def _stated(line: Line, statement: Statement) -> str:
    firm = f" · {statement.firmness.replace('_', ' ')}" if statement.firmness else ""
    name = without_notes(statement.label) or line.name
    what = f"{line.organisation} · {name} · {spoken(statement.period)}{firm}"
    return (
        f'<div class="m-fact-value">{safe_html(full_value(line, statement))}</div>'
        f'<div class="m-source-sub">{safe_html(what)}</div>'
        f'<div class="m-note">{safe_html(_printed(statement))}</div>'
    )


def _printed(statement: Statement) -> str:
    """Say what stands on the page: the figure, its column, its table and what gave it its scale."""
    told = f"Printed as {statement.fact.shown}"
    if statement.label != without_notes(statement.label):
        told += f" in the row “{statement.label}”"
    if statement.header:
        told += f" under “{statement.header}”"
    if statement.path:
        told += f", in “{' › '.join(statement.path)}”"
    if statement.title:
        told += f", table “{statement.title}”"
    if statement.declared:
        told += f" ({statement.declared.strip('() ')})"
    return f"{told}. Its document says that it was replaced." if statement.superseded else f"{told}."


def _choice(line: Line, cell: Cell, statement: Statement) -> None:
    """Draw the choice between the places of a cell; those that differ are amber."""
    known = statements(cell)
    if cell.disputed:
        who = "One document gives" if cell.inside else "The documents give"
        st.html(
            f'<div class="m-fact-dispute">{safe_html(who)} different values here. '
            "The firmest and newest one is shown; open the others before you rely on it.</div>"
        )
    if len(known) < 2:
        return
    key = f"facts-place-{line.key}-{cell.period}"
    st.session_state[key] = known.index(statement)
    st.selectbox(
        f"Stated in {wording.counted(len(known), 'place')}",
        range(len(known)),
        format_func=lambda number: _place_line(line, cell, known[number]),
        key=key,
        on_change=partial(_chosen, known, key),
    )


def _chosen(known: tuple[Statement, ...], key: str) -> None:
    address.open_place(known[int(st.session_state[key])])


def _place_line(line: Line, cell: Cell, statement: Statement) -> str:
    place = statement.place
    role = "" if statement in cell.agreeing else " (planned)" if statement in cell.planned else " (differs)"
    return f"{full_value(line, statement)}{role} · {place.document_title}, p. {place.page_label}"


def _page(masis: "Masis", workspace_id: str, statement: Statement) -> None:
    place = statement.place
    number = session().page_number or place.page_number
    span = (place.char_start, place.char_end) if number == place.page_number else None
    try:
        view = page_picture.view(masis, workspace_id, place.document_id, place.version_id, number, span)
    except NotFound:
        st.html('<div class="m-gone">This document was deleted or replaced meanwhile.</div>')
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(
            f'<div class="m-source-title">{safe_html(view.document_title)}</div>'
            f'<div class="m-source-sub">{safe_html(wording.place(view))}</div>'
        )
        page_turner.show(view.page.number, view.page_count, _go, "facts-page")
    page_picture.show(view, "source")


def _go(to: int) -> None:
    session().page_number = to

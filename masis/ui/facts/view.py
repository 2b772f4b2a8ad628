"""View: the whole page of facts, from the measure to its table, place, chart and files."""

import re
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.facts.table import Wanted
from masis.domain.facts.values import FactTable, Statement
from masis.domain.workspace import WorkspaceSummary
from masis.ui.documents import first_documents
from masis.ui.facts import address, controls, grid, source
from masis.ui.facts.series import series
from masis.ui.safe_text import safe_html, safe_md
from masis.ui.shared import plot, wording
from masis.ui.shared.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

_NOT_FILE = re.compile(r"[^\w-]+")


def show(masis: "Masis", workspace: WorkspaceSummary) -> None:
    """Draw what the documents of a workspace state of the measure in the address."""
    if not workspace.documents:
        first_documents.show(masis, workspace.workspace_id)
        return
    st.query_params["workspace"] = workspace.workspace_id
    asked = address.wanted()
    address.seeded(asked)
    if not asked.measure:
        controls.measure_box()
        _begin(masis, workspace.workspace_id)
        return
    table = masis.facts.table(caller(), workspace.workspace_id, asked)
    if not table.organisations:
        controls.measure_box()
        _nothing(masis, workspace, table)
        return
    controls.show(table, asked)
    if not table.lines:
        st.info("Nothing is stated for these organisations and periods.", icon=":material/info:")
        return
    _table(masis, workspace.workspace_id, table)
    dark = st.context.theme.type == "dark"
    plot.show(series(table, dark=dark), "facts", "A chart needs values of two periods in one unit.")
    _files(workspace.workspace_id, asked, table)
    _silent(table)


def _begin(masis: "Masis", workspace_id: str) -> None:
    measures = masis.facts.suggestions(caller(), workspace_id)
    if measures:
        controls.suggestions("Stated most in these documents", measures, "facts-suggested")
        return
    st.info(
        "The documents of this workspace hold no tables with a measure and a period. "
        "Facts are read from tables; ask about prose on the Ask page.",
        icon=":material/info:",
    )


def _nothing(masis: "Masis", workspace: WorkspaceSummary, table: FactTable) -> None:
    st.info(
        f"No row or column of a table in {wording.counted(workspace.documents, 'document')} is called "
        f"“{safe_md(table.measure)}” with a period, unit and scale beyond doubt.",
        icon=":material/info:",
    )
    near = table.near or masis.facts.suggestions(caller(), workspace.workspace_id)
    if near:
        title = "Near it" if table.near else "Stated most in these documents"
        controls.suggestions(title, near, "facts-near")


def _silent(table: FactTable) -> None:
    """Say whose documents do not state the measure under these words, and what they may call it."""
    if not table.silent:
        return
    names = ", ".join(table.silent[:4]) + (
        f" and {len(table.silent) - 4} more" if len(table.silent) > 4 else ""
    )
    st.html(
        f'<div class="m-note">No row of {safe_html(names)} is called “{safe_html(table.measure)}”; '
        "another name may find it.</div>"
    )
    if table.near:
        with st.expander("Measures near it"):
            controls.suggestions("Stated in these documents", table.near, "facts-near")


def _table(masis: "Masis", workspace_id: str, table: FactTable) -> None:
    place, at = address.opened_place()
    # The table is the first column in either case, so that it stays as it is when a place opens.
    left, *right = st.columns([11, 9] if place else 1, gap="large")
    with left:
        event = grid.show(table, place, at)
        st.html(_legend(table))
    if event == grid.ALL_LINES:
        address.show_all_lines()
        st.rerun()
    cell = grid.clicked(table, event) if event else None
    if cell is not None:
        address.open_place(cell.lead)
        st.rerun()
    if right:
        with right[0]:
            source.show(masis, workspace_id, source.found(table, place, at))


def _legend(table: FactTable) -> str:
    cells = [cell for line in table.lines for cell in line.cells]
    said = ["A value opens its row; a small number tells how many places agree."]
    if any(cell.disputed for cell in cells):
        said.append('<span class="m-fact-amber">Amber</span>: other values are stated too.')
    said.append("Change and share are computed, never stated.")
    return f'<div class="m-note">{" ".join(said)}</div>'


def _files(workspace_id: str, asked: Wanted, table: FactTable) -> None:
    stem = f"facts-{_NOT_FILE.sub('-', table.measure.casefold()).strip('-')[:60] or 'table'}"
    link = partial(address.link_to, workspace_id, asked)
    # The address is this visitor's: it is read now, not when the file is made.
    links = {
        address.place_code(statement) + statement.period: link(statement)
        for line in table.lines
        for cell in line.cells
        for statement in source.statements(cell)
    }
    with st.popover("Export", icon=":material/ios_share:", key="facts-export"):
        st.download_button(
            "Excel, with links to the places",
            partial(_workbook, table, links),
            file_name=f"{stem}.xlsx",
            mime="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            on_click="ignore",
            type="tertiary",
            key="facts-xlsx",
        )
        st.download_button(
            "CSV, one statement a row",
            partial(_csv, table, links),
            file_name=f"{stem}.csv",
            mime="text/csv",
            on_click="ignore",
            type="tertiary",
            key="facts-csv",
        )


def _linked(links: dict[str, str], statement: Statement) -> str:
    return links[address.place_code(statement) + statement.period]


def _workbook(table: FactTable, links: dict[str, str]) -> bytes:
    from masis.export.facts import as_workbook

    return as_workbook(table, partial(_linked, links))


def _csv(table: FactTable, links: dict[str, str]) -> bytes:
    from masis.export.facts import as_csv

    return as_csv(table, partial(_linked, links)).encode("utf-8", "backslashreplace")

"""Calibration failures: every probe that went wrong; a question opens as a run, a sentence opens its page."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.probes import Checked, failures
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.session import caller, open_run, session

if TYPE_CHECKING:
    from masis.service import Masis
    from masis.service.calibration_view import Tried

_COLUMNS = (
    Column("text", "Probe", "title"),
    Column("kind", "Kind", "fixed", "7rem"),
    Column("became", "What became of it", "text", "9rem"),
    Column("said", "What MASIS said", "muted", "34%"),
)
_ENDINGS = {
    "answered": "finalized",
    "passages": "left as passages to read",
    "absent": "called absent",
    "conflict": "sources disagree",
    "escalated": "handed to a person",
    "asked_back": "asked back",
}


def show(masis: "Masis", workspace_id: str, tried: "Tried") -> None:
    """Draw them behind an expander."""
    failed = {str(one.probe.number): one for one in failures(tried.checked)}
    with st.expander(f"Failures ({len(failed)})", icon=":material/report:"):
        if not failed:
            st.caption("None.")
            return
        st.caption("A question opens as a run of its own; a sentence opens its page.")
        rows = [_row(number, one) for number, one in failed.items()]
        clicked = table.show("Failures", _COLUMNS, rows, key=f"failed-{tried.batch.kind}", opens="text")
        if clicked in failed:
            _open(masis, workspace_id, failed[clicked])


def _row(number: str, one: Checked) -> Row:
    asked_for = f"expected {' or '.join(one.probe.expected)}"
    cells = {
        "text": Cell(one.probe.text, sub=asked_for if one.probe.kind == "answerable" else one.probe.what),
        "kind": Cell(one.probe.kind),
        "became": Cell(_became(one)),
        "said": Cell(one.said),
    }
    return Row(number, cells)


def _became(one: Checked) -> str:
    if one.probe.kind in {"clean", "corrupted"}:
        return "not caught" if one.probe.kind == "corrupted" else "called not supported"
    return _ENDINGS.get(one.ending, one.ending)


def _open(masis: "Masis", workspace_id: str, one: Checked) -> None:
    if one.probe.kind in {"clean", "corrupted"}:
        session().document_id, session().preview_page = one.probe.document_id, one.probe.page_number
        st.switch_page("pages/documents.py", query_params={"workspace": workspace_id})
    run_id = masis.ask(caller(), workspace_id, one.probe.text, standalone=True)
    open_run(run_id)
    st.switch_page("pages/ask.py", query_params={"workspace": workspace_id, "run": run_id})

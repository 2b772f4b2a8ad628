"""Address: what is asked of the facts, kept in the page's address so that a reload gives the same table."""

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from masis.domain.facts.table import Wanted
from masis.domain.facts.values import Statement
from masis.ui.shared.session import session

MEASURE, ORGANISATIONS, PERIODS, ALL_LINES = (
    "facts-measure",
    "facts-organisations",
    "facts-periods",
    "facts-all",
)
_LISTS = {"organisation": ORGANISATIONS, "period": PERIODS}
_SOURCE = ("place", "at")


def wanted() -> Wanted:
    """Return what the address asks for."""
    params = st.query_params
    return Wanted(
        measure=params.get("measure", ""),
        organisations=tuple(params.get_all("organisation")),
        periods=tuple(params.get_all("period")),
        all_lines=params.get("lines") == "all",
    )


def seeded(asked: Wanted) -> None:
    """Put what the address asks for into the widgets, before they are drawn."""
    st.session_state[MEASURE] = asked.measure
    st.session_state[ORGANISATIONS] = [*asked.organisations]
    st.session_state[PERIODS] = [*asked.periods]
    st.session_state[ALL_LINES] = asked.all_lines


def ask_for(measure: str) -> None:
    """Ask for another measure; organisations stay, periods are chosen anew."""
    _clear("period", *_SOURCE)
    if measure.strip():
        st.query_params["measure"] = " ".join(measure.split())
    else:
        _clear("measure")


def measure_typed() -> None:
    """Take the measure from its box."""
    ask_for(str(st.session_state[MEASURE]))


def narrowed() -> None:
    """Take organisations, periods and lines from their widgets."""
    for name, key in _LISTS.items():
        chosen: Sequence[str] = st.session_state.get(key) or ()
        if chosen:
            st.query_params[name] = [*chosen]
        else:
            _clear(name)
    if st.session_state.get(ALL_LINES):
        st.query_params["lines"] = "all"
    else:
        _clear("lines")


def show_all_lines() -> None:
    """Ask for every line of every organisation."""
    st.query_params["lines"] = "all"


def open_place(statement: Statement) -> None:
    """Open the place of a value beside the table."""
    session().page_number = None
    st.query_params.update({"place": place_code(statement), "at": statement.period})


def close_place() -> None:
    """Close the place beside the table."""
    session().page_number = None
    _clear(*_SOURCE)


def opened_place() -> tuple[str, str]:
    """Return the place that is open and its period; empty where none is."""
    return st.query_params.get("place", ""), st.query_params.get("at", "")


def place_code(statement: Statement) -> str:
    """Return a place as it stands in an address."""
    place = statement.place
    return f"{place.version_id}.{place.page_number}.{place.char_start}"


def query_of(workspace_id: str, asked: Wanted, statement: Statement | None = None) -> list[tuple[str, str]]:
    """Return the parameters of the address of a table, with a value's place where one is to be open."""
    params = [("workspace", workspace_id), ("measure", asked.measure)]
    params += [("organisation", name) for name in asked.organisations]
    params += [("period", period) for period in asked.periods] + [("lines", "all")] * asked.all_lines
    return params + ([("place", place_code(statement)), ("at", statement.period)] if statement else [])


def link_to(workspace_id: str, asked: Wanted, statement: Statement) -> str:
    """Return the full address of a value's place, for files."""
    query = urlencode(query_of(workspace_id, asked, statement))
    return f"{(st.context.url or '').split('?')[0]}?{query}"


def _clear(*names: str) -> None:
    for name in names:
        st.query_params.pop(name, None)

"""Controls: the measure, the organisations and periods it is shown for, and measures to begin with."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from masis.domain.facts.periods import spoken
from masis.domain.facts.table import Wanted
from masis.domain.facts.values import FactTable
from masis.ui.facts import address
from masis.ui.safe_text import safe_label


def measure_box() -> None:
    """Draw the box the measure is typed into."""
    st.text_input(
        "Measure",
        key=address.MEASURE,
        placeholder="For example net sales, churn or headcount",
        max_chars=200,
        icon=":material/search:",
        on_change=address.measure_typed,
    )


def show(table: FactTable, asked: Wanted) -> None:
    """Draw the measure and the choice of organisations, periods and lines; none chosen: as it suits."""
    measure, organisations, periods = st.columns([4, 3, 3])
    # A choice that the documents no longer hold must stay in the list, or the widget would refuse it.
    names = dict.fromkeys((*table.organisations, *asked.organisations))
    labels = dict.fromkeys((*table.periods, *asked.periods))
    with measure:
        measure_box()
    with organisations:
        st.multiselect(
            "Organisations",
            [*names],
            key=address.ORGANISATIONS,
            placeholder=f"All {len(names)}" if len(names) > 1 else next(iter(names), "None"),
            on_change=address.narrowed,
        )
    with periods:
        st.multiselect(
            "Periods",
            [*labels],
            key=address.PERIODS,
            format_func=spoken,
            placeholder=_usual(table),
            on_change=address.narrowed,
        )
    if table.more or asked.all_lines:
        st.toggle("All parts and related lines", key=address.ALL_LINES, on_change=address.narrowed)


def _usual(table: FactTable) -> str:
    if not table.shown_periods:
        return "None"
    first, last = spoken(table.shown_periods[0]), spoken(table.shown_periods[-1])
    return f"Newest: {first} to {last}" if first != last else f"Newest: {last}"


def suggestions(title: str, measures: Sequence[str], key: str) -> None:
    """Draw measures to ask for."""
    st.markdown(f"**{safe_label(title)}**")
    with st.container(horizontal=True, gap="small"):
        for number, measure in enumerate(measures):
            st.button(safe_label(measure), key=f"{key}-{number}", on_click=partial(address.ask_for, measure))

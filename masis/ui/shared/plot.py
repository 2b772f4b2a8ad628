"""Plot: a chart on the page with its text alternative, or the sentence that stands in for it."""

from collections.abc import Callable

import streamlit as st

from masis.ui.shared.charts import Chart


def show(
    chart: Chart | None, key: str, empty: str, on_point: Callable[[tuple[str, ...]], None] | None = None
) -> None:
    """Draw the chart; ``None`` draws the empty state.

    ``on_point`` is called, before the page is drawn again, with the custom data of the point clicked on.
    """
    if chart is None:
        st.caption(empty)
        return
    name = f"plot-{key}"
    quiet = {"displayModeBar": False, "scrollZoom": False}

    def clicked() -> None:
        points = st.session_state[name]["selection"]["points"]
        if on_point is not None and points and points[0].get("customdata"):
            on_point(tuple(map(str, points[0]["customdata"])))

    st.plotly_chart(
        chart.figure,
        theme=None,
        key=name,
        alt=chart.alt,
        config=quiet,
        on_select="ignore" if on_point is None else clicked,
        selection_mode="points",
    )

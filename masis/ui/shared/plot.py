"""Plot: a chart on the page with its text alternative, or the sentence that stands in for it."""

import streamlit as st

from masis.ui.shared.charts import Chart


def show(chart: Chart | None, key: str, empty: str) -> None:
    """Draw the chart; ``None`` draws the empty state."""
    if chart is None:
        st.caption(empty)
        return
    quiet = {"displayModeBar": False, "scrollZoom": False}
    st.plotly_chart(chart.figure, theme=None, key=f"plot-{key}", alt=chart.alt, config=quiet)

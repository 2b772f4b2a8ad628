"""Raw: the run as the JSON of the public contract, to read and to download."""

import json

import streamlit as st

from masis.domain.report import RunReport
from masis.ui import passage_text


def show(report: RunReport) -> None:
    """Draw the download first, then the text."""
    text = json.dumps(report.contract(), indent=2, ensure_ascii=False)
    st.download_button(
        "Download JSON",
        text,
        file_name=f"masis-{report.run_id}.json",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
        key=f"raw-{report.run_id}",
    )
    # st.json colours its values too weakly to read, and the box of st.code cannot be scrolled by keyboard.
    st.html(passage_text.as_code(text, "The run as JSON"))

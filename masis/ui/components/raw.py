"""Raw: the run as the JSON of the public contract, to read and to download."""

import json

import streamlit as st

from masis.domain.report import RunReport


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
    # Plain: the colours st.json gives to values are too weak to read in the light theme.
    st.code(text, language=None, height=520, wrap_lines=True)

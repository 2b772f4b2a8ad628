"""Raw: the run as the JSON of the public contract, to read and to download."""

import json

import streamlit as st

from masis.domain.report import RunReport


def show(report: RunReport) -> None:
    """Draw the download first, then the tree."""
    contract = report.contract()
    st.download_button(
        "Download JSON",
        json.dumps(contract, indent=2, ensure_ascii=False),
        file_name=f"masis-{report.run_id}.json",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
        key=f"raw-{report.run_id}",
    )
    st.json(contract, expanded=1)

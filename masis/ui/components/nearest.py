"""Nearest: evidence of absence, what was looked at and how close it came."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from masis.domain.report import RunReport
from masis.ui.safe_text import safe_html
from masis.ui.wording import page_name


def show(report: RunReport) -> None:
    """Draw the evidence of absence: what was searched for and what came closest."""
    searches = [entry for entry in report.trace if entry.get("node") == "researcher"]
    last: Mapping[str, Any] = searches[-1] if searches else {}
    needed = float(last.get("threshold_used", 0))
    lines = "".join(_line(miss, needed) for miss in last.get("nearest_misses", ()))
    if lines:
        st.html(f'<div class="m-sub">The closest passages</div><ul class="m-help">{lines}</ul>')


def _line(miss: Mapping[str, Any], needed: float) -> str:
    place = f"{miss.get('document_title', '')}, {page_name(str(miss.get('page_label', '')))}"
    return f"<li>{safe_html(place)}: score {float(miss.get('score', 0)):.2f} of {needed:.2f} needed</li>"

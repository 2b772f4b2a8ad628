"""Struck: the sentences that were left out of the answer, folded, each with its reason."""

import streamlit as st

from masis.domain.report import RunReport
from masis.domain.run import labels
from masis.ui.safe_text import safe_html
from masis.ui.wording import counted


def show(report: RunReport) -> None:
    """Draw them behind an expander; nothing when all that was written holds."""
    if not report.struck:
        return
    told = f"Not verified, left out: {counted(len(report.struck), 'sentence')}"
    with st.expander(told, icon=":material/content_cut:", type="compact"):
        items = "".join(
            f"<li><del>{safe_html(one.sentence.lstrip('#-*• '))}</del>"
            f"<span><b>{labels.STRUCK[one.verdict]}.</b> {safe_html(one.reason)}</span></li>"
            for one in report.struck
        )
        st.html(f'<ul class="m-struck">{items}</ul>')

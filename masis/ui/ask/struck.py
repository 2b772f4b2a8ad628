"""Struck: the sentences that were left out of the answer, folded, each with its reason."""

import streamlit as st

from masis.domain.run import labels
from masis.domain.run.report import RunReport
from masis.ui.safe_text import safe_html
from masis.ui.shared.rows import in_words
from masis.ui.shared.wording import counted


def show(report: RunReport) -> None:
    """Draw them behind an expander; nothing when all that was written holds."""
    if not report.struck:
        return
    told = f"Not verified, left out: {counted(len(report.struck), 'sentence')}"
    with st.expander(told, icon=":material/content_cut:", type="compact"):
        items = "".join(
            f"<li><del>{safe_html(in_words(struck.sentence.lstrip('#-*• ')))}</del>"
            f"<span><b>{labels.STRUCK[struck.verdict]}.</b> {safe_html(struck.reason)}</span></li>"
            for struck in report.struck
        )
        st.html(f'<ul class="m-struck">{items}</ul>')

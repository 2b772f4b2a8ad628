"""Cited: the words behind a chip and how well they hold; all that is left of a deleted document."""

from collections.abc import Sequence

import streamlit as st

from masis.domain.language.tables import Table
from masis.ui.safe_text import safe_html
from masis.ui.shared import passage_text, wording
from masis.ui.shared.reading import Source


def quote(passage: Source, tables: Sequence[Table] = ()) -> None:
    """Draw the exact words or rows, and what they are to the answer; ``tables`` are those of the page."""
    st.html(
        passage_text.quoted(passage.quote, passage.chunk, f"Cited in {passage.title}", tables)
        + f'<div class="m-note" style="margin-top:.5rem">{safe_html(passage.note)}</div>'
    )


def gone(passage: Source) -> None:
    """Draw what the run itself kept of a source that was deleted since."""
    st.html(
        f'<div class="m-source-title">{safe_html(passage.title)}</div>'
        f'<div class="m-source-sub">{safe_html(wording.page_name(passage.page_label))}</div>'
    )
    st.html('<div class="m-gone">This document was deleted. The passage below is kept with the run.</div>')
    st.html(passage_text.stored(passage.chunk, passage.quote, f"Stored passage of {passage.title}"))
    quote(passage)

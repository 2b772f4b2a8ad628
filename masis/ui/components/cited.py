"""Cited: the quote behind a chip and how well it holds; all that is left of a deleted document."""

import streamlit as st

from masis.ui import passage_text, wording
from masis.ui.reading import Source
from masis.ui.safe_text import safe_html


def quote(passage: Source) -> None:
    """Draw the quoted words and what they are to the answer."""
    words = passage.quote.text if passage.quote else passage.chunk.text if passage.chunk else ""
    st.html(
        f'<blockquote class="m-quote">“{safe_html(passage_text.shortened(words))}”</blockquote>'
        f'<div class="m-note" style="margin-top:.5rem">{safe_html(passage.note)}</div>'
    )


def gone(passage: Source) -> None:
    """Draw what the run itself kept of a source that was deleted since."""
    st.html(
        f'<div class="m-source-title">{safe_html(passage.title)}</div>'
        f'<div class="m-source-sub">{safe_html(wording.page_name(passage.page_label))}</div>'
    )
    st.html('<div class="m-gone">This document was deleted. The passage below is kept with the run.</div>')
    text = passage.chunk.full_text if passage.chunk else ""
    words = passage.quote.text if passage.quote else ""
    st.html(passage_text.with_quote(text or words, words, f"Stored passage of {passage.title}"))
    quote(passage)

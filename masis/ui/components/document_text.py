"""Document text: what was read of a page, the chunks it became, and the rows of the document's tables."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary, DocumentVersion, PageView
from masis.ui import passage_text, wording
from masis.ui.components import document_rows
from masis.ui.safe_text import safe_html
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", document: DocumentSummary, version: DocumentVersion, view: PageView) -> None:
    """Draw the page's text, its chunks, and the rows of the whole document once they are asked for."""
    texts, chunks, rows = st.tabs(["Text", "Chunks", "Rows"], on_change="rerun", key="document-text")
    with texts:
        st.html(
            passage_text.in_surroundings(view.page.text or "This page has no text.", None, "Text of the page")
        )
    with chunks:
        every = masis.chunks(caller(), document.workspace_id, document.document_id, version.version_id)
        here = [chunk for chunk in every if chunk.page_number == view.page.number]
        st.caption(f"{wording.counted(len(here), 'chunk')} on this page, {len(every):,} in the document.")
        for chunk in here:
            with st.container(border=True):
                flag = ", reads like an instruction" if chunk.flagged else ""
                head = safe_html((chunk.heading or "No heading") + flag)
                st.html(f'<div class="m-sub" style="margin:0 0 .3rem">{head}</div>')
                st.html(
                    f'<div class="m-note" style="white-space:pre-wrap">{safe_html(chunk.full_text)}</div>'
                )
    if rows.open:
        with rows:
            document_rows.show(masis, document, version)

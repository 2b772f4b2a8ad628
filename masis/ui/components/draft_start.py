"""Draft start: paste or upload a memo, or try the sample one."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from masis.ui.components.uploads import TYPES
from masis.ui.draft_address import open_audit
from masis.ui.notices import calmly
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis


def show(masis: "Masis", workspace_id: str, *, sample: bool) -> None:
    """Draw the two ways in; the audit runs on by itself from here."""
    st.html(
        '<p class="m-lead">Every sentence of a memo, whoever wrote it, is checked against the documents of '
        "this workspace. The memo itself becomes no document.</p>"
    )
    paste, upload = st.columns([11, 9], gap="large")
    with paste, st.form(f"draft-paste-{session().upload_round}", border=False):
        text = st.text_area("Memo", height=240, placeholder="Paste a memo here", key="draft-text")
        pressed = st.form_submit_button("Audit the memo", type="primary", icon=":material/fact_check:")
    with upload:
        file = st.file_uploader(
            "Or a file: PDF, Word, PowerPoint, Excel, CSV, HTML, Markdown or text",
            type=TYPES,
            max_upload_size=20,
            key=f"draft-file-{session().upload_round}",
        )
        tried = sample and st.button("Try the sample memo", icon=":material/science:", key="draft-sample")
    if pressed:
        _begin(lambda: masis.drafts.paste(caller(), workspace_id, text))
    elif file:
        content = file.getvalue()
        _begin(lambda: masis.drafts.upload(caller(), workspace_id, file.name, content))
    elif tried:
        from masis.sample import MEMO_NAME, memo

        _begin(lambda: masis.drafts.paste(caller(), workspace_id, memo(), MEMO_NAME))


def _begin(start: Callable[[], str]) -> None:
    with calmly():
        open_audit(start())
        session().upload_round += 1
        st.rerun()

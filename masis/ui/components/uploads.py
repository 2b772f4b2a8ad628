"""Uploads: the drop zone."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.ui.notices import calmly
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis

TYPES = ("pdf", "docx", "pptx", "xlsx", "csv", "html", "htm", "md", "markdown", "txt")


def drop_zone(masis: "Masis", workspace_id: str) -> None:
    """Hand every dropped file over once, then clear the zone."""
    files = st.file_uploader(
        "Add documents: PDF, Word, PowerPoint, Excel, CSV, HTML, Markdown or text",
        type=TYPES,
        accept_multiple_files=True,
        key=f"uploads-{session().upload_round}",
    )
    if not files:
        return
    with calmly():
        for file in files:
            content = file.getvalue()
            job = masis.upload(caller(), workspace_id, file.name, content)
            if file.name.lower().endswith((".pdf", ".docx", ".pptx", ".xlsx")):
                session().kept_uploads[job.job_id] = content
    session().upload_round += 1
    st.rerun()

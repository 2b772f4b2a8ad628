"""Preview: one document opened: its pages left; text, chunks and rows right; versions, original, delete."""

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary, DocumentVersion, PageView
from masis.domain.person import Right
from masis.export.rows import HEADS, FlatRow, as_csv, as_json
from masis.ui.documents import deletion, document_profile
from masis.ui.safe_text import safe_html, safe_label, safe_md
from masis.ui.shared import page_picture, page_turner, passage_text, table, wording
from masis.ui.shared.session import caller, may, put_address, session
from masis.ui.shared.table import Cell, Column, Kind, Row

if TYPE_CHECKING:
    from masis.service import Masis

MOST_SHOWN = 200
_KINDS: dict[str, Kind] = {"page": "number", "value": "number", "scale": "number"}
_ORIGINAL_GONE = "The workspace keeps files of replaced versions for a time only; the text is still here."
_COLUMNS = tuple(Column(name, name.capitalize(), _KINDS.get(name, "text")) for name in HEADS)


def show(masis: "Masis", document: DocumentSummary) -> None:
    """Draw the open document."""
    with st.container(border=True, key="preview"):
        version = _head(masis, document)
        document_profile.show(masis, document)
        for notice in version.notices:
            st.caption(f":material/info: {safe_md(notice.message)}")
        left, right = st.columns(2, gap="large")
        number = min(session().preview_page, version.pages)
        view = masis.page_view(
            caller(), document.workspace_id, document.document_id, version.version_id, max(number, 1), None
        )
        with left:
            _pages(view)
            page_picture.show(view)
        with right:
            _texts(masis, document, version, view)


def _head(masis: "Masis", document: DocumentSummary) -> DocumentVersion:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header(safe_label(document.title), anchor=False, width="stretch")
        st.button("Close", icon=":material/close:", type="tertiary", key="close-preview", on_click=_close)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        version = document.current
        if len(document.versions) > 1:
            version = st.selectbox("Version", document.versions, format_func=_version_name, width=260)
        place = (document.workspace_id, document.document_id)
        st.download_button(
            "Download original",
            # Made when it is asked for, outside of this tab: who asks has to be known before.
            partial(masis.original, caller(), *place, version.version_id),
            file_name=document.file_name,
            icon=":material/download:",
            on_click="ignore",
            disabled=version.original_removed_at is not None,
            help=_ORIGINAL_GONE if version.original_removed_at else None,
        )
        if may(Right.UPLOAD) and st.button("Delete", icon=":material/delete:", key="delete-document"):
            deletion.confirm(masis, document)
    return version


def _version_name(version: DocumentVersion) -> str:
    return f"Version {version.number}, {wording.age(version.added_at)}, {wording.size(version.size_bytes)}"


def _pages(view: PageView) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<div class="m-source-sub">{safe_html(wording.place(view))}</div>')
        page_turner.show(view.page.number, view.page_count, _go)


def _go(to: int) -> None:
    session().preview_page = to
    put_address()


def _close() -> None:
    session().document_id = ""
    put_address()


def _texts(masis: "Masis", document: DocumentSummary, version: DocumentVersion, view: PageView) -> None:
    """Draw the page's text, its chunks, and the rows of the whole document once they are asked for."""
    texts, chunks, rows = st.tabs(["Text", "Chunks", "Rows"], on_change="rerun", key="document-text")
    with texts:
        if view.page.text:
            st.html(passage_text.page_html(view.page, None, "Text of the page", whole=True))
        else:
            st.caption("This page has no text.")
    if chunks.open:
        with chunks:
            _chunks(masis, document, version, view)
    if rows.open:
        with rows:
            _rows(masis, document, version)


def _chunks(masis: "Masis", document: DocumentSummary, version: DocumentVersion, view: PageView) -> None:
    every = masis.chunks(caller(), document.workspace_id, document.document_id, version.version_id)
    here = [chunk for chunk in every if chunk.page_number == view.page.number]
    st.caption(f"{wording.counted(len(here), 'chunk')} on this page, {len(every):,} in the document.")
    for chunk in here:
        with st.container(border=True):
            flag = ", reads like an instruction" if chunk.flagged else ""
            head = safe_html((chunk.heading or "No heading") + flag)
            st.html(f'<div class="m-sub" style="margin:0 0 .3rem">{head}</div>')
            st.html(f'<div class="m-note" style="white-space:pre-wrap">{safe_html(chunk.full_text)}</div>')


def _rows(masis: "Masis", document: DocumentSummary, version: DocumentVersion) -> None:
    """Draw the rows that hold the words of the filter."""
    place = (document.workspace_id, document.document_id, version.version_id)
    rows = masis.profiles.rows(caller(), *place)
    if not rows:
        st.caption("No table rows were read from this document.")
        return
    wanted = st.text_input("Filter rows", placeholder="Words of a row, a column or a table, or a page")
    found = matching(rows, wanted)
    shown = f" The first {MOST_SHOWN} are shown." if len(found) > MOST_SHOWN else ""
    st.caption(f"{wording.counted(len(found), 'value')} of {len(rows):,}.{shown}")
    _downloads(document, found)
    lines = [
        Row(str(number), {name: Cell(text) for name, text in zip(HEADS, row.cells, strict=True)})
        for number, row in enumerate(found[:MOST_SHOWN])
    ]
    table.show("Rows", _COLUMNS, lines, key=f"rows-{version.version_id}")


def matching(rows: Sequence[FlatRow], wanted: str) -> tuple[FlatRow, ...]:
    """Return the rows that hold every word that was typed; a number alone may be a page."""
    words = wanted.casefold().split()
    return tuple(row for row in rows if all(word in " ".join(row.cells).casefold() for word in words))


def _downloads(document: DocumentSummary, rows: Sequence[FlatRow]) -> None:
    stem = PurePath(document.file_name).stem
    kinds = (
        ("csv", "text/csv", partial(as_csv, rows)),
        ("json", "application/json", partial(as_json, document.profile, rows)),
    )
    with st.container(horizontal=True):
        for ending, media_type, made in kinds:
            st.download_button(
                f"Rows as {ending.upper()}",
                made,
                file_name=f"{stem}-rows.{ending}",
                mime=media_type,
                icon=":material/download:",
                type="tertiary",
                on_click="ignore",
            )

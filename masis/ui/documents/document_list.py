"""Document list: what the workspace holds, filtered by kind and period; a name is edited in its row."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary
from masis.domain.person import Right
from masis.domain.profile import DocumentProfile
from masis.errors import NotFound
from masis.ui.documents.document_profile import KINDS, period_of, renamed
from masis.ui.shared import sign, table, wording
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, may, put_address, session
from masis.ui.shared.table import Cell, Column, Row

if TYPE_CHECKING:
    from masis.service import Masis

_COLUMNS = (
    Column("title", "Name", "title", "30%"),
    Column("organisation", "Organisation", "text", "10rem"),
    Column("kind", "Kind", "text", "7.5rem"),
    Column("period", "Period", "fixed", "5.5rem"),
    Column("pages", "Pages", "number", "4.5rem"),
    Column("version", "Version", "number", "5rem"),
    Column("added", "Added", "fixed", "7.5rem"),
    Column("notices", "Notices", "muted", "16%"),
)
_FILTERED_FROM = 4
"""With fewer documents a filter is in the way."""


def show(masis: "Masis", documents: Sequence[DocumentSummary]) -> None:
    """Draw the filters and the table; the opened document is in the address."""
    current = session()
    shown = _filtered(documents)
    if not shown:
        st.caption("No document is of this kind and period.")
        return
    clicked = table.show(
        "Documents",
        _COLUMNS,
        [_row(document) for document in shown],
        key="documents-table",
        opens="title",
        selected=current.document_id,
        renames=may(Right.UPLOAD),
    )
    if clicked and clicked.startswith("name:"):
        _rename(masis, documents, *clicked.removeprefix("name:").split(":", 1))
    elif clicked and clicked != current.document_id:
        current.document_id, current.preview_page = clicked, 1
        put_address()
        sign.lead_focus(".st-key-close-preview button")  # the document opens under the list, out of sight
        st.rerun()


def matching(
    documents: Sequence[DocumentSummary], organisation: str | None, kind: str | None, period: str | None
) -> tuple[DocumentSummary, ...]:
    """Return the documents that are of all that was chosen; ``None`` is every one."""
    return tuple(
        document
        for document in documents
        if organisation in {None, document.profile.organisation}
        if kind in {None, _kind(document.profile)}
        if period in {None, _period(document.profile)}
    )


def _filtered(documents: Sequence[DocumentSummary]) -> Sequence[DocumentSummary]:
    """Draw a filter for what the documents differ in."""
    if len(documents) < _FILTERED_FROM:
        return documents
    with st.container(horizontal=True, key="document-filters"):
        organisation = _filter("Organisation", documents, lambda profile: profile.organisation)
        kind = _filter("Kind", documents, _kind)
        period = _filter("Period", documents, _period)
    return matching(documents, organisation, kind, period)


def _filter(
    name: str, documents: Sequence[DocumentSummary], of: Callable[[DocumentProfile], str]
) -> str | None:
    found = sorted({of(document.profile) for document in documents} - {""})
    if len(found) < 2:
        return None
    key = f"filter-{name}-{session().workspace_id}"
    if st.session_state.get(key) not in found:
        st.session_state[key] = None
    chosen: str | None = st.selectbox(name, found, key=key, placeholder="All", width=220)
    return chosen


def _kind(profile: DocumentProfile) -> str:
    return KINDS[profile.kind] if profile.kind else ""


def _period(profile: DocumentProfile) -> str:
    return period_of(profile).partition(",")[0]


def _rename(masis: "Masis", documents: Sequence[DocumentSummary], document_id: str, name: str) -> None:
    """Give a document the name that was typed in its row; every other correction stays."""
    with calmly():
        document = next((known for known in documents if known.document_id == document_id), None)
        if document is None:
            message = "This document was deleted meanwhile; nothing was renamed."
            raise NotFound(message)
        correction = renamed(document.read_profile, document.profile, name)
        masis.profiles.correct(caller(), document.workspace_id, document_id, correction)
        session().message = "Renamed."
        st.rerun()


def _row(document: DocumentSummary) -> Row:
    now, profile = document.current, document.profile
    return Row(
        document.document_id,
        {
            "title": Cell(
                document.title, sub=document.file_name if document.file_name != document.title else ""
            ),
            "organisation": Cell(profile.organisation),
            "kind": Cell(_kind(profile), sub=wording.KINDS[document.kind]),
            "period": Cell(_period(profile), title=period_of(profile)),
            "pages": Cell(f"{now.pages:,}", sort=now.pages),
            "version": Cell(str(now.number), sort=now.number),
            "added": Cell(
                wording.age(now.added_at), sort=now.added_at.timestamp(), title=wording.utc(now.added_at)
            ),
            "notices": Cell("; ".join(notice.message.rstrip(".") for notice in now.notices)),
        },
    )

"""Document list: what the workspace holds; a row opens the document."""

from collections.abc import Sequence

from masis.domain.document import DocumentSummary
from masis.ui import wording
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Row
from masis.ui.profile_words import KINDS, period_of
from masis.ui.session import session

_COLUMNS = (
    Column("title", "Title", "title"),
    Column("organisation", "Organisation", "text", "12rem"),
    Column("kind", "Kind", "text", "8rem"),
    Column("period", "Period", "fixed", "5.5rem"),
    Column("pages", "Pages", "number", "4.5rem"),
    Column("version", "Version", "number", "5rem"),
    Column("added", "Added", "fixed", "7.5rem"),
    Column("notices", "Notices", "muted", "20%"),
)


def show(documents: Sequence[DocumentSummary]) -> None:
    """Draw the table; the opened document is remembered in the session."""
    current = session()
    rows = [_row(document) for document in documents]
    clicked = table.show(
        "Documents", _COLUMNS, rows, key="documents-table", opens="title", selected=current.document_id
    )
    if clicked and clicked != current.document_id:
        current.document_id, current.preview_page = clicked, 1


def _row(document: DocumentSummary) -> Row:
    now, profile = document.current, document.profile
    return Row(
        document.document_id,
        {
            "title": Cell(
                document.title, sub=document.file_name if document.file_name != document.title else ""
            ),
            "organisation": Cell(profile.organisation),
            "kind": Cell(KINDS[profile.kind] if profile.kind else "", sub=wording.KINDS[document.kind]),
            "period": Cell(period_of(profile).partition(",")[0], title=period_of(profile)),
            "pages": Cell(f"{now.pages:,}", sort=now.pages),
            "version": Cell(str(now.number), sort=now.number),
            "added": Cell(
                wording.age(now.added_at), sort=now.added_at.timestamp(), title=wording.utc(now.added_at)
            ),
            "notices": Cell("; ".join(notice.message.rstrip(".") for notice in now.notices)),
        },
    )

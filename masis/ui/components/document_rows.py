"""Document rows: every value of a document's tables with all that says what it is; filter and export."""

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary, DocumentVersion
from masis.export.rows import HEADS, FlatRow, as_csv, as_json
from masis.ui import wording
from masis.ui.components import table
from masis.ui.components.table import Cell, Column, Kind, Row
from masis.ui.session import caller

if TYPE_CHECKING:
    from masis.service import Masis

MOST_SHOWN = 200
_KINDS: dict[str, Kind] = {"page": "number", "value": "number", "scale": "number"}
_COLUMNS = tuple(Column(name, name.capitalize(), _KINDS.get(name, "text")) for name in HEADS)


def show(masis: "Masis", document: DocumentSummary, version: DocumentVersion) -> None:
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

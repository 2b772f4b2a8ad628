"""Chosen documents: beside the question line, which documents the next questions are put to."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from masis.domain.document import DocumentSummary
from masis.domain.run.asked_of import AskedOf, fitting, narrowed
from masis.ui.documents.document_profile import KINDS
from masis.ui.safe_text import safe_label
from masis.ui.shared.session import caller, put_address, session

if TYPE_CHECKING:
    from masis.service import Masis

_FIELDS = ("kinds", "years", "document_ids")


def beside_question(masis: "Masis", workspace_id: str) -> None:
    """Draw the choice for the next questions; nothing where there is only one document."""
    documents = masis.documents(caller(), workspace_id)
    if len(documents) < 2:
        return
    held = _held(workspace_id)
    found = fitting(held, documents)
    said = f"{len(found)} of {len(documents)} documents" if not held.everything else "All documents"
    with st.popover(said, icon=":material/filter_list:", type="tertiary", key="asked-of"):
        st.caption("Only these are searched, for this and the next questions.")
        _pick("Kind", "kinds", workspace_id, _kinds(documents), lambda kind: KINDS[kind])
        _pick("Year", "years", workspace_id, _years(documents), str)
        titles = {document.document_id: document.title for document in documents}
        _pick("Documents", "document_ids", workspace_id, list(titles), lambda each: safe_label(titles[each]))
        if not held.everything:
            st.button("All documents", key="asked-of-all", on_click=_clear, args=(workspace_id,))


def chosen(masis: "Masis", workspace_id: str) -> tuple[str, ...]:
    """Return the ids of the only documents to ask; empty where all are.

    Raises:
        InvalidInput: nothing fits any more, say because a document was deleted.
    """
    held = _held(workspace_id)
    return () if held.everything else narrowed(held, masis.documents(caller(), workspace_id))


def _held(workspace_id: str) -> AskedOf:
    return session().asked_of.get(workspace_id, AskedOf())


def _pick(label: str, field: str, workspace_id: str, options: list[Any], named: Any) -> None:  # noqa: ANN401 - any option
    key = f"asked-of-{field}-{workspace_id}"
    held = [value for value in getattr(_held(workspace_id), field) if value in options]
    st.session_state[key] = held  # as the address has it, also after a reload and on the way back
    if options:
        st.multiselect(
            label,
            options,
            key=key,
            format_func=named,
            placeholder="All",
            on_change=_keep,
            args=(workspace_id,),
        )


def _keep(workspace_id: str) -> None:
    picked = {field: st.session_state.get(f"asked-of-{field}-{workspace_id}") or () for field in _FIELDS}
    session().asked_of[workspace_id] = AskedOf(**{field: tuple(values) for field, values in picked.items()})
    put_address()


def _clear(workspace_id: str) -> None:
    session().asked_of.pop(workspace_id, None)
    put_address()


def _kinds(documents: Sequence[DocumentSummary]) -> list[str]:
    there = {document.profile.kind for document in documents}
    return [kind for kind in KINDS if kind and kind in there]


def _years(documents: Sequence[DocumentSummary]) -> list[int]:
    return sorted({document.profile.fiscal_year for document in documents} - {0}, reverse=True)

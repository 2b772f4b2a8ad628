"""Document profile: what the open document is, where that was read, and a form to correct it."""

from typing import TYPE_CHECKING

import streamlit as st

from masis.domain.document import DocumentSummary
from masis.domain.profile import DocumentProfile, ProfileCorrection
from masis.ui.notices import calmly
from masis.ui.profile_words import KINDS, SCALES, Given, correction_of, in_short, language_note, place_of
from masis.ui.safe_text import safe_label
from masis.ui.session import caller, session

if TYPE_CHECKING:
    from masis.service import Masis

_QUARTERS = ("No quarter", "Q1", "Q2", "Q3", "Q4")


def show(masis: "Masis", document: DocumentSummary) -> None:
    """Draw the form under a line that says in short what the document is."""
    if note := language_note(document.profile):
        st.info(note, icon=":material/translate:")
    short = in_short(document.profile) or "What this document is could not be told"
    with st.expander(safe_label(short), icon=":material/badge:"), st.form("profile", border=False):
        given = _fields(document.profile)
        with st.container(horizontal=True):
            save = st.form_submit_button("Save", type="primary")
            undo = st.form_submit_button("As it was read")
    if save or undo:
        with calmly():
            correction = ProfileCorrection() if undo else correction_of(document.read_profile, given)
            masis.profiles.correct(caller(), document.workspace_id, document.document_id, correction)
            session().message = "Saved." if save else "It is again as it was read."
            st.rerun()


def _fields(now: DocumentProfile) -> Given:
    """Draw the fields, each saying where its value was read, and return what stands in them."""
    title = st.text_input(f"Title ({place_of(now, 'title')})", now.title, max_chars=300)
    left, right = st.columns(2)
    kinds = list(KINDS)
    scales = list(dict.fromkeys((*SCALES, int(now.scale))))
    return Given(
        title=title,
        organisation=left.text_input(
            f"Organisation ({place_of(now, 'organisation')})", now.organisation, max_chars=200
        ),
        kind=right.selectbox(
            f"Kind ({place_of(now, 'kind')})",
            kinds,
            kinds.index(now.kind),
            format_func=lambda kind: KINDS[kind],
        ),
        fiscal_year=left.text_input(
            f"Fiscal year ({place_of(now, 'fiscal_year')})", str(now.fiscal_year or ""), max_chars=4
        ),
        quarter=right.selectbox(
            f"Quarter ({place_of(now, 'quarter')})", range(5), now.quarter, format_func=_QUARTERS.__getitem__
        ),
        currency=left.text_input(f"Currency ({place_of(now, 'currency')})", now.currency, max_chars=3),
        scale=right.selectbox(
            f"Amounts without a scale of their own ({place_of(now, 'scale')})",
            scales,
            scales.index(int(now.scale)),
            format_func=lambda scale: SCALES.get(scale, f"{scale:,}"),
        ),
    )

"""Document profile: what a document is and where that was read, in words, and a form to correct it."""

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from masis.domain.document import DocumentSummary
from masis.domain.language.languages import language_name
from masis.domain.person import Right
from masis.domain.profile import Basis, DocumentKind, DocumentProfile, ProfileCorrection, ProfileField
from masis.errors import InvalidInput
from masis.ui.safe_text import safe_label
from masis.ui.shared.notices import calmly
from masis.ui.shared.session import caller, may, session

if TYPE_CHECKING:
    from masis.service import Masis

KINDS: dict[DocumentKind, str] = {
    "": "Not known",
    "annual_report": "Annual report",
    "quarterly_report": "Quarterly report",
    "current_report": "Current report",
    "release": "Press release",
    "presentation": "Presentation",
    "board_pack": "Board pack",
    "plan": "Plan or budget",
    "memo": "Memo",
    "brief": "Brief",
    "register": "Register",
    "policy": "Policy",
    "contract": "Contract",
    "article": "Article",
    "spreadsheet": "Spreadsheet",
    "other": "Other document",
}
SCALES: dict[int, str] = {
    1: "As printed",
    1_000: "Thousands",
    1_000_000: "Millions",
    1_000_000_000: "Billions",
}
_PLACES: dict[Basis, str] = {
    "metadata": "from the file's own data",
    "cover": "from the first pages",
    "heading": "from the heading",
    "text": "from the text",
    "file_name": "from the file name",
    "analyst": "set by an analyst",
}
OTHER_LANGUAGE = (
    "This document seems to be written in {language}. MASIS was made and tested with English. Reading, page "
    "views, tables and quotes with their places work the same. Searching by meaning, understanding questions "
    "and checking sentences know English words: an answer may be missed here, and “not in your documents” "
    "proves little."
)
_QUARTERS = ("No quarter", "Q1", "Q2", "Q3", "Q4")


class Given(NamedTuple):
    """What stands in the fields of the form, as typed."""

    title: str
    organisation: str
    kind: DocumentKind
    fiscal_year: str
    quarter: int
    currency: str
    scale: int


def place_of(profile: DocumentProfile, field: ProfileField) -> str:
    """Return where a value was read, or that it was not."""
    basis = dict(profile.basis).get(field)
    return _PLACES[basis] if basis else "not known"


def period_of(profile: DocumentProfile) -> str:
    """Return ``Q1 2023, to 2022-11-20``; empty for a document that covers no period."""
    quarter = f"Q{profile.quarter} " if profile.quarter else ""
    year = f"{quarter}{profile.fiscal_year or ''}".strip()
    return ", to ".join(part for part in (year, profile.period_end) if part)


def in_short(profile: DocumentProfile) -> str:
    """Return what a document is on one line; empty where nothing is known."""
    kind = KINDS[profile.kind] if profile.kind else ""
    return " · ".join(part for part in (profile.organisation, kind, period_of(profile)) if part)


def language_note(profile: DocumentProfile) -> str:
    """Return what to expect of a document in another language than English; empty for English and unknown."""
    if profile.language in {"", "en"}:
        return ""
    return OTHER_LANGUAGE.format(language=language_name(profile.language))


def correction_of(read: DocumentProfile, given: Given) -> ProfileCorrection:
    """Return what a form says instead of what was read; the same again, or no title, is no correction."""
    try:
        said = ProfileCorrection(
            organisation=" ".join(given.organisation.split()),
            kind=given.kind,
            fiscal_year=int(given.fiscal_year or 0),
            quarter=given.quarter,
            currency=given.currency.strip().upper(),
            scale=Decimal(given.scale),
            title=" ".join(given.title.split()) or None,
        )
    except ValueError as error:
        message = (
            "Nothing was saved. A year has four digits, a currency three letters (EUR), or they stay empty."
        )
        raise InvalidInput(message) from error
    same = {field: None for field, value in said if value == getattr(read, field)}
    return said.model_copy(update=same)


def renamed(read: DocumentProfile, now: DocumentProfile, title: str) -> ProfileCorrection:
    """Return what is said of a document once it bears another name; no name is the one that was read."""
    given = Given(
        title=title,
        organisation=now.organisation,
        kind=now.kind,
        fiscal_year=str(now.fiscal_year or ""),
        quarter=now.quarter,
        currency=now.currency,
        scale=int(now.scale),
    )
    return correction_of(read, given)


def show(masis: "Masis", document: DocumentSummary) -> None:
    """Draw the form under a line that says in short what the document is."""
    if note := language_note(document.profile):
        st.info(note, icon=":material/translate:")
    short = in_short(document.profile) or "What this document is could not be told"
    if not may(Right.UPLOAD):
        st.caption(safe_label(short))
        return
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

"""Profile words: what a document is and where that was read, as a person says it; corrections from a form."""

from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.languages import language_name
from masis.domain.profile import Basis, DocumentKind, DocumentProfile, ProfileCorrection, ProfileField
from masis.errors import InvalidInput

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

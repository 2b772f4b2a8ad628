"""Profile: what a document is: whose, of which kind and period, in which currency, scale and language."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from masis.domain.language.organisations import is_generic, same_name, short_name, text_names
from masis.domain.language.periods import FiscalCalendar
from masis.domain.value import Value

DocumentKind = Literal[
    "",
    "annual_report",
    "quarterly_report",
    "current_report",
    "release",
    "presentation",
    "board_pack",
    "plan",
    "memo",
    "brief",
    "register",
    "policy",
    "contract",
    "article",
    "spreadsheet",
    "other",
]
ProfileField = Literal[
    "organisation", "kind", "fiscal_year", "quarter", "period_end", "currency", "scale", "title", "language"
]
Basis = Literal["metadata", "cover", "heading", "text", "file_name", "analyst"]


class DocumentProfile(Value):
    """What is known of a document as a whole; a field that is unsure stays empty."""

    organisation: str = ""
    """The legal or full name, as the document gives it."""
    aliases: tuple[str, ...] = ()
    """Other ways people name it, the usual short one first: ``3M``, ``MMM``."""
    kind: DocumentKind = ""
    fiscal_year: int = 0
    """The year people call its period by; 0 when it covers none."""
    quarter: int = Field(default=0, ge=0, le=4)
    period_end: str = ""
    """ISO date on which the period ends."""
    currency: str = ""
    """ISO code of what its bare amounts are in."""
    scale: Decimal = Decimal(1)
    """Factor of its statements' bare amounts: 1000000 for ``in millions``."""
    language: str = ""
    """ISO 639-1 code; empty when too little text says."""
    mentions: tuple[str, ...] = ()
    """Names of parties and subjects that its opening gives and the rest goes without; none of a report."""
    title: str = ""
    """A title a person would say: ``3M, annual report 2022``."""
    basis: tuple[tuple[ProfileField, Basis], ...] = ()
    """Where each field was read; ``analyst`` is never overwritten by a reader."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the organisation, the usual one first."""
        return tuple(name for name in dict.fromkeys((*self.aliases, self.organisation)) if name)


def calendar_of(profile: DocumentProfile) -> FiscalCalendar:
    """Return when the years of a document's organisation end, as far as its profile says."""
    end = date.fromisoformat(profile.period_end) if profile.period_end else None
    return FiscalCalendar(profile.fiscal_year, profile.quarter, end)


class ProfileCorrection(Value):
    """What an analyst says of a document instead of its reader; ``None``: as it was read."""

    organisation: str | None = Field(default=None, max_length=200)
    kind: DocumentKind | None = None
    fiscal_year: int | None = Field(default=None, ge=0, le=2999)
    quarter: int | None = Field(default=None, ge=0, le=4)
    currency: str | None = Field(default=None, pattern=r"^(?:[A-Z]{3})?$")
    scale: Decimal | None = Field(default=None, gt=0, le=Decimal(10) ** 12)
    title: str | None = Field(default=None, min_length=1, max_length=300)


def corrected(profile: DocumentProfile, correction: ProfileCorrection) -> DocumentProfile:
    """Return a profile with an analyst's corrections in place of what was read."""
    update: dict[str, object] = {field: value for field, value in correction if value is not None}
    read = [(field, place) for field, place in profile.basis if field not in update]
    update["basis"] = (*read, *((field, "analyst") for field in update))
    if correction.organisation is not None:
        renamed = DocumentProfile(organisation=correction.organisation)
        if not same_organisation(profile, renamed):
            short = short_name(correction.organisation)
            update["aliases"] = (short,) if short not in {"", correction.organisation} else ()
    return profile.model_copy(update=update)


def same_organisation(left: DocumentProfile, right: DocumentProfile) -> bool:
    """Tell whether two documents are of one organisation; never when either does not say whose it is."""
    if not left.organisation or not right.organisation:
        return False
    if set(left.aliases) & set(right.aliases):
        return True
    if _is_end_of(left.organisation, right.organisation) or _is_end_of(right.organisation, left.organisation):
        return True
    full = [same_name(left.organisation, name) for name in right.names]
    return any(full) or any(same_name(name, right.organisation) for name in left.aliases)


def _is_end_of(end: str, name: str) -> bool:
    """Tell what the break of a line left of a name with its form: ``Towage AB`` of ``Tarn & Towage AB``."""
    return name.casefold().endswith(f" {end.casefold()}") and not is_generic(end.partition(" ")[0])


def by_organisation(profiles: Iterable[DocumentProfile]) -> tuple[tuple[DocumentProfile, ...], ...]:
    """Return the profiles of each organisation together; those that name none are left out."""
    groups: list[list[DocumentProfile]] = []
    for profile in profiles:
        own = (group for group in groups if any(same_organisation(profile, other) for other in group))
        if home := next(own, None):
            home.append(profile)
        elif profile.organisation:
            groups.append([profile])
    return tuple(map(tuple, groups))


def names_organisation(text: str, profile: DocumentProfile) -> bool:
    """Tell whether a text names the organisation of a document by any of its names."""
    return any(text_names(text, name) for name in profile.names if not is_generic(name))

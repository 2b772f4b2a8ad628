"""Profile: whose document it is, of which kind and period, in which currency, scale and language."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.document import MediaKind, Page, ReadDocument
from masis.domain.language.currencies import CODE, CURRENCIES, SIGN, currency_of
from masis.domain.language.languages import language_of
from masis.domain.language.organisations import is_ordinary
from masis.domain.language.periods import find_periods
from masis.domain.language.tables import Column, Row, Table, amount_of
from masis.domain.language.units import SCALE_NAME, counted_unit, declared_unit, names_money
from masis.domain.language.words import names
from masis.domain.profile import Basis, DocumentKind, DocumentProfile, ProfileField
from masis.ingest.opening import (
    FIRST_PAGES,
    Covered,
    Opening,
    is_poor_title,
    named_kind,
    opening_of,
    period_covered,
    words,
)
from masis.ingest.organisation import Named, organisation_of

_FORMS: dict[str, DocumentKind] = {
    "10-K": "annual_report", "20-F": "annual_report", "40-F": "annual_report", "10-Q": "quarterly_report",
    "8-K": "current_report", "6-K": "current_report",
}  # fmt: skip
_OF_MEDIA: dict[MediaKind, DocumentKind] = {
    "xlsx": "spreadsheet", "csv": "spreadsheet", "pptx": "presentation",
}  # fmt: skip
_SAID: dict[DocumentKind, str] = {
    "annual_report": "annual report", "quarterly_report": "quarterly report",
    "current_report": "current report", "release": "results",
}  # fmt: skip
_CURRENCY = re.compile(rf"{SIGN}|\b{CODE}\b|\bRs\b")
_OTHER_DOLLARS = re.compile(
    r"\b(?:expressed|stated|presented|reported|amounts)\s(?:are\s)?in\s(?:\w+\s(?:of\s)?)?"
    r"(?:Canadian|Australian|Hong Kong|Singapore|New Zealand) dollars\b"
)
_QUARTER = re.compile(r"(?:^|[\W\d])[qh][1-4](?!\w)|[1-4][qh](?!\w)", re.IGNORECASE)
_DECLARES = re.compile(rf"\b{SCALE_NAME}\b|['’]?000s?\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"date\s+of\s+(?:report|earliest)[^:]{0,60}:\s*([A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4})",
    re.IGNORECASE,
)
_REPORTS = frozenset({"annual_report", "quarterly_report", "current_report"})
"""Kinds whose whole text is of one organisation, which their cover names."""
_OPENING, _MOST_MENTIONS = 1500, 60
"""Characters that open a document; names kept of them."""
_MOSTLY = 0.8
_LEAST_MARKS, _LEAST_DECLARATIONS = 3, 2
_SAMPLED_PAGES = 60
_LONGEST_HEAD, _HEADLINE_WORDS, _LONGEST_DECLARATION = 150, 5, 160
_FEWEST = 3
_SHARE = 0.8
"""Part of the declared tables that must agree before another is read the same way."""
_SIGNED = 0.2
"""Part of the tables with a currency from which on one without is meant to have none."""
_LARGE = re.compile(r"\d{1,3}(?:,\d{3}){2}")
_CENTS = re.compile(r"(?<!\d)\d{1,3}\.\d\d(?!\d|%|\s?%)")
"""Prices and index levels, which nobody tells in millions."""


def profiled(document: ReadDocument, file_name: str) -> ReadDocument:
    """Return the document with its profile, the profile's title, and what it gives to bare tables."""
    profile = profile_of(document, file_name)
    pages = with_usual_measure(document.pages, profile.currency)
    found = {"profile": profile, "title": profile.title or document.title, "pages": pages}
    return document.model_copy(update=found)


def profile_of(document: ReadDocument, file_name: str) -> DocumentProfile:
    """Read what a document is from its title, first pages and file name; what is unsure stays empty."""
    opening = opening_of(document, file_name)
    kind, kind_basis = _kind(document.kind, opening)
    named = organisation_of(opening) or Named("", "text")
    period = period_covered(kind, _heads(opening, kind), " ".join(opening.cover), opening.text)
    title, title_basis = _title(document.title, opening, kind, named, period)
    pages = document.pages[:: max(1, len(document.pages) // _SAMPLED_PAGES)]
    profile = DocumentProfile(
        organisation=named.name,
        aliases=named.aliases,
        kind=kind,
        fiscal_year=period.year,
        quarter=period.quarter,
        period_end=period.end,
        currency=_currency(pages),
        scale=_scale(pages),
        language=language_of(_prose(document.pages[:FIRST_PAGES])),
        title=title,
        mentions=() if kind in _REPORTS else _mentions(opening),
    )
    basis: dict[ProfileField, Basis] = {
        "organisation": named.basis, "kind": kind_basis, "fiscal_year": "cover", "quarter": "cover",
        "period_end": "cover", "currency": "text", "scale": "text", "title": title_basis, "language": "text",
    }  # fmt: skip
    unset = DocumentProfile()
    known = tuple(item for item in basis.items() if getattr(profile, item[0]) != getattr(unset, item[0]))
    return profile.model_copy(update={"basis": known})


def _mentions(opening: Opening) -> tuple[str, ...]:
    """Return the names in file name, title and first lines."""
    text = "\n".join((opening.title, *opening.head, opening.text[:_OPENING]))
    said = dict.fromkeys(name.text for name in names(text) if not find_periods(name.text))
    stems = [word for word in re.findall(r"[^\W\d_]{3,}", opening.stem) if not is_ordinary(word)]
    return tuple(dict.fromkeys((*stems, *said)))[:_MOST_MENTIONS]


def _heads(opening: Opening, kind: DocumentKind) -> tuple[str, ...]:
    """Return the lines that may name the period: the title, short lines of the cover, the file name."""
    stem = re.sub(r"[_-]", " ", opening.stem)
    tells = kind == "annual_report" or _QUARTER.search(stem)  # else it may be the year of writing
    lines = [line for line in opening.head if len(line) <= _LONGEST_HEAD and line[-1] != "."]
    return (opening.title, *lines, *([stem] if tells else []))


def _kind(media: MediaKind, opening: Opening) -> tuple[DocumentKind, Basis]:
    if opening.form:
        return _FORMS[opening.form], "cover"
    titled = named_kind(opening.title)
    if titled in {"", "other"} and (shown := named_kind("\n".join(opening.head), only=words().on_cover)):
        return shown, "cover"
    if titled not in {"", "other"}:
        return titled, "cover"
    if media in _OF_MEDIA:
        return _OF_MEDIA[media], "file_name"
    of_file = named_kind(re.sub(r"[_\W]+", " ", opening.stem))
    return (of_file, "file_name") if of_file not in {"", "other"} else (titled, "cover")


def _title(
    own: str, opening: Opening, kind: DocumentKind, named: Named, period: Covered
) -> tuple[str, Basis]:
    """Return the document's own title where it has one, else whose, what and when."""
    if not opening.form and not is_poor_title(own):
        return own, "metadata"
    headline = next((line for line in opening.head if _is_headline(line)), "")
    if kind == "release" and headline:
        return headline, "cover"
    if named.name and kind in _SAID and (period.year or kind == "current_report"):
        quarter = f" Q{period.quarter}" if period.quarter else ""
        when = _reported_on(opening) if kind == "current_report" else f"{quarter} {period.year}"
        return f"{next(iter(named.aliases), named.name)}, {_SAID[kind]}{when}", "cover"
    return (opening.title, "cover") if opening.title else (own, "file_name")


def _is_headline(line: str) -> bool:
    long_enough = len(line.split()) >= _HEADLINE_WORDS
    return long_enough and len(line) <= _LONGEST_HEAD and named_kind(line) == "release"


def _reported_on(opening: Opening) -> str:
    found = _REPORTED.search(" ".join(opening.cover))
    return f" of {found[1]}" if found else ""


def _currency(pages: Sequence[Page]) -> str:
    """Return the currency most marks name; ``$`` is that of the US where no other dollar is declared."""
    marks = Counter(currency_of(mark) for page in pages for mark in _CURRENCY.findall(page.text))
    if not marks or (marks["USD"] and any(_OTHER_DOLLARS.search(page.text) for page in pages)):
        return ""
    code, count = marks.most_common(1)[0]
    return code if count >= _LEAST_MARKS and count >= _MOSTLY * marks.total() else ""


def _scale(pages: Sequence[Page]) -> Decimal:
    """Return the scale that most tables declare; where none does, most captions and heads."""
    given = Counter(table.scale for page in pages for table in page.tables if table.scale != 1)
    given = given or _declared_scales(pages)
    scale, count = next(iter(given.most_common(1)), (Decimal(1), 0))
    return scale if count >= _LEAST_DECLARATIONS and count >= _MOSTLY * given.total() else Decimal(1)


def _declared_scales(pages: Sequence[Page]) -> Counter[Decimal]:
    given: Counter[Decimal] = Counter()
    for page in pages:
        for line in page.text.splitlines():
            if len(line) <= _LONGEST_DECLARATION and _DECLARES.search(line):
                declared = declared_unit(line)
                given += Counter([declared[1]] if declared and declared[1] != 1 else [])
    return given


def _prose(pages: Sequence[Page]) -> str:
    """Return the running text of some pages; everything on them where that is little."""
    text = "\n".join(page.text for page in pages)
    paragraphs = [line for line in text.splitlines() if len(line) > 80 and "|" not in line]
    return "\n".join(paragraphs) if sum(map(len, paragraphs)) > 200 else text


def with_usual_measure(pages: Sequence[Page], currency: str) -> tuple[Page, ...]:
    """Give tables without a unit of their own the document's currency, tables of money its scale.

    Nothing else gives a table what only its document says; what is read from a passage later adds nothing.
    """
    tables = [table for page in pages for table in page.tables]
    signed = sum(map(_is_money, tables))
    if signed >= max(_FEWEST, _SIGNED * len(tables)):
        currency = ""
    pages = [_updated(page, [_with_unit(table, currency) for table in page.tables]) for page in pages]
    declared = [table for page in pages for table in page.tables if _is_money(table) and table.scale != 1]
    if len(declared) < _FEWEST:
        return tuple(pages)
    ((scale, count),) = Counter(table.scale for table in declared).most_common(1)
    if count < _SHARE * len(declared):
        return tuple(pages)
    words = Counter(table.declared for table in declared if table.scale == scale).most_common(1)[0][0]
    given = {"scale": scale, "declared": words}
    return tuple(
        _updated(
            page,
            [table.model_copy(update=given) if _lacks_scale(table) else table for table in page.tables],
        )
        for page in pages
    )


def _updated(page: Page, tables: Sequence[Table]) -> Page:
    return page.model_copy(update={"tables": tuple(tables)}) if tables else page


def _with_unit(table: Table, currency: str) -> Table:
    """Give a table that declares nothing the unit of its corner, what it counts, or the currency."""
    if table.declared or table.scale != 1 or _is_money(table) or table.unit:
        return table
    if any(row.unit in CURRENCIES for row in table.rows):  # it says row by row what is money
        return table
    counted = next((unit for name in (table.corner, table.title) if (unit := _counted_by(name))), "")
    if counted or any(map(names_money, (table.title, table.lead, table.corner))):
        return table.model_copy(update={"unit": counted or currency})
    named = [bool(column.header) and names_money(column.header) for column in table.columns]
    if any(named):
        columns = [
            column.model_copy(update={"unit": currency}) if of_money and _is_bare(column) else column
            for column, of_money in zip(table.columns, named, strict=True)
        ]
        return table.model_copy(update={"columns": tuple(columns)})
    if any(column.unit for column in table.columns):
        return table
    return table.model_copy(update={"rows": tuple(_of_money(row, currency) for row in table.rows)})


def _is_bare(measured: Row | Column) -> bool:
    return not measured.unit and measured.scale == 1


def _of_money(row: Row, currency: str) -> Row:
    """Give a row that names money, in itself or in what it stands under, a currency."""
    named = _is_bare(row) and any(map(names_money, (row.label, *row.path)))
    return row.model_copy(update={"unit": currency}) if named else row


def _counted_by(name: str) -> str:
    """Return what a table counts that is named for it: ``Employees by location`` counts people."""
    measured, by, _ = name.partition(" by ")
    return counted_unit(measured) if by else ""


def _lacks_scale(table: Table) -> bool:
    """Tell a table of money of which neither words nor figures say that it has no scale."""
    if not _is_money(table) or table.declared:
        return False
    texts = [cell.text for row in table.rows for cell in row.cells if any(map(str.isdigit, cell.text))]
    if any(_LARGE.search(text) for text in texts) or _is_indexed(table):
        return False
    return 2 * sum(bool(_CENTS.search(text)) for text in texts) < len(texts)


def _is_indexed(table: Table) -> bool:
    """Tell what an investment of 100 became: each row begins with 100."""
    first = [
        amount.digits for row in table.rows if row.cells and (amount := amount_of(table, row, row.cells[0]))
    ]
    return len(first) > 1 and all(digits.partition(".")[0] == "100" for digits in first)


def _is_money(table: Table) -> bool:
    return table.unit in CURRENCIES or any(column.unit in CURRENCIES for column in table.columns)

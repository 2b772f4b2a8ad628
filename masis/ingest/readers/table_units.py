"""Table units: what header, labels, caption and page say a table's figures are measured in, and of when."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.periods import Period, find_periods
from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.language.units import currency_of, declared_unit, scale_of
from masis.ingest.readers.table_drafts import DraftRow, TableDraft

Span = tuple[int, int]

_SCALES = r"(?:millions|thousands|billions)"
_IN_BRACKETS = re.compile(rf"\(([^()]*\b{_SCALES}\b(?:[^()]|\([^()]*\))*)\)?", re.IGNORECASE)
_IN_WORDS = re.compile(
    rf"(?:(?:[$€£]|\b(?:u\.?s\.? )?dollars|\bamounts|\btables?)\s)?\b(?:in|of)\s(?:[$€£]\s?)?{_SCALES}\b"
    r"(?:[,;]?\s(?:except|other than|unless)[^.)|]*)?|[$€£]\s?(?:millions|thousands|billions)\b",
    re.IGNORECASE,
)
_LONGEST_DECLARATION = 140
_SHORT_SCALE = re.compile(
    r"\(\s*(?P<sign>[$€£])\s?(?P<scale>[BMK]|bn|mn|mm)\s*\)|\((?:in )?(?P<thousand>['’]?000['’]?s?)\)"
)
_SIGN = re.compile(r"US\$|[$€£¥]")
_PER = re.compile(
    r"\b(?:per|a)\s(?:\w+\s){0,2}?(?P<what>share|unit|barrel|ton|tonne|gallon|employee|customer)\b",
    re.IGNORECASE,
)
_SHARES = re.compile(
    r"\b(?:number of|weighted[- ]average|average|diluted|basic|common)\b.*\bshares\b"
    r"|\bshares\b.{0,20}\b(?:used|outstanding|issued|repurchased|purchased|granted)\b|^\W*(?:number of )?shares\W*$",
    re.IGNORECASE,
)
_WORTH = re.compile(r"\b(?:value|price|cost|amount|proceeds|par|earnings|income|loss)\b|[$€£]", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bper ?cent(?:age)?s?\b", re.IGNORECASE)
_TIME = re.compile(r"\(?\bin (?P<unit>years|months|weeks|days|hours)\b\)?", re.IGNORECASE)
_UNSCALED = re.compile(r"\b(?:except|other than)\b(?P<what>.*)", re.IGNORECASE)


class Measure(NamedTuple):
    """A unit and a factor; ``unit`` empty and ``scale`` 1 where nothing is said."""

    unit: str = ""
    scale: Decimal = Decimal(1)


def table_of(draft: TableDraft, spans: Sequence[Span]) -> Table:
    """Read a draft; ``spans`` are the places of its rows in the text."""
    words = declaration(draft.around)
    declared = declared_unit(words) if words else None
    currency = _currency(draft)
    unit, scale = declared or ("", Decimal(1))
    whole = Measure(unit or currency, scale)
    return Table(
        title=draft.title,
        corner=draft.corner,
        columns=tuple(_column(header, whole) for header in draft.headers),
        rows=tuple(_row(row, span, whole, words) for row, span in zip(draft.rows, spans, strict=True)),
        unit=whole.unit,
        scale=scale,
        declared=words,
    )


def declaration(texts: Iterable[str]) -> str:
    """Return the nearest words that declare a scale: ``in millions, except per share data``."""
    for text in texts:
        found = _IN_BRACKETS.search(text)
        if found:
            return found[1].strip()
        found = _IN_WORDS.search(text) if len(text) < _LONGEST_DECLARATION else None
        if found:
            return found[0].strip()
    return ""


def _currency(draft: TableDraft) -> str:
    """Return the currency whose sign stands first at any value, or in the words around them."""
    cells = (value for row in draft.rows for value in row.values)
    found = (_SIGN.search(text) for text in (*cells, draft.corner, *draft.headers))
    return next((currency_of(match.group()) for match in found if match), "")


def _column(header: str, whole: Measure) -> Column:
    unit, scale = _measure(header, whole)
    return Column(header=header, period=_period(header), unit=unit, scale=scale)


def _period(header: str) -> str:
    """Return the one period a header names, the fullest where one is part of the other."""
    periods = [period for mention in find_periods(header) for period in mention.periods]
    if not periods:
        return ""
    years = {period.year for period in periods if period.year}
    parts = [period.part for period in periods if period.part]
    if len(years) > 1:
        return ""
    return Period(next(iter(years), 0), max(parts, key=len, default="")).label


def _row(row: DraftRow, span: Span, whole: Measure, words: str) -> Row:
    said = (_measure(text, whole) for text in (row.label, *reversed(row.path)))
    measure = next((measure for measure in said if measure != Measure()), Measure())
    if measure == Measure("shares") and not _is_unscaled("share", words):
        measure = Measure("shares", _scale_of_shares(words, whole))
    cells = tuple(Cell(column=number, text=text) for number, text in enumerate(row.values) if text)
    return Row(
        label=row.label,
        path=row.path,
        cells=cells,
        char_start=span[0],
        char_end=span[1],
        unit=measure.unit,
        scale=measure.scale,
    )


def _measure(text: str, whole: Measure) -> Measure:
    """Read what a header or label says of its own values."""
    short = _SHORT_SCALE.search(text)
    if short:
        unit = currency_of(short["sign"]) if short["sign"] else "shares" if _SHARES.search(text) else ""
        return Measure(unit, Decimal(1000) if short["thousand"] else scale_of(short["scale"].lower()))
    per = _PER.search(text)
    if per and not _SHARES.search(text[: per.start()]):
        return Measure(f"{whole.unit or _sign(text)} per {per['what'].lower()}".strip())
    declared = declared_unit(text)
    if _SHARES.search(text) and not _WORTH.search(text):
        return Measure("shares", declared[1] if declared else Decimal(1))
    if declared:
        return Measure(*declared)
    if _PERCENT.search(text):
        return Measure("%")
    time = _TIME.search(text)
    return Measure(time["unit"].lower()) if time else Measure()


def _sign(text: str) -> str:
    found = _SIGN.search(text)
    return currency_of(found.group()) if found else ""


def _is_unscaled(what: str, words: str) -> bool:
    """Tell whether a declaration excepts numbers of ``what``: ``in millions, except share data``."""
    found = _UNSCALED.search(words)
    return found is not None and bool(re.search(rf"(?<!per )\b{what}s?\b", found["what"]))


def _scale_of_shares(words: str, whole: Measure) -> Decimal:
    """Return the scale of numbers of shares, which a declaration may give apart."""
    apart = re.search(rf"\bshares\b.*?\bin ({_SCALES})", words, re.IGNORECASE)
    return scale_of(apart[1]) if apart else whole.scale

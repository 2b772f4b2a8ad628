"""Declared measure: what captions, corners and lines above say that all figures of a table are in."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.currencies import CODE, CURRENCIES, NAME, SIGN
from masis.domain.language.twofold import counts_and_percents
from masis.domain.language.units import (
    IN_SCALE,
    SCALE_NAME,
    SCALED_MONEY,
    declared_unit,
    is_unit,
    physical_unit,
    scale_of,
)
from masis.ingest.readers.tables.drafts import TableDraft
from masis.ingest.readers.tables.measures import NUMBER_OF

_THOUSANDS = r"['’]?000['’]?s?"
_IN_BRACKETS = re.compile(
    rf"\(([^()]*(?:\b{IN_SCALE}|\bin {_THOUSANDS})(?!\w)(?:[^()]|\([^()]*\))*)\)?", re.IGNORECASE
)
_IN_WORDS = re.compile(
    rf"(?:(?:{SIGN}|\b{NAME}|\bamounts|\btables?)\s)?\b(?:in|of)\s(?:{SIGN}\s?)?{IN_SCALE}\b"
    rf"(?:\sof\s{NAME})?"
    rf"(?:[,;]?\s(?:except|other than|unless)[^.)|]*)?|{SIGN}\s?{IN_SCALE}\b",
    re.IGNORECASE,
)
_ASIDES = (
    re.compile(r"\(([^()]{1,40})\)"),
    re.compile(rf"\b[Ii]n\s({SCALED_MONEY})"),
    re.compile(r"(?:\bin|[,:–—])\s+([^,:–—()]{1,20}?)[.:]?\Z"),
)
"""Where a caption says what its figures are in: in brackets, behind ``in``, at its end."""
BARE_MONEY = re.compile(
    rf"(?:\A|[\s(])(?P<mark>{SIGN}|{CODE})(?:\Z|[\s)](?!\s?(?:['’]?000|in\s|{SCALE_NAME}\b|[mk]\b|[mb]n\b)))"
)
"""A currency in a header without a word on its scale."""
_LONGEST = 140
"""Characters of a line that may declare what figures are in."""
_WRAPPING = re.compile(
    r"\A\s*(?:(?:all|figures|amounts|units?):?\s)+(?:are\s)?|[,;]?\s(?:unless|except|if not)\b.*",
    re.IGNORECASE,
)
"""``Unit: KRW billion, unless stated otherwise``"""
_WORDS_ASIDE = 4
"""Words of a unit with what stands beside it: ``EUR million, unaudited``."""
_UNSCALED = re.compile(r"\b(?:except|other than)\b(?P<what>.*)", re.IGNORECASE)


class Declared(NamedTuple):
    """What a table's surroundings say of all its figures."""

    words: str = ""
    unit: str = ""
    scale: Decimal = Decimal(1)
    is_said: bool = False
    """False where nothing but the scale of some, such as of shares, is told."""

    @property
    def scale_of_shares(self) -> Decimal:
        """The scale of numbers of shares, which a declaration may give apart or leave out."""
        apart = re.search(rf"\bshares\b.*?\bin ({IN_SCALE}|{_THOUSANDS})", self.words, re.IGNORECASE)
        if apart:
            return scale_of(apart[1])
        left_out = _UNSCALED.search(self.words)
        return Decimal(1) if left_out and re.search(r"(?<!per )\bshares?\b", left_out["what"]) else self.scale


def declared_of(draft: TableDraft) -> Declared:
    """Read what the words around a table declare, else those of its page.

    A page speaks for no table whose columns name a bare currency: ``Fee from 1 October, £``.
    """
    lines = _own_lines(draft)
    near = _said_aside(line for line in lines if line in {draft.corner, draft.title, *draft.head})
    if near is not None and near[1][0] in CURRENCIES and near[1][1] != 1:
        return Declared(near[0], *near[1], True)
    own = _declared(draft.around, lines)
    if own.is_said or any(map(BARE_MONEY.search, draft.headers)):
        return own
    of_page = _declared((*draft.around, *draft.beyond), draft.beyond)
    return of_page if of_page.unit in CURRENCIES or of_page.scale != 1 else own


def _declared(texts: Sequence[str], lines: Iterable[str]) -> Declared:
    lines = [*lines]
    words = declaration(texts)
    if words:  # a line may break in the middle of it
        words = next((whole for whole in map(_declared_in, lines) if whole.startswith(words)), words)
    measure = _measure(words)
    if measure is None:
        words, measure = _said_aside(lines) or (words, None)
    return Declared(words, *measure, True) if measure is not None else Declared(words)


def _declared_in(line: str) -> str:
    return declaration((line,))


def declaration(texts: Iterable[str]) -> str:
    """Return the nearest words that declare a scale: ``in millions, except per share data``."""
    for text in texts:
        found = _IN_BRACKETS.search(text)
        if found:
            return found[1].strip()
        found = _IN_WORDS.search(text) if len(text) < _LONGEST else None
        if found:
            return found[0].strip()
    return ""


def _own_lines(draft: TableDraft) -> list[str]:
    """Return corner, title and the lines around a table that name none of its columns.

    Of a line over the columns only a unit by itself speaks for all of them.
    """
    others = [
        text
        for text in (*draft.around, draft.title)
        if not any(text in name for name in draft.headers) and (text not in draft.head or is_unit(text))
    ]
    return [draft.corner, *others]


def _said_aside(lines: Iterable[str]) -> tuple[str, tuple[str, Decimal]] | None:
    """Return what a line gives all figures, as business papers write it, and its words.

    ``EUR million``, ``Revenue by region (€m)``, ``Emissions (kt CO2e)``, ``All amounts in USD thousand.``,
    ``Unvested awards (number of shares)``
    """
    for text in lines:
        if len(text) >= _LONGEST:
            continue
        counts = counts_and_percents(text)
        if counts is not None:
            return (counts, (counts, Decimal(1))) if counts else None
        asides = [_WRAPPING.sub("", aside) for pattern in _ASIDES for aside in pattern.findall(text)]
        for aside in (*asides, text):
            measure = declared_unit(f"({aside})") if len(aside.split()) <= _WORDS_ASIDE else None
            measure = measure or (_physical(aside) if aside is not text else None)
            if measure is not None and measure[0]:
                return aside, measure
    return None


def _physical(aside: str) -> tuple[str, Decimal] | None:
    """Return a measure of things: ``kt CO2e``, ``number of shares``."""
    counted = NUMBER_OF.fullmatch(aside.strip())
    return (counted[1].casefold(), Decimal(1)) if counted else physical_unit(aside)


def without_declaration(title: str) -> str:
    """Return a title without the brackets that say what figures are in."""
    return _IN_BRACKETS.sub("", title).strip() or title


def _measure(words: str) -> tuple[str, Decimal] | None:
    """Read a declaration; what it says of shares alone is not said of all: ``shares in thousands``."""
    parts = (part for part in re.split(r"[,;]", words) if not re.match(r"\s*(?:\w+\s)?shares\b", part))
    return next((found for part in parts if (found := declared_unit(part)) is not None), None)

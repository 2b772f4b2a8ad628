"""Measures: what a label or a header says that its own values are in."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from masis.domain.language.currencies import CURRENCIES, SIGN, SIGNS, currency_of
from masis.domain.language.tables import without_exceptions
from masis.domain.language.twofold import counts_and_percents
from masis.domain.language.units import declared_unit, physical_unit, scale_of

NUMBER_OF = re.compile(r"(?:\bnumber of|#\sof|\bno\. of) (\w+)", re.IGNORECASE)
_AREA = re.compile(
    r"\b(?P<square>square (?:feet|foot|footage))\b|\b(?P<unit>acres|hectares)\b", re.IGNORECASE
)
_SHORT_SCALE = re.compile(
    rf"\(\s*(?P<sign>{SIGN})\s?(?P<scale>[BMK]|bn|mn|mm)\s*\)|\((?:in )?(?P<thousand>['’]?000['’]?s?)\)"
)
_PER = re.compile(
    r"\b(?:per|a)\s(?:\w+\s){0,2}?(?P<what>share|unit|barrel|ton|tonne|gallon|employee|customer)\b"
    r"|\bper\s(?P<code>(?-i:[A-Z]{2,}))\b",
    re.IGNORECASE,
)
SHARES = re.compile(
    r"\b(?:number of|weighted[- ]average|average|diluted|basic|common)\b.*\bshares\b"
    r"|\bshares\b.{0,20}\b(?:used|outstanding|issued|repurchased|purchased|granted)\b"
    r"|\bshares\W*$|^(?:\w+ )?shares \(",
    re.IGNORECASE,
)
OF_SHARES = re.compile(r"(?<!per )\bshares\b(?! (?:price|value))", re.IGNORECASE)
WORTH = re.compile(
    rf"\b(?:value|price|cost|amount|proceeds|par|earnings|income|loss)\b|[{SIGNS}]", re.IGNORECASE
)
_WORTH_OR_RATE = re.compile(rf"{WORTH.pattern}|\bper\b", re.IGNORECASE)
_PERCENT = re.compile(r"(?<![\d\s])\s?%|\A\s?%|(?<!\d )\bper ?cent(?:age)?s?\b", re.IGNORECASE)
"""A percentage that stands at a figure is part of a name: ``2.125% notes``."""
_LAST_PERCENT = re.compile(r"(?<![\d(])\s?%\s*\Z")
"""``Germany (EUR) Disc. %``: what stands last counts."""
_UNITS = re.compile(r"(?:\A|,\s)units\b(?! (?:price|cost|value|of)\b)", re.IGNORECASE)
_TIME = re.compile(
    r"(?:\bin |[,(]\s?)(?P<unit>years|months|weeks|days|hours|minutes)\b(?=\s*(?:[(),;]|\Z))"
    r"|\(?\bin (?P<spoken>years|months|weeks|days|hours)\b\)?",
    re.IGNORECASE,
)
_LASTS = re.compile(
    r"\b(?:average|useful|remaining|contractual)\b.*\b(?:life|lives|term|period|maturity)\b", re.IGNORECASE
)
"""What is told in years where nothing else is said."""
_BOUGHT = re.compile(
    r"\W*(?:(?:re)?purchases?|acquisitions?|buy-?backs?|issues?|issuances?|sales?|disposals?|redemptions?)"
    r" of\b",
    re.IGNORECASE,
)
"""What a table of money gives of shares: what was paid for them."""
_CAPTION = re.compile(r"\([^()]*\)\s+(?=\S)")
_BRACKETS = re.compile(r"\(([^()]*)\)")


class Measure(NamedTuple):
    """A unit and a factor; ``unit`` empty and ``scale`` 1 where nothing is said."""

    unit: str = ""
    scale: Decimal = Decimal(1)


class Whole(NamedTuple):
    """What holds for a table where header and label say nothing."""

    unit: str
    scale: Decimal
    scale_of_shares: Decimal

    @property
    def scale_of_counts(self) -> Decimal:
        """The scale of what is counted: beside money it is that of money alone."""
        return Decimal(1) if self.unit in CURRENCIES else self.scale


@lru_cache(maxsize=1024)  # a label is read again for every row that stands under it
def measure_of(text: str, whole: Whole) -> Measure:
    """Read what a header or label says of its own values; what stands last counts.

    ``(¥ million) Change (%)``: the first brackets were a caption over several columns.
    """
    text = without_exceptions(text)
    caption = _CAPTION.match(text)
    own = measure_of(text[caption.end() :], whole) if caption else Measure()
    own = Measure("%") if _LAST_PERCENT.search(text) else own
    counts = counts_and_percents(text) if own == Measure() else None
    short = own if own != Measure() else _of_brackets(text) if counts is None else Measure(counts)
    if short is not None:
        return short
    per = _PER.search(text)
    if per and not SHARES.search(text[: per.start()]):
        return Measure(f"{whole.unit or _sign(text)} per {(per['what'] or per['code']).lower()}".strip())
    declared = declared_unit(text)
    counted = _counted_things(text)
    if counted and not (declared and declared[0]):
        return Measure(counted, declared[1] if declared else whole.scale_of_counts)
    paid = whole.unit in CURRENCIES and whole.scale != 1 and _BOUGHT.match(text)
    if SHARES.search(text) and not WORTH.search(text) and not paid:
        return Measure("shares", declared[1] if declared else whole.scale_of_shares)
    if declared:
        return Measure(*declared)
    time = _TIME.search(text)
    lasts = (time["unit"] or time["spoken"]).lower() if time else "years" if _LASTS.search(text) else ""
    return Measure("%" if _PERCENT.search(text) else lasts)


def _of_brackets(text: str) -> Measure | None:
    """Return the measure that a name gives in brackets: ``($ mn)``, ``('000)``, ``(kt CO2e)``."""
    physical = next((found for found in map(physical_unit, _BRACKETS.findall(text)) if found), None)
    short = _SHORT_SCALE.search(text)
    if physical is not None or short is None:
        return Measure(*physical) if physical is not None else None
    unit = currency_of(short["sign"]) if short["sign"] else "shares" if OF_SHARES.search(text) else ""
    return Measure(unit, Decimal(1000) if short["thousand"] else scale_of(short["scale"].lower()))


def _counted_things(text: str) -> str:
    """Return what a name says it counts, shares aside: ``Number of leases``, ``Acres``, ``Units 2024``."""
    number, area = NUMBER_OF.search(text), _AREA.search(text)
    if number:
        return "" if OF_SHARES.search(text) else number[1].casefold()
    if _UNITS.search(text):
        return "units"
    return (area["unit"] or "square feet").casefold() if area and not _WORTH_OR_RATE.search(text) else ""


def _sign(text: str) -> str:
    found = re.search(SIGN, text)
    return currency_of(found.group()) if found else ""

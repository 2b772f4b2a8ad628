"""Number formats: a number of a spreadsheet as its cell shows it."""

import math
import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache
from typing import NamedTuple

from masis.domain.language.currencies import SIGN, SPOKEN, currency_of

_SPACING = re.compile(r"[_*].")
"""A space as wide as a character, or a character that fills the cell: neither is a part of the number."""
_CURRENCY = re.compile(r"\[\$(?P<sign>[^\]-]*)(?:-[^\]]*)?\]")
"""``[$€-407]``, ``[$CHF]``: a currency, with the language that it is written for."""
_BRACKETED = re.compile(r"\[[^\]]*\]")
"""Colours and conditions."""
_LITERAL = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)')
_UNIT = re.compile(r"[A-Za-zµ°%]{1,8}")
"""What a literal may add to a number: ``M``, ``bps``, ``FY``, the ``E`` of a year that is estimated."""
_DIGITS = re.compile(r"(?P<whole>[0#?][0#?,]*)(?:\.(?P<places>[0#?]*))?(?P<scale>,*)(?P<power>E[+-]0+)?")
_LONGEST_FORMAT = 255
"""What Excel takes."""
_MOST_WHOLE = 1e15
_MOST_DIGITS = 400
"""More than the largest number of a cell has, with as many decimals as a format may ask."""


class _Format(NamedTuple):
    """One section of a number format."""

    places: str = ""
    grouped: bool = False
    divisor: int = 1
    percent: bool = False
    rounded: bool = False
    """Whether it says how many decimals are shown."""
    currency: str = ""
    before: str = ""
    after: str = ""


def shown_number(value: float, number_format: str) -> str:
    """Return a number with the currency, unit, per cent, decimals and thousands signs of its format.

    A format of millions (``#,##0,,``) shows millions: the header beside it says so. Below zero a minus stands
    in place of brackets; a colour, a condition or a remark in the format is left out.
    """
    if not math.isfinite(value):
        return str(value)
    form = _read(number_format[:_LONGEST_FORMAT].split(";", maxsplit=1)[0])
    text = _digits(value, form)
    sign = "-" if text.startswith("-") and text.strip("-0.%") else ""
    text = text.removeprefix("-")
    text = f"{form.before}{text}{form.after}"
    if form.percent or not form.currency:
        return f"{sign}{text}"
    return f"{sign}{form.currency}{'' if re.fullmatch(SIGN, form.currency) else ' '}{text}"


@lru_cache(maxsize=256)
def _read(section: str) -> _Format:
    bare = _SPACING.sub("", section)
    named = _CURRENCY.search(bare)
    bare = _BRACKETED.sub("", bare)
    plain = _LITERAL.sub(lambda literal: "\0" * len(literal[0]), bare)
    literals = [
        (found.start(), found["quoted"] or found["escaped"] or "") for found in _LITERAL.finditer(bare)
    ]
    currency = _currency(named["sign"] if named else "") or next(
        (sign for text in (*plain, *(text for _, text in literals)) if (sign := _signed(text))), ""
    )
    digits = _DIGITS.search(plain)
    if digits is None or digits["power"] or "/" in plain:
        return _Format(currency=currency, percent="%" in plain)
    whole, places = digits["whole"], digits["places"] or ""
    commas = len(whole) - len(whole.rstrip(",")) + len(digits["scale"])
    gap = " " if plain[digits.end() :].startswith(" ") else ""
    after = "".join(text for at, text in literals if at > digits.start())
    grouped = "," in whole.rstrip(",")
    return _Format(
        places=places,
        grouped=grouped,
        divisor=1000**commas,
        percent="%" in plain,
        rounded=bool(places or grouped or commas or whole == "0" or "%" in plain),
        currency=currency,
        before=_unit("".join(text for at, text in literals if at < digits.start())),
        after="%" if "%" in plain else _unit(gap + after),
    )


def _currency(named: str) -> str:
    """Return the sign of a named currency, or its code."""
    return _signed(named) or named.strip()


def _signed(text: str) -> str:
    """Return the sign that a short text ends with: ``US$``."""
    bare = text.strip()
    return SPOKEN[currency_of(bare)] if re.fullmatch(SIGN, bare) else ""


def _unit(literal: str) -> str:
    """Return a literal that belongs to the number; ``(5% less)`` is a remark."""
    return literal.rstrip() if _UNIT.fullmatch(literal.strip()) else ""


def _digits(value: float, form: _Format) -> str:
    if form.rounded:
        return _rounded(Decimal(repr(value)) * (100 if form.percent else 1), form)
    if value.is_integer() and abs(value) < _MOST_WHOLE:
        return str(int(value))
    return f"{value:.10g}"


def _rounded(value: Decimal, form: _Format) -> str:
    """Round to the places of a format: ``0`` is always written, ``#`` only where it says something."""
    with localcontext(prec=_MOST_DIGITS, rounding=ROUND_HALF_UP):
        text = f"{value / form.divisor:{',' if form.grouped else ''}.{len(form.places)}f}"
    optional = len(form.places) - len(form.places.rstrip("#?"))
    return text[: len(text) - optional] + text[len(text) - optional :].rstrip("0") if optional else text

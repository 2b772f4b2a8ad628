"""Twofold: what stands behind the first figure of a cell that holds several, and what its parts are in.

``22 (19.5)``, ``-27.6 (-34.1, -20.5)``, ``12.4 ± 1.1``, ``41 / 37 / 38``: the first figure is the value of
the cell. What stands in brackets behind it, its share, its spread or its range, is no negative of its own.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.units import NUMBER, read_digits

COUNT_AND_PERCENT = "n (%)"
"""The unit of a row, a column or a table whose cells count and give the share behind in brackets."""

_FIGURE = r"[<>≤≥]?\s?[-+−–]?\d+(?:[.,]\d+)*"
_PART = rf"{_FIGURE}\s?%?"
_BETWEEN = r"\s?(?:[,;:/–—-]|…|\bto\b|\band\b)\s?"
_LEVEL = r"(?:\d\d(?:\.\d)?\s?%\s[A-Z]{2,3}\b[:,]?\s?)?"
"""What an interval may open with: ``95% CI``."""
INTERVAL = rf"[(\[]{_LEVEL}{_PART}{_BETWEEN}{_PART}[)\]]"
"""Two figures in brackets, which no negative has."""
SINGLE = rf"[(\[]{_PART}[)\]]"
BESIDE = rf"\s?(?:(?:±|\+/[-−–])\s?|/\s?){_PART}"
"""What adds a spread or a further figure without brackets."""
_TAIL = re.compile(
    rf"\s?(?P<beside>(?:{BESIDE})*)\s?(?P<asides>(?:(?:{INTERVAL}|{SINGLE})\s?){{0,2}})\Z", re.IGNORECASE
)
_SHARE = re.compile(r"[(\[](?P<digits>\d+(?:[.,]\d+)*)\s?(?P<sign>%)?[)\]]")
_NOTE = re.compile(r"[(\[]\d[)\]]\Z")
_LONGEST = 100
"""Characters behind a figure; the time to look through them grows with their square."""
_MOST = Decimal(100)
_COUNT = (
    r"(?<![^\W_])(?:n(?:\s?/\s?[nm])?|no\.?|numbers?|counts?)(?:\sof\s[^\W\d]+)?[,\s]{0,2}[(\[]\s?%\s?[)\]]"
)
_COUNTS = re.compile(_COUNT, re.IGNORECASE)
_OR = r"\s?(?:,|;|/|\bor\b|\band\b)\s?"
_MIXED = re.compile(
    rf"[(\[][^\W\d_][^()\[\]]*[)\]]{_OR}{_COUNT}|{_COUNT}{_OR}[^()\[\]]*[(\[][^\W\d_]", re.IGNORECASE
)
"""``mean (SD) or n (%)``: which of them a cell is, nothing tells."""
_AVERAGED = re.compile(r"\b(?:mean|median|average)\b", re.IGNORECASE)
_BRACKETED_PERCENT = re.compile(r"[^%]*\(\s?%\s?\)[^%(]*\Z")


class Behind(NamedTuple):
    """What stands behind the first figure of a cell; empty where nothing does."""

    beside: str = ""
    """``± 1.1``, ``/ 37 / 38``"""
    asides: str = ""
    """``(19.5)``, ``(-34.1, -20.5)``"""

    @property
    def is_note(self) -> bool:
        """Whether it is rather the sign of a note: ``(1)``."""
        return not self.beside and bool(_NOTE.match(self.asides))

    @property
    def has_percent(self) -> bool:
        """Whether the brackets hold a percentage with its sign."""
        return "%" in self.asides


class FirstFigure(NamedTuple):
    """What stands at the first figure of a cell."""

    mark: str
    """Of its currency."""
    rest: str
    """What follows it, without other figures."""
    behind: Behind


def behind_first(rest: str) -> tuple[int, Behind]:
    """Return where, in what follows the digits of a cell, other figures begin, and these."""
    found = _TAIL.search(rest) if 0 < len(rest) <= _LONGEST else None
    if found is None or not (found["beside"] or found["asides"]):
        return len(rest), Behind()
    return found.start(), Behind(found["beside"].strip(), found["asides"].strip())


def share_of(count: Decimal, behind: Behind, *, declared: bool) -> tuple[Decimal, Decimal, str] | None:
    """Return value, step and digits of the percentage in brackets behind a count; ``None`` if it is none.

    It has its sign, or is ``declared`` to be one; a count is whole, and its share at most the whole.
    """
    found = _SHARE.match(behind.asides)
    if found is None or not (found["sign"] or declared) or count != count.to_integral_value():
        return None
    value, step = read_digits(found["digits"])
    return (value, step, found["digits"]) if value <= _MOST else None


def with_sign(behind: Behind) -> Behind:
    """Return what stands behind a count with the sign of the percentage that its column declares."""
    found = _SHARE.match(behind.asides)
    if found is None or found["sign"]:
        return behind
    return behind._replace(asides=f"{behind.asides[: found.end() - 1]}%{behind.asides[found.end() - 1 :]}")


def counts_and_percents(text: str) -> str | None:
    """Return the unit of words that declare counts with percentages behind; ``None`` where they do not.

    ``n (%)``, ``Number (%) of patients``; empty where they declare it of some cells: ``mean (SD) or n (%)``.
    """
    if not _COUNTS.search(text):
        return None
    return "" if _MIXED.search(text) else COUNT_AND_PERCENT


def brackets_percent(text: str) -> bool:
    """Tell words whose last brackets are about a per cent sign: of ``12 (8.0)`` below them it is no 12 %."""
    return bool(_BRACKETED_PERCENT.match(text))


def gives_shares(label: str, units: Sequence[str]) -> bool:
    """Tell whether the first unit given, of row, column or table, is that of counts with shares behind.

    A row that says to be an average has its spread there.
    """
    return next(filter(None, units), "") == COUNT_AND_PERCENT and not _AVERAGED.search(label)


def units_of_first(given: Sequence[tuple[str, str]], number: Decimal, behind: Behind) -> list[str]:
    """Return what row, column and table give the first figure of a cell.

    ``given`` are unit and words of each. A count has no per cent: it is said of the share behind it.
    """
    units = [unit for unit, _ in given]
    if COUNT_AND_PERCENT not in units and not ("%" in units and behind.asides):
        return units
    shares = share_of(number, behind, declared=True) is not None
    if COUNT_AND_PERCENT in units:
        nearest = next(filter(None, units))
        if nearest == COUNT_AND_PERCENT or (nearest == "%" and shares):
            return [NUMBER] * len(units)
        return ["" if unit == COUNT_AND_PERCENT else unit for unit in units]
    return [
        NUMBER if unit == "%" and shares and (behind.has_percent or brackets_percent(words)) else unit
        for unit, words in given
    ]

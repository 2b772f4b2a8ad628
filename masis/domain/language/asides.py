"""Asides: what a sentence says only to compare with, or as the reason, and not of its own time."""

import re
from functools import lru_cache

from masis.domain.language.periods import FiscalCalendar, find_periods, fiscal_labels

_BRACKET = re.compile(r"\([^()]*\)")
_BESIDE = re.compile(
    r"\b(?:compared (?:with|to)|against|versus|vs\.?|from|after|because|since)\s[^;()]*",
    re.IGNORECASE,
)
"""What a value is compared with, or what brought it about, to the end of the clause."""
_A_DAY = re.compile(r"\d\d-\d\d")


@lru_cache(maxsize=8192)
def own_periods(text: str, calendar: FiscalCalendar) -> frozenset[str]:
    """Return the labels of the periods that a sentence speaks of itself.

    ``Payments were 845 (2023: 912)`` is of no named period, for 2023 is that of the value it is compared
    with; nor is ``On 3 March the plant closed`` of a named year.
    """
    said = text
    for pattern in (_BRACKET, _BESIDE):
        said = pattern.sub(_without_periods, said)
    return frozenset(label for label in fiscal_labels(said, calendar) if not _A_DAY.fullmatch(label))


def _without_periods(found: re.Match[str]) -> str:
    """Return nothing where an aside names a period, else the aside as it is."""
    return "" if find_periods(found.group()) else found.group()

"""Table sums: whether a row adds up the rows above it, whatever its label says."""

import re
from collections.abc import Sequence
from decimal import Decimal

_OTHER = re.compile(r"[^\d.]")
MOST_PARTS = 30
"""Rows that one row may add up."""
_FEWEST_PARTS = 2


def number_of(text: str) -> Decimal:
    """Return the number of a printed value; 0 for a mark that stands for none."""
    digits = _OTHER.sub("", text).strip(".")
    number = Decimal(digits) if digits and digits.count(".") < 2 else Decimal(0)
    return -number if text.lstrip("$€£ ").startswith(("(", "-", "−", "–")) else number


def adds_up(above: Sequence[Sequence[str]], values: Sequence[str]) -> bool:
    """Tell whether the values of a row are the sums of some rows right above it, in every column it has."""
    wanted = {number: number_of(value) for number, value in enumerate(values) if any(map(str.isdigit, value))}
    if not wanted or any("%" in values[number] for number in wanted):
        return False
    sums = dict.fromkeys(wanted, Decimal(0))
    for count, row in enumerate(reversed(above[-MOST_PARTS:]), start=1):
        for number in sums:
            sums[number] += number_of(row[number])
        if count >= _FEWEST_PARTS and sums == wanted:
            return True
    return False

"""Periods: the one period under which a value is put, its order among others, and how it is called."""

import re
from collections.abc import Sequence
from datetime import date

_PARTLY = re.compile(
    r"\b(?:six|nine|6|9)[ -]months?\b|\b(?:24|26|36|39|40)[ -]weeks?\b|\byear[ -]to[ -]date\b", re.IGNORECASE
)
_YEAR, _PART = re.compile(r"\d{4}\Z"), re.compile(r"\d{4}-[QH]\d\Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_DAYS_OVER = 8
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def period_of_cell(labels: Sequence[str], text: str) -> str:
    """Return a year, else a quarter or half, else a day; empty where none or several are meant.

    ``text`` is what stands over and beside the value: parts of a year that are no quarter are left out.
    """
    if _PARTLY.search(text):
        return ""
    days = [label for label in labels if _DAY.match(label)]
    for kind in (_YEAR, _PART):
        found = {label for label in labels if kind.match(label)}
        if len(found) > 1:
            return ""
        if found:
            return found.pop() if not days or any(map(_closes, days)) else _only(days)
    return _only(days)


def _only(days: Sequence[str]) -> str:
    return days[0] if len(days) == 1 else ""


def _closes(day: str) -> bool:
    """Tell a day on or about which a month ends: the close of a week-based year lies a few days off."""
    try:
        at = date.fromisoformat(day)
    except ValueError:
        return False
    return at.day >= 31 - _DAYS_OVER or at.day <= _DAYS_OVER


def kind_of(period: str) -> str:
    """Return ``year``, ``quarter``, ``half`` or ``day``."""
    if _YEAR.match(period):
        return "year"
    return {"Q": "quarter", "H": "half"}.get(period[5:6], "day")


def order_of(period: str) -> tuple[str, int]:
    """Return what periods are sorted by: their end, the longer one last."""
    year, _, part = period.partition("-")
    ends = {"": "12-32", "Q1": "03-31", "Q2": "06-30", "Q3": "09-30", "Q4": "12-31", "H1": "06-30"}
    return f"{year}-{ends.get(part, part if part[:1].isdigit() else '12-31')}", -len(period)


def spoken(period: str) -> str:
    """Return a period as people write it: ``2022``, ``Q4 2022``, ``31 Dec 2022``."""
    year, _, part = period.partition("-")
    if part[:1] in "QH":
        return f"{part} {year}" if part else year
    month, _, day = part.partition("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]} {year}" if day else f"{_MONTHS[int(month) - 1]} {year}"

"""Periods: the years, quarters, halves and months a text speaks of, in one spelling."""

import re

_QUARTERS = {"first": "Q1", "second": "Q2", "third": "Q3", "fourth": "Q4", "final": "Q4"}
_MONTHS = {
    name: f"{number:02d}"
    for number, spellings in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in spellings.split()
}  # fmt: skip
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"(?:19|20)\d\d"

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("range", re.compile(rf"\b(?:fy\s*)?({_YEAR})\s*[/–-]\s*(\d\d)\b(?![/–-]\d)", re.IGNORECASE)),
    (
        "quarter",
        re.compile(
            rf"\b(?:q([1-4])|([1-4])q|(first|second|third|fourth|final)[ -]quarter)"
            rf"(?:\s*(?:of|in|,|/|-|fy|fiscal|year|the)?\s*)*({_YEAR}|'?\d\d(?!\d|[.,]\d|\s*%))?",
            re.IGNORECASE,
        ),
    ),
    (
        "half",
        re.compile(
            rf"\b(?:h([12])|([12])h|(first|second)[ -]half)(?:\s*(?:of|in|,|/|-|fy|fiscal|year|the)?\s*)*"
            rf"({_YEAR})?",
            re.IGNORECASE,
        ),
    ),
    ("day", re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+({_MONTH})\s*,?\s*({_YEAR})", re.IGNORECASE)),
    ("day_us", re.compile(rf"\b({_MONTH})\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+({_YEAR})", re.IGNORECASE)),
    ("iso", re.compile(rf"\b({_YEAR})-(\d\d)-(\d\d)\b")),
    ("month", re.compile(rf"\b({_MONTH})\s+(?:of\s+)?({_YEAR})", re.IGNORECASE)),
    ("fiscal", re.compile(r"\bfy\s*'?(\d\d)(?!\d)", re.IGNORECASE)),
    ("year", re.compile(rf"(?<![\d.,€$£-])({_YEAR})(?!\d|[.,]\d|\s*%)", re.IGNORECASE)),
)


def find_periods(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return each period as ``2024``, ``2024-Q3``, ``2024-H1``, ``2024-05`` or ``2024-05-31`` with its span.

    A quarter without a year is ``Q3``; a fiscal year counts as its calendar number.
    """
    taken: list[tuple[str, int, int]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if all(match.end() <= start or match.start() >= end for _, start, end in taken):
                taken.append((_spelled(kind, match), match.start(), match.end()))
    return tuple(sorted(taken, key=lambda item: item[1]))


def periods(text: str) -> frozenset[str]:
    """Return the periods a text names."""
    return frozenset(period for period, _, _ in find_periods(text))


def _spelled(kind: str, match: re.Match[str]) -> str:
    groups = [group or "" for group in match.groups()]
    if kind == "range":
        return groups[0][:2] + groups[1]
    if kind in {"quarter", "half"}:
        return _part_of_year(kind, groups)
    if kind in {"day", "day_us"}:
        month, day = (groups[1], groups[0]) if kind == "day" else (groups[0], groups[1])
        return f"{groups[2]}-{_month(month)}-{int(day):02d}"
    if kind == "month":
        return f"{groups[1]}-{_month(groups[0])}"
    return {"iso": "-".join(groups), "fiscal": "20" + groups[0], "year": groups[0]}[kind]


def _month(name: str) -> str:
    return _MONTHS[name.lower().rstrip(".")]


def _part_of_year(kind: str, groups: list[str]) -> str:
    number, turned, word, year = groups
    if kind == "quarter":
        label = f"Q{number or turned}" if number or turned else _QUARTERS[word.lower()]
    else:
        label = f"H{number or turned}" if number or turned else {"first": "H1", "second": "H2"}[word.lower()]
    digits = year.lstrip("'")
    return f"{digits if len(digits) == 4 else '20' + digits}-{label}" if digits else label


def compatible(asked: str, stated: str) -> bool:
    """Tell whether a stated period answers an asked one: equal, or inside it, or lacking only the year."""
    if asked == stated or stated.startswith(f"{asked}-"):
        return True
    if asked[:1] in "QH" or stated[:1] in "QH":
        return asked.rsplit("-", 1)[-1] == stated.rsplit("-", 1)[-1]
    return False


def year_of(period: str) -> str:
    """Return the year of a period, or an empty string."""
    return period[:4] if period[:4].isdigit() else ""

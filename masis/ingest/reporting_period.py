"""Periods: which fiscal year and quarter a document covers, and the day on which they end."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from masis.domain.language.periods import Period, find_periods
from masis.domain.profile import DocumentKind

_ENDED = re.compile(r"\bend(?:ed|ing)\b:?\s*", re.IGNORECASE)
_LEAST_TO_A_DATE = 70
_FISCAL = re.compile(r"\b(?:fi)?scal\s+(?:year\s+)?(20\d\d)\b", re.IGNORECASE)
"""Some PDFs lose the two letters that are printed as one."""
_SPAN = re.compile(
    r"\b(three|six|nine|twelve|thirteen|twenty[ -]six|thirty[ -]nine|\d\d?)[ -](months?|weeks?)\s+ended",
    re.IGNORECASE,
)
_IN_WORDS = {
    "three": 3,
    "six": 6,
    "nine": 9,
    "twelve": 12,
    "thirteen": 13,
    "twenty six": 26,
    "thirty nine": 39,
}
_MONTHS, _WEEKS = 3, 13
"""In a quarter."""
_PERIODIC = frozenset({"annual_report", "quarterly_report", "release"})
_FEW_DAYS = 45
"""A year that ends this early in January or February is mostly called by the one before."""


class Covered(NamedTuple):
    """The period of a document; zeros and empty where nothing says it."""

    year: int = 0
    quarter: int = 0
    end: str = ""


def covered(kind: DocumentKind, heads: Sequence[str], cover: str, text: str) -> Covered:
    """Return what a document covers; ``heads`` are its title, head lines and file name, best first."""
    named = [found for head in heads if (found := _named(head))]
    if kind == "current_report":
        return Covered()
    if kind not in _PERIODIC:
        year, quarter = _named(heads[0]) or (0, 0)
        return Covered(year, quarter, "")
    year, quarter = next((one for one in named if one[1]), named[0] if named else (0, 0))
    end = next(_ends(cover), "") or next(_ends(text), "")
    if kind == "annual_report":
        return Covered(_year_of(end, 0, text) if end else year, 0, end)
    if kind == "quarterly_report" and end:
        quarter = quarter or _quarter_of(text)
        year = _year_of(end, quarter, text)
    return Covered(year, quarter, end if abs(int(end[:4] or 0) - year) <= 1 else "")


def _named(text: str) -> tuple[int, int] | None:
    """Return the one year, and the quarter, that a title names; ``None`` for several years or for a day."""
    years: list[int] = []
    quarters: list[int] = []
    for mention in find_periods(re.sub(r"(?<=[a-z])-(?=[A-Za-z])", " ", text)):
        if len(mention.periods) == 2 and mention.periods[1].year != mention.periods[0].year + 1:
            return None
        period = mention.periods[-1]  # 2023/24 is called by the year it ends in
        quarters += [int(period.part[1])] if period.part[:1] == "Q" else []
        years += [period.year] if period.year and (not period.part or period.part[0] in "QH") else []
    if len(set(years)) != 1 or len(set(quarters)) > 1:
        return None
    return years[0], quarters[0] if quarters else 0


def _ends(text: str) -> Iterator[str]:
    """Yield the first full date close after each ``ended``."""
    for found in _ENDED.finditer(text):
        after = text[found.end() : found.end() + _LEAST_TO_A_DATE]
        for mention in find_periods(after):
            if _is_day(mention.periods[0]):
                yield mention.periods[0].label
                break


def _is_day(period: Period) -> bool:
    return bool(period.year) and bool(re.fullmatch(r"\d\d-\d\d", period.part))


def _year_of(end: str, quarter: int, text: str) -> int:
    """Return the fiscal year of a period: as the text calls it, else the one in which its year ends."""
    year, month, day = (int(part) for part in end.split("-"))
    last_month = month + (3 * (4 - quarter) if quarter else 0)
    year += (last_month - 1) // 12
    last_month = (last_month - 1) % 12 + 1
    early = (last_month - 1) * 31 + day <= _FEW_DAYS
    counts = Counter(int(found) for found in _FISCAL.findall(text))
    if counts[year] != counts[year - 1] and early:
        return year if counts[year] > counts[year - 1] else year - 1
    return year - 1 if early else year


def _quarter_of(text: str) -> int:
    """Return the quarter from the longest span that ended: nine months only stand in the third."""
    counts: Counter[int] = Counter()
    for found in _SPAN.finditer(text):
        word = found[1].casefold().replace("-", " ")
        length = _IN_WORDS.get(word) or int(word)
        counts[round(length / (_WEEKS if found[2].casefold().startswith("week") else _MONTHS))] += 1
    likely = [quarter for quarter in (1, 2, 3) if counts[quarter] and 5 * counts[quarter] >= counts[1]]
    return max(likely, default=0)

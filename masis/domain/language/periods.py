"""Periods: the years, quarters, months and dates a text names, in one comparable form."""

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from masis.domain.language.currencies import CODE, SIGN
from masis.domain.language.units import SCALE_NAME


class Period(NamedTuple):
    """A period: a year with an optional part (``Q3``, ``H1``, ``06``, ``06-30``); year 0 = not named."""

    year: int
    part: str = ""

    @property
    def label(self) -> str:
        """The period as one token: ``2024``, ``2024-Q3``, ``2024-06-30``, ``Q3``."""
        return "-".join(piece for piece in (str(self.year or ""), self.part) if piece)


class PeriodMention(NamedTuple):
    """Where a text names a period, and which; a span of years (2019-2023) names two."""

    start: int
    end: int
    periods: tuple[Period, ...]


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_YEAR = r"(?:19|20)\d{2}"
_OF = r"(?i:[ ,]+(?:of\s+)?(?:the\s+)?(?:(?:fiscal|financial)\s+)?(?:year\s+)?(?:FY\s?)?)"
_MARK = r"[AEFBPe]?"
"""What a model's header adds to a year: actual, estimate, forecast, budget, plan."""
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_PERIOD = re.compile(
    rf"""
    (?<![\w.])(?:
      (?P<iso>{_YEAR}-(?P<iso_m>\d\d)-(?P<iso_d>\d\d))\b
    | (?P<dotted>(?P<dot_d>[0-3]?\d)\.(?P<dot_m>[01]?\d)\.(?P<dot_y>{_YEAR}|(?<=\.\d\d\.)\d\d))(?![\w.]?\d)
    | (?P<slashed>(?P<one>[0-3]?\d)/(?P<two>[0-3]?\d)/(?P<slash_y>{_YEAR}))(?![/\d])
    | (?P<dashed>(?P<dash_d>[0-3]?\d)-(?P<dash_m>{_MONTH})-(?P<dash_y>{_YEAR}|\d\d))\b
    | (?P<from>{_MONTH})\.?\s?(?:[–-]|to|through)\s?(?P<till>{_MONTH})\.?,?\s+(?P<range_y>{_YEAR})\b
    | (?P<short>{_MONTH})[-'’]['’]?(?P<short_y>\d\d)\b
    | (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<dm>{_MONTH})\b\.?(?:,?\s+(?P<dmy>{_YEAR})\b)?
    | (?P<md>{_MONTH})\.?\s+(?P<mday>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<mdy>{_YEAR})\b)?
    | (?P<my>{_MONTH})\.?,?\s+(?:of\s+)?(?P<myy>{_YEAR})\b
    | (?P<split>{_YEAR})[/–-](?P<split2>\d\d|{_YEAR})\b(?![-–/.,]\d)
    | (?P<yq>{_YEAR})[ -]?(?P<yqp>[QH][1-4])\b
    | (?:(?P<part>[QH][1-4])|(?P<part2>[1-4][QH]|(?:3|6|9|12)M(?=[ '’-]*(?:FY|fiscal|{_YEAR}|\d\d\b))))
      (?:[ '’-]*(?:of\s+)?(?:(?:FY|fiscal|financial)\s?(?:year\s)?)?(?P<party>{_YEAR}|(?<=['’YQHM-])\d\d)
      {_MARK})?\b
    | (?P<ordinal>(?i:{"|".join(_ORDINALS)}))[\s-]+
      (?P<kind>(?i:quarter|half(?:[\s-]year)?|(?:three|six|nine)\s+months))\b
      (?:{_OF}(?P<ordy>{_YEAR}|(?<=FY)\d\d)\b)?
    | (?P<nine>(?i:nine|9)[\s-]+(?i:months?))(?:{_OF}|\s+)(?P<nine_y>{_YEAR})\b
    | (?:FY|(?i:fiscal(?:\s+year)?|financial\s+year))\s?['’]?(?P<fy>{_YEAR}|\d\d)
      (?:[/–-](?P<fy2>{_YEAR}|\d\d))?{_MARK}\b
    | (?P<year>{_YEAR}){_MARK}(?![\w%‰]|[.,]\d)
    )""",
    re.VERBOSE,
)
_CURRENCY_BEFORE = re.compile(rf"(?:{SIGN}|{CODE})\s?\Z")
_QUANTITY_AFTER = re.compile(
    rf"\s?(?:%|{SIGN}|{CODE}\b|per\s?cent|percent|{SCALE_NAME}\b|bn\b|mn\b|basis|bps\b"
    r"|employees|staff|people|customers|clients|stores|sites|tonnes|shares|MW\b|kWh\b|days|units|homes|vehicles)"
)
_YEAR_CUE = re.compile(
    r"\b(?:in|of|for|since|during|by|to|from|until|till|end|year|ended|and|or|than|after)\s\Z", re.I
)
_PART_ENDS = {"Q1": "03", "Q2": "06", "Q3": "09", "Q4": "12", "H1": "06", "H2": "12"}
_CODE_BEFORE, _CODE_AFTER = re.compile(r"(?<![A-Za-z])[A-Z]{1,6}[-/]\Z"), re.compile(r"[-/]\w*\d")


@lru_cache(maxsize=256)
def find_periods(text: str) -> tuple[PeriodMention, ...]:
    """Return every period ``text`` names, in order; amounts that look like years are left out."""
    return tuple(_mentions(text))


def covered(period: Period, named: Collection[Period]) -> bool:
    """Tell whether ``period`` is among ``named``, written in whatever way.

    A year is covered by any date in it; a quarter by its closing date; a date is not covered by its month.
    """
    if period in named:
        return True
    if not period.part:
        return any(other.year == period.year for other in named)
    parts = [o for o in named if o.part and _same_part(period.part, o.part)]
    years = {other.year for other in named}
    if not period.year:
        return bool(parts)
    return any(o.year == period.year or (not o.year and period.year in years) for o in parts)


def _same_part(wanted: str, other: str) -> bool:
    """Tell whether ``other`` is the wanted part of a year or a date inside the wanted month."""
    if wanted == other or other.startswith(f"{wanted}-"):
        return True
    return _PART_ENDS.get(wanted, "") == other[:2] or _PART_ENDS.get(other, "") == wanted[:2]


def _mentions(text: str) -> Iterator[PeriodMention]:
    for match in _PERIOD.finditer(text):
        if match["year"] and (_is_amount(text, match) or _is_in_code(text, match)):
            continue
        periods = next(read(match) for key, read in _READERS.items() if match[key])
        if periods:
            yield PeriodMention(match.start(), match.end(), periods)


def _is_amount(text: str, match: re.Match[str]) -> bool:
    """Tell the number 2,024 written without a comma from the year 2024."""
    if _CURRENCY_BEFORE.search(text[max(0, match.start() - 5) : match.start()]):
        return True
    before = text[max(0, match.start() - 10) : match.start()]
    return bool(_QUANTITY_AFTER.match(text, match.end())) and not _YEAR_CUE.search(before)


def _is_in_code(text: str, match: re.Match[str]) -> bool:
    """Tell the year within a number of a claim, tender or case: ``CL-2024-011``."""
    before = _CODE_BEFORE.search(text[max(0, match.start() - 8) : match.start()])
    return before is not None and _CODE_AFTER.match(text, match.end()) is not None


def _full_year(digits: str | None) -> int:
    """Return a four-digit year for two or four digits, 0 for none."""
    if not digits:
        return 0
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def _month(name: str) -> str:
    return f"{_MONTHS.index(name[:3].lower()) + 1:02d}"


def _dated(day: str, month: str, year: str | None) -> tuple[Period, ...]:
    return (Period(_full_year(year), f"{_month(month)}-{int(day):02d}"),)


def _split_year(first: str, second: str | None) -> tuple[Period, ...]:
    """Read 2023/24, the fiscal year that ends in 2024, and 2019-2023, which names both years."""
    start = _full_year(first)
    if not second:
        return (Period(start),)
    end = _full_year(second) if len(second) == 4 else start // 100 * 100 + int(second)
    if end == start + 1 and len(second) == 2:
        return (Period(end),)
    return (Period(start), Period(end)) if end > start else (Period(start),)


def _numbered(day: str, month: str, year: str) -> tuple[Period, ...]:
    """Read a date of numbers; of 3/4/2025 nobody can tell day and month, so only the year counts."""
    try:
        date(_full_year(year), int(month), int(day))
    except ValueError:
        return ()
    return (Period(_full_year(year), f"{int(month):02d}-{int(day):02d}"),)


def _slashed(match: re.Match[str]) -> tuple[Period, ...]:
    one, two, year = match["one"], match["two"], match["slash_y"]
    if one != two and max(int(one), int(two)) <= _MONTHS_A_YEAR:
        return (Period(int(year)),)
    return _numbered(two, one, year) if int(two) > _MONTHS_A_YEAR else _numbered(one, two, year)


def _months(match: re.Match[str]) -> tuple[Period, ...]:
    """Read January to September 2024: a part of the year, the year, or what ends in the last month."""
    first, last, year = _month(match["from"]), _month(match["till"]), int(match["range_y"])
    return (Period(year, _SPANS.get((first, last), last)),)


def _part(match: re.Match[str]) -> tuple[Period, ...]:
    if match["part2"] and match["part2"][-1] == "M":
        return (Period(_full_year(match["party"]), _SPANS["01", f"{int(match['part2'][:-1]):02d}"]),)
    code = (match["part"] or match["part2"][::-1]).upper()
    return (Period(_full_year(match["party"]), code),) if code not in {"H3", "H4"} else ()


def _ordinal(match: re.Match[str]) -> tuple[Period, ...]:
    if match["kind"][0].lower() == "n":
        return (Period(_full_year(match["ordy"]), "9M"),)
    letter = "Q" if match["kind"][0].lower() in "qt" else "H"
    number = _ORDINALS[match["ordinal"].lower()]
    if letter == "H":
        number = min(number, 2)
    return (Period(_full_year(match["ordy"]), f"{letter}{number}"),)


_MONTHS_A_YEAR = 12
_SPANS = {("01", "03"): "Q1", ("01", "06"): "H1", ("07", "12"): "H2", ("01", "09"): "9M", ("01", "12"): ""}
"""Parts of a year by their first and last months."""
_Reader = Callable[[re.Match[str]], tuple[Period, ...]]
_READERS: dict[str, _Reader] = {
    "iso": lambda m: (Period(int(m["iso"][:4]), f"{m['iso_m']}-{m['iso_d']}"),),
    "dotted": lambda m: _numbered(m["dot_d"], m["dot_m"], m["dot_y"]),
    "slashed": _slashed,
    "dashed": lambda m: _dated(m["dash_d"], m["dash_m"], m["dash_y"]),
    "from": _months,
    "short": lambda m: (Period(_full_year(m["short_y"]), _month(m["short"])),),
    "day": lambda m: _dated(m["day"], m["dm"], m["dmy"]),
    "md": lambda m: _dated(m["mday"], m["md"], m["mdy"]),
    "my": lambda m: (Period(int(m["myy"]), _month(m["my"])),),
    "split": lambda m: _split_year(m["split"], m["split2"]),
    "yq": lambda m: (Period(int(m["yq"]), m["yqp"].upper()),),
    "part": _part,
    "part2": _part,
    "ordinal": _ordinal,
    "nine": lambda m: (Period(int(m["nine_y"]), "9M"),),
    "fy": lambda m: _split_year(str(_full_year(m["fy"])), m["fy2"]),
    "year": lambda m: (Period(int(m["year"])),),
}


class FiscalCalendar(NamedTuple):
    """When a document's years end: its fiscal year's name, its quarter (0: a year) and its last day."""

    year: int = 0
    quarter: int = 0
    end: date | None = None

    @property
    def year_end_month(self) -> int:
        """The month in which fiscal years end; December when nothing says otherwise."""
        if self.end is None:
            return 12
        months_left = 3 * (4 - self.quarter) if self.quarter else 0
        return (_closed(self.end) + months_left) % 12 + 1

    @property
    def offset(self) -> int:
        """Years by which a fiscal year's last day lies behind its name: 1 for fiscal 2021 to January 2022."""
        if self.end is None or not self.year:
            return 0
        return (_closed(self.end) + (3 * (4 - self.quarter) if self.quarter else 0)) // 12 - self.year

    def year_of(self, day: date) -> int:
        """Return the name of the fiscal year a day lies in; a few days past the end still belong to it."""
        year, month = divmod(_closed(day), 12)
        return year + (month >= self.year_end_month) - self.offset

    def quarter_of(self, day: date) -> int:
        """Return the fiscal quarter that ends on or about a day."""
        month = _closed(day) % 12 + 1
        return -((self.year_end_month - month) % 12) // 3 + 4


def _closed(day: date) -> int:
    """Return the month, counted from year 0, that ends on or about a day; week-based years run over."""
    return 12 * day.year + day.month - 1 - (day.day <= _DAYS_OVER)


_DAYS_OVER = 7
"""A week-based year ends up to so many days into the next month."""
_QUARTERLY = re.compile(
    r"\b(?:quarter(?:ly)?|(?:three|3)[ -]months?|(?:1[23]|twelve|thirteen)[ -]weeks?|Q[1-4])\b", re.IGNORECASE
)
_YEAR_ENDED = re.compile(r"\byears? end(?:ed|ing)\b", re.IGNORECASE)
_YEARLY = re.compile(r"\byears? ended\b|\b(?:twelve|12)[ -]months?\b|\b5[23][ -]weeks?\b", re.IGNORECASE)
_PARTIAL = re.compile(
    r"\b(?:six|nine|6|9)[ -]months?\b|\b(?:24|26|36|39)[ -]weeks?\b|\byear[ -]to[ -]date\b", re.IGNORECASE
)
_SIX = re.compile(r"\b(?:six|6)[ -]months?\b|\b26[ -]weeks?\b", re.IGNORECASE)
_NINE = re.compile(r"\b(?:nine|9)[ -]months?\b|\b39[ -]weeks?\b", re.IGNORECASE)
_PARTS = (((_SIX, 2), "H1"), ((_SIX, 4), "H2"), ((_NINE, 3), "9M"))
"""What six or nine months are that end with a quarter."""


@lru_cache(maxsize=16384)
def fiscal_labels(text: str, calendar: FiscalCalendar) -> frozenset[str]:
    """Return every label by which the periods of a header or sentence may be asked for.

    A closing date is also its fiscal year, unless the text is about a quarter or part of a year; the last
    day of a quarter is also that quarter.
    """
    quarterly, partial = bool(_QUARTERLY.search(text)), bool(_PARTIAL.search(text))
    found: set[str] = set()
    for mention in find_periods(text):
        for period in mention.periods:
            day = _day(period)
            if day is None:
                found.add(period.label)
                if quarterly and period.part == "" and calendar.quarter and period.year:
                    found.discard(period.label)
                    found.add(f"{period.year}-Q{calendar.quarter}")
                continue
            found.update((period.label, period.label[:7]))
            year, quarter = calendar.year_of(day), calendar.quarter_of(day)
            if not partial and not _YEARLY.search(text):
                found.add(f"{year}-Q{quarter}")
            if partial:
                found.update(
                    f"{year}-{part}" for (span, last), part in _PARTS if last == quarter and span.search(text)
                )
            if not (quarterly or partial) and (quarter == 4 or _closes_a_year(text, day, calendar)):
                found.add(str(year))
    return frozenset(found)


def _closes_a_year(text: str, day: date, calendar: FiscalCalendar) -> bool:
    """Tell whether a text calls a day the end of a year, where nothing else says when years end.

    A year that ends in January may be called by the one before.
    """
    unknown = calendar.end is None and _closed(day) % 12 > 0
    return unknown and bool(_YEAR_ENDED.search(text))


def _day(period: Period) -> date | None:
    """Return the day a dated period names."""
    if not period.year or len(period.part) != len("06-30"):
        return None
    try:
        return date(period.year, int(period.part[:2]), int(period.part[3:]))
    except ValueError:
        return None


def period_fit(asked: str, stated: frozenset[str]) -> float:
    """Return how stated labels fit an asked one: 1 named, .5 a part of it, 0 none or a whole, -1 others."""
    if not stated:
        return 0.0
    if asked in stated:
        return 1.0
    if any(label.startswith(f"{asked}-") for label in stated):
        return 0.5
    if any(label and asked.startswith(f"{label}-") for label in stated):
        return 0.0
    if asked[:1] == "Q" or any(label[:1] in "QH9" for label in stated):
        parts = {label.rsplit("-", 1)[-1] for label in stated}
        return 0.5 if asked.rsplit("-", 1)[-1] in parts else -1.0
    return -1.0


def labels(text: str) -> frozenset[str]:
    """Return the labels of the periods a text names."""
    return frozenset(period.label for mention in find_periods(text) for period in mention.periods)


def without_periods(text: str) -> str:
    """Return the text with its periods blanked out, so that offsets stay."""
    blanked = text
    for mention in find_periods(text):
        width = mention.end - mention.start
        blanked = f"{blanked[: mention.start]}{' ' * width}{blanked[mention.end :]}"
    return blanked


def shifted(said: str, period: Period, unit: str, step: int) -> str:
    """Return the period one unit away, written the way it was."""
    letter = period.part[:1]
    if not unit:
        unit = {"Q": "quarter", "H": "half"}.get(letter, "year")
    if unit == "year":
        return re.sub(
            r"(?:19|20)\d{2}|(?<=[/–-])\d{2}\b|(?<=FY)\d{2}\b|(?<=FY )\d{2}\b",
            lambda found: f"{int(found.group()) + step:0{len(found.group())}d}",
            said,
        )
    count = {"quarter": 4, "half": 2}[unit]
    if letter != unit[0].upper():
        return ""
    number = period.year * count + int(period.part[1]) - 1 + step
    return f"{letter}{number % count + 1} {number // count}"

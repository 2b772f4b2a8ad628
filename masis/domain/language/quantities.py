"""Figure parsing: the amounts, percentages, counts and periods of a text as comparable values."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from masis.domain.language.currencies import CODE, CURRENCIES, MARK, NAME, SIGN, SIGNS, currency_of
from masis.domain.language.number_words import NUMBER_WORDS, spelled_number
from masis.domain.language.periods import PeriodMention, find_periods
from masis.domain.language.units import (
    SCALE_NAME,
    count_unit_after,
    rate_of,
    read_digits,
    scale_of,
)
from masis.domain.language.words import lexicon, tokens
from masis.domain.value import Value

Bound = Literal["exact", "about", "over", "at_least", "under", "at_most", "nearly"]
"""How exactly a text means a number; ``nearly`` says that it is not quite reached."""


class Figure(Value):
    """A number or period a text states, with everything needed to compare it."""

    start: int
    end: int
    text: str
    kind: Literal["number", "period"] = "number"
    value: Decimal
    """In base units: ``199.6 million`` is 199600000; a period's value is its year."""
    quantum: Decimal = Decimal(1)
    """The smallest step the writing shows, in base units: 100000 for ``199.6 million``."""
    unit: str = ""
    """``EUR``, ``%``, ``pp`` (percentage points), ``x``, ``people``, ``month``; empty when none is named."""
    scale: Decimal = Decimal(1)
    negative: bool = False
    bound: Bound = "exact"
    period: str = ""
    """``2024``, ``2024-Q3``, ``2024-06-30``; empty for a number."""
    spelled: bool = False
    """True for a number word: ``three``."""
    multiple: bool = False
    """True for a verb that says by how much something moved: ``doubled``."""

    @property
    def percent(self) -> bool:
        """Whether it is a percentage (percentage points are not)."""
        return self.unit == "%"

    @property
    def currency(self) -> str:
        """The ISO code when it is an amount of money, else empty."""
        return self.unit if self.unit in CURRENCIES else ""

    @property
    def mantissa(self) -> Decimal:
        """The number as written, before its scale word."""
        return self.value / self.scale


_CURRENCY_WORD = rf"(?:{SIGN}|{CODE}\b|{NAME})"
_MINUS = "[-−–△▲]"
_DIGITS = (
    r"(?:\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?:['’\u00a0\u202f]\d{3})+(?:[.,]\d+)?"
    rf"|\d{{1,3}}(?: \d{{3}})+(?:,\d{{1,2}}(?!\d)|(?=\s?(?:%|[{SIGNS}A-Za-z])))"
    r"|\d{1,18},\d{1,2}(?!\d)|\d{1,18}(?:\.\d{1,12})?)"
)
_SCALE = rf"(?:(?i:{SCALE_NAME}|mn|mln|mio|bn|mrd|tn|trn)\b|[mMkKbB]\b(?!&))"
_RATE = (
    r"(?:%|(?:of an? )?percentage[ -]points?\b|per[ -]?cent(?:age)? points?\b|per[ -]?cent\b|p\.p\.|ppts?\b"
    r"|pp\b|basis[ -]points?\b|bps?\b|[xX]\b|×|times\b)"
)
_LARGE = rf"[TkKM](?={SIGN}|{CODE}\b)"
"""A scale right in front of a currency: ``TEUR``, ``MSEK``, ``k€``."""
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_GROUPS = r"\d{1,3}(?: \d{3})+(?![\d.,]\d)"
"""Thousands set apart by spaces, sure behind a currency alone."""
_NUMBER = re.compile(
    rf"(?<![\w.])(?P<minus>{_MINUS}(?=\S))?(?P<large>{_LARGE})?(?P<currency>{MARK})?\s?(?P<minus2>{_MINUS})?(?P<paren>\()?"
    rf"(?<![A-Za-z][-/])(?<!\d[.,])(?P<digits>(?(currency){_GROUPS}|(?!))|{_DIGITS})(?!\d|[.,]\d)(?(paren)\))"
    rf"(?:(?:\s?(?P<after>{_CURRENCY_WORD}))?[\s-]?(?P<scale>{_SCALE}|{_LARGE}))?"
    rf"(?:\s?(?P<rate>{_RATE})|\s?(?P<after2>{_CURRENCY_WORD}))?"
)
_WORD_NUMBER = re.compile(
    rf"(?<![\w-])(?P<word>{NUMBER_WORDS})(?=\s)(?:\s(?P<scale>{_SCALE}))?"
    rf"(?:\s(?:(?P<rate>{_RATE})|(?P<currency>{NAME})))?",
    re.I,
)
_POINTER = re.compile(
    r"(?:\b(?:note|notes|page|pages|pp?\.?|section|sec\.|figure|fig\.?|table|chapter|item|no\.|article|part"
    r"|step|appendix|annex|exhibit|rule|ifrs|ias|iso|line|scope|tier|phase|version|level|type|model|passages?|sources?|documents?|chunk"
    r"|passages?\s\d+\sand)\s|#)\Z",
    re.I,
)
_NUMBERING = re.compile(r"(?:^|\n)\s*(?:[|#*>-]\s*)*\(?\Z")
_BOUND = re.compile(
    r"\b(?:(?P<about>around|about|approximately|approx\.|roughly|some|circa|ca\.|c\.|close to)"
    r"|(?P<nearly>nearly|almost|just (?:under|below|short of|shy of))"
    r"|(?P<at_least>at least|(?:no|not) (?:less|fewer) than|a minimum of)"
    r"|(?P<at_most>at most|up to|(?:no|not) more than|a maximum of)"
    r"|(?P<over>more than|greater than|over|above|in excess of|exceed(?:s|ed|ing)?)"
    r"|(?P<under>less than|fewer than|under|below|(?:short|shy) of))\s+(?:an?\s)?\Z|[~≈]\s?\Z",
    re.I,
)
_BOUNDS: tuple[Bound, ...] = ("nearly", "at_least", "at_most", "over", "under")
_COUNTED = re.compile(r"(?<![\w.,])[\d,]*\d \(\Z")
"""``22 (19.5%)``: the share of a count stands behind it in brackets, and is no negative."""
_FRACTION = re.compile(r"\d/\d")
_TIME_BEHIND = re.compile(
    r"\s(?:later|earlier|ago|before|after|(?:of the |of a |a )?(?:fiscal )?(?:year|day|decade|century))\b",
    re.I,
)
_TIME_IN = re.compile(r"\b(?:in|each|every|per|during)\s\Z", re.I)
_LENGTH = re.compile(r"[\s-](?:day|week|month)s?(?:[\s-]period)?\s+(?:ended|ending)\b", re.I)
"""Behind a number that says how long a dated period is."""
_CODE_AROUND = re.compile(
    rf"(?<![\w.,{SIGNS}-])(?:\d+-)+\d+(?![\w-])|\b\d{{2,4}}\([a-z]\)|\b\d{{1,2}}-[A-Z]\b"
)
"""Numbers that hyphens join, a code where one has a zero in front; ``401(k)``; ``8-K``."""
_RANGE_GAP = re.compile(r"\s*(?:-|–|—|to|and|or)\s*\Z")
_LOOKBACK = 24


def numbers(text: str, periods: tuple[PeriodMention, ...]) -> tuple[Figure, ...]:
    """Return the numbers of ``text`` that are not part of a period, numbering or a page reference."""
    starts = [mention.start for mention in periods]
    ends = [mention.end for mention in periods]
    every = (*_digit_figures(text), *_word_figures(text))
    found = [figure for figure in every if not _overlaps(figure, starts, ends)]
    found.sort(key=lambda figure: figure.start)
    return tuple(_share_units(text, found))


def period_figures(text: str, mentions: tuple[PeriodMention, ...]) -> tuple[Figure, ...]:
    """Return the periods of ``text`` as figures."""
    return tuple(
        Figure(
            start=mention.start,
            end=mention.end,
            text=text[mention.start : mention.end],
            kind="period",
            value=Decimal(period.year),
            period=period.label,
        )
        for mention in mentions
        for period in mention.periods
    )


def _overlaps(figure: Figure, starts: list[int], ends: list[int]) -> bool:
    """Tell whether a number is part of a period; periods are in order and apart."""
    before = bisect_left(starts, figure.end)
    return before > 0 and ends[before - 1] > figure.start


def _digit_figures(text: str) -> Iterator[Figure]:
    codes = [found.span() for found in _CODE_AROUND.finditer(text) if _is_code(found.group())]
    for match in _NUMBER.finditer(text):
        start = match.start("digits")
        if _LENGTH.match(text, match.end()) or any(first <= start < last for first, last in codes):
            continue
        before = text[max(0, match.start() - _LOOKBACK) : match.start()]
        bare = not (match["currency"] or match["scale"] or match["rate"] or match["after"] or match["after2"])
        following = text[match.end() : match.end() + 1]
        if following.isalpha() or following == "_":
            continue  # 2nd, 5G, 3D
        if bare and (
            _POINTER.search(before)
            or _FRACTION.search(text[max(0, start - 2) : match.end() + 2])
            or _is_numbering(text, start, match.end())
        ):
            continue
        yield _figure(text, match, before)


def _is_code(joined: str) -> bool:
    """Tell the number of a registration, ``77-0430924``, or of a section from a range of numbers."""
    return not joined[-1].isdigit() or any(len(part) > 1 and part[0] == "0" for part in joined.split("-"))


def _is_numbering(text: str, start: int, end: int) -> bool:
    """Tell the ``1.`` of a list from a number."""
    if text[end : end + 1] not in {".", ")"} or text[end + 1 : end + 2] not in {" ", "\t", ""}:
        return False
    return bool(_NUMBERING.search(text[max(0, start - 12) : start])) or start == 0


def _figure(text: str, match: re.Match[str], before: str) -> Figure:
    digits, large = match["digits"], match["large"]
    if "T" in {large, match["scale"]} and _POINTED.fullmatch(digits):  # who writes TEUR has decimal commas
        digits = digits.replace(".", "")
    number, step = read_digits(digits)
    unit, factor = rate_of(match["rate"])
    scale = scale_of(match["scale"] or large) * factor
    money = match["currency"] or match["after"] or match["after2"]
    if money:
        unit = currency_of(money)
    bracketed = before.endswith("(") and text[match.end() : match.end() + 1] == ")"
    bracketed = bracketed and not (unit == "%" and _COUNTED.search(before))
    return Figure(
        start=match.start(next((part for part in ("large", "currency") if match[part]), "digits")),
        end=match.end(),
        text=text[match.start() : match.end()].strip(),
        value=number * scale,
        quantum=step * scale,
        unit=unit or count_unit_after(text, match.end()),
        scale=scale,
        negative=bool(match["minus"] or match["minus2"] or match["paren"]) or bracketed,
        bound=_bound(before),
    )


def _word_figures(text: str) -> Iterator[Figure]:
    for match in _WORD_NUMBER.finditer(text):
        if _LENGTH.match(text, match.end()):
            continue
        unit, factor = rate_of(match["rate"])
        scale = scale_of(match["scale"]) * factor
        number, step = spelled_number(match["word"])
        before = text[max(0, match.start() - _LOOKBACK) : match.start()]
        yield Figure(
            start=match.start(),
            end=match.end(),
            text=match.group(),
            value=number * scale,
            quantum=step * scale,
            unit=unit or currency_of(match["currency"] or "") or count_unit_after(text, match.end()),
            scale=scale,
            bound=_bound(before),
            spelled=True,
        )


def _bound(before: str) -> Bound:
    """Return how exactly the words before a number mean it."""
    found = _BOUND.search(before)
    if not found:
        return "exact"
    return next((bound for bound in _BOUNDS if found[bound]), "about")


def _share_units(text: str, figures: list[Figure]) -> Iterator[Figure]:
    """Give the parts of a range the unit of the whole: ``10 to 12 %``, ``EUR 10-12 million``."""
    shared = list(figures)
    for i in range(len(shared) - 2, -1, -1):
        first, second = shared[i], shared[i + 1]
        if not _RANGE_GAP.match(text[first.end : second.start]):
            continue
        if not first.unit or first.unit == second.unit or not second.unit:
            shared[i], shared[i + 1] = _as_range(first, second)
    yield from shared


def _as_range(first: Figure, second: Figure) -> tuple[Figure, Figure]:
    unit = second.unit or first.unit
    if first.scale == 1 and second.scale != 1:
        first = rescaled(first, unit, second.scale)
    return rescaled(first, unit, Decimal(1)), rescaled(second, unit, Decimal(1))


def rescaled(figure: Figure, unit: str, scale: Decimal) -> Figure:
    """Return ``figure`` in ``unit``, its value and step multiplied by ``scale``."""
    return figure.model_copy(
        update={
            "unit": unit,
            "scale": figure.scale * scale,
            "value": figure.value * scale,
            "quantum": figure.quantum * scale,
        }
    )


def degrees(text: str) -> tuple[Figure, ...]:
    """Return what words say of shares and multiples: ``three quarters of``, ``nearly halved``, in percent."""
    known = lexicon()
    taken = [(mention.start, mention.end) for mention in find_periods(text)]
    taken += [(match.start() + 1, match.end()) for match in _WORD_NUMBER.finditer(text)]
    found = [
        figure
        for match in _shares().finditer(text)
        if not any(start <= match.start() < end for start, end in taken) and (figure := _share(text, match))
    ]
    for token in tokens(text):
        if token.stem in known.multiples:
            percent = Decimal(str(known.multiples[token.stem]))
            figure = _degree(text, (token.start, token.end), percent, Decimal(20))
            found.append(figure.model_copy(update={"multiple": True}))
    return tuple(sorted(found, key=lambda figure: figure.start))


@lru_cache(maxsize=1)
def _shares() -> re.Pattern[str]:
    """Return what finds ``a third``, ``three quarters``, ``half``, and ``half a percentage point``."""
    names = "|".join(lexicon().shares)
    counted = rf"\b(?P<count>an?|one|two|three|four)[ -](?P<share>{names})s?\b"
    return re.compile(
        rf"(?:{counted}|\b(?P<half>half)\b)(?:\s(?:of\s)?an?\s(?P<rate>{_RATE}|point\b))?", re.I
    )


def _share(text: str, match: re.Match[str]) -> Figure | None:
    """Read ``a third``; a half or a quarter that means a time is no share."""
    before = text[max(0, match.start() - _LOOKBACK) : match.start()]
    if _TIME_BEHIND.match(text, match.end()) or (not match["half"] and _TIME_IN.search(before)):
        return None
    each = Decimal(str(lexicon().shares[(match["share"] or match["half"]).lower()]))
    said = (match["count"] or "").lower()
    count = Decimal(1) if said in {"", "a", "an"} else spelled_number(said)[0]
    figure = _degree(text, match.span(), each * count, Decimal(4))
    return rescaled(figure, rate_of(match["rate"])[0], Decimal("0.01")) if match["rate"] else figure


def _degree(text: str, span: tuple[int, int], percent: Decimal, quantum: Decimal) -> Figure:
    start, end = span
    return Figure(
        start=start,
        end=end,
        text=text[start:end],
        value=abs(percent),
        quantum=quantum,
        unit="%",
        negative=percent < 0,
        bound=_bound(text[max(0, start - _LOOKBACK) : start]),
        spelled=True,
    )

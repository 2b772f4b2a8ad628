"""Answer types: does a sentence or row hold the kind of thing that was asked for."""

import re

from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit
from masis.domain.terms import names, words
from masis.domain.timeframes import mentions

_NUMBER = re.compile(
    r"(?<![\w.])[-+]?\d[\d,.]*(?:\s?(?:%|million|billion|thousand|bn|m|k)\b)?", re.IGNORECASE
)
_NUMBER_WORD = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|"
    r"billions?|dozens?|half|third|quarter|quarters|twice|double[ds]?|tripled?|one|single|none|zero|"
    r"several)\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"\bhow many\b(?! (?:times|percent|per cent))", re.IGNORECASE)
_LASTS = re.compile(r"\bhow long\b", re.IGNORECASE)
_DURATION = re.compile(
    r"\b(?:an?|the (?:whole|entire)|all) (?:year|month|week|day|hour|decade|century)\b", re.I
)
"""A length of time without a number: it answers how long and nothing else."""
_SHARES = frozenset(
    ("half", "third", "quarter", "quarters", "twice", "double", "doubled", "doubles", "one", "tripled")
)
_NO_COUNT = re.compile(
    r"(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|JPY)) ?\d[\d,.]*|"
    r"\d[\d,.]* ?(?:%|per ?cent|percentage points?)",
    re.IGNORECASE,
)
"""Shares and sums of money: they count nothing."""
_PERCENT = re.compile(
    r"\d\s?%|per ?cent|percentage|\bhalf\b|\bthirds?\b|\bmajority\b|\bbasis points?\b", re.IGNORECASE
)
_MONEY = re.compile(
    r"[€$£¥]\s?\d|\b(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|JPY|CNY|INR)\b|\b(?:euros?|dollars?|pounds?|francs?|yen|"
    r"cents?)\b|"
    r"\d\s?(?:million|billion|bn|thousand|k)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    # the end of "5,000" is no year
    r"(?<![\d,.])\b\d{3,4}s?\b(?![,.]\d)|\b(?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december|"
    r"spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|decade|"
    r"yesterday|today|tomorrow|annually|monthly|weekly|daily|quarter|week|month|year|years|centuries|B\.?C|"
    r"A\.?D|ago)\b|\bQ[1-4]\b",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\b(?:board|committee|team|department|council|parliament|government|court|president|ceo|cfo|coo|cto|"
    r"chief|"
    r"officer|director|manager|chair\w*|founder|minister|king|queen|people|group|company|auditor|"
    r"shareholders?|"
    r"management|members?|scientists?|judges?)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?:in|at|near|from|to|of|across|throughout|on|outside|inside|between|into) (?:the )?(?:[a-z]+ )?[A-Z]"
)
_CAUSE = re.compile(
    r"\b(?:because|due to|owing to|driven by|caused|causes?|as a result|result(?:ed|s|ing)? (?:in|from)|"
    r"led to|leads to|thanks to|helped by|came from|comes from|on account of|owed|"
    r"attribut\w+|reflect(?:s|ed|ing)|since|therefore|reason\w*|so that|in order to|owed to|stem(?:s|"
    r"med)? from|mainly|primarily|"
    r"following|explained? by|on the back of|after|in (?:an? )?(?:attempt|effort|order|response|protest)|"
    r"for fear of|designed to|intended to|"
    r"to (?:avoid|prevent|protect|encourage|ensure|escape|reduce|enable|allow|preserve|counter|gain|secure|"
    r"strengthen|promote))\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:recommend\w*|propos\w+|should|must|plans? to|intends? to|aims? to|will|advis\w+|priorit\w+|"
    r"next steps?|"
    r"suggest\w*|approve[sd]?|decided|agreed)\b",
    re.IGNORECASE,
)
_MEANS = re.compile(r"\b(?:by|through|via|using|with|means of|based on)\b", re.IGNORECASE)


def holds(part: Part, unit: Unit) -> float:
    """Return 1 when the unit holds what is expected, 0 when not; .5 where code cannot tell."""
    check = _CHECKS.get(part.expects)
    if check is not None:
        return float(check(part, unit))
    cue = {"why": _CAUSE, "advice": _ADVICE, "how": _MEANS}.get(part.kind)
    if cue is None:
        return 0.5
    said = f"{unit.before} {unit.text}" if unit.kind == "item" else unit.text
    return 1.0 if cue.search(said) else 0.0


def figures_in(text: str) -> tuple[str, ...]:
    """Return the numbers of a text that are not part of a period, as written."""
    spans = [(start, end) for _, start, end in mentions(text)]
    return tuple(
        match.group().strip().rstrip(".,")
        for match in _NUMBER.finditer(text)
        if not any(start <= match.start() < end for start, end in spans)
    )


def _has_number(part: Part, unit: Unit) -> bool:
    asked = set(figures_in(part.text))
    if _COUNTS.search(part.text):
        counts = [figure for figure in figures_in(_NO_COUNT.sub(" ", unit.text)) if figure not in asked]
        return bool(counts) or any(
            match.group().lower() not in _SHARES for match in _NUMBER_WORD.finditer(unit.text)
        )
    if _LASTS.search(part.text) and _DURATION.search(unit.text):
        return True
    return any(figure not in asked for figure in figures_in(unit.text)) or bool(
        _NUMBER_WORD.search(unit.text)
    )


def _has_percent(part: Part, unit: Unit) -> bool:
    table_ratio = unit.kind == "row" and "%" in unit.chunk.full_text
    return bool(_PERCENT.search(unit.text)) or (table_ratio and _has_number(part, unit))


def _has_money(part: Part, unit: Unit) -> bool:
    return bool(_MONEY.search(unit.text)) or (unit.kind == "row" and _has_number(part, unit))


def _has_date(part: Part, unit: Unit) -> bool:
    asked = {word for word in words(part.text) if any(ch.isdigit() for ch in word)}
    return any(match.group().lower() not in asked for match in _DATE.finditer(unit.text))


def _has_person(part: Part, unit: Unit) -> bool:
    return _has_new_name(part, unit) or bool(_ROLE.search(unit.text))


def _has_place(part: Part, unit: Unit) -> bool:
    return bool(_PLACE.search(unit.text)) or _has_new_name(part, unit)


def _has_new_name(part: Part, unit: Unit) -> bool:
    asked = set(words(part.text))
    return any(not set(words(name)) <= asked for name in names(unit.text))


_CHECKS = {
    "number": _has_number,
    "percent": _has_percent,
    "money": _has_money,
    "date": _has_date,
    "person": _has_person,
    "place": _has_place,
}

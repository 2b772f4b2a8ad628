"""Faults: change one thing in a true cited sentence so that it is false; equal seeds give equal faults."""

import calendar
import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import Figure, numbers
from masis.evaluation.sets import Row

FACTS = ("number", "unit", "scale", "period")
WORDS = ("entity", "negation", "wrong source", "invented citation", "unsupported addition")

_UNITS = (
    ("EUR", "USD"),
    ("USD", "EUR"),
    ("%", " percentage points"),
    ("percentage points", "percent"),
    ("tonnes", "kilograms"),
    ("years", "months"),
    ("months", "weeks"),
    ("days", "hours"),
    ("hours", "minutes"),
)
_SCALES = (("million", "billion"), ("billion", "million"), ("thousand", "million"))
_MONTHS = tuple(calendar.month_name)[1:]
_QUARTERS = ("first quarter", "second quarter", "third quarter", "fourth quarter")
_YEAR = re.compile(r"\b20[0-4]\d\b")
_OPPOSITES = (
    ("rose", "fell"),
    ("grew", "shrank"),
    ("increased", "decreased"),
    ("improved", "worsened"),
    ("fell", "rose"),
    ("below", "above"),
    ("more than", "less than"),
    ("largest", "smallest"),
)
_AUXILIARY = re.compile(r"\b(was|were|is|are|has|have|will|can|should|would|must)\b(?! not\b)")
_NEW_ID = "0123456789abcdef"


class Sentence(Row):
    """A true sentence, and what a fault in it may be made of."""

    id: str
    statement: str
    swap: tuple[str, str] | None = None
    """A name in it, and the name to put in its place."""
    negation: str = ""
    addition: str = ""


class Planted(NamedTuple):
    """An answer sentence with its fault; ``text`` ends before its citation."""

    kind: str
    text: str
    added: str = ""
    """A second sentence under the same citation, the fault of an unsupported addition."""
    invented: str = ""
    """An id that stands in the place of the real one."""


def plant(statement: Sentence, seed: int) -> Iterator[Planted]:
    """Yield every fault that the sentence allows; one it does not allow is left out, never forced."""
    bend: Mapping[str, Callable[[str, random.Random], str]] = {
        "number": _number,
        "unit": lambda text, _: _exchanged(text, _UNITS, needs_digit=True),
        "scale": lambda text, _: _exchanged(text, _SCALES, needs_digit=True),
        "period": _period,
    }
    text = statement.statement
    for kind, change in bend.items():
        changed = change(text, _source(statement, kind, seed))
        if changed and changed != text:
            yield Planted(kind, changed)
    if statement.swap and statement.swap[0] in text:
        yield Planted("entity", text.replace(*statement.swap, 1))
    negated = statement.negation or _negation(text)
    if negated and negated != text:
        yield Planted("negation", negated)
    yield Planted("wrong source", text)
    source = _source(statement, "id", seed)
    yield Planted(
        "invented citation",
        text,
        invented="k" + "".join(source.choice(_NEW_ID) for _ in range(12)),
    )
    if statement.addition:
        yield Planted("unsupported addition", text, added=statement.addition)


def _source(statement: Sentence, kind: str, seed: int) -> random.Random:
    return random.Random(f"{seed}/{statement.id}/{kind}")  # noqa: S311 - repeatable, no secret


def _number(text: str, source: random.Random) -> str:
    """Change one number by 4 to 40 % and keep the way it is written."""
    stated = numbers(text, find_periods(text))
    figures = [figure for figure in stated if re.search(r"\d", text[figure.start : figure.end])]
    if not figures:
        return ""
    figure = source.choice(figures)
    return _rewritten(text, figure, source)


def _rewritten(text: str, figure: Figure, source: random.Random) -> str:
    match = re.search(r"\d[\d,]*(?:\.\d+)?", text[figure.start : figure.end])
    if match is None:
        return ""
    written = match.group().rstrip(",")
    decimals = len(written.partition(".")[2])
    value = float(written.replace(",", ""))
    factor = 1 + source.choice((-1, 1)) * source.uniform(0.04, 0.4)
    changed = round(value * factor, decimals)
    if changed == value:
        changed = value + 10**-decimals
    shown = f"{changed:,.{decimals}f}" if "," in written else f"{changed:.{decimals}f}"
    start = figure.start + match.start()
    return text[:start] + shown + text[start + len(written) :]


def _exchanged(text: str, pairs: tuple[tuple[str, str], ...], *, needs_digit: bool) -> str:
    """Replace the first word of the table that stands in a text with figures."""
    if needs_digit and not re.search(r"\d", text):
        return ""
    for old, new in pairs:
        pattern = re.compile(rf"(?<![A-Za-z]){re.escape(old)}(?![A-Za-z])")
        if pattern.search(text):
            return pattern.sub(new, text, count=1)
    return ""


def _period(text: str, source: random.Random) -> str:
    """Move a quarter, else a month, else a year."""
    for names in (_QUARTERS, _MONTHS):
        for name in names:
            if re.search(rf"\b{name}\b", text):
                others = [other for other in names if other != name]
                return re.sub(rf"\b{name}\b", source.choice(others), text, count=1)
    match = _YEAR.search(text)
    if match is None:
        return ""
    year = str(int(match.group()) + source.choice((-2, -1, 1, 2)))
    return text[: match.start()] + year + text[match.end() :]


def _negation(text: str) -> str:
    """Turn a direction round, else put a ``not`` behind the first auxiliary verb."""
    for old, new in _OPPOSITES:
        if re.search(rf"\b{old}\b", text):
            return re.sub(rf"\b{old}\b", new, text, count=1)
    return _AUXILIARY.sub(r"\1 not", text, count=1)

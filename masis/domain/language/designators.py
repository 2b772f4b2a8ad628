"""Designators: the letters and numbers that tell things of one name apart: facility B, week 24, 300 mg."""

import re
from collections.abc import Mapping

from masis.domain.language.currencies import CURRENCIES, SIGNS
from masis.domain.language.periods import without_periods
from masis.domain.language.units import SCALES
from masis.domain.language.words import fold, lexicon, stem
from masis.domain.once import kept_at_work

Designators = Mapping[str, frozenset[str]]
"""The marks of each name: ``{"week": {"12", "24"}, "mg": {"300"}}``."""
_MARK = r"(?:[A-Z]{1,4}-?\d{1,4}[A-Za-z]?|\d{1,4}[a-z]?|[IVX]{1,4}|[A-Z])"
_JOINED = r"(?:,?\s(?:and|or|to|&)\s|,\s|\s?[/–]\s?)"
_AFTER = re.compile(
    rf"\b(?P<name>[^\W\d_]{{3,}})[\s-](?P<marks>{_MARK}(?:{_JOINED}{_MARK})*)(?![\w%’'°]|[.,:]\d|\s?%)"
)
_BEFORE = re.compile(
    rf"(?<![\w.,:{SIGNS}])(?<![{SIGNS}]\s)(?P<marks>[-−]?\d{{1,4}})[\s-]°?(?P<name>[^\W\d_]{{1,12}})(?![\w’'])"
)
_SINGLE = re.compile(rf"[-−]?{_MARK}")
_NO_NAME = frozenset({*(fold(code) for code in CURRENCIES), *map(fold, SCALES.values()), "percent", "per"})


@kept_at_work(8192)
def designators(text: str) -> Designators:
    """Return the marks of each name in a text, also of what is counted, periods left out.

    >>> designators("Facility B at 300 mg, weeks 12 and 24 of 2025")
    {'facil': frozenset({'b'}), 'mg': frozenset({'300'}), 'week': frozenset({'12', '24'})}
    """
    plain, found = without_periods(text), dict[str, set[str]]()
    places = [*_AFTER.finditer(plain), *_BEFORE.finditer(plain)]
    for place in places:
        name = fold(place["name"])
        if name not in lexicon().stop and name not in _NO_NAME:
            marks = {fold(mark) for mark in _SINGLE.findall(place["marks"])}
            found.setdefault(stem(name), set()).update(marks)
    return {name: frozenset(marks) for name, marks in found.items()}


def differ(asked: Designators, said: Designators) -> bool:
    """Tell whether a text says another thing of an asked name: *week 12* where *week 24* is asked for."""
    return any(asked[name].isdisjoint(said[name]) for name in asked.keys() & said.keys())


def agree(asked: Designators, said: Designators) -> bool:
    """Tell whether a text says an asked thing, and no other one of its name."""
    return bool(asked.keys() & said.keys()) and not differ(asked, said)

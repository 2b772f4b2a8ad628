"""Nearest: the clauses of the cited passages that speak of what a sentence speaks of."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from masis.domain.language.quantities import Figure
from masis.domain.source_index import SourceIndex, SourceUnit
from masis.domain.support import Statement
from masis.domain.wording import content_stems

# A clause with nearly as much of the sentence as the best one counts too: it may say the same.
_NEAR = 0.9
_CLAUSE = re.compile(r";\s+|,?\s+(?:while|whereas)\s+")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
_DENIALS = frozenset(("not", "no", "never"))


class Near(NamedTuple):
    """One clause of a passage: of the unit with this number, or all of it."""

    source: SourceIndex
    number: int
    text: str
    bag: frozenset[str]


def nearest(
    statement: Statement, sources: Sequence[SourceIndex], apart_from: frozenset[str] = frozenset()
) -> tuple[Near, ...]:
    """Return the clauses that share most with the sentence, in words and numbers."""
    said = frozenset(statement.stems) - _DENIALS - apart_from
    found = [
        (_shared(statement, said, text, bag), Near(index, number, text, bag))
        for index in sources
        for number, unit in enumerate(index.units)
        for text, bag in _clauses(unit)
    ]
    best = max((count for count, _ in found), default=0)
    return tuple(near for count, near in found if best and count >= _NEAR * best)


def _shared(statement: Statement, said: frozenset[str], text: str, bag: frozenset[str]) -> int:
    """Count what a text has in common with the sentence: words, years, and numbers for two."""
    given = _numbers(text)
    years = len(_numbers(statement.text) & given) if given else 0
    return len(said & bag) + years + len(numbers_of(statement) & given)


def numbers_of(statement: Statement) -> frozenset[str]:
    """Return the numbers of a sentence, as written."""
    return frozenset(one for figure in statement.figures if (one := _digits(figure)))


def holds_number(statement: Statement, text: str) -> bool:
    """Tell whether a text has a number of the sentence."""
    return bool(numbers_of(statement) & _numbers(text))


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def _digits(figure: Figure) -> str:
    found = _NUMBER.search(figure.text)
    return found.group() if found else ""


def _clauses(unit: SourceUnit) -> tuple[tuple[str, frozenset[str]], ...]:
    if unit.text.startswith("|") or not _CLAUSE.search(unit.text):
        return ((unit.text, unit.bag),)
    return _split(unit.text)


def _stands_alone(text: str, start: int, part: str) -> bool:
    return text[:start].rstrip().endswith(("while", "whereas")) or part[:1].isupper()


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the text and its clauses, but none that has its subject in the clause before it."""
    cuts = [0, *(match.end() for match in _CLAUSE.finditer(text)), len(text)]
    parts = [text[a:b].strip() for a, b in pairwise(cuts)]
    parts = [
        part for at, part in enumerate(parts) if part and (not at or _stands_alone(text, cuts[at], part))
    ]
    return (
        (text, frozenset(content_stems(text))),
        *((part, frozenset(content_stems(part))) for part in parts),
    )

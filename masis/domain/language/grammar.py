"""Grammar: the shapes of questions, compiled from ``en.toml``, and how a text states what is worked out."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, cast

from masis.domain.language.words import directions, stem

Operation = Literal["lookup", "compare", "rank", "change", "list", "describe", "why", "advise", "verify"]
Result = Literal["", "change", "difference", "mean", "sum"]
Wanted = Literal["figure", "money", "count", "percent", "date", "person", "place", "text"]
_RESULT_OF = r"^\W*(?:what|how much) (?:is|was|were|are) (?:the\s+)?(?:[^\s,?]+\s+){0,4}?"
"""What stands before the name of a result; up to four words may narrow it."""


class Grammar(NamedTuple):
    """The shapes of questions, compiled from ``en.toml``."""

    asking: re.Pattern[str]
    asking_inside: re.Pattern[str]
    joined: re.Pattern[str]
    comparing: re.Pattern[str]
    pointing_back: re.Pattern[str]
    earlier: re.Pattern[str]
    head: re.Pattern[str]
    tail: re.Pattern[str]
    operations: tuple[tuple[Operation, re.Pattern[str]], ...]
    wanted: tuple[tuple[Wanted, re.Pattern[str]], ...]
    most: frozenset[str]
    least: frozenset[str]
    moving: frozenset[str]
    way: frozenset[str]
    period: frozenset[str]
    """Stems of words that only say when."""
    results: Mapping[Result, tuple[re.Pattern[str], ...]]
    """Each with what asks for it, what names it in a table and what tells it in prose."""
    thing: re.Pattern[str]
    """``What employer match does ...``: the words between question word and verb say what is wanted."""


@lru_cache(maxsize=1)
def grammar() -> Grammar:
    """Return the shapes, compiled once."""
    raw = tomllib.loads(Path(__file__).with_name("en.toml").read_text(encoding="utf-8"))["questions"]
    asking, auxiliary = f"(?:{'|'.join(raw['asking'])})", f"(?:{raw['auxiliary']})"
    whose = r"(?:(?:the|its|their|our|[\w&.]+(?:'s|’s|s'|s’))\s+)*"

    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.IGNORECASE)

    def stemmed(words: str) -> frozenset[str]:
        return frozenset(stem(word) for word in words.split())

    return Grammar(
        asking=compiled(rf"\W*(?:{asking}|{auxiliary})\b"),
        asking_inside=compiled(rf",\s*{asking}\b"),
        joined=compiled(
            rf"(?:,?\s+(?:and|but)(?:\s+also)?\s+|;\s*(?:and\s+)?|,\s+)"
            rf"(?={asking}\b|{auxiliary}\s+(?:the|it|they|we|our|there|this|any|its|he|she)\b)"
        ),
        comparing=compiled(rf"\b(?:{raw['comparing']})\b"),
        pointing_back=compiled(rf"\b(?:{raw['pointing_back']})\b"),
        earlier=compiled(rf"\b(?:{raw['earlier']})\b"),
        head=compiled(rf"^(?P<head>.*?\b(?:{auxiliary}|much|many|for|of|pay|spend|gave|give)\b\s+{whose})"),
        tail=compiled(rf"\s+(?:{raw['tail']})\b.*$"),
        operations=tuple(
            (cast("Operation", name), compiled("|".join(p))) for name, p in raw["operations"].items()
        ),
        wanted=tuple((cast("Wanted", name), compiled("|".join(p))) for name, p in raw["wanted"].items()),
        most=frozenset(raw["words"]["most"].split()),
        least=frozenset(raw["words"]["least"].split()),
        moving=stemmed(raw["words"]["moving"]),
        way=stemmed(raw["words"]["way"]),
        period=stemmed(raw["words"]["period"]),
        results={
            cast("Result", name): (
                compiled(rf"{_RESULT_OF}\W*{asked}\b"),
                *(compiled(rf"\b(?:{said})") for said in (named, told)),
            )
            for name, (asked, named, told) in raw["results"].items()
        },
        thing=compiled(rf"\W*(?:what|which)\s+(?!(?:{auxiliary}|of)\b)(?P<thing>.+?)\s+(?:{auxiliary})\b"),
    )


def states_result(text: str, result: Result, *, in_table: bool) -> bool:
    """Tell whether a text says that it states a result: ``rose by``, ``on average``, ``in total``.

    ``in_table``: it is what stands in, over and above a row, where a loss or a gain is no movement.
    """
    if not result:
        return True
    _, named, told = grammar().results[result]
    if in_table:
        return bool(named.search(text))
    moved = result in {"change", "difference"} and any(pair == "movement" for pair, _ in directions(text))
    return moved or bool(told.search(text))


def words_of_movement() -> frozenset[str]:
    """Return the stems that ask how something moved, or only say which way: no row has to hold them."""
    return grammar().moving | grammar().way


def words_of_way() -> frozenset[str]:
    """Return the stems that only say which way a change went."""
    return grammar().way

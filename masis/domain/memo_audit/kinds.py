"""Memo kinds: which sentences of somebody's memo state a checkable fact, and which are headings or opinions.

The rule is structural. A sentence is an opinion when its writer speaks of himself, says what he thinks or
advises, and no part of it outside that frame holds a figure. A figure that a writer believes in is still a
figure: ``we believe revenue was EUR 300 million`` is checked.
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import masis.domain.language as kernel
from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import numbers
from masis.domain.language.sentence_kinds import ITEM_MARKER, classify
from masis.domain.language.words import Token, stem, tokens

MemoKind = Literal["claim", "opinion", "heading"]


class Reading(NamedTuple):
    """What a sentence is, and the words of it that can be checked."""

    kind: MemoKind
    body: str = ""
    """The sentence without the frame its writer put around the fact; empty when there is none."""


class _Words(NamedTuple):
    """The lists of ``[memo]`` in ``en.toml``, in stems."""

    first: frozenset[str]
    urging: frozenset[str]
    believing: frozenset[str]
    reason: re.Pattern[str]


_END = re.compile(r"[.!?…][\"'”’»)*_]*\s*\Z")
_OPENS_A_CLAUSE = re.compile(r"(?:\s*,?\s+(?:that\s+)?|,?\s*)")
_LONGEST_TITLE = 12
_FRAME_WORDS = 6
"""So far into a sentence its writer may speak of himself."""
_SMALL_COUNT = 3


@lru_cache(maxsize=1)
def _words() -> _Words:
    path = Path(kernel.__path__[0]) / "en.toml"
    raw = tomllib.loads(path.read_text(encoding="utf-8"))["memo"]
    lists = {name: frozenset(map(stem, said.split())) for name, said in raw.items() if name != "reason"}
    return _Words(**lists, reason=re.compile(rf"\s*[,(]?\s*\b(?:{raw['reason']})\b\s*", re.IGNORECASE))


def read_sentence(text: str, *, alone: bool = False) -> Reading:
    """Return what one sentence of a memo is; ``alone``: it has its line or lines to itself."""
    kind = classify(text)
    bare = ITEM_MARKER.sub("", text, count=1).strip(" *_")
    if kind == "heading" or (alone and _is_title(bare, marked=bool(ITEM_MARKER.match(text)))):
        return Reading("heading")
    if bare.endswith("?"):
        return Reading("opinion")
    if kind != "claim" and not _has_figure(bare):
        return Reading("heading" if kind == "lead_in" else "opinion")
    return _weighed(text.strip() if text.lstrip().startswith("|") else bare)


def _weighed(bare: str) -> Reading:
    """Tell a fact from an opinion; a reason given for advice is a fact to check."""
    said = tokens(bare)
    opening = said[:_FRAME_WORDS]
    if not any(token.stem in _words().first for token in opening):
        return Reading("claim", bare)
    if _last(said, _words().urging):
        _, *reasons = _words().reason.split(bare)
        facts = [reason.strip(" ,.") for reason in reasons if _has_figure(reason)]
        return Reading("claim", " ".join(facts)) if facts else Reading("opinion")
    believed = _last(opening, _words().believing)
    opened = _OPENS_A_CLAUSE.match(bare, believed.end) if believed else None
    body = bare[opened.end() :].strip() if opened else bare
    return Reading("opinion") if believed and not _has_figure(body) else Reading("claim", body)


def _last(said: tuple[Token, ...], listed: frozenset[str]) -> Token | None:
    return next((token for token in reversed(said) if token.stem in listed), None)


def _has_figure(text: str) -> bool:
    """Tell whether a text holds a figure or a date; a small spelled number is a way of speaking."""
    mentions = find_periods(text)
    return bool(mentions) or any(
        not (number.spelled and number.value <= _SMALL_COUNT and not number.unit)
        for number in numbers(text, mentions)
    )


def _is_title(bare: str, *, marked: bool) -> bool:
    """Tell a title, an address line or a greeting from a sentence."""
    if marked or _END.search(bare) or bare.startswith("|"):
        return False
    return len(bare.split()) <= _LONGEST_TITLE and not numbers(bare, find_periods(bare))

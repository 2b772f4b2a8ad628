"""Memo kinds: which sentences of somebody's memo state a checkable fact, and which are headings or opinions.

The rule is structural. A sentence is an opinion when nothing in it can be looked up: it advises, or it says
what somebody believes, and no part of it outside that frame holds a figure. A figure that a writer believes
in is still a figure: ``we believe revenue was EUR 300 million`` is checked.
"""

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import masis.domain.language as kernel
from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import numbers
from masis.domain.language.sentences import classify
from masis.domain.language.words import Token, names, stem, tokens

MemoKind = Literal["claim", "opinion", "heading"]


class Reading(NamedTuple):
    """What a sentence is, and the words of it that can be checked."""

    kind: MemoKind
    body: str = ""
    """The sentence without the frame its writer put around the fact; empty when there is none."""
    evaluative: bool = False
    """It rates without a figure: an opinion, unless the documents say the same."""


class _Words(NamedTuple):
    """The lists of ``[memo]`` in ``en.toml``, in stems."""

    advising: frozenset[str]
    urging: frozenset[str]
    first: frozenset[str]
    who: frozenset[str]
    believing: frozenset[str]
    framing: frozenset[str]
    rating: frozenset[str]
    greeting: frozenset[str]
    address: frozenset[str]
    back: frozenset[str]
    reason: re.Pattern[str]


_MARKER = re.compile(r"\A\s*(?:[-*+•‣▪–—·]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|#{1,6})\s+")
_LABEL = re.compile(r"\A\W{0,3}(?:\w+ )?(\w+)(?: by| for)?\W{0,3}:\W{0,3}\s?\S")
_END = re.compile(r"[.!?…][\"'”’»)*_]*\s*\Z")
_PIECE = re.compile(r"\s*(?:;|—|\s–\s)\s*")
_OPENS_A_CLAUSE = re.compile(r"\s*,?\s+(?:that\s+)?|,?\s*")
_LONGEST_TITLE = 12
_FRAME_WORDS = 6
"""So far into a sentence its writer may speak of himself."""
_LEAST_WORDS = 3
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
    bare = _MARKER.sub("", text, count=1).strip(" *_")
    if kind == "heading" or _is_furniture(bare, marked=bool(_MARKER.match(text)), alone=alone):
        return Reading("heading")
    if bare.endswith("?"):
        return Reading("opinion")
    if kind != "claim" and not _has_figure(bare):
        return Reading("heading" if kind == "lead_in" else "opinion")
    return _weighed(text.strip() if text.lstrip().startswith("|") else bare)


def points_back(sentence: str) -> bool:
    """Tell a sentence whose subject stands in the one before it."""
    first = next(iter(tokens(sentence)), None)
    return first is not None and first.stem in _words().back


def _weighed(bare: str) -> Reading:
    """Tell a fact from an opinion; a reason given for advice is a fact to check."""
    said = tokens(bare)
    if _advises(said):
        pieces = [piece for part in _PIECE.split(bare) for piece in _words().reason.split(part)]
        facts = [piece.strip(" ,.") for piece in pieces if _has_figure(piece)]
        facts = [piece for piece in facts if not _advises(tokens(piece))]
        return Reading("claim", " ".join(facts)) if facts else Reading("opinion")
    end, believed = _frame(said)
    body = bare[_OPENS_A_CLAUSE.match(bare, end).end() :].strip() if end else bare  # type: ignore[union-attr]
    if _has_figure(body):
        return Reading("claim", body)
    if believed:
        return Reading("opinion")
    rated = _has(said, _words().rating) and not any(name.sure for name in names(body))
    return Reading("claim", body, evaluative=rated or len(body.split()) < _LEAST_WORDS)


def _frame(said: tuple[Token, ...]) -> tuple[int, bool]:
    """Return where the words end that a writer puts around a fact, and whether he says to believe it."""
    if said and said[0].stem in _words().framing:
        return said[0].end, False
    opening = said[:_FRAME_WORDS]
    who = next((at for at, token in enumerate(opening) if token.stem in _words().who), None)
    if who is None or who > 1:
        return 0, False
    believing = [at for at, token in enumerate(opening) if at > who and token.stem in _words().believing]
    return (opening[believing[-1]].end, True) if believing else (0, False)


def _advises(said: tuple[Token, ...]) -> bool:
    return _has(said, _words().advising) or (
        _has(said[:_FRAME_WORDS], _words().first) and _has(said[:_FRAME_WORDS], _words().urging)
    )


def _has(said: tuple[Token, ...], listed: frozenset[str]) -> bool:
    return any(token.stem in listed for token in said)


def _has_figure(text: str) -> bool:
    """Tell whether a text holds a figure or a date; a small spelled number is a way of speaking."""
    mentions = find_periods(text)
    return bool(mentions) or any(
        not (number.spelled and number.value <= _SMALL_COUNT and not number.unit)
        for number in numbers(text, mentions)
    )


def _is_furniture(bare: str, *, marked: bool, alone: bool) -> bool:
    """Tell a title, an address line or a greeting from a sentence."""
    label = _LABEL.match(bare)
    if label and stem(label[1]) in _words().address:
        return True
    if _has(tokens(bare)[:2], _words().greeting) and not _has_figure(bare):
        return True
    if marked or not alone or _END.search(bare) or bare.startswith("|"):
        return False
    return len(bare.split()) <= _LONGEST_TITLE and not numbers(bare, find_periods(bare))

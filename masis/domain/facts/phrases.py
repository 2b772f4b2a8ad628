"""Phrases: what a label, header or caption is about: its concepts, and the words it is called by."""

import re
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from masis.domain.language.periods import find_periods, without_periods
from masis.domain.language.words import concept, concepts, fold, lexicon, stem, tokens

_BRACKETS = re.compile(r"\(([^()]*)\)")
_BREAK = re.compile(r"[,;:/–—]|\s-\s")
_BY = re.compile(r"\bby\b.*", re.IGNORECASE | re.DOTALL)
_FULL = re.compile(r"\b(?:full|twelve|12)[- ](year|quarter|month)(?=s?\b)", re.IGNORECASE)
_MONEY = frozenset({"dollar", "euro", "pound"})
_JOINING = frozenset({"and", "or", "the", "a", "an"})
"""Stop words that do not end the words a thing is called by."""


class Phrase(NamedTuple):
    """A text as it is compared with others."""

    words: frozenset[str]
    """Its concepts without periods."""
    head: tuple[str, ...]
    """Concepts of what it is called by, in order: of ``Cost of sales, net`` only ``cost``."""
    led: bool
    """Whether a preposition ends its head: ``Income attributable to``."""

    @property
    def measured(self) -> str:
        """The last word of its head that is a measure; empty where none is."""
        known = lexicon().measures
        return next((word for word in reversed(self.head) if word in known), "")


@lru_cache(maxsize=16384)
def phrase(text: str) -> Phrase:
    """Return what a text is about; brackets that only name another sign of the same thing are left out."""
    plain = _BRACKETS.sub(_kept, without_periods(_FULL.sub(r"\1", text)))
    head, led = _head(plain)
    return Phrase(frozenset(concepts(plain)) | _qualifiers(plain), head, led)


def _qualifiers(text: str) -> frozenset[str]:
    """Return what tells lines apart beside concepts: ``other``, ``before``, ``Class A``, ``Level 2``."""
    known, found = lexicon(), tokens(text)
    told: set[str] = set()
    for token, after in zip_longest(found, found[1:]):
        word = fold(token.text)
        lasts = after is not None and concept(after.stem) in known.period  # 52 weeks
        if token.text[0].isdigit():
            told |= {token.stem} - ({token.stem} if lasts else set())
        elif (len(token.text) == 1 and token.text.isupper()) or (
            not token.content and (word == "other" or word in known.negations or stem(word) in known.sides)
        ):
            told.add(word)
    return frozenset(told)


@lru_cache(maxsize=1)
def idle() -> frozenset[str]:
    """Return the concepts that narrow nothing: totals, periods, units, states of a figure."""
    known = lexicon()
    hedging = known.hedging - {"current"}  # ``currently`` narrows nothing, ``current assets`` does
    return known.all | hedging | known.period | frozenset(known.firmness) | _MONEY


def narrowing(text: str, measure: frozenset[str]) -> frozenset[str]:
    """Return what a text says beyond a measure and beyond words that narrow nothing."""
    return phrase(text).words - measure - idle()


def narrowing_of_name(text: str, measure: frozenset[str]) -> frozenset[str]:
    """Return the same for a text that names the measure of what stands under it: ``Net sales by region``."""
    return narrowing(_BY.sub("", text), measure)


def is_named(text: str, measure: Phrase) -> bool:
    """Tell whether a text is called by a measure: ``Americas net sales``, never ``Cost of net sales``."""
    said = phrase(text)
    if not measure.head or not measure.words <= said.words or not set(measure.head) <= set(said.head):
        return False
    denied = "non" in said.words - measure.words  # ``Non-operating income`` is no operating income
    called = said.measured in {"", measure.head[-1], measure.measured}
    return called and not denied and not _goes_on(said, measure) and not _is_half(text, measure)


def _goes_on(said: Phrase, measure: Phrase) -> bool:
    """Tell a name that goes on behind the measure: ``Inventory turns``, ``Employee stock options``."""
    last = max(at for at, word in enumerate(said.head) if word in measure.head)
    behind = [word for word in said.head[last + 1 :] if word not in measure.words | idle()]
    return len(behind) > said.led


def names_another(text: str, measure: Phrase) -> bool:
    """Tell whether a text names a measure of its own."""
    return bool(phrase(text).words & lexicon().measures - measure.words - idle()) or _is_half(text, measure)


def _is_half(text: str, measure: Phrase) -> bool:
    """Tell a measure that is half of another thing: the sales of ``Sales and marketing``."""
    words = [token for token in tokens(text) if token.content or fold(token.text) in {"and", "or", "&"}]
    for before, joint, after in zip(words, words[1:], words[2:], strict=False):
        pair = {concept(before.stem), concept(after.stem)}
        if not joint.content and measure.head and measure.head[-1] in pair and not pair <= measure.words:
            modified = after is not words[-1] and concept(after.stem) != measure.head[-1]
            if not modified or concept(before.stem) == measure.head[-1]:
                return True
    return False


def is_period(text: str) -> bool:
    """Tell whether a text says when and nothing else."""
    return bool(find_periods(text)) and not narrowing(text, frozenset())


def printed(text: str) -> str:
    """Return a label as it is shown: spaces collapsed, no colon at the end."""
    return " ".join(text.split()).strip(" :–—-")


def called(text: str) -> str:
    """Return a header or caption as a name: without its period, and without the unit behind a comma."""
    parts = [part for part in without_periods(text).split(",") if phrase(part).words - idle()]
    words = printed(", ".join(map(printed, parts))).split()
    while words and fold(words[-1]) in lexicon().stop and not _qualifiers(words[-1]):
        words.pop()
    return " ".join(words)


def _kept(found: re.Match[str]) -> str:
    """Drop ``(loss)`` behind ``Net income``, keep ``(non-GAAP)``."""
    return " " if lexicon().measures.issuperset(concepts(found[1])) else f" {found[1]} "


def _head(text: str) -> tuple[tuple[str, ...], bool]:
    """Return the concepts a text is called by, and whether a preposition follows them."""
    for part in _BREAK.split(text):
        rest = part
        while rest.strip():
            end = _end_of_head(rest)
            head, led = concepts(rest[:end]), end < len(rest)
            if head and not (led and idle().issuperset(head)):
                return head, led
            rest = rest[end:].strip().partition(" ")[2]  # ``Number of customers`` is called by customers
    return (), False


def _end_of_head(text: str) -> int:
    stop = lexicon().stop
    breaks = (
        token.start
        for token in tokens(text)
        if token.start and token.text.lower() in stop and token.text.lower() not in _JOINING
    )
    return next(breaks, len(text))

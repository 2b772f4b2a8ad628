"""Features: what is measured of each unit against one part of a question."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from masis.analysts.extract.answer_types import holds
from masis.analysts.extract.likeness import letter_likeness, new_names
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.units import Unit
from masis.domain.terms import stem, stems, word_list
from masis.domain.timeframes import compatible, labels

Vectors = NDArray[np.float32]

NAMES = (
    "cosine",
    "cover",
    "cover_around",
    "bigrams",
    "best_cover",
    "type_held",
    "names_met",
    "period_met",
    "chunk_score",
    "chunk_keywords",
    "opens_chunk",
    "short",
    "long",
    "leans_back",
    "new_words",
    "kind_row",
    "cosine_x_cover",
    "letters",
    "new_names",
    "chunk_cover",
    "type_x_cover",
    "best_cosine",
)

_GENERIC = frozenset(
    stem(word)
    for word in word_list(
        """many type kind thing part number amount name called term year time day person people group way
    used use example following percentage level total overall company main place position role item area word
    long high low big large much old value rate far often"""
    )
)


_LIGHT = frozenset(
    stem(word)
    for word in word_list(
        """develop evolve change perform happen occur look do go take use make get work mean compare compared
    difference trend currently exactly stand acronym abbreviation mean meaning"""
    )
)
"""Words that a question needs and an answer seldom repeats."""


@dataclass(frozen=True)
class TermWeights:
    """How rare each topic word of a part is among the units at hand."""

    weights: dict[str, float]

    @property
    def total(self) -> float:
        """Sum of all weights, never zero."""
        return sum(self.weights.values()) or 1.0


def weigh_terms(part: Part, units: Sequence[Unit]) -> TermWeights:
    """Weigh a part's words by rarity in the evidence; names count more, generic words less."""
    counts: Counter[str] = Counter()
    for unit in units:
        counts.update(unit.stems)
    total = len(units) + 1.0
    named = frozenset().union(*(name_stems(name) for name in part.names)) if part.names else frozenset()
    weights = {}
    for term in (*part.terms, *part.context):
        rarity = 0.35 + math.log(total / (counts[term] + 0.7)) / math.log(total + 1.5)
        factor = 1.3 if term in named else 0.15 if term in _LIGHT else 0.4 if term in _GENERIC else 1.0
        weights[term] = max(0.05, rarity) * factor * (0.5 if term in part.context else 1.0)
    return TermWeights(weights)


def cover(terms: TermWeights, present: frozenset[str]) -> float:
    """Return the weighted share of the terms that a set of stems holds."""
    forms = canonicals(present)
    return sum(weight * matches(term, present, forms) for term, weight in terms.weights.items()) / terms.total


def feature_matrix(
    part: Part, units: Sequence[Unit], cosines: Sequence[float], terms: TermWeights
) -> Vectors:
    """Return one row of ``NAMES`` for each unit."""
    if not units:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    covers = [cover(terms, unit.stems) for unit in units]
    best, top_cosine = max(covers), max(cosines)
    top_score = max(unit.chunk.score for unit in units)
    top_keywords = max(unit.chunk.keyword_score for unit in units)
    letters = letter_likeness(part.text, [unit.text for unit in units])
    pairs = _bigrams(stems(part.text))
    rows = [
        (
            cosine,
            covered,
            cover(terms, unit.stems | unit.around),
            _overlap(pairs, unit),
            float(covered >= best - 1e-6),
            holds(part, unit),
            names_met(part, unit),
            period_met(part, unit),
            unit.chunk.score - top_score,
            unit.chunk.keyword_score - top_keywords,
            float(unit.position == 0),
            max(0.0, (12 - len(unit.stems)) / 12),
            max(0.0, (len(unit.stems) - 25) / 25),
            float(unit.leans_back),
            _new_words(part, unit),
            float(unit.kind == "row"),
            cosine * covered,
            likeness,
            new_names(part, unit),
            cover(terms, chunk_stems(unit)),
            covered * (holds(part, unit) if part.expects != "text" else 0.0),
            float(cosine >= top_cosine - 1e-6),
        )
        for unit, cosine, covered, likeness in zip(units, cosines, covers, letters, strict=True)
    ]
    return np.asarray(rows, dtype=np.float32)


def names_met(part: Part, unit: Unit) -> float:
    """Return the share of the names asked about that stand in the unit; half for its surroundings."""
    if not part.names:
        return 0.5
    return sum(_name_met(name, unit) for name in part.names) / len(part.names)


def _name_met(name: str, unit: Unit) -> float:
    wanted = name_stems(name)
    if not wanted or all(matches(term, unit.stems, canonicals(unit.stems)) for term in wanted):
        return 1.0
    everything = unit.stems | unit.around
    if all(matches(term, everything, frozenset()) for term in wanted):
        return 0.8
    return 0.4 if wanted & everything else 0.0


def period_met(part: Part, unit: Unit) -> float:
    """Return 1 when an asked period is stated, .7 by its surroundings, .4 when none is, 0 for another."""
    if not part.periods:
        return 0.5
    if any(_same_period(asked, stated) for asked in part.periods for stated in unit.periods):
        return 1.0
    said = unit.periods
    if said and _EARLIER.search(unit.text):
        said = labels(_EARLIER.sub(" ", unit.text))
    if any(_same_period(asked, stated) for asked in part.periods for stated in unit.context_periods):
        return 0.3 if said else 0.7
    return 0.0 if said or unit.context_periods else 0.4


_EARLIER = re.compile(r"\((?:FY ?)?(?:19|20)\d\d: [^()]*\)")
"""``EUR 2.1 million (2018: EUR 1.9 million)``: in brackets stands another period than the sentence's."""
_YEAR_END = "-12-31"


def _same_period(asked: str, stated: str) -> bool:
    return compatible(asked, stated) or (
        asked.endswith(_YEAR_END) and stated == asked.removesuffix(_YEAR_END)
    )


def chunk_stems(unit: Unit) -> frozenset[str]:
    """Return the stems of the passage a unit stands in; kept, for its other units and the next question."""
    return _stems_of(unit.chunk.full_text)


@lru_cache(maxsize=2048)
def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stems(text))


def _bigrams(sequence: Sequence[str]) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(sequence))


def _overlap(pairs: frozenset[tuple[str, str]], unit: Unit) -> float:
    if not pairs:
        return 0.0
    return len(pairs & _bigrams(stems(unit.text))) / len(pairs)


def _new_words(part: Part, unit: Unit) -> float:
    """Return the share of words the question did not hold: an answer adds something."""
    if not unit.stems:
        return 0.0
    return len(unit.stems - frozenset(part.terms)) / len(unit.stems)

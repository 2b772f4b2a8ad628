"""Certainty: how likely it is that the best sentence found for a question is really its answer."""

import math
from collections.abc import Sequence

from masis.analysts.extract.features import chunk_stems
from masis.analysts.extract.question import Part, name_stems, understand
from masis.analysts.extract.ranking import Ranked, rank
from masis.analysts.extract.synonyms import matches
from masis.analysts.extract.units import units_of
from masis.analysts.extract.vectors import VectorCache
from masis.domain.evidence import EvidenceChunk

SIGNALS = ("lead", "cosine", "letters", "names_met", "names_nowhere", "negated")
"""Share of the ranking's belief that the best sentence has; its likeness to the question in meaning and in
letters; how many of the asked names it meets and how many its passage lacks; whether something is denied."""

# A logistic regression on the answered questions of every second article of ``squad_questions.jsonl``, those
# without an answer included (``benchmarks/fit_certainty.py``); right means that the draft holds an answer.
# People who make questions unanswerable like to deny something: that weight is as large as it is for it.
_WEIGHTS = (0.26, 3.05, 1.76, 0.6, -0.6, -2.2)
_OFFSET = -2.4


def certainty(question: str, evidence: Sequence[EvidenceChunk], vectors: VectorCache) -> float:
    """Return 0..1 for the least certain part of a question; 0 when there is nothing to quote."""
    units = units_of(evidence)
    ranked = [(part, rank(part, units, vectors)) for part in understand(question).parts]
    return min((_likely(signals(part, found)) if found else 0.0 for part, found in ranked), default=0.0)


def signals(part: Part, ranked: Sequence[Ranked]) -> tuple[float, ...]:
    """Return the value of each of ``SIGNALS``; ``ranked`` holds at least one unit, best first."""
    best = ranked[0]
    passage = chunk_stems(best.unit) | best.unit.stems
    return (
        1 / sum(math.exp(one.score - best.score) for one in ranked),
        best.cosine,
        best.letters,
        best.names_met,
        float(sum(not _named(name, passage) for name in part.names)),
        float(part.negated),
    )


def _likely(values: Sequence[float]) -> float:
    total = _OFFSET + sum(weight * value for weight, value in zip(_WEIGHTS, values, strict=True))
    return 1 / (1 + math.exp(-total))


def _named(name: str, present: frozenset[str]) -> bool:
    return all(matches(term, present, frozenset()) for term in name_stems(name))

"""Certainty: how likely it is that the best sentence found for a question is really its answer."""

import math
from collections.abc import Sequence

from masis.analysts.extract.question import Part, understand
from masis.analysts.extract.ranking import Ranked, rank
from masis.analysts.extract.units import units_of
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.evidence import EvidenceChunk

SIGNALS = ("lead", "cosine", "letters", "negated")
"""Share of the ranking's belief that the best sentence has; its likeness to the question in meaning and in
letters; whether something is denied."""

# A logistic regression on the answered questions of every second article of ``squad_questions.jsonl``, those
# without an answer included (``benchmarks/fit_certainty.py``); right means that the draft holds an answer.
# How many of the asked names are met or missing was left out: it made left-out articles worse.
# People who make questions unanswerable like to deny something: that weight is as large as it is for it.
_WEIGHTS = (0.52, 2.84, 1.69, -2.11)
_OFFSET = -2.05


def certainty(question: str, evidence: Sequence[EvidenceChunk], vectors: VectorCache) -> float:
    """Return 0..1 for the least certain part of a question; 0 when there is nothing to quote."""
    units = units_of(evidence)
    ranked = [(part, rank(part, units, vectors)) for part in understand(question).parts]
    return min((_likely(signals(part, found)) if found else 0.0 for part, found in ranked), default=0.0)


def signals(part: Part, ranked: Sequence[Ranked]) -> tuple[float, ...]:
    """Return the value of each of ``SIGNALS``; ``ranked`` holds at least one unit, best first."""
    best = ranked[0]
    lead = 1 / sum(math.exp(one.score - best.score) for one in ranked)
    return lead, best.cosine, best.letters, float(part.negated)


def _likely(values: Sequence[float]) -> float:
    total = _OFFSET + sum(weight * value for weight, value in zip(_WEIGHTS, values, strict=True))
    return 1 / (1 + math.exp(-total))

"""Ranking: which units answer a part of a question best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from masis.analysts.extract.features import NAMES, TermWeights, cover, feature_matrix, weigh_terms
from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit
from masis.analysts.extractive.vectors import VectorCache

SHORTLIST = 32
"""Units that are embedded for one part; more would cost a question over 100 ms."""

# Fitted with a listwise softmax on the questions of every second article of ``squad_questions.jsonl``
# (``benchmarks/squad_answers.py`` reports on the others); rows of tables and scoped names do not occur there:
# the weights of ``kind_row`` and ``names_met`` are set by hand.
WEIGHTS = dict(
    zip(
        NAMES,
        (
            2.89,
            0.25,
            3.58,
            1.22,
            0.14,
            2.52,
            0.4,
            3.49,
            8.1,
            1.57,
            -0.21,
            0.07,
            0.71,
            0.56,
            -2.66,
            0.2,
            0.51,
            8.05,
            0.69,
            0.61,
            -0.36,
            0.44,
        ),
        strict=True,
    )
)
_WEIGHTS = np.asarray([WEIGHTS[name] for name in NAMES], dtype=np.float32)


@dataclass(frozen=True)
class Ranked:
    """A unit with how well it answers."""

    unit: Unit
    score: float
    cosine: float
    cover: float
    """Weighted share of the question's terms in the unit itself."""
    cover_around: float
    """The same with title, heading and the sentence before."""
    type_held: float
    names_met: float
    period_met: float
    letters: float = 0.0
    """Weighted share of the question's groups of letters in the unit."""


def rank(
    part: Part, units: Sequence[Unit], vectors: VectorCache, background: Sequence[Unit] | None = None
) -> tuple[Ranked, ...]:
    """Return the shortlisted units, best first; ties by chunk id and position.

    ``background`` is what the rarity of words is measured on, when it is not the units themselves.
    """
    terms = weigh_terms(part, units if background is None else background)
    preferred = _preferred(units, terms)
    if not preferred:
        return ()
    rows = vectors.of([part.text, *(unit.text for unit in preferred)])
    cosines = [float(value) for value in rows[1:] @ rows[0]]
    matrix = feature_matrix(part, preferred, cosines, terms)
    found = [
        _ranked(unit, float(score), [float(value) for value in row])
        for unit, score, row in zip(preferred, matrix @ _WEIGHTS, matrix, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (-one.score, one.unit.chunk.chunk_id, one.unit.position)))


def _preferred(units: Sequence[Unit], terms: TermWeights) -> list[Unit]:
    """Return the units worth embedding, by what can be told without their vectors."""
    return sorted(
        units,
        key=lambda unit: (
            -(
                cover(terms, unit.stems)
                + 0.5 * cover(terms, unit.stems | unit.around)
                + 0.8 * unit.chunk.score
                + 0.3 * unit.chunk.keyword_score
            )
        ),
    )[:SHORTLIST]


def _ranked(unit: Unit, score: float, row: Sequence[float]) -> Ranked:
    value = dict(zip(NAMES, row, strict=True))
    return Ranked(
        unit=unit,
        score=round(score, 4),
        cosine=value["cosine"],
        cover=value["cover"],
        cover_around=value["cover_around"],
        type_held=value["type_held"],
        names_met=value["names_met"],
        period_met=value["period_met"],
        letters=value["letters"],
    )

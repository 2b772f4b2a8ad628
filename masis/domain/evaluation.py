"""Evaluation: four scores, clamped by what the code found, and their weighted mean."""

import math
from typing import Literal

from pydantic import Field

from masis.domain.critique import Critique
from masis.domain.usage import Usage
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit

ScoreName = Literal["faithfulness", "relevance", "completeness", "reasoning_quality"]
ClampName = Literal["hallucination", "fabricated_citation", "uncited_5", "uncited_10"]


class Scores(Value):
    """What a judge gives, each 0..1; values outside are clamped on the way in by the rules."""

    faithfulness: float
    relevance: float
    completeness: float
    reasoning_quality: float
    usage: Usage = Usage()


class Clamp(Value):
    """A limit the code put on faithfulness, and what it was before."""

    name: ClampName
    limit: float = Field(ge=0.0, le=1.0)
    before: float = Field(ge=0.0, le=1.0)


class Evaluation(Value):
    """The scorecard of one draft."""

    faithfulness: float = Field(ge=0.0, le=1.0)
    relevance: float = Field(ge=0.0, le=1.0)
    completeness: float = Field(ge=0.0, le=1.0)
    reasoning_quality: float = Field(ge=0.0, le=1.0)
    overall_score: float = Field(ge=0.0, le=1.0)
    clamps: tuple[Clamp, ...] = ()


WEIGHTS: dict[ScoreName, float] = {
    "faithfulness": 0.35,
    "relevance": 0.25,
    "completeness": 0.25,
    "reasoning_quality": 0.15,
}


def evaluate(scores: Scores, audit: CitationAudit, critique: Critique) -> Evaluation:
    """Bound the scores, clamp faithfulness by what the code found, and weigh them."""
    bounded: dict[ScoreName, float] = {name: _bounded(getattr(scores, name)) for name in WEIGHTS}
    before = bounded["faithfulness"]
    clamps = tuple(
        Clamp(name=name, limit=limit, before=before)
        for name, limit in _limits(audit, critique)
        if before > limit
    )
    bounded["faithfulness"] = min([before, *(clamp.limit for clamp in clamps)])
    overall = round(sum(weight * bounded[name] for name, weight in WEIGHTS.items()), 3)
    return Evaluation(**bounded, overall_score=min(1.0, overall), clamps=clamps)


def _limits(audit: CitationAudit, critique: Critique) -> list[tuple[ClampName, float]]:
    """Return every limit the findings call for; of the two for uncited claims only the tighter."""
    limits: list[tuple[ClampName, float]] = []
    if critique.hallucination_detected:
        limits.append(("hallucination", 0.40))
    if audit.fabricated:
        limits.append(("fabricated_citation", 0.40))
    uncited = len(audit.uncited_claims)
    if uncited >= 10:
        limits.append(("uncited_10", 0.30))
    elif uncited >= 5:
        limits.append(("uncited_5", 0.50))
    return limits


def _bounded(score: float) -> float:
    return min(1.0, max(0.0, score)) if math.isfinite(score) else 0.0

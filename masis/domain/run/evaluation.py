"""Evaluation: four scores, clamped by what the code found, and their weighted mean."""

import math
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from masis.domain.run.critique import Critique
from masis.domain.run.gate import PartVerdict
from masis.domain.usage import Usage
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim

ScoreName = Literal["faithfulness", "relevance", "completeness", "reasoning_quality"]
ClampName = Literal["hallucination", "fabricated_citation", "uncited_5", "uncited_10"]


class Scores(Value):
    """What an evaluator gives, each 0..1; values outside are clamped on the way in by the rules."""

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


_NOT_CLAIMS = frozenset({"hedge", "heading"})


def scores_by_code(parts: Sequence[PartVerdict], audit: CitationAudit, ledger: Sequence[Claim]) -> Scores:
    """Return the four scores that follow from the ledger and the gate, each 0..1.

    faithfulness: mean support of the claims, 0 for one that is not supported; 1 when nothing is claimed.
    relevance: mean chance of the parts. completeness: share of the parts answered. reasoning_quality:
    half the share of cited claims, half whether an answer opens with a claim that answers a part.
    """
    claims = [claim for claim in ledger if claim.verdict not in _NOT_CLAIMS]
    uncited = len(audit.uncited_claims) + len(audit.fabricated)
    cited = 1 - min(1.0, uncited / len(claims)) if claims else 0.0
    answered = [part for part in parts if part.outcome == "answered"]
    opens = bool(claims) and any(part.position == claims[0].position for part in answered)
    return Scores(
        faithfulness=round(mean_support(claims) if claims else 1.0, 3),
        relevance=round(sum(part.chance for part in parts) / max(1, len(parts)), 3),
        completeness=round(len(answered) / max(1, len(parts)), 3),
        reasoning_quality=round(0.5 * cited + 0.5 * opens, 3),
    )


def mean_support(claims: Sequence[Claim]) -> float:
    """Return the mean support of the claims; a supported one counts at least a half, any other 0."""
    if not claims:
        return 0.0
    return sum(0.5 + 0.5 * claim.support for claim in claims if claim.verdict == "supported") / len(claims)


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

"""Thresholds: what known questions say about the score a passage needs, and what each choice costs."""

import math
from collections.abc import Sequence

from pydantic import Field

from masis.domain.calibration.rates import Rate
from masis.domain.value import Value

LEAST_QUESTIONS = 10
_KEPT = 0.95
_WIDEST = 0.10
"""How far the retry's threshold may be below the first one."""


class QuestionScores(Value):
    """The cosines of one question's candidates, those that hold its answer apart."""

    question: str
    holding: tuple[float, ...] = ()
    others: tuple[float, ...] = ()


class ThresholdPair(Value):
    """The cosine a passage needs on the first pass, and on a retry."""

    threshold: float = Field(ge=-1.0, le=1.0)
    retry_threshold: float = Field(ge=-1.0, le=1.0)


class Effect(Value):
    """What a threshold does to the known questions."""

    kept: Rate
    """Questions that keep at least one passage with their answer."""
    let_in: Rate
    """Passages without the answer that pass all the same."""


def answered_by_passages(scores: Sequence[QuestionScores]) -> tuple[QuestionScores, ...]:
    """Return the questions of which some candidate holds the answer; only these say where to cut."""
    return tuple(score for score in scores if score.holding)


def suggest(scores: Sequence[QuestionScores]) -> ThresholdPair | None:
    """Return the highest pair that keeps the answer of nearly every question; ``None``: too few questions.

    The first threshold keeps an answer for 95 % of the questions, the retry's for every one, as far as that
    is not more than 0.10 lower.
    """
    best = sorted(max(score.holding) for score in answered_by_passages(scores))
    if len(best) < LEAST_QUESTIONS:
        return None
    first = _down(best[int((1 - _KEPT) * len(best))])
    retry = max(_down(best[0]), round(first - _WIDEST, 2))
    return ThresholdPair(threshold=first, retry_threshold=min(first, retry))


def effect(scores: Sequence[QuestionScores], threshold: float) -> Effect:
    """Return what a threshold keeps and what it lets in."""
    held = answered_by_passages(scores)
    others = [other for score in scores for other in score.others]
    return Effect(
        kept=Rate(hits=sum(max(score.holding) >= threshold for score in held), total=len(held)),
        let_in=Rate(hits=sum(score >= threshold for score in others), total=len(others)),
    )


def _down(score: float) -> float:
    """Round down to hundredths, so that the passage itself still passes."""
    return max(-1.0, min(1.0, math.floor(score * 100 + 1e-9) / 100))

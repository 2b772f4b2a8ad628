"""Measures: classification, abstention and calibration figures by their standard definitions."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

_DRAWS = 500


def auroc(scores: Sequence[float], positive: Sequence[bool]) -> float | None:
    """Return the chance that a positive scores above a negative, ties half; ``None`` for one class."""
    values, labels = np.asarray(scores, dtype=float), np.asarray(positive, dtype=bool)
    count = int(labels.sum())
    others = len(labels) - count
    if not count or not others:
        return None
    _, inverse, sizes = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(sizes) - (sizes - 1) / 2)[inverse]
    return float((ranks[labels].sum() - count * (count + 1) / 2) / (count * others))


class Confusion(NamedTuple):
    """The four counts of a yes/no prediction, and shares of them; ``None`` of nothing."""

    hits: int
    false_alarms: int
    misses: int
    rejections: int

    @property
    def precision(self) -> float | None:
        """Share of the predicted that are right."""
        return _share(self.hits, self.hits + self.false_alarms)

    @property
    def recall(self) -> float | None:
        """Share of the positives that were predicted."""
        return _share(self.hits, self.hits + self.misses)

    @property
    def specificity(self) -> float | None:
        """Share of the negatives that were left alone."""
        return _share(self.rejections, self.rejections + self.false_alarms)

    @property
    def balanced_accuracy(self) -> float | None:
        """Mean of recall and specificity."""
        if self.recall is None or self.specificity is None:
            return None
        return (self.recall + self.specificity) / 2


def confusion(predicted: Sequence[bool], positive: Sequence[bool]) -> Confusion:
    """Count predictions against the truth."""
    pairs = list(zip(predicted, positive, strict=True))
    return Confusion(
        hits=sum(p and t for p, t in pairs),
        false_alarms=sum(p and not t for p, t in pairs),
        misses=sum(t and not p for p, t in pairs),
        rejections=sum(not p and not t for p, t in pairs),
    )


class RiskPoint(NamedTuple):
    """Share of the questions answered, and share of those answered wrongly."""

    coverage: float
    risk: float


def risk_coverage(confidence: Sequence[float], correct: Sequence[bool]) -> tuple[RiskPoint, ...]:
    """Return the risk after each further question, most confident first.

    Within a tie the errors are spread evenly: the expectation over every order of the tied.
    """
    if not len(confidence):
        return ()
    _, ties = np.unique(-np.asarray(confidence, dtype=float), return_inverse=True)
    wrong = 1.0 - np.asarray(correct, dtype=float)
    rates = np.bincount(ties, weights=wrong) / np.bincount(ties)
    taken = np.arange(1, len(wrong) + 1)
    risks = np.cumsum(rates[np.sort(ties)]) / taken
    points = zip((taken / len(wrong)).tolist(), risks.tolist(), strict=True)
    return tuple(RiskPoint(*point) for point in points)


def area_under_risk(points: Sequence[RiskPoint]) -> float | None:
    """Return the mean risk over all coverages (AURC); smaller is better."""
    return sum(point.risk for point in points) / len(points) if points else None


def risk_at(points: Sequence[RiskPoint], coverage: float) -> float | None:
    """Return the risk at the first point that covers at least this share."""
    return next((point.risk for point in points if point.coverage >= coverage - 1e-12), None)


class Bin(NamedTuple):
    """One bin of a reliability plot."""

    low: float
    high: float
    answers: int
    confidence: float
    accuracy: float


def reliability(confidence: Sequence[float], correct: Sequence[bool], bins: int = 10) -> tuple[Bin, ...]:
    """Group answers by stated confidence into equal-width bins; empty bins are left out."""
    groups: dict[int, list[tuple[float, bool]]] = {}
    for stated, right in zip(confidence, correct, strict=True):
        groups.setdefault(min(bins - 1, int(stated * bins)), []).append((stated, right))
    return tuple(
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            answers=len(members),
            confidence=sum(stated for stated, _ in members) / len(members),
            accuracy=sum(right for _, right in members) / len(members),
        )
        for number, members in sorted(groups.items())
    )


def expected_calibration_error(bins: Sequence[Bin]) -> float | None:
    """Return the mean gap of confidence and accuracy over the bins, weighted by their counts (ECE)."""
    total = sum(group.answers for group in bins)
    if not total:
        return None
    return sum(group.answers * abs(group.confidence - group.accuracy) for group in bins) / total


def chance_calibration_error(confidence: Sequence[float], seed: int) -> tuple[float, float, float]:
    """Return mean, 2.5th and 97.5th percentile of the ECE that these confidences would show if all were true.

    A bin of few answers misses its chance by luck alone, so that even a perfect confidence has an error.
    """
    chances = np.asarray(confidence, dtype=float)
    source = np.random.default_rng(seed)
    found = [
        expected_calibration_error(reliability(confidence, (source.random(len(chances)) < chances).tolist()))
        for _ in range(_DRAWS)
    ]
    values = [error for error in found if error is not None]
    low, high = np.percentile(values, [2.5, 97.5]) if values else (0.0, 0.0)
    return float(np.mean(values or [0.0])), float(low), float(high)


def jaccard(first: Collection[str], second: Collection[str]) -> float:
    """Return the overlap of two sets; two empty ones are the same."""
    left, right = set(first), set(second)
    return len(left & right) / len(left | right) if left | right else 1.0


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None

"""Calibration: how often an answer of a given confidence is right, fitted on outcomes, never on a guess."""

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from pydantic import Field

from masis.domain.value import Value

Source = Literal["review", "known", "self_test"]
Method = Literal["logistic", "isotonic"]
Pairs = Sequence[tuple[float, bool]]
"""Confidences, and whether the answer was right."""

LEAST_OUTCOMES = 30
LEAST_OF_EACH = 5
"""Right answers and wrong ones: a curve through one kind only says nothing."""
_FOLDS = 5
_RIDGE = 1.0
"""Weight of the pull towards a flat logistic curve; as strong as a few outcomes."""


class Outcome(Value):
    """An answer with its confidence, and whether it was right."""

    confidence: float = Field(ge=0.0, le=1.0)
    right: bool
    clean: bool = True
    """Nothing but its confidence could keep the answer from being finalized."""
    source: Source = "known"
    at: datetime | None = None


class Need(Value):
    """What is there to fit on, and what is still missing."""

    outcomes: int
    right: int
    wrong: int

    @property
    def enough(self) -> bool:
        """Whether a calibrated confidence may be shown."""
        return self.outcomes >= LEAST_OUTCOMES and min(self.right, self.wrong) >= LEAST_OF_EACH

    @property
    def missing(self) -> str:
        """What is missing, as a sentence; empty when there is enough."""
        if self.enough:
            return ""
        return (
            f"A calibrated confidence needs {LEAST_OUTCOMES} judged answers, at least {LEAST_OF_EACH} right "
            f"and {LEAST_OF_EACH} wrong ones; so far there are {self.outcomes}, {self.right} right and "
            f"{self.wrong} wrong."
        )


class Fit(Value):
    """A monotone curve from confidence to the chance of being right."""

    method: Method
    knots: tuple[tuple[float, float], ...] = ()
    """Isotonic: (confidence, chance), straight between them and flat beyond."""
    slope: float = 0.0
    intercept: float = 0.0
    outcomes: int
    right: int
    log_loss: float
    """Mean over the held-out fifths."""
    other_log_loss: float
    """The same of the method that was not chosen."""

    def chance(self, confidence: float) -> float:
        """Return how often answers of this confidence were right."""
        if self.method == "logistic":
            return _sigmoid(self.slope * confidence + self.intercept)
        return _between(self.knots, confidence)


class Calibrated(Value):
    """A calibrated confidence as a run keeps it."""

    value: float = Field(ge=0.0, le=1.0)
    outcomes: int
    right: int
    method: Method


class _Point(NamedTuple):
    """Outcomes of one confidence."""

    at: float
    right: int
    total: int


def need_of(outcomes: Sequence[Outcome]) -> Need:
    """Count what there is to fit on."""
    right = sum(one.right for one in outcomes)
    return Need(outcomes=len(outcomes), right=right, wrong=len(outcomes) - right)


def fit(outcomes: Iterable[Outcome]) -> Fit | None:
    """Fit both curves, keep the one with the smaller cross-validated log loss; ``None``: too few outcomes.

    The order of the outcomes does not matter, and equal outcomes give equal curves.
    """
    pairs = tuple(sorted((one.confidence, one.right) for one in outcomes))
    right = sum(label for _, label in pairs)
    if not Need(outcomes=len(pairs), right=right, wrong=len(pairs) - right).enough:
        return None
    return _fitted(pairs)


@lru_cache(maxsize=64)
def _fitted(pairs: tuple[tuple[float, bool], ...]) -> Fit:
    losses = {"logistic": _log_loss(pairs, "logistic"), "isotonic": _log_loss(pairs, "isotonic")}
    right = sum(label for _, label in pairs)
    counts = {"outcomes": len(pairs), "right": right}
    # The curve with two parameters unless the free one is better: ties go to the simpler.
    if losses["isotonic"] < losses["logistic"]:
        knots = isotonic(pairs)
        return Fit(
            method="isotonic",
            knots=knots.knots,
            log_loss=losses["isotonic"],
            other_log_loss=losses["logistic"],
            **counts,
        )
    line = logistic(pairs)
    return Fit(
        method="logistic",
        slope=line.slope,
        intercept=line.intercept,
        log_loss=losses["logistic"],
        other_log_loss=losses["isotonic"],
        **counts,
    )


class Line(NamedTuple):
    """A logistic curve."""

    slope: float
    intercept: float

    def chance(self, confidence: float) -> float:
        """Return the height of the curve."""
        return _sigmoid(self.slope * confidence + self.intercept)


class Steps(NamedTuple):
    """An isotonic curve."""

    knots: tuple[tuple[float, float], ...]

    def chance(self, confidence: float) -> float:
        """Return the height of the curve."""
        return _between(self.knots, confidence)


def logistic(pairs: Pairs) -> Line:
    """Fit Platt's curve: softened targets, a ridge on the slope, and never a falling curve."""
    points = _grouped(pairs)
    right, total = sum(p.right for p in points), sum(p.total for p in points)
    yes, no = (right + 1) / (right + 2), 1 / (total - right + 2)
    weighed = [(p.at, p.right * yes + (p.total - p.right) * no, p.total) for p in points]
    slope, intercept = 0.0, 0.0
    for _ in range(100):
        heights = [(x, hits, n, _sigmoid(slope * x + intercept)) for x, hits, n in weighed]
        down = (
            math.fsum(x * (n * h - hits) for x, hits, n, h in heights) + _RIDGE * slope,
            math.fsum(n * h - hits for _, hits, n, h in heights),
        )
        curve = [(x, n * h * (1 - h)) for x, _, n, h in heights]
        xx = math.fsum(x * x * w for x, w in curve) + _RIDGE
        x1, ones = math.fsum(x * w for x, w in curve), math.fsum(w for _, w in curve) + 1e-9
        room = xx * ones - x1 * x1
        step = ((ones * down[0] - x1 * down[1]) / room, (xx * down[1] - x1 * down[0]) / room)
        slope, intercept = slope - step[0], intercept - step[1]
        if abs(step[0]) + abs(step[1]) < 1e-10:
            break
    if slope >= 0:
        return Line(slope, intercept)
    share = math.fsum(hits for _, hits, _ in weighed) / total  # more confidence never means less chance
    return Line(0.0, math.log(share / (1 - share)))


def isotonic(pairs: Pairs) -> Steps:
    """Fit the best rising step curve by pooling adjacent violators; no step claims never or always."""
    blocks: list[tuple[float, float, int, int]] = []
    for point in _grouped(pairs):
        blocks.append((point.at, point.at, point.right, point.total))
        while len(blocks) > 1 and blocks[-2][2] * blocks[-1][3] >= blocks[-1][2] * blocks[-2][3]:
            (low, _, r1, n1), (_, high, r2, n2) = blocks[-2:]
            blocks[-2:] = [(low, high, r1 + r2, n1 + n2)]
    edge = 1 / (len(pairs) + 2)
    heights = [(low, high, min(max(r / n, edge), 1 - edge)) for low, high, r, n in blocks]
    knots = [knot for low, high, h in heights for knot in dict.fromkeys(((low, h), (high, h)))]
    return Steps(tuple(knots))


def _grouped(pairs: Pairs) -> list[_Point]:
    """Count by confidence, lowest first: sums then do not depend on the order of the outcomes."""
    found = []
    for at, same in groupby(sorted(pairs), key=lambda pair: pair[0]):
        labels = [label for _, label in same]
        found.append(_Point(at, sum(labels), len(labels)))
    return found


def held_out(pairs: Pairs, method: Method) -> list[tuple[float, bool]]:
    """Return the chance each outcome gets from a curve fitted without its fifth, and whether it was right."""
    make: Callable[[Pairs], Line | Steps] = logistic if method == "logistic" else isotonic
    by_kind = [[pair for pair in sorted(pairs) if pair[1] is kind] for kind in (False, True)]
    folds = [[p for some in by_kind for p in some[k::_FOLDS]] for k in range(_FOLDS)]  # both kinds in each
    found: list[tuple[float, bool]] = []
    for k, held in enumerate(folds):
        curve = make([pair for j, fold in enumerate(folds) if j != k for pair in fold])
        found += [(curve.chance(confidence), label) for confidence, label in held]
    return found


def _log_loss(pairs: Pairs, method: Method) -> float:
    losses = []
    for chance, label in held_out(pairs, method):
        bounded = min(max(chance, 1e-6), 1 - 1e-6)
        losses.append(-math.log(bounded if label else 1 - bounded))
    return math.fsum(losses) / len(losses)


def _between(knots: Sequence[tuple[float, float]], at: float) -> float:
    if at <= knots[0][0]:
        return knots[0][1]
    for (x0, y0), (x1, y1) in pairwise(knots):
        if at <= x1:
            # The ends as they are: rounding must not lift a value over its neighbour.
            return y1 if at == x1 else min(max(y0 + (y1 - y0) * (at - x0) / (x1 - x0), y0), y1)
    return knots[-1][1]


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    power = math.exp(value)
    return power / (1 + power)

"""Calibration curves: rising curves from confidence to the chance of being right, and how each is fitted."""

import math
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

Pairs = Sequence[tuple[float, bool]]
"""Confidences, and whether the answer was right."""

_RIDGE = 0.3
"""Weight of the pull towards a flat logistic curve, on log odds brought to unit spread: it keeps outcomes
that fall apart cleanly from claiming never and always, and costs little elsewhere."""
_NO_SPREAD = 1e-9
_SUREST = 0.99
"""A confidence beyond counts as this: the log odds of certainty have no end."""


class _Point(NamedTuple):
    """Outcomes of one confidence."""

    at: float
    right: int
    total: int


class Line(NamedTuple):
    """A logistic curve over the log odds of a confidence: slope 1 and intercept 0 leave it as it is."""

    slope: float
    intercept: float

    def chance(self, confidence: float) -> float:
        """Return the height of the curve."""
        return _sigmoid(self.slope * _log_odds(confidence) + self.intercept)


class Steps(NamedTuple):
    """An isotonic curve."""

    knots: tuple[tuple[float, float], ...]

    def chance(self, confidence: float) -> float:
        """Return the height of the curve."""
        return _between(self.knots, confidence)


def logistic(pairs: Pairs) -> Line:
    """Fit Platt's curve: softened targets, a ridge on the slope, and never a falling curve."""
    points = [point._replace(at=_log_odds(point.at)) for point in _grouped(pairs)]
    right, total = sum(p.right for p in points), sum(p.total for p in points)
    yes, no = (right + 1) / (right + 2), 1 / (total - right + 2)
    middle = math.fsum(p.at * p.total for p in points) / total
    spread = math.sqrt(math.fsum(p.total * (p.at - middle) ** 2 for p in points) / total)
    # Stated confidences lie close together: without this the ridge would hold any curve down.
    scale = spread if spread > _NO_SPREAD else 1.0
    weighed = [
        ((p.at - middle) / scale, p.right * yes + (p.total - p.right) * no, float(p.total)) for p in points
    ]
    slope, intercept = _newton(weighed)
    if slope < 0:  # more confidence never means less chance
        share = math.fsum(hits for _, hits, _ in weighed) / total
        return Line(0.0, math.log(share / (1 - share)))
    return Line(slope / scale, intercept - slope * middle / scale)


def _newton(weighed: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """Return slope and intercept for (place, softened hits, count), by Newton's method."""
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
    return slope, intercept


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


def _between(knots: Sequence[tuple[float, float]], at: float) -> float:
    if at <= knots[0][0]:
        return knots[0][1]
    for (x0, y0), (x1, y1) in pairwise(knots):
        if at <= x1:
            # The ends as they are: rounding must not lift a value over its neighbour.
            return y1 if at == x1 else min(max(y0 + (y1 - y0) * (at - x0) / (x1 - x0), y0), y1)
    return knots[-1][1]


def _log_odds(confidence: float) -> float:
    bounded = min(max(confidence, 1 - _SUREST), _SUREST)
    return math.log(bounded / (1 - bounded))


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    power = math.exp(value)
    return power / (1 + power)

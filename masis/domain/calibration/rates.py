"""Rates: counts as shares with the interval that such counts leave open (Clopper-Pearson)."""

import math
from functools import lru_cache

from pydantic import Field

from masis.domain.value import Value

LEVEL = 0.95
_STEPS = 60


class Rate(Value):
    """``hits`` of ``total``, with the interval of the share behind them."""

    hits: int = Field(ge=0)
    total: int = Field(ge=0)

    @property
    def share(self) -> float | None:
        """The share; ``None`` of nothing."""
        return self.hits / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """The exact 95 % interval; 0 to 1 of nothing."""
        tail = (1 + LEVEL) / 2
        return lower_bound(self.hits, self.total, tail), upper_bound(self.hits, self.total, tail)


@lru_cache(maxsize=4096)
def upper_bound(hits: int, total: int, level: float = LEVEL) -> float:
    """Return the share that so few hits still leave possible at this one-sided level."""
    if hits >= total:
        return 1.0
    low, high = 0.0, 1.0
    ways = [math.lgamma(total + 1) - math.lgamma(k + 1) - math.lgamma(total - k + 1) for k in range(hits + 1)]
    for _ in range(_STEPS):  # the chance of at most these hits falls as the share rises
        middle = (low + high) / 2
        low, high = (middle, high) if _at_most(ways, total, middle) > 1 - level else (low, middle)
    return high


def lower_bound(hits: int, total: int, level: float = LEVEL) -> float:
    """Return the share that so many hits need at this one-sided level."""
    return 1.0 - upper_bound(total - hits, total, level) if total else 0.0


def _at_most(ways: list[float], total: int, share: float) -> float:
    """Return the binomial chance of at most so many hits as there are ``ways``, logarithms, to have."""
    if share <= 0.0 or share >= 1.0:
        return 1.0 if share <= 0.0 else 0.0
    yes, no = math.log(share), math.log1p(-share)
    return math.fsum(math.exp(way + k * yes + (total - k) * no) for k, way in enumerate(ways))

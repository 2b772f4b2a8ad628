"""Resampling: bootstrap intervals and halves, both by group where rows belong together."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

T = TypeVar("T")

RESAMPLES = 500


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


def bootstrap(
    rows: Sequence[T],
    statistic: Callable[[Sequence[T]], float | None],
    seed: int,
    groups: Sequence[Hashable] | None = None,
) -> Interval | None:
    """Return the 2.5th and 97.5th percentile of the statistic over resampled rows.

    With ``groups`` whole groups are drawn, so that rows of one source do not pass for independent ones.
    """
    if len(rows) < 2:
        return None
    keys = range(len(rows)) if groups is None else groups
    members: dict[Hashable, list[T]] = {}
    for key, row in zip(keys, rows, strict=True):
        members.setdefault(key, []).append(row)
    piles = list(members.values())
    source = np.random.default_rng(seed)
    found: list[float] = []
    for _ in range(RESAMPLES):
        drawn = source.integers(0, len(piles), len(piles))
        value = statistic([row for pile in drawn for row in piles[pile]])
        if value is not None:
            found.append(value)
    if not found:
        return None
    low, high = np.percentile(found, [2.5, 97.5])
    return Interval(float(low), float(high))


def mean(values: Sequence[float]) -> float | None:
    """Return the mean; ``None`` of nothing."""
    return sum(values) / len(values) if values else None


def halves(rows: Sequence[T], groups: Sequence[str]) -> tuple[tuple[str, tuple[T, ...]], ...]:
    """Return all rows, and the rows of every second group, by name, as the half to report on.

    Whoever fits on a set may look at the other half, which starts with the first name.
    """
    odd = set(sorted(set(groups))[1::2])
    pairs = list(zip(rows, groups, strict=True))
    report = tuple(row for row, group in pairs if group in odd)
    fit = tuple(row for row, group in pairs if group not in odd)
    named = (("all", tuple(rows)), ("report half", report), ("fit half", fit))
    return tuple((name, half) for name, half in named if half)

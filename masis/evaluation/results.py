"""Results: measures with counts and bootstrap intervals, listings of what went wrong, curves to draw."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np

from masis.domain.value import Value
from masis.evaluation.measures import Bin, RiskPoint

T = TypeVar("T")

RESAMPLES = 500


class Interval(NamedTuple):
    """A 95 % interval."""

    low: float
    high: float


class Measure(Value):
    """One figure: its value, how many rows it rests on, and its 95 % bootstrap interval."""

    name: str
    value: float | None
    count: int
    interval: Interval | None = None
    note: str = ""


class Listing(Value):
    """A table of words: a breakdown or the failures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Curve(Value):
    """A named risk-coverage curve."""

    name: str
    points: tuple[RiskPoint, ...]


class Result(Value):
    """Everything one evaluation found; the same set, engine and seed give the same result."""

    name: str
    kind: str
    engine: str
    seed: int
    rows: int
    measures: tuple[Measure, ...]
    listings: tuple[Listing, ...] = ()
    curves: tuple[Curve, ...] = ()
    reliability: tuple[Bin, ...] = ()
    notes: tuple[str, ...] = ()


def share(
    name: str, values: Sequence[float], seed: int, note: str = "", groups: Sequence[Hashable] | None = None
) -> Measure:
    """Return the mean of values between 0 and 1, or of counts, as a measure."""
    return Measure(
        name=name,
        value=mean(values),
        count=len(values),
        interval=bootstrap(values, mean, seed, groups),
        note=note,
    )


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

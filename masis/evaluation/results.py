"""Results: measures with counts and intervals, listings of what went wrong, and curves to draw."""

from collections.abc import Hashable, Sequence

from masis.domain.value import Value
from masis.evaluation.measures import Bin, RiskPoint
from masis.evaluation.resampling import Interval, bootstrap, mean


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


def of_half(half: str, measures: Sequence[Measure]) -> list[Measure]:
    """Say behind each name which rows it was measured on."""
    return [one.model_copy(update={"name": f"{one.name} · {half}"}) for one in measures]

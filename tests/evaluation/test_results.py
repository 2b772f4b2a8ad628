"""Results: intervals repeat with their seed and respect groups."""

from masis.evaluation.results import bootstrap, mean


def test_the_same_seed_gives_the_same_interval() -> None:
    values = [0.0, 1.0, 1.0, 0.0, 1.0]
    assert bootstrap(values, mean, 3) == bootstrap(values, mean, 3)
    assert bootstrap(values, mean, 3) is not None


def test_the_interval_holds_the_value() -> None:
    values = [float(n % 3 == 0) for n in range(90)]
    interval = bootstrap(values, mean, 0)
    assert interval is not None
    assert interval.low < 1 / 3 < interval.high


def test_rows_of_one_group_are_drawn_together() -> None:
    """Ten copies of two rows know no more than the two rows."""
    values, groups = [0.0] * 10 + [1.0] * 10, [0] * 10 + [1] * 10
    grouped, free = bootstrap(values, mean, 0, groups), bootstrap(values, mean, 0)
    assert grouped is not None
    assert free is not None
    assert (grouped.low, grouped.high) == (0.0, 1.0)
    assert free.high - free.low < 0.6


def test_too_little_has_no_interval() -> None:
    assert bootstrap([1.0], mean, 0) is None
    assert bootstrap([1.0, 2.0], lambda _: None, 0) is None
    assert mean([]) is None

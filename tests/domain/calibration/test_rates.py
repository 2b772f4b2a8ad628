"""Rates: the interval is the exact one, and counting more narrows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.calibration.rates import Rate, lower_bound, upper_bound


def test_the_bounds_are_the_exact_ones() -> None:
    assert upper_bound(0, 59) < 0.05 < upper_bound(0, 58)
    assert Rate(hits=5, total=50).interval == pytest.approx((0.0333, 0.2181), abs=1e-4)
    assert (lower_bound(0, 10), upper_bound(10, 10)) == (0.0, 1.0)


def test_nothing_counted_says_nothing() -> None:
    assert Rate(hits=0, total=0).interval == (0.0, 1.0)
    assert Rate(hits=0, total=0).share is None


@given(st.integers(1, 300).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_share_lies_in_its_interval_and_ten_times_the_counts_narrow_it(counts: tuple[int, int]) -> None:
    hits, total = counts
    rate, more = Rate(hits=hits, total=total), Rate(hits=10 * hits, total=10 * total)
    low, high = rate.interval
    assert rate.share is not None
    assert 0.0 <= low <= rate.share <= high <= 1.0
    assert more.interval[1] - more.interval[0] < high - low


@given(st.integers(0, 200), st.integers(1, 200))
def test_rights_and_wrongs_mirror_each_other(hits: int, misses: int) -> None:
    total = hits + misses
    assert lower_bound(hits, total) == pytest.approx(1 - upper_bound(misses, total))
    assert upper_bound(hits, total) < upper_bound(hits + 1, total) or hits + 1 >= total

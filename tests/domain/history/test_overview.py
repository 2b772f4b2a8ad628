"""Overview: sums over days and the times of an agent."""

import pytest

from masis.domain.history.figures import duration_step
from masis.domain.history.overview import DaySums, Overview, times_of
from masis.domain.history.slices import Over


def day(ending: str, runs: int) -> DaySums:
    return DaySums("2026-11-23", ending, "", runs, *[0] * 14)


def test_an_overview_counts_its_runs() -> None:
    seen = Overview(over=Over(), days=(day("finalized", 3), day("absent", 2)))
    assert (seen.runs, seen.ended("absent"), seen.ended("failed")) == (5, 2, 0)
    assert Overview(over=Over()).runs == 0


def test_times_name_the_step_from_which_a_run_is_slow() -> None:
    times = times_of("critic", [(duration_step(100), 80), (duration_step(2000), 20)])
    assert (times.agent, times.runs) == ("critic", 100)
    assert times.half_ms == pytest.approx(100, rel=0.05)
    assert times.nine_of_ten_ms == times.most_ms == pytest.approx(2000, rel=0.05)
    assert times.slow_step == duration_step(2000)

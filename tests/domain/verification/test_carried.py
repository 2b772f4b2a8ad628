"""Carried: the chance of a claim from the reader's log-odds and what code found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.verification.carried import SIGNALS, carried, fitted, signals

odds = st.floats(-20, 20)


@given(st.lists(odds, max_size=6), st.floats(0, 1), st.booleans(), st.booleans(), st.booleans())
def test_whatever_was_found_gives_a_chance(
    backing: list[float], words: float, bound: bool, opposed: bool, unnamed: bool
) -> None:
    values = signals(backing, (), words, bound=bound, opposed=opposed, unnamed=unnamed)
    assert len(values) == len(SIGNALS)
    assert 0 < carried(values) < 1


@given(odds, odds, st.booleans())
def test_a_better_reading_never_lowers_the_chance(low: float, high: float, bound: bool) -> None:
    low, high = sorted((low, high))

    def chance(best: float) -> float:
        return carried(signals([-20.0, best], (), 0.5, bound=bound, opposed=False, unnamed=False))

    assert chance(low) <= chance(high)


@pytest.mark.parametrize("name", ["opposed", "unnamed"])
def test_what_code_finds_against_a_claim_lowers_it(name: str) -> None:
    told = {"bound": False, "opposed": False, "unnamed": False}
    clean = carried(signals([3.0], (), 0.8, **told))
    assert carried(signals([3.0], (), 0.8, **{**told, name: True})) < clean


def test_the_lines_are_in_order() -> None:
    lines = fitted()
    assert 0 < lines.unsourced < lines.doubted < lines.figures.stands <= lines.prose.stands < 1

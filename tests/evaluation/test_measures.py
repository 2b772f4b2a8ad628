"""Measures: worked by hand, and the properties their definitions promise."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.evaluation.measures import (
    Confusion,
    area_under_risk,
    auroc,
    chance_calibration_error,
    confusion,
    expected_calibration_error,
    jaccard,
    reliability,
    risk_at,
    risk_coverage,
)

scored = st.lists(
    st.tuples(st.floats(0, 1, allow_nan=False).map(lambda x: round(x, 2)), st.booleans()),
    min_size=1,
    max_size=40,
)


@pytest.mark.parametrize(
    ("scores", "labels", "expected"),
    [
        ([0.9, 0.8, 0.2], [True, True, False], 1.0),
        ([0.1, 0.9], [True, False], 0.0),
        ([0.5, 0.5], [True, False], 0.5),
        # Pairs: (.8 > .5), (.8 > .3), (.4 < .5), (.4 > .3): 3 of 4.
        ([0.8, 0.5, 0.4, 0.3], [True, False, True, False], 0.75),
    ],
)
def test_auroc_is_the_share_of_pairs_in_order(
    scores: list[float], labels: list[bool], expected: float
) -> None:
    assert auroc(scores, labels) == pytest.approx(expected)


def test_auroc_of_one_class_is_not_defined() -> None:
    assert auroc([0.1, 0.2], [True, True]) is None


@given(scored)
def test_auroc_agrees_with_counting_pairs(rows: list[tuple[float, bool]]) -> None:
    positive = [score for score, label in rows if label]
    negative = [score for score, label in rows if not label]
    value = auroc([score for score, _ in rows], [label for _, label in rows])
    if not positive or not negative:
        assert value is None
        return
    wins = sum((p > n) + 0.5 * (p == n) for p in positive for n in negative)
    assert value == pytest.approx(wins / len(positive) / len(negative))


def test_confusion_counts_and_shares() -> None:
    counts = confusion([True, True, False, False, True], [True, False, True, False, True])
    assert counts == Confusion(hits=2, false_alarms=1, misses=1, rejections=1)
    assert counts.precision == pytest.approx(2 / 3)
    assert counts.recall == pytest.approx(2 / 3)
    assert counts.specificity == pytest.approx(1 / 2)
    assert counts.balanced_accuracy == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_shares_of_nothing_are_not_defined() -> None:
    counts = confusion([False], [False])
    assert (counts.precision, counts.recall, counts.balanced_accuracy) == (None, None, None)


def test_risk_coverage_worked_by_hand() -> None:
    points = risk_coverage([0.9, 0.8, 0.7, 0.6], [True, False, True, False])
    assert [point.risk for point in points] == pytest.approx([0, 1 / 2, 1 / 3, 1 / 2])
    assert [point.coverage for point in points] == pytest.approx([0.25, 0.5, 0.75, 1.0])
    assert area_under_risk(points) == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
    assert risk_at(points, 0.75) == pytest.approx(1 / 3)
    assert risk_at(points, 0.8) == pytest.approx(1 / 2)


def test_risk_within_a_tie_is_spread() -> None:
    points = risk_coverage([0.5, 0.5], [True, False])
    assert [point.risk for point in points] == pytest.approx([0.5, 0.5])


@given(scored, st.randoms())
def test_risk_coverage_knows_no_order_of_rows(
    rows: list[tuple[float, bool]], shuffler: random.Random
) -> None:
    first = risk_coverage([score for score, _ in rows], [label for _, label in rows])
    mixed = list(rows)
    shuffler.shuffle(mixed)
    second = risk_coverage([score for score, _ in mixed], [label for _, label in mixed])
    assert [p.risk for p in first] == pytest.approx([p.risk for p in second])
    assert first[-1].risk == pytest.approx(sum(not label for _, label in rows) / len(rows))


def test_nothing_asked_has_no_risk() -> None:
    assert risk_coverage([], []) == ()
    assert area_under_risk(()) is None
    assert risk_at((), 0.5) is None


def test_calibration_error_worked_by_hand() -> None:
    # Bin .9-1: two answers stated .9, one right, gap .4. Bin .2-.3: two stated .25, none right, gap .25.
    bins = reliability([0.9, 0.9, 0.25, 0.25], [True, False, False, False])
    assert [(group.low, group.answers) for group in bins] == [(0.2, 2), (0.9, 2)]
    assert expected_calibration_error(bins) == pytest.approx((2 * 0.4 + 2 * 0.25) / 4)


def test_certainty_falls_into_the_last_bin() -> None:
    (only,) = reliability([1.0], [True])
    assert (only.low, only.high) == (0.9, 1.0)
    assert expected_calibration_error((only,)) == 0.0


def test_calibration_of_nothing_is_not_defined() -> None:
    assert expected_calibration_error(()) is None


def test_a_perfect_confidence_has_an_error_by_luck_that_many_answers_wear_off() -> None:
    few, many = (chance_calibration_error([0.2, 0.5, 0.8] * count, 0) for count in (4, 400))
    # Of four answers of chance .5 a share misses .5 by .1875 on average, of chance .2 or .8 by .164.
    assert few[0] == pytest.approx((0.1875 + 2 * 0.164) / 3, abs=0.02)
    assert few[1] < few[0] < few[2]
    assert many[0] < 0.025
    assert chance_calibration_error([0.0, 1.0], 0) == (0.0, 0.0, 0.0)
    assert chance_calibration_error([], 0) == (0.0, 0.0, 0.0)


@given(scored)
def test_bins_hold_every_answer_once(rows: list[tuple[float, bool]]) -> None:
    bins = reliability([score for score, _ in rows], [label for _, label in rows])
    assert sum(group.answers for group in bins) == len(rows)
    error = expected_calibration_error(bins)
    assert error is not None
    assert 0.0 <= error <= 1.0


@pytest.mark.parametrize(
    ("first", "second", "expected"), [("ab", "ab", 1.0), ("ab", "bc", 1 / 3), ("a", "b", 0.0), ("", "", 1.0)]
)
def test_jaccard(first: str, second: str, expected: float) -> None:
    assert jaccard(first, second) == pytest.approx(expected)

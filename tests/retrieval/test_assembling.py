"""Fusion: bounded, monotone, indifferent to the scale of its inputs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.retrieval.assembling import best_first, convex

names = st.sampled_from("abcdefgh")
scores = st.dictionaries(names, st.integers(-100, 100).map(lambda n: n / 100), max_size=8)
weights = st.integers(0, 10).map(lambda n: n / 10)


@pytest.mark.parametrize(
    ("dense", "sparse", "weight", "expected"),
    [
        ({"a": 0.9, "b": 0.1}, {"b": 7.0}, 0.6, {"a": 0.6, "b": 0.4}),
        ({"a": 0.9, "b": 0.5, "c": 0.1}, {}, 0.5, {"a": 0.5, "b": 0.25, "c": 0.0}),
        ({}, {"a": 3.0, "b": 1.5}, 0.2, {"a": 0.8, "b": 0.0}),
        ({"a": 0.4}, {"a": 2.0}, 0.5, {"a": 0.0}),
        ({}, {}, 0.5, {}),
    ],
    ids=["both legs", "meaning only", "words only", "alone", "nothing"],
)
def test_combination(
    dense: dict[str, float], sparse: dict[str, float], weight: float, expected: dict[str, float]
) -> None:
    assert convex(dense, sparse, weight) == pytest.approx(expected)


@given(scores, scores, weights)
def test_scores_are_bounded_and_complete(
    dense: dict[str, float], sparse: dict[str, float], weight: float
) -> None:
    fused = convex(dense, sparse, weight)
    assert fused.keys() == dense.keys() | sparse.keys()
    assert all(-1e-9 <= score <= 1 + 1e-9 for score in fused.values())


@given(scores, weights)
def test_scale_and_shift_of_the_cosine_change_nothing(dense: dict[str, float], weight: float) -> None:
    moved = {name: 3 * score + 7 for name, score in dense.items()}
    assert convex(moved, {}, weight) == pytest.approx(convex(dense, {}, weight))


@given(scores, scores, weights)
def test_better_in_both_is_never_worse(
    dense: dict[str, float], sparse: dict[str, float], weight: float
) -> None:
    fused = convex(dense, sparse, weight)
    for first in dense.keys() & sparse.keys():
        for second in dense.keys() & sparse.keys():
            if dense[first] >= dense[second] and sparse[first] >= sparse[second]:
                assert fused[first] >= fused[second] - 1e-9


@given(scores, st.integers(1, 10))
def test_order_is_total(fused: dict[str, float], limit: int) -> None:
    order = best_first(fused, limit)
    assert order == best_first(dict(reversed(fused.items())), limit)
    assert len(order) == min(limit, len(fused))
    keys = [(-fused[name], name) for name in order]
    assert keys == sorted(keys)

"""Measures of public sets: ranking worked by hand; halves never share a group."""

import math

import pytest

from benchmarks.sets.measures import halves, ndcg_at, of_half, precision_at_recall, recall_at, reciprocal_rank
from masis.evaluation.results import share


@pytest.mark.parametrize(
    ("ranked", "relevant", "k", "expected"),
    [
        ("abc", "a", 1, 1.0),
        ("abc", "b", 1, 0.0),
        ("abc", "b", 2, 1.0),
        ("abc", "bx", 3, 0.5),
        ("", "a", 3, 0.0),
        ("abc", "", 3, 0.0),
    ],
    ids=["first", "not in one", "in two", "one of two", "nothing found", "nothing relevant"],
)
def test_recall_counts_the_relevant_among_the_first(
    ranked: str, relevant: str, k: int, expected: float
) -> None:
    assert recall_at(ranked, relevant, k) == expected


@pytest.mark.parametrize(
    ("ranked", "relevant", "expected"),
    [("abc", "a", 1.0), ("abc", "c", 1 / 3), ("abc", "cb", 0.5), ("abc", "x", 0.0)],
)
def test_reciprocal_rank_looks_at_the_first_relevant(ranked: str, relevant: str, expected: float) -> None:
    assert reciprocal_rank(ranked, relevant) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ranked", "relevant", "k", "expected"),
    [
        ("abc", "a", 3, 1.0),
        ("bac", "a", 3, 1 / math.log2(3)),
        ("abc", "ac", 3, (1 + 0.5) / (1 + 1 / math.log2(3))),
        ("abc", "abcd", 2, 1.0),
        ("aab", "ab", 3, (1 + 0.5) / (1 + 1 / math.log2(3))),
        ("xyz", "a", 3, 0.0),
        ("abc", "", 3, 0.0),
    ],
    ids=["perfect", "second", "first and third", "cut at k", "twice counts once", "missed", "none relevant"],
)
def test_ndcg_discounts_by_rank(ranked: str, relevant: str, k: int, expected: float) -> None:
    assert ndcg_at(ranked, relevant, k) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("recall", "expected"), [(0.5, 1.0), (1.0, 2 / 3), (0.0, 1.0)], ids=["half", "all", "any"]
)
def test_precision_at_recall_takes_the_best_threshold(recall: float, expected: float) -> None:
    scores, labels = [0.9, 0.8, 0.7, 0.1], [True, False, True, False]
    assert precision_at_recall(scores, labels, recall) == pytest.approx(expected)


def test_precision_at_recall_cannot_split_a_tie() -> None:
    assert precision_at_recall([0.5, 0.5], [True, False], 0.5) == pytest.approx(0.5)


def test_halves_never_share_a_group() -> None:
    rows, groups = list(range(6)), ["b", "a", "c", "a", "d", "b"]
    named = dict(halves(rows, groups))
    assert named == {"all": (0, 1, 2, 3, 4, 5), "report half": (0, 4, 5), "fit half": (1, 2, 3)}


def test_one_group_has_no_other_half() -> None:
    assert [name for name, _ in halves([1, 2], ["a", "a"])] == ["all", "fit half"]


def test_a_half_is_named() -> None:
    assert of_half("report half", [share("right", [1.0, 0.0], 0)])[0].name == "right · report half"

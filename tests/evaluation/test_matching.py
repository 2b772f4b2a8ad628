"""Matching: when an answer holds what was expected."""

from decimal import Decimal

import pytest

from masis.evaluation.matching import contains, contains_any, exact_figure


@pytest.mark.parametrize(
    ("answer", "expected", "found"),
    [
        ("Revenue was EUR 212.9 million.", "212.9", True),
        ("Revenue was EUR 1,212.9 million.", "212.9", False),
        ("It employs 1,184 people.", "1184", True),
        ("Led by the Lord Advocate.", "lord advocate", True),
        ("The margin is 18%.", "18%", True),
        ("The margin is 118%.", "18%", False),
        ("It fell (sharply).", "fell sharply", True),
        ("Anything", "", False),
        ("In Śródmieście.", "Śródmieście", True),
        ("It cost $60 million", "60 million", True),
    ],
)
def test_words_are_found_at_their_borders(answer: str, expected: str, found: bool) -> None:
    assert contains(answer, expected) is found


def test_any_wording_will_do() -> None:
    assert contains_any("96.4", ("96400", "96.4"))
    assert not contains_any("96", ())


@pytest.mark.parametrize(
    ("answer", "value", "found"),
    [
        ("Sales were $1,496.5 million.", "1496.5", True),
        ("Sales were $1,496.5 million.", "1496500000", True),
        ("Sales were $1,496.4 million.", "1496.5", False),
        ("A decrease of 12.6.", "-12.6", True),
        ("No figure here.", "1", False),
    ],
    ids=["as written", "in full", "another", "sign in words", "none"],
)
def test_a_figure_must_be_exact(answer: str, value: str, found: bool) -> None:
    assert exact_figure(answer, Decimal(value)) is found


def test_a_tolerance_is_given_by_the_caller() -> None:
    assert exact_figure("a change of 22.2%", Decimal("-22.22"), Decimal("0.05"))

"""TAT-QA: a figure of an answer must be exact."""

from decimal import Decimal

import pytest

from benchmarks.sets.tatqa import exact_figure


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

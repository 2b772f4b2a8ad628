"""Periods: one for a value, in order, in words."""

import pytest

from masis.domain.facts.periods import kind_of, order_of, period_of_cell, spoken


@pytest.mark.parametrize(
    ("labels", "text", "period"),
    [
        (("2022", "2022-12", "2022-12-31", "2022-Q4"), "December 31, 2022", "2022"),
        (("2022-12", "2022-12-31", "2022-Q4"), "Three months ended December 31, 2022", "2022-Q4"),
        (("2021", "2022"), "2022 and 2021", ""),
        (("2022-09", "2022-09-30"), "Nine months ended September 30, 2022", ""),
        (("2023-01", "2023-01-14", "2023-Q1"), "as of January 14, 2023", "2023-01-14"),
        ((), "Total", ""),
    ],
)
def test_a_value_has_one_period_or_none(labels: tuple[str, ...], text: str, period: str) -> None:
    assert period_of_cell(labels, text) == period


def test_periods_are_sorted_by_their_end() -> None:
    mixed = ["2022", "2021", "2022-Q1", "2022-Q4", "2022-06-30"]
    assert sorted(mixed, key=order_of) == ["2021", "2022-Q1", "2022-06-30", "2022-Q4", "2022"]
    assert [kind_of(period) for period in mixed] == ["year", "year", "quarter", "quarter", "day"]


def test_periods_are_spoken() -> None:
    assert [spoken(period) for period in ("2022", "2022-Q4", "2022-06-30", "2022-06")] == [
        "2022", "Q4 2022", "30 Jun 2022", "Jun 2022",
    ]  # fmt: skip

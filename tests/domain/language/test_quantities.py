"""Quantities: numbers are read with their value, unit and scale, and labels are no numbers."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import Figure, degrees, numbers


def figures_of(text: str) -> tuple[Figure, ...]:
    """Return the numbers of a text, its periods left out."""
    return numbers(text, find_periods(text))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("€199.6 million", "199600000", "EUR"),
        ("EUR 199.6m", "199600000", "EUR"),
        ("199,600 thousand euros", "199600000", "EUR"),
        ("USD 1.2bn", "1200000000", "USD"),
        ("$ 3.4 billion", "3400000000", "USD"),
        ("£12k", "12000", "GBP"),
        ("1.234,5 EUR", "1234.5", "EUR"),
        ("21.4 %", "21.4", "%"),
        ("21,4 percent", "21.4", "%"),
        ("2.5 percentage points", "2.5", "pp"),
        ("50 basis points", "0.5", "pp"),
        ("3.2x", "3.2", "x"),
        ("1,240 full-time employees", "1240", "people"),
        ("12 MW", "12", "MW"),
        ("three months", "3", "month"),
        ("two million customers", "2000000", "customer"),
        ("12'500 CHF", "12500", "CHF"),
        ("SEK 214 600 million", "214600000000", "SEK"),
        ("2 374 employees", "2374", "people"),
        ("214\u202f600 (2024)", "214600", ""),
    ],
)
def test_numbers_carry_value_and_unit(text: str, value: str, unit: str) -> None:
    """Currency, scale, rate and counted thing, before or after the number."""
    (figure,) = figures_of(f"It came to {text} again.")
    assert (figure.value, figure.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text",
    [
        "1. Revenue",
        "see page 12",
        "Note 14 explains",
        "Fig. 3 shows",
        "Section 3.2.1",
        "chunk c12",
        "COVID-19",
        "the 2nd plant",
        "5G",
        "the 12 weeks ended November 21, 2021",
        "the three months ended March 31, 2023",
        "registration No. 77-0430924",
        "its 401(k) plan",
        "the 8-K of February 7, 2023",
    ],
)
def test_labels_are_no_figures(text: str) -> None:
    """Numbering, references and names that hold a digit are left out."""
    assert [figure.text for figure in figures_of(text)] == []


@pytest.mark.parametrize(
    ("text", "value", "quantum"),
    [("€199.6 million", "199600000", "100000"), ("21 %", "21", "1"), ("1,240 people", "1240", "1")],
)
def test_a_number_knows_how_exactly_it_is_written(text: str, value: str, quantum: str) -> None:
    (figure,) = figures_of(text)
    assert (figure.value, figure.quantum) == (Decimal(value), Decimal(quantum))


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("about €12 million", "about"),
        ("more than 300 ships", "over"),
        ("less than 8 %", "under"),
        ("€12 million", "exact"),
    ],
)
def test_how_exactly_a_number_is_meant_is_read(text: str, bound: str) -> None:
    assert [figure.bound for figure in figures_of(f"It was {text}.")] == [bound]


def test_a_range_shares_its_unit() -> None:
    """The first half of a range has the unit and scale of the second."""
    assert [(figure.value, figure.unit) for figure in figures_of("between EUR 10 and 12 million")] == [
        (Decimal(10_000_000), "EUR"),
        (Decimal(12_000_000), "EUR"),
    ]
    assert [figure.unit for figure in figures_of("a margin of 10-12 %")] == ["%", "%"]


def test_words_of_degree_are_numbers_too() -> None:
    (doubled,) = degrees("Output doubled in a year.")
    assert doubled.multiple
    assert degrees("Output grew in a year.") == ()


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("About two-thirds of the staff is part-time.", "66.6", "%"),
        ("The ratio fell by three-quarters of a percentage point.", "0.75", "pp"),
        ("Rates moved by half a point.", "0.5", "pp"),
        ("It came to a little over a quarter of sales.", "25", "%"),
    ],
)
def test_shares_are_read_from_words(text: str, value: str, unit: str) -> None:
    (figure,) = degrees(text)
    assert (figure.value, figure.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text",
    [
        "It picked up the rest a quarter later.",
        "Most deals close late in a quarter.",
        "It took half a year.",
    ],
)
def test_a_quarter_or_half_that_is_a_time_is_no_share(text: str) -> None:
    assert degrees(text) == ()


def test_a_part_of_a_percentage_point_has_the_unit_of_points() -> None:
    (figure,) = figures_of("The rate dropped 0.94 of a percentage point.")
    assert (figure.value, figure.unit) == (Decimal("0.94"), "pp")


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    """Figures lie inside the text, in order, and nothing raises."""
    figures = figures_of(text)
    assert all(0 <= figure.start < figure.end <= len(text) for figure in figures)
    assert [figure.start for figure in figures] == sorted(figure.start for figure in figures)

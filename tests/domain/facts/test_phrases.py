"""Phrases: what a label is called by, and what narrows it."""

import pytest

from masis.domain.facts.phrases import called, is_named, is_period, names_another, narrowing, phrase
from masis.domain.facts.reading import measure_of


@pytest.mark.parametrize(
    ("label", "measure"),
    [
        ("Net sales", "net sales"),
        ("Total net sales", "net sales"),
        ("Americas net sales", "net sales"),
        ("Net revenue", "net sales"),
        ("Revenue from contracts with customers", "revenue"),
        ("Net income (loss)", "net income"),
        ("Net income attributable to Acme", "net income"),
        ("Cash and cash equivalents", "cash and cash equivalents"),
        ("Net cash provided by operating activities", "net cash provided by operating activities"),
        ("Employees at year end", "headcount"),
        ("R&D", "research and development"),
    ],
)
def test_a_label_is_called_by_a_measure(label: str, measure: str) -> None:
    assert is_named(label, measure_of(measure))


@pytest.mark.parametrize(
    ("label", "measure"),
    [
        ("Cost of net sales", "net sales"),
        ("Net sales growth", "net sales"),
        ("Sales and marketing", "sales"),
        ("Maturities and sales of investments", "sales"),
        ("Sales tax", "sales"),
        ("Non-operating income", "operating income"),
        ("Inventory turns", "inventory"),
        ("Employee stock options and awards", "employees"),
        ("Revenue", "net sales"),
        ("Goodwill impairment", "goodwill"),
    ],
)
def test_a_label_that_only_holds_its_words_is_called_by_another(label: str, measure: str) -> None:
    assert not is_named(label, measure_of(measure))


def test_totals_and_periods_narrow_nothing_and_what_is_left_does() -> None:
    words = phrase("net sales").words
    assert narrowing("Total net sales, full year 2022", words) == frozenset()
    assert narrowing("Other net sales", words) == {"other"}
    assert narrowing("Net sales before returns", words) >= {"before"}


def test_a_part_of_a_breakdown_names_no_measure() -> None:
    measure = measure_of("net sales")
    assert not names_another("Health Care", measure)
    assert names_another("Selling, general and administrative expenses", measure)


def test_headers_are_called_without_period_and_unit() -> None:
    assert called("Revenue 2024, EUR thousand") == "Revenue"
    assert called("Customers at start of 2024") == "Customers at start"
    assert is_period("Fiscal 2022")
    assert not is_period("Balance at 30 August 2022")

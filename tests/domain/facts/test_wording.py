"""Wording: values as people read them."""

from decimal import Decimal

from masis.domain.facts.table import Wanted, fact_table
from masis.domain.facts.values import Line
from masis.domain.facts.wording import cell_words, change_words, full_value, number, share_words, unit_words
from tests.domain.facts.sources import INCOME, SEGMENTS, source


def lines(measure: str) -> tuple[Line, ...]:
    return fact_table([source(INCOME, SEGMENTS)], Wanted(measure=measure)).lines


def test_values_carry_sign_scale_and_precision() -> None:
    whole, *parts = lines("net sales")
    assert unit_words(whole) == "$ million"
    assert cell_words(whole, whole.cells[-1]) == "34,229"
    assert full_value(whole, whole.cells[-1].lead) == "$34,229 million"
    assert change_words(whole) == "− 3.2 %"
    assert (share_words(whole), share_words(parts[0])) == ("", "75.4 %")
    assert number(Decimal(-1_250_000), Decimal(10_000), Decimal(1_000_000)) == "−1.25"


def test_losses_and_amounts_for_each_share() -> None:
    (income, *_) = lines("net income")
    assert full_value(income, income.cells[0].lead) == "−$449 million"
    (each, *_) = lines("earnings per share")
    assert full_value(each, each.cells[-1].lead) == "$10.18"


def test_rates_and_counts() -> None:
    text = (
        "| | 2022 |\n| --- | --- |\n"
        "| Logo churn | 6.8% |\n| Number of customers | 2,340 |\n| Employees | 1,184 |\n"
    )
    found = {
        m: fact_table([source(text)], Wanted(measure=m)).lines[0] for m in ("churn", "customers", "employees")
    }
    assert full_value(found["churn"], found["churn"].cells[0].lead) == "6.8 %"
    assert unit_words(found["customers"]) == "customers"
    assert unit_words(found["employees"]) == "people"

"""Wording: values as people read them."""

from decimal import Decimal

import pytest

from masis.domain.facts.table import Wanted, fact_table
from masis.domain.facts.values import Line
from masis.domain.facts.wording import (
    cell_words,
    change_words,
    full_value,
    named,
    number,
    share_words,
    unit_words,
    valued,
    without_notes,
)
from tests.domain.facts.sources import INCOME, SEGMENTS, source

SALES = Wanted(measure="net sales")


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


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Revenue (1)", "Revenue"),
        ("Revenue (1)(2)", "Revenue"),
        ("Net sales (a), (b)", "Net sales"),
        ("Net sales a", "Net sales"),
        ("Net sales a, b", "Net sales"),
        ("Net sales¹", "Net sales"),
        ("Net income *", "Net income"),
        ("Other [3]:", "Other"),
        ("Area in km²", "Area in km²"),
        ("Scope 3", "Scope 3"),
        ("Class A", "Class A"),
        ("Revenue (2024)", "Revenue (2024)"),
        ("Loss (net)", "Loss (net)"),
        ("(1)", "(1)"),
    ],
)
def test_marks_of_footnotes_are_no_part_of_a_label(printed: str, read: str) -> None:
    assert without_notes(printed) == read


def test_a_line_keeps_the_mark_that_alone_tells_it_from_another() -> None:
    (line,) = fact_table(
        [source("| $ million | 2022 |\n| --- | --- |\n| Net sales (1) | 9 |\n")], SALES
    ).lines
    assert line.name == "Net sales"
    assert line.cells[0].lead.label == "Net sales (1)"
    twins = [line.model_copy(update={"name": f"Net sales of class {letter}"}) for letter in "ab"]
    assert [one.name for one in named(twins)] == ["Net sales of class a", "Net sales of class b"]
    assert [one.name for one in named([*twins[:1], line])] == ["Net sales of class", "Net sales"]


def test_a_unit_printed_in_the_plural_stays_as_it_is() -> None:
    said = [
        valued(Decimal(1200), Decimal(1), unit, Decimal(1)) for unit in ("patents", "square feet", "country")
    ]
    assert said == ["1,200 patents", "1,200 square feet", "1,200 countries"]

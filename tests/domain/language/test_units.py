"""Units: marks and words of money, scale, rate and count, and what a header declares for bare numbers."""

from decimal import Decimal

import pytest

from masis.domain.language.currencies import currency_of
from masis.domain.language.units import (
    asked_unit,
    count_unit_after,
    counted_unit,
    declared_unit,
    is_unit,
    names_money,
    physical_unit,
    plural_of,
    rate_of,
    read_digits,
    scale_of,
)


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ("€", "EUR"),
        ("US$", "USD"),
        ("CHF", "CHF"),
        ("euros", "EUR"),
        ("US dollars", "USD"),
        ("pounds", "GBP"),
    ],
)
def test_a_mark_or_word_names_its_currency(mark: str, code: str) -> None:
    assert currency_of(mark) == code


@pytest.mark.parametrize(
    ("word", "power"),
    [
        (None, 0),
        ("", 0),
        ("'000", 3),
        ("k", 3),
        ("Millions", 6),
        ("mn", 6),
        ("bn", 9),
        ("billion", 9),
        ("dozen", 0),
    ],
)
def test_a_scale_word_is_a_power_of_ten(word: str | None, power: int) -> None:
    assert scale_of(word) == Decimal(10) ** power


@pytest.mark.parametrize(
    ("mark", "unit", "factor"),
    [
        ("%", "%", "1"),
        ("per cent", "%", "1"),
        ("percentage points", "pp", "1"),
        ("bps", "pp", "0.01"),
        ("basis points", "pp", "0.01"),
        ("times", "x", "1"),
        (None, "", "1"),
    ],
)
def test_basis_points_are_hundredths_of_a_point_and_a_point_is_no_per_cent(
    mark: str | None, unit: str, factor: str
) -> None:
    assert rate_of(mark) == (unit, Decimal(factor))


@pytest.mark.parametrize(
    ("written", "value", "step"),
    [
        ("1,234.50", "1234.50", "0.01"),
        ("1.234,5", "1234.5", "0.1"),
        ("12,5", "12.5", "0.1"),
        ("12,500", "12500", "1"),
        ("1.234.567", "1234567", "1"),
        ("1.234", "1.234", "0.001"),
        ("1\u202f234", "1234", "1"),
        ("1'234'567", "1234567", "1"),
    ],
)
def test_digits_are_read_whichever_way_they_are_grouped(written: str, value: str, step: str) -> None:
    assert read_digits(written) == (Decimal(value), Decimal(step))


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("1,240 full-time employees", "people"),
        ("1,240 store employees in Spain", "people"),
        ("a 12-month contract", "month"),
        ("1,240 in customers", ""),
        ("1,240", ""),
    ],
)
def test_the_words_behind_a_number_say_what_it_counts(text: str, unit: str) -> None:
    number = "12" if "12-" in text else "1,240"
    assert count_unit_after(text, text.index(number) + len(number)) == unit


@pytest.mark.parametrize(
    ("label", "unit"),
    [
        ("Employees (number)", "people"),
        ("Customers at year-end", "customer"),
        ("Employee benefit cost", ""),
        ("", ""),
    ],
)
def test_a_label_that_names_money_counts_nothing(label: str, unit: str) -> None:
    assert counted_unit(label) == unit


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        ("EUR million", ("EUR", 10**6)),
        ("(in thousands of US dollars)", ("USD", 10**3)),
        ("In millions", ("", 10**6)),
        ("Net sales growth (%)", ("%", 1)),
        ("Revenue was 12 EUR million", None),
        ("Net sales", None),
    ],
)
def test_a_header_declares_a_unit_and_a_stated_amount_does_not(
    line: str, declared: tuple[str, int] | None
) -> None:
    assert declared_unit(line) == declared


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("share", "shares"),
        ("country", "countries"),
        ("people", "people"),
        ("km", "km"),
        ("MW", "MW"),
        ("shares", "shares"),
        ("patents", "patents"),
        ("square feet", "square feet"),
        ("USD per share", "USD per share"),
    ],
)
def test_only_a_unit_of_ours_takes_a_plural_for_a_documents_words_have_it(unit: str, said: str) -> None:
    assert plural_of(unit) == said


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How much in dollars was the tax rate?", "USD"),
        ("How many euros did it cost?", "EUR"),
        ("What was revenue, in millions of US dollars?", "USD"),
        ("What were sales in EUR?", "EUR"),
        ("What was the margin in per cent?", "%"),
        ("How many stores are in the US?", ""),
        ("How much was invested in euro bonds?", ""),
        ("What percentage was it?", ""),
        ("What was the intensity in tonnes CO2e per SEK M?", ""),
    ],
)
def test_a_question_may_name_the_unit_of_its_answer(question: str, unit: str) -> None:
    assert asked_unit(question) == unit


@pytest.mark.parametrize(
    ("said", "unit", "scale"),
    [
        ("Sales (k€)", "EUR", 1000),
        ("TEUR", "EUR", 1000),
        ("kUSD", "USD", 1000),
        ("SEKm", "SEK", 10**6),
        ("million EUR", "EUR", 10**6),
        ("Contract, from pallet 6,401 (EUR/pallet)", "EUR", 1),
        ("Rate (EUR per pallet)", "EUR", 1),
        ("Units, thousand Q2 2025", "", 1000),
    ],
)
def test_business_papers_declare_units_in_shorter_ways(said: str, unit: str, scale: int) -> None:
    assert declared_unit(said) == (unit, Decimal(scale))


@pytest.mark.parametrize("said", ["5 m EUR", "I am EUR", "AUDIT", "May 2025", "thousands of people"])
def test_a_letter_before_a_currency_is_not_always_its_scale(said: str) -> None:
    assert declared_unit(said) is None


@pytest.mark.parametrize(
    ("said", "measure"),
    [
        ("MWh", ("MWh", 1)),
        ("FTE", ("people", 1)),
        ("tCO2e", ("tonne", 1)),
        ("t CO2e", ("tonne", 1)),
        ("tonnes of CO2", ("tonne", 1)),
        ("kt", ("tonne", 1000)),
        ("Mt CO2-eq", ("tonne", 10**6)),
    ],
)
def test_a_measure_alone_is_a_physical_unit(said: str, measure: tuple[str, int]) -> None:
    assert physical_unit(said) == (measure[0], Decimal(measure[1]))
    assert is_unit(said)


@pytest.mark.parametrize("said", ["audited", "year", "site", "net", "", "2 MWh", "tonnes and more"])
def test_other_words_are_no_physical_unit(said: str) -> None:
    assert physical_unit(said) is None
    assert not is_unit(said)


@pytest.mark.parametrize("said", ["£", "%", "EUR/position/week", "USD m", "(€)"])
def test_a_unit_of_money_or_a_rate_is_one_alone(said: str) -> None:
    assert is_unit(said)


@pytest.mark.parametrize(
    ("label", "money"),
    [
        ("Rent", True),
        ("Staff costs", True),
        ("Net sales", True),
        ("Patients", False),
        ("Pallets per week", False),
    ],
)
def test_some_words_name_money(label: str, *, money: bool) -> None:
    assert names_money(label) is money

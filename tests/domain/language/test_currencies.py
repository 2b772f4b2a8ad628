"""Currencies: which one a sign, a code, a name or letters in front of a figure mean."""

import re
from decimal import Decimal

import pytest

from masis.domain.language.currencies import CURRENCIES, MARK, NAME, SIGN, SPOKEN, currency_of, named_currency
from masis.domain.language.quantities import numbers
from masis.domain.language.units import declared_unit


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ("A$", "AUD"),
        ("HK$", "HKD"),
        ("R$", "BRL"),
        ("₹", "INR"),
        ("Rs.", "INR"),
        ("RMB", "CNY"),
        ("R", "ZAR"),
        ("Canadian dollars", "CAD"),
        ("pounds sterling", "GBP"),
        ("yen", "JPY"),
        ("U.S. dollars", "USD"),
        ("bushels", ""),
    ],
)
def test_a_mark_is_of_one_currency(mark: str, code: str) -> None:
    assert currency_of(mark) == code


def test_every_sign_is_read_back_as_the_currency_it_is_spoken_for() -> None:
    assert {code: currency_of(sign) for code, sign in SPOKEN.items()} == {code: code for code in SPOKEN}
    assert all(re.fullmatch(SIGN, sign) for sign in SPOKEN.values())
    assert set(SPOKEN) <= CURRENCIES


@pytest.mark.parametrize("text", ["R 5 tests", "R2 of the fit", "Rs", "Model R 12"])
def test_letters_in_front_of_no_amount_are_no_sign(text: str) -> None:
    assert re.match(MARK, text.rpartition("Model ")[2]) is None


def test_the_longest_name_counts() -> None:
    found = re.match(NAME, "Hong Kong dollars in thousands")
    assert found is not None
    assert currency_of(found.group()) == "HKD"


@pytest.mark.parametrize(
    ("label", "code"),
    [("Indian rupees", "INR"), ("Bonds, ZAR", "ZAR"), ("USD/ZAR", ""), ("Dollars", ""), ("Won", "")],
)
def test_a_label_may_be_a_currency(label: str, code: str) -> None:
    assert named_currency(label) == code


@pytest.mark.parametrize(
    ("words", "unit", "power"),
    [
        ("(₹ in crore)", "INR", 7),
        ("(Rs. in lakhs)", "INR", 5),
        ("R million", "ZAR", 6),
        ("R'000", "ZAR", 3),
        ("A$m", "AUD", 6),
        ("(in thousands of Canadian dollars)", "CAD", 3),
        ("Millions of Korean won", "KRW", 6),
        ("billions of yen", "JPY", 9),
        ("TEUR", "EUR", 3),
        ("T€", "EUR", 3),
        ("Mio. EUR", "EUR", 6),
        ("MSEK", "SEK", 6),
        ("SEK M", "SEK", 6),
        ("RMB million", "CNY", 6),
        ("R$ million", "BRL", 6),
        ("(AED '000)", "AED", 3),
    ],
)
def test_a_header_declares_currency_and_scale(words: str, unit: str, power: int) -> None:
    assert declared_unit(words) == (unit, Decimal(10) ** power)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Revenue was ₹1,23,456.78 crore.", "1234567800000", "INR"),
        ("Profit of Rs. 45.6 lakh", "4560000", "INR"),
        ("12,34,567 shares were issued", "1234567", "share"),
        ("Sales reached R1,2 billion", "1200000000", "ZAR"),
        ("KRW 12.3 trillion was spent", "12300000000000", "KRW"),
        ("A$12.4m of revenue", "12400000", "AUD"),
        ("a loss of △1,234", "1234", ""),
        ("1 234,5 tonnes were shipped", "1234.5", "tonne"),
    ],
)
def test_amounts_are_read_as_they_are_printed_around_the_world(text: str, value: str, unit: str) -> None:
    (figure,) = numbers(text, ())
    assert (figure.value, figure.unit) == (Decimal(value), unit)


def test_a_triangle_is_a_minus() -> None:
    assert [figure.negative for figure in numbers("△1,234 after 1,234", ())] == [True, False]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Net sales were MSEK 4 512,8 (4 186,4).", ["4512800000", "4186.4"]),
        ("TEUR 1.234 were paid", ["1234000"]),
        ("it cost 12,5 MEUR", ["12500000"]),
        ("a fund of k€ 12.5", ["12500"]),
        ("EUR 214 600, in May", ["214600"]),
        ("CHF 12 and 345 people", ["12", "345"]),
        ("12 M&A deals", ["12"]),
    ],
)
def test_a_scale_in_front_of_a_currency_and_groups_behind_one_are_read(text: str, values: list[str]) -> None:
    assert [figure.value for figure in numbers(text, ())] == [Decimal(value) for value in values]

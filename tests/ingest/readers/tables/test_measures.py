"""Measures: what a label or a header says of its own values, beside what holds for the table."""

from decimal import Decimal

import pytest

from masis.ingest.readers.tables.measures import Measure, Whole, measure_of

MILLION = Decimal(10) ** 6
MONEY = Whole("SEK", MILLION, MILLION)
NOTHING = Whole("", Decimal(1), Decimal(1))


@pytest.mark.parametrize(
    ("text", "whole", "unit", "scale"),
    [
        ("Repurchase of shares", MONEY, "", Decimal(1)),
        ("Shares outstanding", MONEY, "shares", MILLION),
        ("Repurchase of shares", NOTHING, "shares", Decimal(1)),
        ("(¥ million) Change (%)", NOTHING, "%", Decimal(1)),
        ("(¥ million) 2031", NOTHING, "JPY", MILLION),
        ("Debt to equity (times)", MONEY, "x", Decimal(1)),
        ("Cement sales (million tonnes)", MONEY, "tonne", MILLION),
        ("Sales (KRW 100 million)", NOTHING, "KRW", 100 * MILLION),
        ("FY2031 Millions of yen", NOTHING, "JPY", MILLION),
        ("Earnings per share (PLN / EUR)", NOTHING, "per share", Decimal(1)),
        ("Berths", MONEY, "", Decimal(1)),
        ("Feed A (N = 112) n (%)", NOTHING, "n (%)", Decimal(1)),
        ("Mean (SD) or n (%)", NOTHING, "", Decimal(1)),
        ("Margin (%)", NOTHING, "%", Decimal(1)),
        ("Norland (EUR) Disc. %", NOTHING, "%", Decimal(1)),
        ("Value, € m growth, %", NOTHING, "%", Decimal(1)),
        ("Units 2031", MONEY, "units", Decimal(1)),
        ("Units of account", MONEY, "", Decimal(1)),
    ],
)
def test_a_name_says_what_its_values_are_in(text: str, whole: Whole, unit: str, scale: Decimal) -> None:
    assert measure_of(text, whole) == Measure(unit, scale)

"""Twofold: cells of several figures, their values, the units of their parts and how they are said."""

from decimal import Decimal

import pytest

from masis.domain.language.tables import Cell, Column, Row, Table, amount_of, is_worded, percent_of, worded
from masis.domain.language.twofold import (
    COUNT_AND_PERCENT,
    Behind,
    behind_first,
    counts_and_percents,
    share_of,
)


def table_of(
    text: str, *, header: str = "Ewes", unit: str = "", label: str = "Lame", of_row: str = ""
) -> Table:
    """Return a table of one cell."""
    row = Row(label=label, cells=(Cell(column=0, text=text),), char_start=0, char_end=9, unit=of_row)
    return Table(columns=(Column(header=header, unit=unit),), rows=(row,))


def said(table: Table) -> str:
    return worded(table, table.rows[0], table.rows[0].cells)


@pytest.mark.parametrize(
    ("rest", "at", "behind"),
    [
        (" (19.5)", 0, Behind("", "(19.5)")),
        ("% (-34.1, -20.5)", 1, Behind("", "(-34.1, -20.5)")),
        (" (95% CI 0.65 to 0.95)", 0, Behind("", "(95% CI 0.65 to 0.95)")),
        (" ± 1.1", 0, Behind("± 1.1", "")),
        (" / 37 / 38", 0, Behind("/ 37 / 38", "")),
        ("/58 (20.7)", 0, Behind("/58", "(20.7)")),
        (" (2.7) [5]", 0, Behind("", "(2.7) [5]")),
        (" million", 8, Behind()),
        ("", 0, Behind()),
        (" (restated)", 11, Behind()),
    ],
)
def test_what_stands_behind_the_first_figure(rest: str, at: int, behind: Behind) -> None:
    assert behind_first(rest) == (at, behind)


@pytest.mark.parametrize(
    ("text", "over", "read", "share", "spoken"),
    [
        ("14 (12.3)", ("Ewes n (%)", COUNT_AND_PERCENT), ("14", "number"), "12.3", "14 (12.3%)"),
        ("0", ("Ewes n (%)", COUNT_AND_PERCENT), ("0", "number"), "", "0"),
        ("39.8 (11.6)", ("Ewes n (%)", COUNT_AND_PERCENT), ("39.8", "number"), "", "39.8 (11.6)"),
        ("14 (12.3%)", ("Ewes", ""), ("14", ""), "12.3", "14 (12.3%)"),
        ("14 (12.3%)", ("Ewes (%)", "%"), ("14", "number"), "12.3", "14 (12.3%)"),
        ("14 (12)", ("Ewes (%)", "%"), ("14", "number"), "", "14 (12)"),
        ("−7.6 (−9.1, 2.5)", ("Change, % (95% CI)", "%"), ("-7.6", "%"), "", "-7.6% (−9.1, 2.5)"),
        ("67.5 (12.1)", ("Cover (%), mean (SD)", "%"), ("67.5", "%"), "", "67.5% (12.1)"),
        ("8.4 ± 1.1", ("Yield, %", "%"), ("8.4", "%"), "", "8.4 ± 1.1%"),
        ("21 / 17 / 18", ("Ewes", ""), ("21", ""), "", "21 / 17 / 18"),
        ("34 (12-61)", ("Median (range)", ""), ("34", ""), "", "34 (12-61)"),
        ("1,284 (1)", ("Ewes", ""), ("1284", ""), "", "1,284"),
        ("(14)", ("Change", ""), ("-14", ""), "", "-14"),
    ],
)
def test_the_first_figure_is_the_value_and_brackets_are_no_negative(
    text: str, over: tuple[str, str], read: tuple[str, str], share: str, spoken: str
) -> None:
    table = table_of(text, header=over[0], unit=over[1])
    row, cell = table.rows[0], table.rows[0].cells[0]
    amount, percent = amount_of(table, row, cell), percent_of(table, row, cell)
    assert amount is not None
    assert (amount.value, amount.unit) == (Decimal(read[0]), read[1])
    assert (str(percent.value) if percent else "") == share
    assert said(table) == f"Lame: {spoken} ({over[0]})"
    assert is_worded(f"{said(table)}.", table) is row


def test_a_row_in_a_unit_of_its_own_keeps_it_under_counts() -> None:
    table = table_of("39.8 (11.6)", unit=COUNT_AND_PERCENT, label="Age (years), mean (SD)", of_row="years")
    assert said(table) == "Age (years), mean (SD): 39.8 years (11.6) (Ewes)"


def test_the_spread_of_an_average_is_no_share() -> None:
    table = table_of("27 (4)", unit=COUNT_AND_PERCENT, label="Litter weight, mean (SD)")
    assert percent_of(table, table.rows[0], table.rows[0].cells[0]) is None


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Feed A (N = 112) n (%)", COUNT_AND_PERCENT),
        ("Number (%) of ewes", COUNT_AND_PERCENT),
        ("Number of ewes (%)", COUNT_AND_PERCENT),
        ("Lame at day 40, n/m (%)", COUNT_AND_PERCENT),
        ("Data are mean (SD) or n (%)", ""),
        ("n (%) or median (IQR)", ""),
        ("Margin (%)", None),
        ("Region (%)", None),
    ],
)
def test_words_that_declare_counts_with_shares(text: str, unit: str | None) -> None:
    assert counts_and_percents(text) == unit


def test_a_share_is_at_most_the_whole_and_of_a_whole_number() -> None:
    assert share_of(Decimal(14), Behind("", "(112)"), declared=True) is None
    assert share_of(Decimal("1.4"), Behind("", "(12)"), declared=True) is None
    assert share_of(Decimal(14), Behind("", "(12)"), declared=False) is None

"""Unit column: values are in what their own row says, and a column of anything else is none."""

from decimal import Decimal

import pytest

from masis.domain.language.tables import Cell, Row
from masis.ingest.readers.tables.unit_column import measured, unit_column, with_measure


@pytest.mark.parametrize(
    ("cell", "unit", "scale"),
    [
        ("EUR m", "EUR", 1_000_000),
        ("$m", "USD", 1_000_000),
        ("USD k", "USD", 1000),
        ("EUR", "EUR", 1),
        ("%", "%", 1),
        ("x", "x", 1),
        ("MWh", "MWh", 1),
        ("FTE", "people", 1),
    ],
)
def test_units_are_known(cell: str, unit: str, scale: int) -> None:
    assert measured(cell) == (unit, Decimal(scale))


@pytest.mark.parametrize(
    "cell", ["", "12", "12%", "21 / 17 / 18", "14 (12.3)", "audited", "in thousands of our own shares"]
)
def test_other_words_are_no_units(cell: str) -> None:
    assert measured(cell) is None


def test_a_column_of_units_is_found_wherever_it_stands() -> None:
    assert unit_column([["EUR m", "12", "13"], ["%", "4.5", "4.7"], ["pcs", "7", "8"], ["", "", ""]]) == 0
    assert unit_column([["12", "EUR m"], ["4.5", "%"]]) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [["12", "13"], ["14", "15"]],
        [["EUR m", "12"], ["audited", "13"], ["draft", "14"], ["final", "15"]],
        [["EUR m", "12"]],
        [["EUR m", ""], ["%", ""]],
        [],
    ],
    ids=["figures", "mostly others", "one row", "no values", "empty"],
)
def test_other_columns_are_none(rows: list[list[str]]) -> None:
    assert unit_column(rows) is None


def test_a_row_is_measured_as_its_own_cell_says() -> None:
    cells = (Cell(column=0, text="EUR m"), Cell(column=1, text="12"))
    row = Row(label="Revenue", cells=cells, char_start=0, char_end=5)
    made = with_measure(row, 0)
    assert (made.unit, made.scale, made.cells) == ("EUR", Decimal(1_000_000), cells[1:])
    assert with_measure(made, 0) is made
    unknown = row.model_copy(update={"cells": (Cell(column=0, text="pcs"), cells[1])})
    assert with_measure(unknown, 0).unit == "pcs"


BATCHES = [["batches", "37", "36"], ["units", "196,400", "190,000"], ["% of units", "2.6", "2.5"]]


def test_a_column_that_is_called_so_holds_units_that_nobody_knows() -> None:
    assert unit_column(BATCHES) is None
    assert unit_column(BATCHES, ["Unit", "2031", "2030"]) == 0
    assert unit_column([["12", "37"], ["14", "36"]], ["Unit", "2031"]) is None


def test_a_share_of_something_is_in_per_cent() -> None:
    assert measured("% of units") == ("%", Decimal(1))


def test_thousands_written_in_digits_are_a_unit_and_several_figures_are_none() -> None:
    assert unit_column([["’000", "5,614"], ["%", "2.7"], ["£", "74.1"]]) == 0
    assert unit_column([["21 / 17 / 18", "5.6"], ["9 / 8 / 11", "2.7"]]) is None


def test_what_is_divided_by_money_is_no_money() -> None:
    assert measured("kg/£m sales") == ("kg/£m sales", Decimal(1))
    assert measured("EUR/pallet") == ("EUR", Decimal(1))

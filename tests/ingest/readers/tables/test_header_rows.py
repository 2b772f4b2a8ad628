"""Which rows on top of a grid are header lines, what stands over a column, and cells that belong together."""

import pytest

from masis.ingest.readers.tables.header_rows import header_count, names_of, parted, whole_columns, with_years

DATED = ["", "Year ended May 31,", ""], ["", "2023", "2022"], ["Volatility", "24%", "22%"]


def test_a_second_line_of_years_under_a_told_header_is_a_header_line_too() -> None:
    assert header_count(DATED, 1) == 2


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ((["", "2023", "2022"], ["", "€m", "€m"], ["Cash", "12", "14"]), 2),
        ((["Assets", "2023", "2022"], ["(in millions)", "", ""], ["Cash", "12", "14"]), 2),
        ((["", "Pension plans", ""], ["$ in millions", "2023", "2022"], ["Cash", "12", "14"]), 2),
        ((["October 31,", "", ""], ["", "2023", "2022"], ["Cash", "12", "14"]), 2),
        ((["", "Amount", ""], ["", "billed", "open"], ["Audit", "12", "14"]), 2),
    ],
    ids=[
        "unit under years",
        "scale alone",
        "scale beside years",
        "years under the corner",
        "words over figures",
    ],
)
def test_what_goes_on_under_the_first_header_line(rows: tuple[list[str], ...], count: int) -> None:
    assert header_count(rows, 1) == count


@pytest.mark.parametrize(
    "rows",
    [
        (["", "2023", "2022"], ["Assets:", "", ""], ["Cash", "12", "14"]),
        (["", "2023", "2022"], ["", "1,837", "1,491"], ["Cash", "12", "14"]),
        (["Plant", "Opened", "Closed"], ["Kiel", "1998", "2021"], ["Ulm", "2003", "2022"]),
        (["Risk", "Likelihood"], ["", "high"], ["Fire", "low"]),
        (["", "2023", "2022"], ["", "—", "—"], ["Cash", "12", "14"]),
    ],
    ids=["a parent", "a total without a label", "years as values", "words under words", "dashes"],
)
def test_a_row_of_the_body_is_no_header_line(rows: tuple[list[str], ...]) -> None:
    assert header_count(rows, 1) == 1


def test_no_more_rows_than_a_header_has_and_one_is_left_for_the_body() -> None:
    years = ["", "2023", "2022"]
    assert header_count([years] * 20, 1) == 5
    assert header_count([years, years], 1) == 1
    assert header_count([], 1) == 1


def test_without_a_told_header_the_rows_over_the_first_figure_are_it() -> None:
    rows = [["(in thousands)", "", ""], *DATED]
    assert header_count(rows, None) == 3
    assert header_count([["Cash", "12", "14"], ["Debt", "3", "4"]], None) == 0
    assert header_count([["Risk", "Owner"], ["Fire", "Ms Weber"]], None) == 0
    assert header_count([["", "2023"], ["Assets", ""], ["Cash", "12"]], None) == 1
    assert header_count([], None) == 0


def test_none_told_and_none_to_be_looked_for_stays_none() -> None:
    assert header_count(DATED, 0) == 0


def test_an_upper_cell_stands_over_the_empty_ones_to_its_right() -> None:
    rows = [["", "Net sales", "", "Staff", ""], ["", "2023", "2022", "2023", "2022"]]
    assert names_of(rows, 5) == ["", "Net sales 2023", "Net sales 2022", "Staff 2023", "Staff 2022"]


def test_a_lone_upper_cell_in_the_middle_stands_over_all() -> None:
    rows = [["", "", "Year ended June 30,", ""], ["", "2023", "2022", "2021"]]
    assert names_of(rows, 4)[1:] == [f"Year ended June 30, {year}" for year in (2023, 2022, 2021)]


def test_cells_in_the_middle_of_equal_groups_stand_over_their_own() -> None:
    rows = [["", "", "2023", "", "", "2022", ""], ["", "a", "b", "c", "a", "b", "c"]]
    assert names_of(rows, 7)[1:] == ["2023 a", "2023 b", "2023 c", "2022 a", "2022 b", "2022 c"]


def test_a_day_over_the_labels_goes_on_in_the_years() -> None:
    assert names_of([["October 31,", "", ""], ["", "2023", "2022"]], 3) == [
        "",
        "October 31, 2023",
        "October 31, 2022",
    ]
    assert names_of([["Balance sheet", "", ""], ["", "2023", "2022"]], 3)[1] == "2023"


def test_words_said_twice_over_a_column_are_said_once() -> None:
    assert names_of([["", "Sales", "Sales"], ["", "Sales", "2022"]], 3) == ["", "Sales", "Sales 2022"]


def test_signs_and_brackets_in_cells_of_their_own_go_to_their_figures() -> None:
    rows = [
        ["", "2023", "", ""],
        ["Sales", "$", "1,234", ""],
        ["Loss", "(56", "", ")"],
        ["Rate", "7", "", "%"],
    ]
    assert whole_columns(rows) == [["", "2023"], ["Sales", "$1,234"], ["Loss", "(56)"], ["Rate", "7%"]]


def test_columns_that_merely_take_turns_stay_apart() -> None:
    rows = [["", "Debit", "Credit"], ["Rent", "10", ""], ["Sales", "", "20"]]
    assert whole_columns(rows) == rows
    linked = [["", "A", "B"], ["Rent", "$", "10"], ["Sales", "20", "30"]]
    assert whole_columns(linked) == linked
    assert whole_columns([]) == []


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("2023 €m", "2023, €m"),
        ("2023 $'000 restated", "2023, $'000 restated"),
        ("December 31, 2023 (in millions)", "December 31, 2023 (in millions)"),
        ("2023 Total", "2023 Total"),
        ("", ""),
    ],
)
def test_a_year_with_a_unit_behind_it_is_no_amount(header: str, said: str) -> None:
    assert parted(header) == said


@pytest.mark.parametrize(
    "units", [["", "£", "£", "%"], ["", "EUR/week", "EUR/week", "%"], ["", "MWh", "MWh", ""]]
)
def test_units_under_the_names_of_columns_are_a_header_line(units: list[str]) -> None:
    rows = ["Team", "Gross pay", "Total", "Change"], units, ["Board", "148", "182", "3.1"]
    assert header_count(rows, 1) == 2
    names = names_of(rows[:2], 4)
    assert names[1] == f"Gross pay ({units[1]})"


def test_a_row_of_values_under_names_is_none() -> None:
    rows = ["Team", "Lead", "Budget"], ["", "Maeve", "61"], ["Board", "Calum", "34"]
    assert header_count(rows, 1) == 1


@pytest.mark.parametrize(
    ("printed", "whole"),
    [
        (
            ("Q4", "2031 Q3", "Q2", "Q1", "2030 Q4"),
            ("2031 Q4", "2031 Q3", "2031 Q2", "2031 Q1", "2030 Q4"),
        ),
        (("2030 Q3", "Q4", "2031 Q1", "Q2"), ("2030 Q3", "2030 Q4", "2031 Q1", "2031 Q2")),
        (("Q1", "Q2", "Q3"), ("Q1", "Q2", "Q3")),
        (("Q1 2031", "Q1 2030", "Change"), ("Q1 2031", "Q1 2030", "Change")),
        (("2031", "2030"), ("2031", "2030")),
        ((), ()),
    ],
)
def test_a_year_over_one_of_several_quarters_is_that_of_all(
    printed: tuple[str, ...], whole: tuple[str, ...]
) -> None:
    assert with_years(printed) == whole


def test_quarters_under_years_are_a_header_line_whatever_stands_over_the_labels() -> None:
    rows = (
        ["", "2031", "", "2030"],
        ["Indicator", "Q4", "Q3", "Q4"],
        ["Castings", "1 612", "1 498", "1 544"],
    )
    assert header_count(rows, 1) == 2
    assert names_of(rows[:2], 4) == ["Indicator", "2031 Q4", "2031 Q3", "2030 Q4"]


def test_a_label_that_reaches_over_two_header_lines_makes_both_of_them_header() -> None:
    rows = [
        ["Month", "Occupancy", "", "Staff"],
        ["Month", "Planned", "Actual", "Staff"],
        ["May", "71", "74", "12"],
    ]
    assert header_count(rows, 1) == 2
    assert names_of(rows[:2], 4) == ["Month", "Occupancy Planned", "Occupancy Actual", "Staff"]


def test_a_row_of_another_label_stays_one() -> None:
    assert header_count([["Fund", "Grade", ""], ["North", "high", "low"], ["South", "low", "low"]], 1) == 1

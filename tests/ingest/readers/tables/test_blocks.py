"""Blocks: no value of one table is read as a value of the table beside it, above it or below it."""

import pytest

from masis.ingest.readers.tables.blocks import captions_over, parted_at_headers, tables_of, with_whole_labels

LEFT = [["Sales by region", "2030", "2031"], ["North", "12.5", "13.1"], ["South", "21.0", "22.4"]]
RIGHT = [["People by site", "2030", "2031"], ["Malmo", "310", "325"], ["Graz", "420", "415"]]


def beside(left: list[list[str]], right: list[list[str]], gap: int = 1) -> list[list[str]]:
    rows = max(len(left), len(right))
    widths = len(left[0]), len(right[0])
    padded = [
        [*table, *[[""] * width] * (rows - len(table))]
        for table, width in zip((left, right), widths, strict=True)
    ]
    return [[*first, *[""] * gap, *second] for first, second in zip(*padded, strict=True)]


@pytest.mark.parametrize("gap", [1, 3])
def test_tables_beside_each_other_are_two(gap: int) -> None:
    assert list(tables_of(beside(LEFT, RIGHT, gap))) == [LEFT, RIGHT]


def test_the_longer_one_of_two_keeps_its_rows() -> None:
    longer = [*RIGHT, ["Lyon", "120", "140"]]
    assert list(tables_of(beside(LEFT, longer))) == [LEFT, longer]


def test_two_tables_left_of_a_long_one_are_two() -> None:
    stacked = [*LEFT, ["", "", ""], *LEFT]
    long = [*RIGHT, *[[f"Site {number}", "1", "2"] for number in range(4)]]
    assert list(tables_of(beside(stacked, long))) == [LEFT, LEFT, long]


def test_an_empty_column_between_years_parts_nothing() -> None:
    rows = [["", "", "2030", "", "2031"], ["Sales", "", "12", "", "13"], ["Costs", "", "7", "", "8"]]
    assert list(tables_of(rows)) == [rows]


def test_a_column_of_remarks_stays_with_its_table() -> None:
    rows = [["", "2030", "", "Remark"], ["Sales", "12", "", "audited"], ["Costs", "7", "", "estimated"]]
    assert list(tables_of(rows)) == [rows]


def test_empty_rows_and_columns_around_are_left_out() -> None:
    rows = [["", ""], ["", "a", "1"], ["", "b", "2"], [], ["", "", "c", "3"]]
    assert list(tables_of(rows)) == [[["a", "1"], ["b", "2"]], [["c", "3"]]]
    assert list(tables_of([])) == []


def test_words_over_a_whole_table_are_its_caption() -> None:
    assert captions_over([["Capex plan"], ["Project", "Budget"], ["Crane", "220"]]) == 1
    assert captions_over([["Capex plan", ""], ["in euros", ""], ["Project", "Budget"], ["Crane", "220"]]) == 2


@pytest.mark.parametrize(
    "rows",
    [
        [["Assets"], ["Cash", "12"], ["Debt", "7"]],
        [["Half year"], ["Q1", "Q2"], ["1", "2"]],
        [["", "Year ended"], ["In millions", "2031"], ["Sales", "12"]],
        [["Capex plan"], ["Project", "Budget"]],
        [["Project", "Budget"], ["Crane", "220"]],
        [["Only words"]],
        [],
    ],
    ids=["a heading of rows", "over periods", "over a column", "nothing below", "none", "one cell", "empty"],
)
def test_other_words_on_top_are_no_caption(rows: list[list[str]]) -> None:
    assert captions_over(rows) == 0


def test_other_periods_below_begin_a_table_of_their_own() -> None:
    rows = [
        ["", "2030", "2031"],
        ["Sales", "12", "13"],
        ["Margin", "", ""],
        ["", "Q1 2031", "Q2 2031"],
        ["Pumps", "31%", "33%"],
    ]
    first, second = parted_at_headers(rows, 1)
    assert first == ([0, 1], 1, "")
    assert second == ([3, 4], 1, "Margin")


def test_periods_said_again_are_left_out() -> None:
    rows = [
        ["", "2030", "2031"],
        ["Sales", "12", "13"],
        ["Margin", "", ""],
        ["", "2030", "2031"],
        ["Pumps", "31%", "33%"],
    ]
    assert list(parted_at_headers(rows, 1)) == [([0, 1, 2, 4], 1, "")]


@pytest.mark.parametrize(
    "rows",
    [
        [["", "2030", "2031"], ["Sales", "12", "13"], ["", "25", "26"]],
        [["", "2030", "2031"], ["Sales", "12", "13"], ["", "2032", ""]],
        [["", "2030", "2031"], ["Sales", "12", "13"], ["", "Q1 2031", "Q2 2031"]],
        [["", "2030", "2031"]],
        [],
    ],
    ids=["a sum", "one year", "nothing below", "header alone", "empty"],
)
def test_other_rows_without_a_label_part_nothing(rows: list[list[str]]) -> None:
    (part,) = parted_at_headers(rows, min(1, len(rows)))
    assert part.rows == list(range(len(rows)))


def test_a_record_is_called_by_all_its_names() -> None:
    rows = [
        ["Year", "Region", "Measure", "Value"],
        ["2030", "North", "Orders", "5"],
        ["2031", "North", "Orders", "6"],
        ["2030", "South", "Orders", "7"],
        ["2031", "South", "Orders", "8"],
    ]
    joined = with_whole_labels(rows, 1)
    assert joined[0] == ["Year, Region, Measure", "Value"]
    assert joined[4] == ["2031, South, Orders", "8"]


def test_a_label_said_once_holds_for_the_rows_of_a_pivot_table() -> None:
    rows = [
        ["Region", "Product", "2030", "2031"],
        ["North", "Pumps", "5", "6"],
        ["", "Valves", "7", "8"],
        ["North total", "", "12", "14"],
        ["South", "Pumps", "1", "2"],
        ["", "Valves", "3", "4"],
        ["", "Seals", "3", "4"],
    ]
    labels = [row[0] for row in with_whole_labels(rows, 1)]
    assert labels[:4] == ["Region, Product", "North, Pumps", "North, Valves", "North total"]
    assert labels[4:] == ["South, Pumps", "South, Valves", "South, Seals"]


def test_a_second_column_of_labels_set_in_stays() -> None:
    rows = [["", "", "2031"], ["Assets", "", ""], ["", "Cash", "5"], ["", "Debtors", "6"], ["", "Stock", "7"]]
    assert with_whole_labels(rows, 1) == rows


def test_a_year_and_its_quarter_are_one_period() -> None:
    rows = [
        ["Year", "Quarter", "Sales"],
        ["2030", "Q1", "5"],
        ["2030", "Q2", "6"],
        ["2030", "Q3", "7"],
        ["2030", "Q4", "7"],
    ]
    assert [row[0] for row in with_whole_labels(rows, 1)] == [
        "Year, Quarter",
        "2030 Q1",
        "2030 Q2",
        "2030 Q3",
        "2030 Q4",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [["Region", "Lead", "Sales"], ["North", "Ann", "5"], ["South", "Bo", "6"], ["East", "Cy", "7"]],
        [["Region", "Old", "New"], ["North", "4", "5"], ["North", "5", "6"], ["North", "6", "7"]],
        [["Region", "Lead", "Note"], ["North", "Ann", "x"], ["North", "Bo", "y"], ["North", "Cy", "z"]],
        [["Region", "Lead", "Sales"], ["North", "Ann", "5"], ["North", "", "6"], ["North", "Cy", "11"]],
        [["Region", "Lead", "Sales"]],
        [],
    ],
    ids=["labels of their own", "figures", "no figures", "no second name", "no rows", "empty"],
)
def test_other_columns_stay(rows: list[list[str]]) -> None:
    assert with_whole_labels(rows, min(1, len(rows))) == rows


@pytest.mark.parametrize(
    ("between", "over"),
    [
        ([["", "EUR/week", "EUR/week"]], 1),
        ([["Fee by site", "", ""]], 1),
        ([["", "EUR", "EUR"], ["Fee by site", "", ""]], 1),
        ([["Malmo", "north", "south"]], 0),
        ([["Fee", "", ""], ["Rent", "", ""], ["Tax", "", ""]], 0),
    ],
    ids=["units", "a heading", "both", "words", "too many"],
)
def test_a_title_stands_over_names_with_units_or_a_heading_below(between: list[list[str]], over: int) -> None:
    rows = [["Rates 2031", "", ""], ["Site", "List", "Contract"], *between, ["Malmo", "4.95", "4.25"]]
    assert captions_over(rows) == over


def test_a_column_of_estimates_with_intervals_names_no_record() -> None:
    rows = [
        ["Trait", "Flock", "Estimate (95% CI)", "p value"],
        *[
            [trait, flock, f"{n}.4 ({n}.1, {n}.9)", "0.04"]
            for n, trait in enumerate(("Gain", "Fat"), 1)
            for flock in "AB"
        ],
    ]
    assert [row[0] for row in with_whole_labels(rows, 1)[1:]] == ["Gain, A", "Gain, B", "Fat, A", "Fat, B"]

"""Whole cells: a figure and what belongs to it are one cell; a negative beside it keeps its own column."""

from masis.domain.language.tables import amount_of, percent_of
from masis.ingest.readers.lines import Word
from masis.ingest.readers.tables.whole_cells import with_whole_cells
from tests.ingest.readers.tables.test_spaced import line
from tests.ingest.tables import row_of, tables_of, values


def said(lines: list[list[Word]], at: int) -> list[str]:
    return [word.text for word in with_whole_cells(dict(enumerate(lines)))[at]]


def test_a_count_and_its_share_are_one_cell() -> None:
    lines = [line("Lame", "12 (9.8)", "8 (7.1)"), line("Sold", "3 (2.4)", "1 (0.9)"), line("Lost", "0", "0")]
    assert said(lines, 0) == ["Lame", "12 (9.8)", "8 (7.1)"]
    assert said(lines, 2) == ["Lost", "0", "0"]


def test_an_estimate_and_its_interval_a_spread_and_a_list_are_one_cell_anywhere() -> None:
    assert said([line("Gain", "−7.6 (−9.1, 2.5)", "0.4 (0.1 to 0.9)")], 0) == [
        "Gain", "−7.6 (−9.1, 2.5)", "0.4 (0.1 to 0.9)",
    ]  # fmt: skip
    assert said([line("Litter", "2.4 ± 0.3", "21 / 17 / 18", "34 (12-61)")], 0) == [
        "Litter", "2.4 ± 0.3", "21 / 17 / 18", "34 (12-61)",
    ]  # fmt: skip


def test_negatives_in_a_narrow_table_stay_in_their_own_column() -> None:
    lines = [
        line("Wool", "120 (33)", "(18)"),
        line("Milk", "(45)", "90", "(12)"),
        line("Hay", "(7)", "(8)", "9"),
    ]
    assert said(lines, 0) == ["Wool", "120", "(33)", "(18)"]


def test_a_negative_that_stands_apart_and_a_year_with_a_note_are_not_joined() -> None:
    lines = [line("Sales", "120", "(33)"), line("Costs", "(80)", "(35)")]
    assert said(lines, 0) == ["Sales", "120", "(33)"]
    assert said([line("Flock", "2031 (1)", "2030 (1)")], 0) == ["Flock", "2031", "(1)", "2030", "(1)"]


def test_a_page_has_one_column_for_each_header() -> None:
    table, *_ = tables_of(
        ("Findings in ewes", "", ""),
        ("", "Feed A n (%)", "Feed B n (%)"),
        ("Lame", "12 (9.8)", "8 (7.1)"),
        ("Sold", "103 (84.4)", "101 (90.2)"),
        ("Lost", "0", "1 (0.9)"),
    )  # fmt: skip
    assert values(table, "Sold") == {"Feed A n (%)": "103 (84.4)", "Feed B n (%)": "101 (90.2)"}
    row = row_of(table, "Lame")
    amount, percent = amount_of(table, row, row.cells[0]), percent_of(table, row, row.cells[0])
    assert amount is not None
    assert percent is not None
    assert (str(amount.value), amount.unit, str(percent.value), percent.unit) == ("12", "number", "9.8", "%")

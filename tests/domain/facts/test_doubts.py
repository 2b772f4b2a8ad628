"""Doubts: a figure that stands under two years in one document."""

from masis.domain.facts.doubts import doubtful_rows
from masis.domain.facts.table import Wanted, fact_table
from tests.domain.facts.sources import source

BALANCE = (
    "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n"
    "| Goodwill | 14,378 | 14,062 |\n| Inventories | 1,867 | 1,820 |\n"
)
MOVED = "| $ million | 2021 | 2020 |\n| --- | --- | --- |\n| Goodwill | 14,378 | 14,062 |\n"


def test_rows_whose_figures_stand_under_another_year_are_doubtful() -> None:
    document = source(BALANCE, MOVED)
    assert len(document.known.doubtful) == 2
    assert not fact_table([document], Wanted(measure="goodwill")).lines
    assert fact_table([document], Wanted(measure="inventories")).lines


def test_most_tables_are_right() -> None:
    document = source(BALANCE, BALANCE, MOVED)
    assert {table for table, _ in document.known.doubtful} == {2}


def test_a_value_that_stayed_the_same_is_no_doubt() -> None:
    same = "| $ million | 2022 | 2021 |\n| --- | --- | --- |\n| Common stock | 7,545 | 7,545 |\n"
    one = "| $ million | 2022 |\n| --- | --- |\n| Common stock | 7,545 |\n"
    assert not source(same, one).known.doubtful


def test_a_row_is_doubted_by_its_table_and_place() -> None:
    pages = source(BALANCE, MOVED).pages
    rows = [(table, page.tables[0].rows[0].char_start) for table, page in enumerate(pages)]
    assert doubtful_rows(pages) == frozenset(rows)
    assert doubtful_rows(pages[:1]) == doubtful_rows(()) == frozenset()

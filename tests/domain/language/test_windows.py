"""Windows: what the reader sees at once."""

from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.language.windows import (
    claim_windows,
    context_of,
    row_text,
    size,
    statements_of,
    windows_of,
)

PAGE = "Sales by segment. All figures are unaudited.\nPumps 10 9\nValves 4 –\nThe total rose."


def row(label: str, values: tuple[str, ...], path: tuple[str, ...] = ()) -> Row:
    start = PAGE.find(label)
    cells = tuple(Cell(column=number, text=text) for number, text in enumerate(values))
    return Row(label=label, path=path, cells=cells, char_start=start, char_end=PAGE.index("\n", start))


TABLE = Table(
    title="Sales by segment",
    columns=(Column(header="2024"), Column(header="2023")),
    rows=(row("Pumps", ("10", "9"), ("Water",)), row("Valves", ("4",))),
)


def test_a_row_is_its_path_with_each_value_under_its_header() -> None:
    assert row_text(TABLE, TABLE.rows[0]) == "Water › Pumps – 2024: 10; 2023: 9"
    assert row_text(TABLE, TABLE.rows[1]) == "Valves – 2024: 4"


def test_a_value_without_a_header_stands_alone_and_a_row_without_a_label_takes_the_tables_name() -> None:
    bare = Table(title="Total", columns=(Column(header=""),), rows=())
    nameless = Row(label="", cells=(Cell(column=0, text="7"),), char_start=0, char_end=1)
    assert row_text(bare, nameless) == "Total – 7"


def test_the_rows_of_a_passage_stand_among_its_sentences_in_reading_order() -> None:
    assert statements_of(PAGE, TABLE) == (
        "Sales by segment.",
        "All figures are unaudited.",
        "Water › Pumps – 2024: 10; 2023: 9",
        "Valves – 2024: 4",
        "The total rose.",
    )


def test_the_places_of_rows_count_from_the_page() -> None:
    start = PAGE.index("Pumps")
    assert statements_of(PAGE[start:], TABLE, offset=start)[0] == "Water › Pumps – 2024: 10; 2023: 9"


def test_a_window_holds_up_to_four_statements_and_the_next_opens_with_its_last() -> None:
    windows = windows_of("Report", [f"Sentence {n}." for n in range(8)])
    assert [(window.first, len(window.statements)) for window in windows] == [(0, 4), (3, 4), (6, 2)]
    assert windows[1].statements[0] == "Sentence 3."
    assert all(window.context == "Report" for window in windows)


def test_long_statements_get_smaller_windows_and_none_is_lost() -> None:
    statements = [f"{n} " + "profitability " * 30 for n in range(5)]
    windows = windows_of("", statements)
    assert {window.first + n for window in windows for n in range(len(window.statements))} == set(range(5))
    assert all(len(window.statements) <= 2 for window in windows)


def test_nothing_to_read_gives_no_window() -> None:
    assert windows_of("Report", []) == ()
    assert statements_of(" \n ") == ()


def test_a_heading_that_repeats_the_title_is_said_once() -> None:
    assert context_of("Report", "Risks") == "Report › Risks"
    assert context_of("Report", "Report") == "Report"
    assert context_of("", "") == ""


def test_a_claim_gets_its_three_nearest_windows_and_its_nearest_sentences_put_together() -> None:
    statements = [f"Item {n} concerns the cafeteria." for n in range(12)]
    statements[2], statements[10] = "Churn rose in Norway.", "Margins fell in Chile."
    found = claim_windows("Churn rose in Norway while margins fell in Chile.", statements)
    assert len(found.windows) == 4
    assert {statements[2], statements[10]} <= {
        text for window in found.windows[:2] for text in window.statements
    }
    assert found.windows[3].statements == (statements[2], statements[10])


def test_a_short_source_gets_no_gathered_window() -> None:
    assert len(claim_windows("Churn rose.", ["Churn rose in Norway."]).windows) == 1
    assert claim_windows("Churn rose.", []).windows == ()


def test_figures_count_for_more_tokens_than_words_of_their_length() -> None:
    assert size("12345678") > size("Brisbane")

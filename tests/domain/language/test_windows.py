"""Windows: what the reader sees at once."""

from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.language.windows import context_of, row_text

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


def test_of_a_row_the_cells_at_some_places_may_be_said_alone() -> None:
    assert row_text(TABLE, TABLE.rows[0], (1,)) == "Water › Pumps – 2023: 9"
    assert row_text(TABLE, TABLE.rows[0], ()) == row_text(TABLE, TABLE.rows[0])


def test_a_value_without_a_header_stands_alone_and_a_row_without_a_label_takes_the_tables_name() -> None:
    bare = Table(title="Total", columns=(Column(header=""),), rows=())
    nameless = Row(label="", cells=(Cell(column=0, text="7"),), char_start=0, char_end=1)
    assert row_text(bare, nameless) == "Total – 7"


def test_a_heading_that_repeats_the_title_is_said_once() -> None:
    assert context_of("Report", "Risks") == "Report › Risks"
    assert context_of("Report", "Report") == "Report"
    assert context_of("", "") == ""

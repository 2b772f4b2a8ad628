"""Rows, parents and columns of drawn tables: what each value is bound to, by where it stands."""

from masis.domain.language.tables import Table
from tests.ingest.tables import row_of, tables_of, values

EDGES = (380.0, 450.0, 520.0)
HEADER = ("", "2031", "2030")


def only(*lines: object, edges: tuple[float, ...] = (450.0, 520.0)) -> Table:
    (table,) = tables_of(*lines, edges=edges)  # type: ignore[arg-type]
    return table


def test_a_column_of_nothing_but_dashes_is_one_however_near_it_stands() -> None:
    table = only(
        "Fair values (in millions):",
        ("", "A", "B", "Total"),
        ("Swaps", "—", "(29.8)", "(29.8)"),
        ("Loans", "—", "(4.7)", "(4.7)"),
        ("Total", "—", "(34.5)", "(34.5)"),
        edges=(420.0, 447.0, 520.0),
    )
    assert values(table, "Loans") == {"A": "—", "B": "(4.7)", "Total": "(4.7)"}


def test_a_column_may_stand_between_two_that_are_spanned() -> None:
    table = only(
        "Rights (in millions):",
        [("March 2031", 280.0), ("March 2030", 460.0)],
        ("", "Gross", "Net", "Life", "Gross", "Net"),
        ("Berths", "107", "104", "10.1", "121", "116"),
        ("Cranes", "18", "17", "3.0", "20", "19"),
        edges=(260.0, 320.0, 380.0, 440.0, 500.0),
    )
    assert [*values(table, "Cranes")] == [
        "March 2031 Gross",
        "March 2031 Net",
        "Life",
        "March 2030 Gross",
        "March 2030 Net",
    ]


def test_a_total_whose_label_wraps_is_one_row() -> None:
    table = only(
        "Rights (in millions):",
        HEADER,
        ("Rights with an end:",),
        ("  Berths", "$1,240", "$1,180"),
        ("  Cranes", "310", "295"),
        ("                 Total rights",),
        ("                 with an end", "$1,550", "$1,475"),
        ("Rights without an end", "12", "10"),
    )
    assert values(table, "Total rights with an end") == {"2031": "$1,550", "2030": "$1,475"}


def test_a_total_of_some_rows_does_not_end_what_has_its_own() -> None:
    table = only(
        "Cargo (in millions):",
        HEADER,
        ("Grain handled",),
        ("Denmark", "515", "532"),
        ("Norway", "244", "237"),
        ("Total Nordic grain handled", "759", "769"),
        ("Iceland", "74", "75"),
        ("Total grain handled", "833", "844"),
        ("Timber", "12", "10"),
    )
    assert row_of(table, "Iceland").path == ("Grain handled",)
    assert row_of(table, "Timber").path == ()


def test_a_bare_total_is_that_of_the_section_before() -> None:
    table = only(
        "Property (in millions):",
        HEADER,
        ("Land and buildings:",),
        ("  Land", "55", "67"),
        ("  Buildings", "244", "254"),
        ("Total land and buildings", "299", "321"),
        ("Less depreciation", "(99)", "(101)"),
        ("Total", "200", "220"),
    )
    assert row_of(table, "Total").path == ("Land and buildings:",)


def test_a_sum_stands_under_none_of_its_parts_though_it_is_indented() -> None:
    table = only(
        "Taxes (in millions):",
        HEADER,
        ("Computed tax", "$250", "$229"),
        ("State taxes", "15", "11"),
        ("Other", "(8)", "(30)"),
        ("  Provision for taxes", "$257", "$210"),
        ("Grain", "100", "90"),
        ("  Share of revenue", "12%", "11%"),
    )
    assert row_of(table, "Provision for taxes").path == ()
    assert row_of(table, "Share of revenue").path == ("Grain",)


def test_sums_without_a_label_stand_under_their_section_and_then_under_none() -> None:
    table = only(
        "Property (in millions):",
        HEADER,
        ("Owned:",),
        ("  Land", "4", "4"),
        ("  Buildings", "47", "52"),
        ("", "51", "56"),
        ("Leased:",),
        ("  Cost", "957", "974"),
        ("  Less: depreciation", "(579)", "(619)"),
        ("", "378", "355"),
        ("", "429", "411"),
    )
    assert [row.path for row in table.rows if not row.label] == [("Owned:",), ("Leased:",), ()]


def test_one_header_may_span_some_columns_and_leave_the_last() -> None:
    table = only(
        "Bonds (in millions):",
        [("For sale", 377.0)],
        ("", "Cost", "Value", "Kept"),
        ("Due in one year", "$276", "$274", "$317"),
        ("Due later", "197", "195", "12"),
        edges=(340.0, 430.0, 520.0),
    )
    assert [*values(table, "Due later")] == ["For sale Cost", "For sale Value", "Kept"]


def test_a_short_line_over_an_indented_row_is_its_parent() -> None:
    table = only(
        "Purchases (in millions):",
        HEADER,
        ("October 1 to October 28",),
        (" Bought", "$2.1", "$1.8"),
        ("October 29 to December 2",),
        (" Bought", "1.8", "1.1"),
    )
    assert [(row.path, row.label) for row in table.rows if row.cells] == [
        (("October 1 to October 28",), "Bought"),
        (("October 29 to December 2",), "Bought"),
    ]

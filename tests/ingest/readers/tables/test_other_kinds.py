"""Kinds of tables that few filings have: years below, two tables on the same lines, lone years, counts."""

from decimal import Decimal

from reportlab.pdfbase.pdfmetrics import stringWidth

from masis.domain.language.currencies import named_currency
from masis.domain.language.tables import Table, amount_of
from masis.ingest.readers.tables.drafts import Parents
from tests.ingest.tables import EDGES, amount, drawn, read, row_of, tables_of, values


def only(*lines: object, edges: tuple[float, ...] = (450.0, 520.0)) -> Table:
    (table,) = tables_of(*lines, edges=edges)  # type: ignore[arg-type]
    return table


def from_left(text: str, left: float) -> tuple[str, float]:
    """Return words with their middle where they begin at ``left``."""
    return text, left + stringWidth(text, "Helvetica", 9) / 2


def test_years_below_a_table_name_its_columns() -> None:
    table = only(
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
        ("Sheds", "9", "8"),
        ("", "2031", "2030"),
        "The harbour counts what it owns at the end of each year.",
    )
    assert values(table, "Cranes") == {"2031": "18", "2030": "17"}


def test_years_over_the_next_table_do_not_name_the_columns_of_this_one() -> None:
    tables = tables_of(
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
        ("Sheds", "9", "8"),
        ("", "2031", "2030"),
        ("Tugs", "3", "2"),
        ("Barges", "5", "4"),
        edges=(450.0, 520.0),
    )
    assert [column.header for column in tables[0].columns] == ["", ""]
    assert values(tables[1], "Tugs") == {"2031": "3", "2030": "2"}


def test_dates_inside_a_table_open_the_next_one() -> None:
    tables = tables_of(
        ("", "May 29, 2031", "May 30, 2030"),
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
        ("", "May 31, 2029", "May 25, 2028"),
        ("Berths", "99", "97"),
        ("Cranes", "16", "15"),
        edges=(450.0, 540.0),
    )
    assert [values(table, "Berths") for table in tables] == [
        {"May 29, 2031": "107", "May 30, 2030": "104"},
        {"May 31, 2029": "99", "May 25, 2028": "97"},
    ]


def test_two_tables_on_the_same_lines_have_labels_of_their_own() -> None:
    rows = [("Berths", "107", "Tugs", "3"), ("Cranes", "18", "Barges", "5"), ("Sheds", "9", "Pilots", "41")]
    lines = [
        [from_left(left, 60.0), (first, 195.0), from_left(right, 330.0), (second, 495.0)]
        for left, first, right, second in rows
    ]
    left, right = tables_of([("2031", 190.0), ("2030", 490.0)], *lines)
    assert values(left, "Cranes") == {"2031": "18"}
    assert values(right, "Barges") == {"2030": "5"}


def test_words_that_are_values_are_no_second_column_of_labels() -> None:
    table = only(
        ("", "2031", "Rate", "2030"),
        ("Bond A", "107", "SOFR + 1.20%", "104"),
        ("Bond B", "18", "SOFR + 1.45%", "17"),
        ("Bond C", "9", "SOFR + 2.10%", "8"),
        edges=(330.0, 450.0, 520.0),
    )
    assert values(table, "Bond B") == {"2031": "18", "Rate": "SOFR + 1.45%", "2030": "17"}


def test_names_far_left_of_narrow_values_are_bound_one_to_one() -> None:
    table = only(
        [("External valuation", 330.0), ("Internal valuation", 460.0)],
        ("Quays", "23%", "77%"),
        ("Sheds", "38%", "62%"),
        edges=(400.0, 540.0),
    )
    assert values(table, "Quays") == {"External valuation": "23%", "Internal valuation": "77%"}


def test_a_name_that_reaches_over_several_names_spans_the_columns() -> None:
    table = only(
        [("Payments due by period of the lease", 429.0)],
        [("Up to a year", 365.0), ("Two or three", 436.0), ("Later", 508.0)],
        ("Berths", "107", "104", "99"),
        ("Cranes", "18", "17", "16"),
        edges=EDGES,
    )
    assert all(column.header.startswith("Payments due by period") for column in table.columns)


def test_a_heading_in_bold_holds_the_plain_ones_below_it() -> None:
    parents = Parents()
    parents.open("At the end", 60.0, is_bold=True)
    assert parents.over("Total assets", 60.0, dates=False, is_sum=False) == ("At the end",)
    parents.close("Total assets", 60.0, dates=False)
    assert parents.open("Loans:", 60.0, is_bold=False) == ("At the end",)
    assert parents.over("Retained", 66.0, dates=False, is_sum=False) == ("At the end", "Loans:")
    assert parents.over("Equity", 60.0, dates=False, is_sum=False) == ("At the end",)


def test_a_lone_year_at_the_top_of_a_page_heads_its_table() -> None:
    page = (
        [("2031", 450.0)],
        [("Berths", 380.0), ("Cranes", 450.0), ("Sheds", 520.0)],
        ("North", "107", "18", "91"),
        ("South", "104", "17", "83"),
    )
    (table,) = read(drawn(page, edges=(395.0, 465.0, 535.0), rules=[(350.0, 540.0, 0)])).pages[0].tables
    assert values(table, "North") == {"2031 Berths": "107", "2031 Cranes": "18", "2031 Sheds": "91"}


def test_a_note_below_a_table_gives_its_scale() -> None:
    table = only(
        ("", "2031", "2030"),
        ("Berths", "$107", "$104"),
        ("Cranes", "18", "17"),
        "(1) Amounts in thousands.",
    )
    found = amount(table, "Cranes", "2031")
    assert (found.unit, found.scale) == ("USD", Decimal(1000))


def test_a_row_named_for_a_currency_is_in_it_where_the_table_shows_none() -> None:
    lines = ("Contracts by currency (in millions):", ("", "2031", "2030"))
    bare = only(*lines, ("Swiss franc", "107", "104"), ("Euro", "18", "17"))
    assert [amount(bare, name, "2031").unit for name in ("Swiss franc", "Euro")] == ["CHF", "EUR"]
    signed = only(*lines, ("Swiss franc", "$107", "$104"), ("Euro", "18", "17"))
    assert amount(signed, "Euro", "2031").unit == "USD"
    assert named_currency("EUR/USD") == ""
    assert named_currency("Swiss franchises") == ""


def test_a_column_of_counted_things_is_not_of_the_money_beside_it() -> None:
    table = only(
        "Net sales in millions of dollars and other data by quay:",
        [("Beds", 365.0), ("Net sales", 430.0), ("# of sheds", 500.0)],
        ("North", "107", "$104", "9"),
        ("South", "18", "17", "8"),
        edges=EDGES,
    )
    row = row_of(table, "South")
    found = [amount_of(table, row, cell) for cell in row.cells]
    assert [(cell.unit, cell.scale) for cell in found if cell] == [
        ("beds", Decimal(1)),
        ("USD", Decimal(10) ** 6),
        ("sheds", Decimal(1)),
    ]


def test_no_second_line_stands_under_a_figure() -> None:
    table = only(
        ("", "2031", "2030"),
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
        [("Printed by the harbour", 490.0)],
    )
    assert values(table, "Cranes") == {"2031": "18", "2030": "17"}


def test_names_over_groups_of_the_next_table_are_no_values_of_the_one_above() -> None:
    first, second = tables_of(
        ("", "2029", "2030", "2031", "2032"),
        ("Tugs", "31", "32", "33", "34"),
        ("Barges", "51", "52", "53", "54"),
        "Traffic by pier",
        ("", ("Arrivals", 304.0), ("Departures in the whole of it", 438.0)),
        ("", "2031", "2032", "2031", "2032"),
        ("North pier", "11", "12", "13", "14"),
        ("South pier", "21", "22", "23", "24"),
        edges=(300.0, 366.0, 432.0, 498.0),
    )
    assert values(first, "Barges")["2032"] == "54"
    assert values(second, "North pier") == {
        "Arrivals 2031": "11",
        "Arrivals 2032": "12",
        "Departures in the whole of it 2031": "13",
        "Departures in the whole of it 2032": "14",
    }


def test_a_bracket_closes_in_the_line_below_figures_that_stand_between_two_lines_of_a_label() -> None:
    table = only(
        ("", "2031", "2030"),
        ("Tugs and barges at the quay", "31", "32"),
        "Cover (Surplus over",
        ("", "5.1", "5.2"),
        "Interest paid)",
        ("Sheds", "7", "8"),
    )
    assert values(table, "Cover (Surplus over Interest paid)") == {"2031": "5.1", "2030": "5.2"}


def test_years_marked_with_a_letter_stand_over_their_columns_under_groups() -> None:
    table = only(
        ("", ("North pier", 324.0), ("South pier", 464.0)),
        ("", "2030 X", "2031", "2030 X", "2031"),
        ("Tugs", "1,310", "1,320", "1,330", "1,340"),
        ("Barges", "5,110", "5,120", "5,130", "5,140"),
        edges=(320.0, 390.0, 460.0, 530.0),
    )
    assert [column.header for column in table.columns] == [
        "North pier 2030 X",
        "North pier 2031",
        "South pier 2030 X",
        "South pier 2031",
    ]

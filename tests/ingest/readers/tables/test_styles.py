"""Styles of other filings: headers with notes and spans, wrapped cells, justified prose, signs said once."""

from decimal import Decimal

from reportlab.pdfbase.pdfmetrics import stringWidth

from masis.domain.language.tables import Table, amount_of
from tests.ingest.tables import drawn, read, row_of, tables_of, values

EDGES = (380.0, 450.0, 520.0)
PROSE = (
    "the",
    "dues",
    "of",
    "our",
    "port",
    "were",
    "as",
    "shown",
    "here",
    "for",
    "each",
    "of",
    "two",
    "full",
    "years",
)


def only(*lines: object, edges: tuple[float, ...] = (450.0, 520.0)) -> Table:
    (table,) = tables_of(*lines, edges=edges)  # type: ignore[arg-type]
    return table


def unit_and_scale(table: Table, label: str, place: int = 0) -> tuple[str, Decimal]:
    row = row_of(table, label)
    amount = amount_of(table, row, row.cells[place])
    assert amount is not None
    return amount.unit, amount.scale


def test_years_with_the_sign_of_a_note_are_headers() -> None:
    table = only(
        "Dues (in millions):",
        ("", "2031 (1)", "2030 (2)"),
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
    )
    assert values(table, "Cranes") == {"2031 (1)": "18", "2030 (2)": "17"}


def test_signs_of_notes_close_a_header_and_are_no_figures() -> None:
    table = only(
        [("Ships", 365.0), ("Price", 436.0), ("Ships of", 506.0)],
        ("Period", "called", "(2)", "programs"),
        ("October", "91,941", "30.11", "12"),
        ("November", "38,800", "32.62", "14"),
        edges=EDGES,
    )
    assert values(table, "October") == {
        "Ships called": "91,941",
        "Price (2)": "30.11",
        "Ships of programs": "12",
    }


def test_spans_of_years_are_headers() -> None:
    table = only(
        "Due (in millions):",
        [("1 to 3", 440.0), ("3 to 5", 510.0)],
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
    )
    assert values(table, "Berths") == {"1 to 3": "107", "3 to 5": "104"}


def test_words_that_the_years_below_complete_stand_over_all_of_them() -> None:
    table = only(
        [("Years ended December", 425.0)],
        [("31,", 425.0)],
        ("", "2031", "2030", "2029"),
        ("Berths", "107", "104", "99"),
        ("Cranes", "18", "17", "16"),
        edges=EDGES,
    )
    assert [*values(table, "Berths")] == [
        "Years ended December 31, 2031",
        "Years ended December 31, 2030",
        "Years ended December 31, 2029",
    ]


def test_prose_set_wide_is_no_header() -> None:
    wide, left = [], 60.0
    for word in PROSE:
        width = stringWidth(word, "Helvetica", 9)
        wide.append((word, left + width / 2))
        left += width + 8
    table = only(wide, ("", "2031", "2030"), ("Berths", "107", "104"), ("Cranes", "18", "17"))
    assert values(table, "Cranes") == {"2031": "18", "2030": "17"}


def test_an_underlined_header_may_stand_above_a_gap() -> None:
    lines = (
        [("May 30, 2031", 478.0)],
        [],
        [],
        [],
        ("", "Gross", "Net"),
        ("Berths", "107", "104"),
        ("Cranes", "18", "17"),
    )
    ruled = read(drawn(lines, edges=(450.0, 520.0), rules=[(425.0, 525.0, 0)])).pages[0].tables
    assert values(ruled[0], "Cranes") == {"May 30, 2031 Gross": "18", "May 30, 2031 Net": "17"}
    bare = read(drawn(lines, edges=(450.0, 520.0))).pages[0].tables
    assert values(bare[0], "Cranes") == {"Gross": "18", "Net": "17"}


def test_a_label_that_ends_in_a_joining_word_goes_on() -> None:
    table = only(
        ("", "2031", "2030"),
        ("Technology and",),
        ("Harbours", "107", "104"),
        ("Balance at June",),
        ("30, 2031", "18", "17"),
    )
    assert [row.label for row in table.rows] == ["Technology and Harbours", "Balance at June 30, 2031"]


def test_spans_of_time_date_no_other_rows() -> None:
    table = only(
        ("", "Ships", "Price"),
        ("October 1, 2031 - October 31, 2031", "107", "1.04"),
        ("November 1, 2031 - November 30, 2031", "18", "1.17"),
        ("Total of all", "125", "1.06"),
    )
    assert row_of(table, "Total of all").path == ()


def test_a_percent_sign_holds_for_the_bare_figures_of_its_section() -> None:
    table = only(
        "Figures (in millions):",
        ("", "2031", "2030"),
        ("Dues", "$38,349", "$30,717"),
        ("Ratios:",),
        ("  Tier one", "13.8%", "11.9%"),
        ("  Tier two", "15.4", "13.7"),
        ("  Score", "770.1", "769.2"),
    )
    assert unit_and_scale(table, "Tier two") == ("%", 1)
    assert unit_and_scale(table, "Score") == ("USD", 10**6)


def test_parts_of_earnings_per_share_are_money_and_not_scaled() -> None:
    table = only(
        ("Per share data", "2031", "2030", "Change"),
        ("Earnings per share, as reported", "$4.42", "$3.78", "17%"),
        ("  Tax items", "0.08", "0.02", "1%"),
        edges=EDGES,
    )
    assert unit_and_scale(table, "Tax items") == ("USD", 1)


def test_what_a_declaration_leaves_out_by_name_has_no_scale() -> None:
    table = only(
        "Forwards (in millions, except contract rates):",
        ("", "Notional", "Contract rate"),
        ("Euro", "$607", "1.3137"),
        ("Krone", "416", "1.2646"),
    )
    assert unit_and_scale(table, "Krone", 1) == ("", 1)
    assert unit_and_scale(table, "Krone") == ("USD", 10**6)


def test_thousands_set_apart_by_spaces_are_one_value() -> None:
    table = only(
        "Emissions in tonnes:",
        ("", "2031", "2030"),
        ("Quays", "3 940", "4 310"),
        ("Ships", "1 214 600", "(221 900)"),
    )
    assert values(table, "Quays") == {"2031": "3 940", "2030": "4 310"}
    assert values(table, "Ships") == {"2031": "1 214 600", "2030": "(221 900)"}


def test_beside_thousands_with_commas_a_space_parts_two_values() -> None:
    table = only(
        "Dues (in millions):",
        ("", "2031", "2030"),
        ("Berths", "4,107", "3,104"),
        [("Cranes", 72.0), ("18 117", 424.0), ("2,205", 498.0)],
    )
    assert "18 117" not in values(table, "Cranes").values()

"""Conventions: how the rest of the world prints figures, units and minus signs in the rows of a page."""

from decimal import Decimal

import pytest

from masis.domain.language.tables import Table, amount_of
from masis.ingest.readers.tables.declared import declared_of
from masis.ingest.readers.tables.drafts import DraftRow, TableDraft
from tests.ingest.tables import row_of, tables_of, values

EDGES = (380.0, 450.0, 520.0)


def only(*lines: object, edges: tuple[float, ...] = (450.0, 520.0)) -> Table:
    (table,) = tables_of(*lines, edges=edges)  # type: ignore[arg-type]
    return table


def said(table: Table, label: str, place: int = 0) -> tuple[Decimal, str]:
    """Return a value in base units, with its unit."""
    row = row_of(table, label)
    amount = amount_of(table, row, row.cells[place])
    assert amount is not None
    return amount.value, amount.unit


@pytest.mark.parametrize(
    ("caption", "printed", "value", "unit"),
    [
        ("Dues (Rs. in crore):", "1,23,456.78", "1234567800000", "INR"),
        ("Dues (SEK M):", "1 234,5", "1234500000", "SEK"),
        ("Dues (TEUR):", "1.234,5", "1234500", "EUR"),
        ("Dues (CHF thousand):", "1'234.5", "1234500", "CHF"),
        ("Dues (R million):", "(126)", "-126000000", "ZAR"),
        ("Dues (¥ million):", "(1,305)", "-1305000000", "JPY"),
        ("Dues (A$m):", "12.4", "12400000", "AUD"),
    ],
)
def test_a_figure_means_what_its_country_means_by_it(
    caption: str, printed: str, value: str, unit: str
) -> None:
    table = only(caption, ("", "2031", "2030"), ("Berths", printed, printed), ("Cranes", printed, printed))
    assert said(table, "Berths") == (Decimal(value), unit)
    assert values(table, "Cranes") == {"2031": printed, "2030": printed}


def test_a_figure_right_behind_its_label_belongs_to_the_column_it_ends_with() -> None:
    long = "Earnings per share before the dilution of all berths and cranes, SEK"
    table = only(
        "Key figures",
        ("", "2031", "2030"),
        ("Sales, SEK M", "4512,8", "4186,4"),
        ("Costs, SEK M", "3318,9", "3152,7"),
        (long, "4,25", "3,11"),
        edges=(370.0, 440.0),
    )
    assert values(table, long.removesuffix(", SEK")) == {"2031": "4,25", "2030": "3,11"}


def test_a_unit_behind_a_label_is_no_part_of_it_unless_it_tells_two_rows_apart() -> None:
    table = only(
        "Key figures",
        ("", "2031", "2030"),
        ("Sales, SEK M", "4512,8", "4186,4"),
        ("Bonds, CHF", "12,5", "11,5"),
        ("Bonds, EUR", "18,5", "17,5"),
        ("Berths, net", "107", "104"),
    )
    assert [row.label for row in table.rows] == ["Sales", "Bonds, CHF", "Bonds, EUR", "Berths, net"]
    assert said(table, "Sales") == (Decimal("4512800000"), "SEK")


def test_words_under_units_are_no_part_of_a_label() -> None:
    table = only(
        [("Unit", 300.0), ("2031", 450.0), ("2030", 520.0)],
        [("Clinker", 72.0), ("lakh tonnes", 300.0), ("121.46", 450.0), ("116.08", 520.0)],
        [("Power", 72.0), ("MWh", 300.0), ("1,284", 450.0), ("1,362", 520.0)],
        [("Visits", 72.0), ("number", 300.0), ("17", 450.0), ("19", 520.0)],
    )
    assert said(table, "Clinker") == (Decimal("12146000"), "tonne")
    assert said(table, "Power") == (Decimal(1284), "MWh")
    assert values(table, "Visits") == {"2031": "17", "2030": "19"}


def draft(title: str, header: str, beyond: str) -> TableDraft:
    rows = (DraftRow("Quays", (), ("12.4",)),)
    return TableDraft("", (header,), rows, title, (header, title), (header,), (beyond,))


@pytest.mark.parametrize(
    ("title", "header", "beyond", "unit", "scale"),
    [
        ("Quays by port", "2031", "All amounts on this page are in R'000", "ZAR", 1000),
        ("Awards (number of shares)", "2031", "All amounts on this page are in R'000", "shares", 1),
        ("Fees", "From 1 October £", "Amounts are in £'000 unless the column says otherwise", "", 1),
        ("Quays by port", "2031", "Use of capacity (%)", "", 1),
        ("Quays by port", "Change (%)", "Quays", "", 1),
    ],
)
def test_a_page_speaks_for_tables_that_do_not_speak_for_themselves(
    title: str, header: str, beyond: str, unit: str, scale: int
) -> None:
    declared = declared_of(draft(title, header, beyond))
    assert (declared.unit, declared.scale) == (unit, scale)

"""Tables: header rows are joined by column, for the audit and for the rows in words alike."""

from masis.analysts.extract.tables import table_units
from masis.domain.verification.claims import build_ledger
from masis.domain.tables import worded_rows
from tests.builders import chunk

TWO_HEADERS = """Energy use by site
| Site | Year ended December 31 |  |
|  | 2023 | 2022 |
|---|---|---|
| Direct energy (MWh) | 19,144.17 | 12,852.04 |
| Heating | | |
| Gas (MWh) | 5,110.00 | 6,020.50 |"""


def test_a_column_is_called_by_all_its_header_rows() -> None:
    """An upper cell spans the columns to its right; a label without values groups the rows under it."""
    first, second = worded_rows(TWO_HEADERS)
    assert first.headers[1:] == ("Year ended December 31 2023", "Year ended December 31 2022")
    assert first.cells == ("Direct energy (MWh)", "19,144.17", "12,852.04")
    assert (first.section, second.section) == ("", "Heating")


def test_a_row_in_words_keeps_its_years_and_stands_in_the_audit() -> None:
    """What the engine writes of a table with two header rows is what the ledger reads in it."""
    row, gas = table_units(TWO_HEADERS)
    assert row.caption == "Energy use by site"
    assert "2023: 19,144.17" in row.text
    assert gas.label == "Heating, Gas (MWh)"
    (claim,) = build_ledger(f"{row.text} [k1]", (chunk("k1", TWO_HEADERS),))
    assert claim.verdict == "supported"
    swapped = row.text.replace("19,144.17", "x").replace("12,852.04", "19,144.17").replace("x", "12,852.04")
    (claim,) = build_ledger(f"{swapped} [k1]", (chunk("k1", TWO_HEADERS),))
    assert claim.verdict == "number_mismatch"


def test_a_table_without_rows_or_with_brackets_is_no_trouble() -> None:
    """A lone header has no rows; square brackets would be read as a citation."""
    assert table_units("| A | B |\n|---|---|") == ()
    assert table_units("") == ()
    (row,) = table_units("| Item | Note |\n| Rent [a] | 12 |")
    assert row.label == "Rent (a)"

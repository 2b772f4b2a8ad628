"""Number formats: a cell reads as its sheet shows it, and is no thousand times more."""

from io import BytesIO
from typing import Literal

import openpyxl
import pytest
from conftest import ReadHere
from openpyxl.styles import Alignment

from masis.ingest.readers.number_formats import shown_number

NUMBERS = {
    "general": (0.1 + 0.2, "General", "0.3"),
    "whole": (7.0, "General", "7"),
    "thousands": (1234567.0, "#,##0", "1,234,567"),
    "no thousands signs": (1234567.0, "0", "1234567"),
    "in millions": (1234567890.0, "#,##0,,", "1,235"),
    "in thousands with a place": (1234567.0, "#,##0.0,", "1,234.6"),
    "millions with their letter": (1234567890.0, '$#,##0.0,,"M"', "$1,234.6M"),
    "half away from zero": (3.25, '0.0"x"', "3.3x"),
    "always written": (12.34, "0.0#", "12.34"),
    "only where it says something": (12.3, "0.0#", "12.3"),
    "percent": (0.214, "0.0%", "21.4%"),
    "whole percent": (0.285, "0%", "29%"),
    "percent, places as needed": (0.12345, "0.0##%", "12.345%"),
    "per cent already": (12.3, '0.0"%"', "12.3%"),
    "per cent already, escaped": (7.5, "0.0\\%", "7.5%"),
    "money": (12.5, '"€" #,##0.00', "€12.50"),
    "money with a language": (-12.5, "#,##0.00 [$€-407]", "-€12.50"),
    "money in brackets": (-3000.0, '_("$"* #,##0_);_("$"* (#,##0)', "-$3,000"),
    "dollars of a country": (5.0, "[$US$-409]#,##0", "$5"),
    "a code": (3.0, "[$CHF] #,##0", "CHF 3"),
    "a code behind": (5.0, '#,##0.00 "USD"', "5.00 USD"),
    "negative in brackets": (-3.1, "0.0;(0.0)", "-3.1"),
    "nothing is not less than nothing": (-0.4, "0", "0"),
    "an estimate": (2031.0, '0"E"', "2031E"),
    "a fiscal year": (2031.0, '"FY"0', "FY2031"),
    "a unit": (15.0, '0 "days"', "15 days"),
    "a remark": (12.0, '0.00" (5% less)"', "12.00"),
    "a colour": (3.5, "[Red]0.00", "3.50"),
    "a power": (1.5e-7, "0.00E+00", "1.5e-07"),
    "a fraction": (0.5, "# ?/?", "0.5"),
    "no format": (5.0, "", "5"),
    "no digits": (5.0, "@", "5"),
    "half a format": (1.0, '0"', "1"),
}


@pytest.mark.parametrize(("value", "pattern", "shown"), NUMBERS.values(), ids=NUMBERS)
def test_numbers_are_shown_as_formatted(value: float, pattern: str, shown: str) -> None:
    assert shown_number(value, pattern) == shown


@pytest.mark.parametrize("value", [float("inf"), float("nan"), 1e300, -1e-300])
def test_no_number_and_no_format_is_too_much(value: float) -> None:
    for pattern in ("#,##0.00", "0." + "0" * 5000, "0" + "," * 5000, "General"):
        assert len(shown_number(value, pattern)) < 1000


def test_a_model_of_a_sheet_is_read_as_it_is_shown(read_here: ReadHere) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["In millions", 2030, 2031])
    sheet.append(["Net sales", 1234567890, 1500000000])
    sheet["B1"].number_format, sheet["C1"].number_format = '0"A"', '0"E"'
    sheet["B2"].number_format = sheet["C2"].number_format = "#,##0,,"
    buffer = BytesIO()
    book.save(buffer)
    text = read_here(buffer.getvalue(), "xlsx").pages[0].text
    assert "| In millions | 2030A | 2031E |" in text
    assert "| Net sales | 1,235 | 1,500 |" in text


def test_a_sheet_of_tables_beside_each_other_keeps_their_values_apart(read_here: ReadHere) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["B1"] = "Board pack"
    sheet.append([])
    sheet.append(["", "Sales (EUR m)", 2030, 2031, "", "People by site", 2030, 2031])
    sheet.append(["", "North", 12.5, 13.1, "", "Malmo", 310, 325])
    sheet.append(["", "South", 21.0, 22.4, "", "Graz", 420, 415])
    buffer = BytesIO()
    book.save(buffer)
    tables = read_here(buffer.getvalue(), "xlsx").pages[0].tables
    assert [[row.label for row in table.rows] for table in tables] == [["North", "South"], ["Malmo", "Graz"]]
    assert [table.columns[0].header for table in tables] == ["2030", "2030"]


def test_a_label_set_in_counts_from_the_first_column_with_words(read_here: ReadHere) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["", "", 2030], ["", "Expenses", None], ["", "Research", 12], ["", "Net income", 40]):
        sheet.append(row)
    sheet["B3"].alignment = Alignment(indent=1)
    buffer = BytesIO()
    book.save(buffer)
    rows = read_here(buffer.getvalue(), "xlsx").pages[0].tables[0].rows
    assert {row.label: row.path for row in rows} == {
        "Expenses": (),
        "Research": ("Expenses",),
        "Net income": (),
    }


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_words_over_a_table_are_its_title(kind: Literal["xlsx", "csv"], read_here: ReadHere) -> None:
    rows = [["Net sales by region", "", ""], ["EUR thousand", "2030", "2031"], ["North", "5100", "5230"]]
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append([cell or None for cell in row])
    buffer = BytesIO()
    book.save(buffer)
    content = buffer.getvalue() if kind == "xlsx" else "\n".join(map(",".join, rows)).encode()
    page = read_here(content, kind).pages[0]
    assert page.tables[0].title == "Net sales by region"
    assert page.text.count("Net sales by region") == 1
    assert [column.header for column in page.tables[0].columns] == ["2030", "2031"]

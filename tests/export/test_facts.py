"""Facts as files: values with their places, safe to open."""

import csv
import io

from openpyxl import load_workbook

from masis.domain.facts.table import Wanted, fact_table
from masis.domain.facts.values import FactTable, Statement
from masis.export.facts import HEADS, as_csv, as_workbook
from tests.domain.facts.sources import INCOME, source


def address(statement: Statement) -> str:
    return f"http://here/facts?page={statement.place.page_number}&at={statement.period}"


def disputed() -> FactTable:
    other = "Preliminary\n\n| $ million | 2022 |\n| --- | --- |\n| Net sales | 34,500 |\n"
    sources = [source(INCOME), source(other, document_id="board")]
    return fact_table(sources, Wanted(measure="net sales"))


def test_a_workbook_links_every_value_and_marks_what_differs() -> None:
    book = load_workbook(io.BytesIO(as_workbook(disputed(), address)))
    sheet = book["Facts"]
    assert [cell.value for cell in sheet[1]][:6] == ["Organisation", "Line", "Unit", "2020", "2021", "2022"]
    values = {cell.value: cell for cell in sheet[2] if cell.hyperlink}
    assert set(values) == {32_184, 35_355, 34_229}
    assert all(cell.hyperlink.target.startswith("http://here/facts?") for cell in values.values())
    assert values[34_229].fill.fgColor.rgb.endswith("FDF0D5")
    assert "34,500" in values[34_229].comment.text
    assert book["Statements"].max_row == 5


def test_csv_has_one_statement_a_row_in_full() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(disputed(), address))))
    assert tuple(rows[0]) == HEADS
    told = {(row[3], row[7]): row[4] for row in rows[1:]}
    assert told["2022", "shown"] == "34229000000"
    assert told["2022", "differs"] == "34500000000"


def test_words_of_a_document_are_no_formula() -> None:
    text = "| $ million | 2022 |\n| --- | --- |\n| =1+1 net sales | 5.0 |\n"
    table = fact_table([source(text)], Wanted(measure="net sales"))
    assert "'=1+1 net sales" in as_csv(table, address)
    sheet = load_workbook(io.BytesIO(as_workbook(table, address)))["Facts"]
    assert sheet.cell(2, 2).value == "'=1+1 net sales"

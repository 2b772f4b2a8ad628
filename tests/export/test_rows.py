"""Rows: one flat list of values, the same for text, CSV and JSON."""

import csv
import io
import json
from decimal import Decimal

from masis.domain.document import Page
from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.profile import DocumentProfile
from masis.export.rows import HEADS, as_csv, as_json, as_text, flat_rows, plain_number

TABLE = Table(
    title="Income statement",
    columns=(Column(header="2023"), Column(header="2022")),
    rows=(
        Row(
            label="Products",
            path=("Revenue",),
            cells=(Cell(column=0, text="$ 1,250"), Cell(column=1, text="—")),
            char_start=0,
            char_end=1,
        ),
        Row(label="Margin", cells=(Cell(column=0, text="12.5%"),), char_start=2, char_end=3),
        Row(label="=SUM(A1)", cells=(Cell(column=1, text="+7"),), char_start=4, char_end=5),
    ),
    unit="USD",
    scale=Decimal(1_000_000),
    declared="in millions",
)
PAGES = (
    Page(number=1, label="i", text="Nothing"),
    Page(number=7, label="5", text="=SUM(A1) and more", tables=(TABLE, TABLE)),
)


def test_every_value_comes_with_its_row_its_column_and_what_it_is_measured_in() -> None:
    rows = flat_rows(PAGES)
    assert len(rows) == 8
    assert rows[0].cells == (
        "7",
        "Income statement",
        "Revenue",
        "Products",
        "2023",
        "$ 1,250",
        "USD",
        "1000000",
    )
    assert rows[2].cells[-2:] == ("%", "1")


def test_a_cell_without_a_figure_has_no_unit() -> None:
    dash = flat_rows(PAGES)[1]
    assert (dash.value, dash.unit, dash.scale) == ("—", "", 1)


def test_csv_is_safe_to_open_in_a_spreadsheet() -> None:
    heads, *lines = csv.reader(io.StringIO(as_csv(flat_rows(PAGES))))
    assert tuple(heads) == HEADS
    assert lines[3][3:6] == ["'=SUM(A1)", "2022", "'+7"]


def test_json_holds_profile_and_rows() -> None:
    made = json.loads(as_json(DocumentProfile(organisation="Acme"), flat_rows(PAGES)))
    assert made["profile"]["organisation"] == "Acme"
    assert made["rows"][0] == {
        "page": 7, "title": "Income statement", "path": ["Revenue"], "row": "Products", "column": "2023",
        "value": "$ 1,250", "unit": "USD", "scale": "1000000",
    }  # fmt: skip


def test_text_says_where_a_value_was_read_and_names_each_table_once() -> None:
    profile = DocumentProfile(
        title="Acme, annual report 2023",
        organisation="Acme Inc.",
        aliases=("Acme", "ACM"),
        kind="annual_report",
        fiscal_year=2023,
        scale=Decimal(1000),
        basis=(("organisation", "cover"), ("kind", "file_name")),
    )
    text = as_text(profile, flat_rows(PAGES[1:]))
    assert text.startswith("Acme, annual report 2023\n  organisation  Acme Inc. (cover)\n")
    assert "  kind          annual report (file name)" in text
    assert "  also called   Acme, ACM" in text
    assert "  scale         1000\n" in text
    assert text.count("Page 7: Income statement") == 1
    assert "  Revenue › Products [2023]: $ 1,250 (USD x 1000000)" in text
    assert "  Margin [2023]: 12.5% (%)" in text


def test_a_document_without_tables_says_so() -> None:
    assert as_text(DocumentProfile(), ()).endswith("No table rows were read.")


def test_numbers_are_written_plainly() -> None:
    numbers = (Decimal("1E+6"), Decimal("0.010"), Decimal(1), Decimal(100))
    assert [plain_number(number) for number in numbers] == ["1000000", "0.01", "1", "100"]

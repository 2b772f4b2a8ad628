"""Cells: each condition of a bound value fails by itself, and the right place on the page is judged."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sets.__main__ import main
from benchmarks.sets.filing_cells import CONDITIONS, bound
from benchmarks.sets.rows import KnownCell
from masis.domain.language.tables import Cell, Column, Row, Table

ROW: dict[str, Any] = {
    "id": "c1",
    "split": "fit",
    "document": "north.md",
    "page": 1,
    "title": "Balance sheet",
    "path": ["Current assets"],
    "row": "Inventories",
    "column": "December 31, 2022",
    "column_words": ["2022"],
    "other_words": ["2021"],
    "value": "6,854",
    "unit": "USD",
    "scale": "million",
}


def cell(**changes: Any) -> KnownCell:
    return KnownCell.model_validate({**ROW, **changes})


def table(
    label: str = "Inventories",
    texts: tuple[str, str] = ("$ 6,854", "7,367"),
    headers: tuple[str, str] = ("December 31, 2022", "December 31, 2021"),
    path: tuple[str, ...] = ("Current assets",),
    **changes: Any,
) -> Table:
    """Return a table of two columns and one row."""
    values: dict[str, Any] = {
        "columns": [Column(header=header) for header in headers],
        "rows": [
            Row(
                label=label,
                path=path,
                cells=tuple(Cell(column=number, text=text) for number, text in enumerate(texts)),
                char_start=0,
                char_end=10,
            )
        ],
        "unit": "USD",
        "scale": Decimal(10) ** 6,
        "declared": "in millions",
    }
    return Table.model_validate({**values, **changes})


def test_a_value_with_everything_around_it_is_bound() -> None:
    assert bound(cell(), [table()]).failed == ()


@pytest.mark.parametrize(
    ("wanted", "there", "failed"),
    [
        ({}, {"texts": ("6,854 7,367", "")}, ("value",)),
        ({}, {"texts": ("(6,854)", "")}, ("value",)),
        ({}, {"label": "Trade receivables"}, ("row",)),
        ({}, {"label": "Inventories and all the other things"}, ("row",)),
        ({}, {"path": ()}, ("path",)),
        ({}, {"headers": ("", "")}, ("column",)),
        ({}, {"headers": ("2022 2021", "")}, ("column",)),
        ({}, {"unit": "EUR", "texts": ("6,854", "")}, ("unit",)),
        ({}, {"scale": Decimal(1)}, ("scale",)),
        ({"unit": "patents", "scale": ""}, {"scale": Decimal(1)}, ("unit",)),
    ],
    ids=[
        "two values in a cell",
        "sign",
        "another label",
        "two labels in one",
        "no parent",
        "no header",
        "two headers in one",
        "unit",
        "scale",
        "money that is a count",
    ],
)
def test_each_condition_fails_by_itself(
    wanted: dict[str, Any], there: dict[str, Any], failed: tuple[str, ...]
) -> None:
    assert bound(cell(**wanted), [table(**there)]).failed == failed


def test_a_percentage_a_share_and_a_price_have_units_of_their_own() -> None:
    rate = table(texts=("(8)%", "3%"))
    assert bound(cell(value="(8)%", unit="%", scale=""), [rate]).failed == ()
    price = table(label="Diluted earnings per share", texts=("6.11", "5.61"), path=())
    wanted = cell(row="Diluted earnings per share", path=[], value="6.11", unit="USD per share", scale="")
    assert bound(wanted, [price]).failed == ()


def test_the_place_that_meets_most_is_judged() -> None:
    elsewhere = table(label="Goodwill", headers=("2019", "2018"))
    assert bound(cell(), [elsewhere, table()]).failed == ()


def test_a_value_that_is_in_no_table_fails_in_all() -> None:
    assert bound(cell(), []).failed == CONDITIONS
    assert bound(cell(), [table(texts=("16,854", "6,854.5"))]).failed == CONDITIONS


def test_the_scale_of_the_documents_statements_is_told_apart() -> None:
    assert bound(cell(), [table(scale=Decimal(1))], Decimal(10) ** 6).by_document
    assert not bound(cell(scale="thousand"), [table(scale=Decimal(1))], Decimal(10) ** 6).by_document


def test_both_ends_of_a_range_are_one_value() -> None:
    wanted = cell(value="5 to 10")
    assert "value" not in bound(wanted, [table(texts=("5 to 10", "3 to 5"))]).failed
    assert bound(wanted, [table(texts=("5", "10"))]).failed == CONDITIONS


def test_cells_of_documents_end_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "north.md").write_text("# North\n\nNo table here.\n", encoding="utf-8")
    rows = [ROW, {**ROW, "id": "c2", "split": "report", "row": "Secret things"}]
    (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main(["set.jsonl", "--documents", "papers"]) == 0
    said = capsys.readouterr().out
    assert "table cells of documents, 2 rows" in said
    assert "bound                                                                       0.000" in said
    assert "Inventories" in said
    assert "Secret things" not in said


def test_cells_of_a_refused_document_are_not_bound_and_the_others_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("masis.ops.logging.configure", lambda *_, **__: None)
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "north.pdf").write_bytes(b"%PDF-1.7 nothing behind it")
    (tmp_path / "papers" / "south.md").write_text(
        "| (in millions) | 2022 |\n|-|-|\n| Inventories | 6,854 |\n"
    )
    rows = [{**ROW, "document": "north.pdf"}, {**ROW, "id": "c2", "document": "south.md", "path": []}]
    (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert main(["set.jsonl", "--documents", "papers"]) == 0
    heard = capsys.readouterr()
    assert "north.pdf could not be read" in heard.err
    assert "table cells of documents, 2 rows" in heard.out

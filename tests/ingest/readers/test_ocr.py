"""Scanned pages are read by the engine that ships, tables and all, within the time there is."""

import files
import pytest
from conftest import ReadHere

from masis.domain.document import Page, ReadDocument
from masis.domain.language.tables import Table
from masis.errors import DocumentRejected
from masis.ingest.readers import ocr

DUES = {
    ("Container ships", "2024"): "1,284.5",
    ("Container ships", "2023"): "1,190.2",
    ("Ferries", "2024"): "(86.3)",
    ("Ferries", "2023"): "74.8",
    ("Total", "2024"): "1,198.2",
    ("Total", "2023"): "1,265.0",
}


def cells(table: Table) -> dict[tuple[str, str], str]:
    """Return what stands in each cell, by the labels of its row and column."""
    return {(row.label, table.header_of(cell)): cell.text for row in table.rows for cell in row.cells}


def scanned(read_here: ReadHere, content: bytes) -> Page:
    """Return the page of a scan."""
    document = read_here(content, "pdf", ocr=True)
    (page,) = document.pages
    assert (page.ocr, page.has_image) == (True, True)
    return page


@pytest.mark.parametrize("turned", [0.0, 0.4, -0.7], ids=["straight", "a little left", "a little right"])
def test_the_table_of_a_scan_is_a_table(turned: float, read_here: ReadHere) -> None:
    page = scanned(read_here, files.as_scan(files.statement_pdf(), turned=turned))
    (table,) = page.tables
    assert cells(table) == DUES
    assert (table.scale, table.unit) == (1_000_000, "EUR")
    assert "The harbour master expects fewer ferries next year." in page.text


def test_the_heading_of_a_scan_is_a_heading(read_here: ReadHere) -> None:
    page = scanned(read_here, files.as_scan(files.statement_pdf()))
    headings = [
        page.text[block.char_start : block.char_end] for block in page.blocks if block.kind == "heading"
    ]
    assert headings == ["Harbour dues"]


@pytest.mark.parametrize("leader", [".", ". "])
def test_dots_before_figures_are_no_words(leader: str, read_here: ReadHere) -> None:
    page = scanned(read_here, files.as_scan(files.statement_pdf(leader)))
    (table,) = page.tables
    assert cells(table) == DUES


@pytest.mark.parametrize("turned", [90.0, 180.0, 270.0])
def test_a_page_on_its_side_is_read_upright(turned: float, read_here: ReadHere) -> None:
    page = scanned(read_here, files.as_scan(files.statement_pdf(), turned=turned))
    (table,) = page.tables
    assert cells(table) == DUES


def test_scans_are_said(read_here: ReadHere) -> None:
    document: ReadDocument = read_here(files.scanned_pdf(text_pages=2), "pdf", ocr=True)
    assert [(page.text, page.ocr) for page in document.pages[2:]] == [("PILOT LOG", True)]
    assert not document.pages[0].ocr
    assert [(notice.kind, notice.pages) for notice in document.notices] == [("ocr_pages", (3,))]


def test_the_setting_switches_it_off(read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected, match="reading scans is switched off"):
        read_here(files.scanned_pdf(), "pdf", ocr=False)


def test_pictures_without_words_stay_unread(read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected, match="no words could be recognised"):
        read_here(files.scanned_pdf(words=""), "pdf", ocr=True)


def test_without_the_model_scans_are_named(read_here: ReadHere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "available", lambda: False)
    document = read_here(files.scanned_pdf(text_pages=1), "pdf", ocr=True)
    assert [(notice.kind, notice.pages) for notice in document.notices] == [("no_text_pages", (2,))]


def test_the_time_limit_leaves_scans_unread(read_here: ReadHere, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "_TIME_RESERVE", 1.1)
    document = read_here(files.scanned_pdf(text_pages=1), "pdf", ocr=True)
    assert "the time for reading scans ran out" in document.notices[0].message

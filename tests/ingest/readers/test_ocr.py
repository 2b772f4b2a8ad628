"""Scanned pages are read when the OCR extra is there, within the time there is."""

import sys
from types import SimpleNamespace

import files
import pytest
from conftest import ReadHere

from masis.domain.document import ReadDocument
from masis.errors import DocumentRejected
from masis.ingest.readers import ocr

Found = list[tuple[list[tuple[float, float]], str, float]]


def words(
    text: str, left: float, top: float, sureness: float = 0.9
) -> tuple[list[tuple[float, float]], str, float]:
    """Return what the engine would find: a box of height 20 with words in it."""
    box = [(left, top), (left + 100, top), (left + 100, top + 20), (left, top + 20)]
    return box, text, sureness


SEEN: Found = [
    words("the tide", 20, 105),
    words("Log of", 10, 100, 0.99),
    words("turned.", 10, 128),
    words("New day.", 10, 300),
    words("smudge", 10, 400, 0.1),
]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Found:
    """Install an engine that sees the same words on every page."""
    found = list(SEEN)
    module = SimpleNamespace(RapidOCR=lambda: lambda image: (found if image.size else None, 0.1))
    monkeypatch.setitem(sys.modules, "rapidocr_onnxruntime", module)
    monkeypatch.setattr(ocr, "available", lambda: True)
    return found


def test_scans_are_read_and_said(engine: Found, read_here: ReadHere) -> None:
    """Scans are read and said."""
    document: ReadDocument = read_here(files.scanned_pdf(text_pages=2), "pdf", ocr=True)
    page = document.pages[2]
    assert page.ocr
    assert page.has_image
    assert page.text == "Log of the tide turned.\n\nNew day."
    assert [(notice.kind, notice.pages) for notice in document.notices] == [("ocr_pages", (3,))]


def test_the_setting_switches_it_off(engine: Found, read_here: ReadHere) -> None:
    """The setting switches it off."""
    with pytest.raises(DocumentRejected, match="not switched on"):
        read_here(files.scanned_pdf(), "pdf", ocr=False)


def test_pictures_without_words_stay_unread(engine: Found, read_here: ReadHere) -> None:
    """Pictures without words stay unread."""
    engine.clear()
    with pytest.raises(DocumentRejected, match="no words could be recognised"):
        read_here(files.scanned_pdf(), "pdf", ocr=True)


def test_the_time_limit_leaves_scans_unread(
    engine: Found, read_here: ReadHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time limit leaves scans unread."""
    monkeypatch.setattr(ocr, "_TIME_RESERVE", 1.1)
    document = read_here(files.scanned_pdf(text_pages=1), "pdf", ocr=True)
    assert "the time for reading scans ran out" in document.notices[0].message

"""What is marked on a page is what was cited: asked of the page itself, character by character."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import files
import pytest
from conftest import ReadHere
from odd_pdfs import ODD

from masis.domain.document import Page, PageImage
from masis.domain.language.sentences import split_sentences
from masis.ingest.readers.picture import PictureRequest, draw_page
from tests.fakes.printed import PrintedPage, letters

SAMPLE = Path(__file__).parents[3] / "masis" / "sample" / "documents"


def drawn(path: Path, page: Page, span: tuple[int, int]) -> PageImage:
    """Draw a page in this process: the same code as in the child, without its start."""
    return draw_page(PictureRequest(path=path, page_number=page.number, text=page.text, span=span, scale=1.0))


def misses(path: Path, pages: tuple[Page, ...]) -> tuple[list[str], int]:
    """Mark every sentence and row; return those that are not marked as they stand, and how many there are."""
    wrong: list[str] = []
    count = 0
    for page in pages:
        with closing(PrintedPage(path, page.number)) as printed:
            found, here = misses_on(path, page, printed)
        wrong, count = [*wrong, *found], count + here
    return wrong, count


def misses_on(path: Path, page: Page, printed: PrintedPage) -> tuple[list[str], int]:
    wrong: list[str] = []
    units = [span for span in split_sentences(page.text) if letters(page.text[span.start : span.end])]
    for unit in units:
        words = page.text[unit.start : unit.end]
        image = drawn(path, page, (unit.start, unit.end))
        # Cells may be printed in another order; the letters are the same ones, as often.
        if Counter(printed.under(image)) != Counter(letters(words)) or not on_sheet(image):
            wrong.append(f"page {page.number}: {words} -> {printed.under(image)}")
        elif words.startswith("|") and not in_one_place(image):
            wrong.append(f"page {page.number}: {words} is marked in several places")
    return wrong, len(units)


def on_sheet(image: PageImage) -> bool:
    return bool(image.boxes) and all(
        -1 <= left < right <= image.width + 1 and 0 <= top < bottom <= image.height
        for left, top, right, bottom in image.boxes
    )


def in_one_place(image: PageImage) -> bool:
    """Tell whether the cells of a row stand beside each other: ``5`` may stand anywhere on a page."""
    height = min(bottom - top for _, top, _, bottom in image.boxes)
    return max(box[3] for box in image.boxes) - min(box[1] for box in image.boxes) < 4 * height


@pytest.mark.parametrize("kind", ODD)
def test_the_words_under_the_marks_are_the_cited_ones(kind: str, tmp_path: Path, read_here: ReadHere) -> None:
    path = tmp_path / "odd.pdf"
    path.write_bytes(ODD[kind]())
    wrong, count = misses(path, read_here(path.read_bytes(), "pdf").pages)
    assert wrong == []
    assert count >= 2


@pytest.mark.parametrize("kind", ["on its head", "Hebrew", "cropped"])
def test_a_line_is_marked_in_one_piece(kind: str, tmp_path: Path, read_here: ReadHere) -> None:
    path = tmp_path / "odd.pdf"
    path.write_bytes(ODD[kind]())
    page = read_here(path.read_bytes(), "pdf").pages[0]
    first = split_sentences(page.text)[0]
    assert len(drawn(path, page, (first.start, first.end)).boxes) == 1


@pytest.mark.parametrize("name", ["annual-report-2024.pdf", "board-pack-q4-2024.pdf"])
def test_every_sentence_of_the_sample_is_marked_where_it_stands(name: str, read_here: ReadHere) -> None:
    path = SAMPLE / name
    wrong, count = misses(path, read_here(path.read_bytes(), "pdf").pages)
    assert wrong == []
    assert count >= 30


def test_what_is_cited_of_a_scan_is_marked_where_it_stands(tmp_path: Path, read_here: ReadHere) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(files.as_scan(files.statement_pdf()))
    (page,) = read_here(path.read_bytes(), "pdf", ocr=True).pages
    said = "The harbour master expects fewer ferries next year."
    at = page.text.index(said)
    ((left, top, right, bottom),) = drawn(path, page, (at, at + len(said))).boxes
    assert (55 < left < 62, 842 - 640 < top < 842 - 636) == (True, True)  # printed at 60, 630 from below
    assert (270 < right < 300, 842 - 630 < bottom < 842 - 624) == (True, True)


def test_a_scan_whose_words_are_not_known_has_no_marks(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(files.as_scan(files.statement_pdf()))
    request = PictureRequest(path=path, page_number=1, text="Nothing of the kind.", span=(0, 20), scale=1.0)
    assert draw_page(request).boxes == ()

"""Many calls at once tell what PDFium's own functions tell one by one."""

import ctypes
from collections.abc import Iterator

import pytest
from pypdfium2 import PdfDocument, PdfPage, raw

from masis.ingest.readers.pdfium_calls import Characters, first_objects
from masis.sample import files


@pytest.fixture
def page() -> Iterator[PdfPage]:
    content = next(file for file in files() if file.name == "annual-report-2024.pdf").read_bytes()
    document = PdfDocument(content)
    yield document[3]
    document.close()


def test_boxes_and_fonts_of_characters_are_those_of_the_single_calls(page: PdfPage) -> None:
    text_page = page.get_textpage()
    indexes = range(text_page.count_chars())
    characters = Characters(text_page)
    loose, ink = raw.FS_RECTF(), [ctypes.c_double() for _ in range(4)]
    for index, box in zip(indexes, characters.loose_boxes(indexes), strict=True):
        raw.FPDFText_GetLooseCharBox(text_page.raw, index, loose)
        assert box == (loose.left, loose.top, loose.right, loose.bottom)
        raw.FPDFText_GetCharBox(text_page.raw, index, *ink)
        assert characters.ink_box(index) == tuple(edge.value for edge in ink)
    assert len(indexes) > 500
    assert {characters.is_bold(index) for index in indexes} == {True, False}
    assert {round(characters.font_size(index)) for index in indexes} > {10}


def test_a_character_that_is_none_has_no_box_and_no_bold_font(page: PdfPage) -> None:
    characters = Characters(page.get_textpage())
    assert [*characters.loose_boxes([10**6])] == [(0, 0, 0, 0)]
    assert characters.ink_box(10**6) == (0, 0, 0, 0)
    assert not characters.is_bold(10**6)


def test_objects_are_counted_up_to_the_most_and_have_the_bounds_of_the_single_calls(page: PdfPage) -> None:
    objects = first_objects(page, 4000)
    edges = [ctypes.c_float() for _ in range(4)]
    wanted = []
    for number in range(raw.FPDFPage_CountObjects(page.raw)):
        item = raw.FPDFPage_GetObject(page.raw, number)
        if raw.FPDFPageObj_GetType(item) == raw.FPDF_PAGEOBJ_PATH:
            raw.FPDFPageObj_GetBounds(item, *edges)
            wanted.append(tuple(edge.value for edge in edges))
    assert wanted
    assert [*objects.bounds(raw.FPDF_PAGEOBJ_PATH)] == wanted
    assert [*first_objects(page, 2).addresses] == [*objects.addresses[:2]]

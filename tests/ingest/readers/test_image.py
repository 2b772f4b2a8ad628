"""Pictures are read by the engine that reads scans, page by page, and shown as they are."""

from io import BytesIO
from pathlib import Path

import more_files
import pytest
from conftest import ReadHere
from PIL import Image

from masis.errors import DocumentRejected
from masis.ingest.readers.image import LARGEST_SIDE, drawn, opened
from masis.ingest.readers.picture import PictureRequest, draw_page


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF"])
def test_a_picture_is_read(form: str, read_here: ReadHere) -> None:
    document = read_here(more_files.picture(form=form), "image", "log.png", ocr=True)
    assert (document.kind, document.title) == ("image", "log")
    assert [(page.text, page.ocr, page.has_image) for page in document.pages] == [("PILOT LOG", True, True)]
    assert [notice.kind for notice in document.notices] == ["ocr_pages"]


def test_every_page_of_a_fax_is_read(read_here: ReadHere) -> None:
    document = read_here(more_files.tiff("ONE", "", "THREE"), "image", ocr=True)
    assert [page.text for page in document.pages] == ["ONE", "", "THREE"]
    assert [(notice.kind, notice.pages) for notice in document.notices] == [
        ("ocr_pages", (1, 3)),
        ("no_text_pages", (2,)),
    ]


def test_pages_over_the_limit_are_refused(read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected, match="has 3 pages; the limit is 2"):
        read_here(more_files.tiff("ONE", "TWO", "THREE"), "image", ocr=True, max_pages=2)


def saved(picture: Image.Image, form: str, exif: Image.Exif | None = None) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, form, **({"exif": exif} if exif else {}))
    return buffer.getvalue()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK"])
def test_every_kind_of_colour_is_read(mode: str, read_here: ReadHere) -> None:
    page = Image.open(BytesIO(more_files.picture())).convert(mode)
    document = read_here(saved(page, "TIFF" if mode == "CMYK" else "PNG"), "image", ocr=True)
    assert document.pages[0].text == "PILOT LOG"


def test_a_scan_of_sixteen_bits_is_read(read_here: ReadHere) -> None:
    page = (
        Image.open(BytesIO(more_files.picture())).convert("I").point(lambda grey: grey * 257).convert("I;16")
    )
    document = read_here(saved(page, "PNG"), "image", ocr=True)
    assert document.pages[0].text == "PILOT LOG"


def test_what_is_clear_has_no_words(read_here: ReadHere) -> None:
    clear = Image.new("RGBA", (600, 400), (0, 0, 0, 0))
    with pytest.raises(DocumentRejected, match="No words could be recognised"):
        read_here(saved(clear, "PNG"), "image", ocr=True)


def test_a_large_picture_is_made_smaller_and_one_on_its_side_upright(read_here: ReadHere) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[306] = "2025:03:14 09:30:00"
    large = Image.open(BytesIO(more_files.picture())).resize((4960, 7016)).rotate(90, expand=True)
    content = saved(large, "JPEG", exif)
    document = read_here(content, "image", ocr=True)
    assert (document.date, document.pages[0].text) == ("2025-03-14", "PILOT LOG")
    with opened(content) as picture:
        assert max(drawn(picture, 1).size) <= LARGEST_SIDE


def test_without_the_engine_it_is_said_what_is_missing(read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected, match="reading words in pictures is switched off") as refusal:
        read_here(more_files.picture(), "image", ocr=False)
    assert refusal.value.code == "no_text"


REFUSED = {
    "60,000 by 60,000": (more_files.png_head(60_000, 60_000), "too_large"),
    "12,000 by 12,000": (more_files.png_head(12_000, 12_000), "too_large"),
    "the half of one": (more_files.picture()[:200], "damaged"),
    "only its sign": (b"\x89PNG\r\n\x1a\n" + bytes(50), "damaged"),
}


@pytest.mark.parametrize(("content", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused(content: bytes, code: str, read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, "image", ocr=True)
    assert refusal.value.code == code


def test_its_pages_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "fax"
    path.write_bytes(more_files.tiff("ONE", "TWO"))
    drawn = draw_page(PictureRequest(path=path, page_number=2, text="TWO", span=(0, 3)))
    assert Image.open(BytesIO(drawn.png)).size == (drawn.width, drawn.height) == (620, 877)
    ((left, top, right, bottom),) = drawn.boxes
    assert 50 < left < 65 < right
    assert 75 < top < 95 < bottom < 130
    path.write_bytes(more_files.png_head(60_000, 60_000))
    with pytest.raises(ValueError, match="cannot be drawn"):
        draw_page(PictureRequest(path=path, page_number=1))

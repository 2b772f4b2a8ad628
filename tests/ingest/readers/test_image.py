"""Pictures are read by the engine that reads scans, page by page, and shown as they are."""

import sys
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import more_files
import pytest
from conftest import ReadHere
from PIL import Image

from masis.errors import DocumentRejected
from masis.ingest.readers import ocr
from masis.ingest.readers.image import LARGEST_SIDE
from masis.ingest.readers.picture import PictureRequest, draw_page

Shapes = list[tuple[int, ...]]


@pytest.fixture
def shapes(monkeypatch: pytest.MonkeyPatch) -> Shapes:
    """Install an engine that says how dark a page is, and keep the shape of what it was given."""
    seen: Shapes = []

    def engine(pixels: object) -> tuple[list[object], float]:
        seen.append(pixels.shape)  # type: ignore[attr-defined]
        box = [(10, 10), (90, 10), (90, 30), (10, 30)]
        return ([(box, f"page {len(seen)}", 0.9)] if pixels.min() < 255 else []), 0.1  # type: ignore[attr-defined]

    monkeypatch.setitem(sys.modules, "rapidocr_onnxruntime", SimpleNamespace(RapidOCR=lambda: engine))
    monkeypatch.setattr(ocr, "available", lambda: True)
    return seen


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF"])
def test_a_picture_is_read(form: str, shapes: Shapes, read_here: ReadHere) -> None:
    document = read_here(more_files.picture(form=form), "image", "log.png", ocr=True)
    assert (document.kind, document.title) == ("image", "log")
    assert [(page.text, page.ocr, page.has_image) for page in document.pages] == [("page 1", True, True)]
    assert [notice.kind for notice in document.notices] == ["ocr_pages"]
    assert shapes == [(877, 620, 3)]


def test_every_page_of_a_fax_is_read(shapes: Shapes, read_here: ReadHere) -> None:
    document = read_here(more_files.tiff("ONE", "", "THREE"), "image", ocr=True)
    assert [page.text for page in document.pages] == ["page 1", "", "page 3"]
    assert [(notice.kind, notice.pages) for notice in document.notices] == [
        ("ocr_pages", (1, 3)),
        ("no_text_pages", (2,)),
    ]


def test_pages_over_the_limit_are_refused(shapes: Shapes, read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected, match="has 3 pages; the limit is 2"):
        read_here(more_files.tiff("ONE", "TWO", "THREE"), "image", ocr=True, max_pages=2)


def saved(picture: Image.Image, form: str, exif: Image.Exif | None = None) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, form, **({"exif": exif} if exif else {}))
    return buffer.getvalue()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_colour_is_read(mode: str, shapes: Shapes, read_here: ReadHere) -> None:
    ink = (0, 0, 0, 255) if mode == "CMYK" else 0
    content = saved(Image.new(mode, (60, 40), ink), "TIFF" if mode == "CMYK" else "PNG")
    if mode in {"LA", "RGBA"}:  # nothing but clear: white, so that there are no words
        with pytest.raises(DocumentRejected, match="No words could be recognised"):
            read_here(content, "image", ocr=True)
    else:
        read_here(content, "image", ocr=True)
    assert shapes == [(40, 60, 3)]


def test_a_large_picture_is_made_smaller_and_one_on_its_side_upright(
    shapes: Shapes, read_here: ReadHere
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[306] = "2025:03:14 09:30:00"
    document = read_here(saved(Image.new("L", (8000, 4000)), "JPEG", exif), "image", ocr=True)
    assert document.date == "2025-03-14"
    assert shapes[0][0] == 2 * shapes[0][1] <= LARGEST_SIDE


def test_without_the_engine_it_is_said_what_is_missing(read_here: ReadHere) -> None:
    with pytest.raises(DocumentRejected, match=r"OCR extra\) is not switched on") as refusal:
        read_here(more_files.picture(), "image", ocr=False)
    assert refusal.value.code == "no_text"


REFUSED = {
    "60,000 by 60,000": (more_files.png_head(60_000, 60_000), "too_large"),
    "12,000 by 12,000": (more_files.png_head(12_000, 12_000), "too_large"),
    "the half of one": (more_files.picture()[:200], "damaged"),
    "only its sign": (b"\x89PNG\r\n\x1a\n" + bytes(50), "damaged"),
}


@pytest.mark.parametrize(("content", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused(
    content: bytes, code: str, shapes: Shapes, read_here: ReadHere
) -> None:
    with pytest.raises(DocumentRejected) as refusal:
        read_here(content, "image", ocr=True)
    assert refusal.value.code == code
    assert not shapes


def test_its_pages_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "fax"
    path.write_bytes(more_files.tiff("ONE", "TWO"))
    drawn = draw_page(PictureRequest(path=path, page_number=2, text="TWO", span=(0, 3)))
    assert Image.open(BytesIO(drawn.png)).size == (drawn.width, drawn.height) == (620, 877)
    assert drawn.boxes == ()
    path.write_bytes(more_files.png_head(60_000, 60_000))
    with pytest.raises(ValueError, match="cannot be drawn"):
        draw_page(PictureRequest(path=path, page_number=1))

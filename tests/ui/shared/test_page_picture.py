"""Page picture: the crop holds the cited boxes, stays on the page and is wide enough to read."""

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from masis.domain.document import PageImage
from masis.ui.shared.page_picture import marked, place_of, zoomed


def page(*boxes: tuple[float, float, float, float]) -> PageImage:
    picture = Image.new("RGB", (1224, 1584), "white")
    pen = ImageDraw.Draw(picture)
    for top in range(100, 1500, 30):
        pen.rectangle((150, top, 1050, top + 14), fill="black")
    out = BytesIO()
    picture.save(out, format="PNG")
    return PageImage(png=out.getvalue(), width=1224, height=1584, boxes=boxes)


@pytest.mark.parametrize(
    "box", [(150, 700, 1050, 714), (150, 5, 300, 20), (1100, 1560, 1220, 1580), (400, 640, 520, 654)]
)
def test_the_crop_holds_the_cited_place_and_stays_on_the_page(box: tuple[float, ...]) -> None:
    left, top, right, bottom = place_of(page(box))  # type: ignore[arg-type]
    assert 0 <= left <= box[0] and box[2] <= right <= 1224  # noqa: PT018
    assert 0 <= top <= box[1] and box[3] <= bottom <= 1584  # noqa: PT018
    assert right - left >= 500


def test_the_zoom_is_a_part_of_the_page_and_cuts_no_line() -> None:
    shown = Image.open(BytesIO(zoomed(page((150, 700, 1050, 714))))).convert("L")
    assert shown.height < 400
    assert shown.width < 1100
    assert min(shown.crop((0, 0, shown.width, 1)).getextrema()) > 200
    assert min(shown.crop((0, shown.height - 1, shown.width, shown.height)).getextrema()) > 200


def test_lines_beside_the_cited_words_are_shown_to_their_end() -> None:
    shown = Image.open(BytesIO(zoomed(page((150, 700, 800, 714)))))
    assert shown.width >= 900


def test_a_page_without_a_mark_is_shown_as_it_is() -> None:
    plain = page()
    assert zoomed(plain) == marked(plain) == plain.png


def test_the_zoom_shows_the_same_marks_as_the_page() -> None:
    cited = page((150, 700, 1050, 714), (150, 730, 600, 744))
    whole = Image.open(BytesIO(marked(cited)))
    shown = Image.open(BytesIO(zoomed(cited)))
    assert whole.size == (1224, 1584)
    assert (255, 230, 140) in {colour for _, colour in shown.getcolors(9999) or ()}
    top = next(
        top
        for top in range(whole.height - shown.height)
        if whole.crop((0, top, 1, top + 1)) and _same(whole, shown, top)
    )
    assert 0 < top < 700


def _same(whole: Image.Image, shown: Image.Image, top: int) -> bool:
    """Tell whether the zoom is the part of the page that begins at a row, at some place across."""
    lefts = range(0, whole.width - shown.width + 1, 1)
    first = shown.crop((0, shown.height // 2, shown.width, shown.height // 2 + 1)).tobytes()
    row = whole.crop((0, top + shown.height // 2, whole.width, top + shown.height // 2 + 1)).tobytes()
    return any(
        row[3 * left : 3 * (left + shown.width)] == first
        and whole.crop((left, top, left + shown.width, top + shown.height)).tobytes() == shown.tobytes()
        for left in lefts
    )

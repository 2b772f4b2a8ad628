"""OCR: scanned pages are read as long as there is time, and it is said which were."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from masis.domain.document import Notice
from masis.ingest.readers.job import Job
from masis.ingest.readers.lines import RawPage
from masis.ingest.readers.recognition import Drawn, engine, models, recognised

SCALE = 4.0
"""Pixels a point of a page is drawn with for the engine: 288 dots an inch, about what it was trained on."""
_TIME_RESERVE = 0.15
"""Part of the time limit that stays free: better some pages unread than a document refused."""


def available() -> bool:
    """Tell whether the engine and its model are installed."""
    return find_spec("tesserocr") is not None and bool(models())


@dataclass(frozen=True)
class Scans:
    """Scanned pages that were read."""

    pages: dict[int, RawPage] = field(default_factory=dict)
    out_of_time: bool = False

    def notices(self, silent: Sequence[int], total: int) -> list[Notice]:
        """Say which pages were read by OCR and which have no text."""
        found: list[Notice] = []
        if self.pages:
            done = tuple(sorted(self.pages))
            are = "is a scan and was" if len(done) == 1 else "are scans and were"
            message = (
                f"{len(done)} of {total} pages {are} read by OCR; figures that could not be read surely are "
                "left out. Check figures against the page."
            )
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


def read_scans(drawn: Callable[[int], Drawn], numbers: Sequence[int], job: Job) -> Scans:
    """Read pages, drawn by their number, as long as there is time; nothing where the engine is not there."""
    if not job.limits.ocr or not available():
        return Scans()
    pages: dict[int, RawPage] = {}
    with engine() as reader:
        for done, number in enumerate(numbers, start=1):
            if job.seconds_left() < job.limits.timeout_seconds * _TIME_RESERVE:
                return Scans(pages, out_of_time=True)
            page = recognised(reader, drawn(number))
            if page.lines:
                pages[number] = page
            job.on_page(done, len(numbers))
    return Scans(pages)

"""Rendering: a PDF page as an image with cited words marked, drawn by a child process while one is needed."""

import logging
import threading
import time
from pathlib import Path
from typing import cast

from masis.domain.document import PageImage
from masis.errors import InvalidInput
from masis.ingest.child import Message
from masis.ingest.executor import RESTS_SECONDS, Child, ChildGone, ChildTimedOut, Rest

log = logging.getLogger(__name__)

_TIMEOUT_SECONDS = 20.0
_PAGES_PER_CHILD = 200
"""A fresh process from time to time, so that a leak in the drawing library never adds up."""


class PageRenderer:
    """Draws pages one after the other; safe to use from many threads."""

    def __init__(
        self, timeout_seconds: float = _TIMEOUT_SECONDS, rests_seconds: float = RESTS_SECONDS
    ) -> None:
        self._lock = threading.Lock()
        self._rest = Rest(self._lock, self._stop, rests_seconds)
        self._timeout_seconds = timeout_seconds
        self._child: Child | None = None
        self._drawn = 0

    def draw(self, page: Message) -> PageImage:
        """Draw one page; a child that died is replaced once, one that hangs is ended."""
        with self._lock:
            try:
                return self._ask(page)
            except ChildGone:
                self._stop()
            except ChildTimedOut as error:
                self._stop()
                raise _not_drawn() from error
            try:
                return self._ask(page)
            except (ChildGone, ChildTimedOut) as error:
                self._stop()
                raise _not_drawn() from error

    def warm(self) -> None:
        """Start the child process and let it load what a page needs; without one the first page starts it."""
        with self._lock:
            if self._child is None:
                try:
                    self._child = Child()
                except OSError as error:  # only a head start is lost
                    log.warning("no drawing process is kept ready: %s", error)
                else:
                    self._child.send({"request": "warm", "reader": "picture"})
            if self._child is not None:
                self._rest.begin()

    def close(self) -> None:
        """End the child process."""
        with self._lock:
            self._stop()

    def _ask(self, page: Message) -> PageImage:
        if self._drawn >= _PAGES_PER_CHILD:
            self._stop()
        if self._child is None:
            self._child = Child()
        self._drawn += 1
        self._child.send({"request": "render", "page": page})
        message, png = self._child.receive(time.monotonic() + self._timeout_seconds)
        self._rest.begin()
        if message["reply"] != "image":
            raise _not_drawn()
        boxes = cast("list[tuple[float, float, float, float]]", message["boxes"])
        width, height = cast(int, message["width"]), cast(int, message["height"])
        return PageImage(png=png, width=width, height=height, boxes=tuple(tuple(box) for box in boxes))

    def _stop(self) -> None:
        self._rest.stop()
        if self._child is not None:
            self._child.close()
        self._child, self._drawn = None, 0


def _not_drawn() -> InvalidInput:
    return InvalidInput("This page cannot be shown as a picture; its text is shown instead.")


_renderer = PageRenderer()


def render_page(
    pdf_path: Path,
    page_number: int,
    password: str | None = None,
    page_text: str = "",
    highlight: tuple[int, int] | None = None,
    scale: float = 2.0,
) -> PageImage:
    """Draw a page and mark ``page_text[highlight]`` on it; ``InvalidInput`` when it cannot be drawn."""
    return _renderer.draw(
        {
            "path": str(Path(pdf_path).resolve()),
            "page_number": page_number,
            "password": password,
            "text": page_text,
            "span": list(highlight) if highlight else None,
            "scale": scale,
        }
    )


def warm() -> None:
    """Start the drawing process ahead of the first page."""
    _renderer.warm()


def close() -> None:
    """End the drawing process; it starts again when it is needed."""
    _renderer.close()

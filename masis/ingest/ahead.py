"""Ahead: embed the passages of pages that are read already, while the rest of their document is being read.

Which passages there will be is a guess by then. Each is kept under its text, and a finished document takes
the vectors of the texts it really has: a wrong guess costs a little time and never changes a result.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock
from types import TracebackType
from typing import Self

from masis.embeddings.base import Embedder, Vector

BATCH = 64
"""Texts between two looks at whether the document is finished: less than half a second of work."""


class Ahead:
    """One worker for one document; leaving the ``with`` block ends it."""

    def __init__(self, embedder: Embedder, turn: Lock) -> None:
        """Embed nothing yet; ``turn`` is held for one batch."""
        self._embedder = embedder
        self._turn = turn
        self._asked: set[str] = set()
        self._vectors: dict[str, Vector] = {}
        self._ended = Event()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="ahead")
        self._work: list[Future[None]] = []

    def add(self, texts: Sequence[str]) -> None:
        """Queue the texts that were not asked for before."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._asked]
        self._asked.update(fresh)
        for start in range(0, len(fresh), BATCH):
            self._work.append(self._worker.submit(self._embed, fresh[start : start + BATCH]))

    def _embed(self, texts: list[str]) -> None:
        if self._ended.is_set():
            return
        with self._turn:
            if self._ended.is_set():
                return
            self._vectors.update(zip(texts, self._embedder.embed(texts), strict=True))

    def finish(self) -> Mapping[str, Vector]:
        """Stop after the batch in hand; return the vectors made so far, or raise what went wrong."""
        self._end()
        for work in self._work:
            work.result()
        return self._vectors

    def _end(self) -> None:
        self._ended.set()
        self._worker.shutdown(wait=True)

    def __enter__(self) -> Self:
        """Use it for one document."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop after the batch in hand."""
        self._end()

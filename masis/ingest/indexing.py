"""Indexing: passages to stored vectors, the first of them embedded while their document is being read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock

import numpy as np

from masis.domain.evidence import Chunk
from masis.embeddings.base import Embedder, Vector, Vectors
from masis.ops.logging import carried
from masis.retrieval.base import VectorStore

BATCH = 128
"""Chunks embedded between two looks at the cancel flag: enough to fill the cores, two seconds at most."""
TEXTS_AHEAD = 64
"""Texts between two looks at whether the document is finished: less than half a second of work."""


@dataclass(frozen=True)
class Indexing:
    """What one document's passages go through."""

    embedder: Embedder
    vectors: VectorStore
    turn: Lock
    """Held for one batch."""
    batch: int
    stop_if_cancelled: Callable[[], None]

    def run(
        self, chunks: Sequence[Chunk], known: Mapping[str, Vector], on_count: Callable[[int], None]
    ) -> Vectors:
        """Store every passage and return its vector, in the order of ``chunks``: float32 (n, dimension).

        ``known`` holds the vectors of texts that were embedded before.
        """
        made = dict(known)
        ready = [chunk for chunk in chunks if chunk.embedding_text in known]
        on_count(len(ready))
        with ThreadPoolExecutor(1, thread_name_prefix="store") as storing:
            stored: Future[None] | None = None
            if ready:
                stored = storing.submit(
                    carried(self.vectors.upsert),
                    ready,
                    np.stack([known[chunk.embedding_text] for chunk in ready]),
                )
            done = len(ready)
            for batch in _batches(
                [chunk for chunk in chunks if chunk.embedding_text not in known], self._size
            ):
                vectors = self._embed(batch, done, on_count)
                if stored is not None:
                    stored.result()
                stored = storing.submit(carried(self.vectors.upsert), batch, vectors)
                made.update(zip((chunk.embedding_text for chunk in batch), vectors, strict=True))
                done += len(batch)
                on_count(done)
            if stored is not None:
                stored.result()
        return np.stack([made[chunk.embedding_text] for chunk in chunks])

    @property
    def _size(self) -> int:
        return max(BATCH, self.batch)

    def _embed(self, batch: Sequence[Chunk], before: int, on_count: Callable[[int], None]) -> Vectors:
        def add(count: int) -> None:
            self.stop_if_cancelled()  # raising here ends the embedder's batch early
            on_count(before + count)

        self.stop_if_cancelled()
        with self.turn:
            return np.asarray(
                self.embedder.embed([chunk.embedding_text for chunk in batch], add), dtype=np.float32
            )


def _batches(chunks: Sequence[Chunk], size: int) -> Iterator[list[Chunk]]:
    """Put texts of like length together, because a batch costs as much as its longest one."""
    ordered = sorted(chunks, key=lambda chunk: (-len(chunk.embedding_text), chunk.chunk_id))
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]


class Ahead:
    """Embeds passages while the rest of their document is read; ``turn`` is held for one batch.

    Which passages there will be is a guess by then. A finished document takes the vectors of the texts it
    really has: a wrong guess costs a little time and never changes a result.
    """

    def __init__(self, embedder: Embedder, turn: Lock) -> None:
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
        for start in range(0, len(fresh), TEXTS_AHEAD):
            self._work.append(self._worker.submit(carried(self._embed), fresh[start : start + TEXTS_AHEAD]))

    def _embed(self, texts: list[str]) -> None:
        if self._ended.is_set():
            return
        with self._turn:
            if self._ended.is_set():
                return
            self._vectors.update(zip(texts, self._embedder.embed(texts), strict=True))

    def finish(self) -> Mapping[str, Vector]:
        """Stop after the batch in hand; return the vectors made so far, or raise what went wrong."""
        self.close()
        for work in self._work:
            work.result()
        return self._vectors

    def close(self) -> None:
        """Stop after the batch in hand."""
        self._ended.set()
        self._worker.shutdown(wait=True)

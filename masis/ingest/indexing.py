"""Indexing: passages to stored vectors, a batch stored while the next one is embedded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock

import numpy as np

from masis.domain.evidence import Chunk
from masis.embeddings.base import Embedder, Vector, Vectors
from masis.retrieval.base import VectorStore

BATCH = 128
"""Chunks embedded between two looks at the cancel flag: enough to fill the cores, two seconds at most."""


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
    ) -> None:
        """Store every passage; ``known`` holds the vectors of texts that were embedded before."""
        ready = [chunk for chunk in chunks if chunk.embedding_text in known]
        on_count(len(ready))
        with ThreadPoolExecutor(1, thread_name_prefix="store") as storing:
            stored: Future[None] | None = None
            if ready:
                stored = storing.submit(
                    self.vectors.upsert, ready, np.stack([known[chunk.embedding_text] for chunk in ready])
                )
            done = len(ready)
            for batch in _batches(
                [chunk for chunk in chunks if chunk.embedding_text not in known], self._size
            ):
                vectors = self._embed(batch, done, on_count)
                if stored is not None:
                    stored.result()
                stored = storing.submit(self.vectors.upsert, batch, vectors)
                done += len(batch)
                on_count(done)
            if stored is not None:
                stored.result()

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

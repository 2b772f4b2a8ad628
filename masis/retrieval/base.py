"""VectorStore: the port both Qdrant adapters fill and one contract test suite holds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from masis.domain.evidence import Chunk
from masis.domain.value import Value

Vector = NDArray[np.float32]


class SparseVector(Value):
    """A BM25 sparse vector: token hashes and weights, of equal length."""

    indices: tuple[int, ...]
    values: tuple[float, ...]


class Hit(Value):
    """A stored chunk that matched; a leg that did not find it leaves ``None``."""

    chunk: Chunk
    dense_score: float
    """Cosine with the query; always present, looked up when only the keyword leg found it."""
    sparse_score: float | None = None
    keyword_score: float = Field(default=0.0, ge=0.0, le=1.0)
    """Share of the question's terms the chunk holds, weighted by rarity in the workspace."""
    row_score: float = Field(default=0.0, ge=0.0, le=1.0)
    """How well its best table row fits a line of the question, against the best row found."""


class Lookup(NamedTuple):
    """One search among several that a store answers together."""

    text: str
    """Each line is a question in itself for the keyword score and for rows."""
    vector: Vector
    """May hold several query vectors as rows; the best cosine counts."""
    limit: int
    versions: tuple[str, ...] = ()
    """The only document versions that may be found; empty means all."""
    preferred: Mapping[str, float] = {}
    """By version: what its passages are put forward by, 0 to 1."""


class StoreHealth(Value):
    """Whether the store answers, and what it is."""

    healthy: bool
    engine: str
    detail: str = ""


class VectorStore(Protocol):
    """Chunks with vectors, always inside one workspace; ``RetrievalUnavailable`` on an outage.

    A version's chunks are invisible to ``search`` until ``set_visible`` shows them. The rows of a chunk's
    table are found by their own words and lead to the chunk; they are no chunks and count as none.
    """

    def ensure(self) -> None:
        """Create the storage if missing; refuse one made for another embedder or dimension."""
        ...

    def upsert(self, chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> None:
        """Store chunks with their vectors, not yet visible; the same chunk twice is stored once."""
        ...

    def set_visible(self, workspace_id: str, version_id: str, visible: bool) -> None: ...

    def search(self, workspace_id: str, lookups: Sequence[Lookup]) -> tuple[tuple[Hit, ...], ...]:
        """Return for each lookup up to ``limit`` hits, best first by convex fusion, ties by chunk id.

        All of them together cost one request to the store, and a second one where table rows lead to
        chunks that nothing else found.
        """
        ...

    def delete_version(self, workspace_id: str, version_id: str) -> None: ...

    def delete_workspace(self, workspace_id: str) -> None: ...

    def scroll(self, workspace_id: str) -> Iterator[Chunk]:
        """Yield every stored chunk of the workspace, visible or not."""
        ...

    def count(self, workspace_id: str | None) -> int:
        """Return the number of visible chunks; with ``None`` those of all workspaces."""
        ...

    def health(self) -> StoreHealth: ...

    def close(self) -> None: ...

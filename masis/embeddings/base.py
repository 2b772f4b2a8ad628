"""Embedder: what the rest of MASIS needs from an embedding model."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from masis.domain.embedding import EmbeddingProfile

Vectors = NDArray[np.float32]
Vector = NDArray[np.float32]


class Embedder(Protocol):
    """Unit-length vectors of texts; raises ``EmbeddingUnavailable`` on an outage."""

    @property
    def profile(self) -> EmbeddingProfile: ...

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vectors:
        """Return float32 of shape (len(texts), dimension); ``progress`` gets the count so far."""
        ...

    def embed_query(self, text: str) -> Vector:
        """Return float32 of shape (dimension,)."""
        ...

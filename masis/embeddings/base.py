"""Embedder: what the rest of MASIS needs from an embedding model, and the profile that goes with it."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from masis.domain.value import Value

Vectors = NDArray[np.float32]
Vector = NDArray[np.float32]


class EmbeddingProfile(Value):
    """Everything that depends on the embedding model, as one value."""

    name: str
    dimension: int = Field(ge=8, le=8192)
    threshold: float = Field(ge=-1.0, le=1.0)
    """Cosine a passage needs on the first pass."""
    retry_threshold: float = Field(ge=-1.0, le=1.0)
    dense_weight: float = Field(default=0.65, ge=0.0, le=1.0)
    """Weight of the dense score in the convex fusion with BM25."""
    batch_size: int = Field(default=32, ge=1, le=2048)
    max_tokens: int = Field(default=256, ge=16)
    fitted: str
    """How the thresholds were found, in one sentence."""


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

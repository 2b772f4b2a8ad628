"""Kept vectors: the vectors of passages to bytes and back, for the model in use and no other."""

from collections.abc import Mapping, Sequence

import numpy as np

from masis.domain.evidence import Chunk
from masis.embeddings.base import Embedder, Vector, Vectors
from masis.store.passage_vectors import PassageVectors

_STORED = np.dtype("<f4")


def packed(embedder: Embedder, vectors: Vectors) -> PassageVectors:
    """Return vectors, float32 (n, dimension), as they are kept."""
    profile = embedder.profile
    data = np.ascontiguousarray(vectors, dtype=_STORED).tobytes()
    return PassageVectors(profile.name, profile.dimension, data)


def unpacked(
    embedder: Embedder, made: PassageVectors | None, chunks: Sequence[Chunk]
) -> Mapping[str, Vector]:
    """Return the vector of each passage's text; nothing where another model made them or one is missing."""
    profile = embedder.profile
    if made is None or (made.model, made.dimension) != (profile.name, profile.dimension):
        return {}
    if len(made.data) != len(chunks) * profile.dimension * _STORED.itemsize:
        return {}
    rows = np.frombuffer(made.data, dtype=_STORED).reshape(len(chunks), profile.dimension)
    return {chunk.embedding_text: row for chunk, row in zip(chunks, rows.astype(np.float32), strict=True)}

"""Points: how a chunk is written into a store and read back, alike for both adapters."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

import numpy as np
from numpy.typing import NDArray

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import Chunk
from masis.errors import ConfigurationError
from masis.retrieval.base import SparseVector
from masis.retrieval.bm25 import PARAMETERS, document_text, encode_document

DENSE: Final = "dense"
SPARSE: Final = "sparse"
WORKSPACE: Final = "workspace_id"
VERSION: Final = "version_id"
STATUS: Final = "status"
SHOWN: Final = "shown"
HIDDEN: Final = "hidden"
"""A word, not a boolean: the embedded engine's filters do not match booleans."""
INDEXED: Final = (WORKSPACE, VERSION, STATUS)
BATCH: Final = 256
SCHEMA_VERSION: Final = 1

_NAMESPACE: Final = UUID("5a0f5f0e-7c2b-5d0a-9d5e-2f7b1c3d4e5f")
_FIELDS: Final = frozenset(Chunk.model_fields)


def point_id(chunk: Chunk) -> str:
    """Return the id that makes storing the same chunk twice store it once."""
    return str(uuid5(_NAMESPACE, "\x1f".join((chunk.workspace_id, chunk.version_id, chunk.chunk_id))))


class NewPoint(NamedTuple):
    """A chunk made ready for a store."""

    point_id: str
    dense: list[float]
    sparse: SparseVector
    payload: dict[str, Any]


def batches(
    chunks: Sequence[Chunk], vectors: NDArray[np.float32], profile: EmbeddingProfile
) -> Iterator[list[NewPoint]]:
    """Yield new, hidden points in portions a store takes at once; the shape is checked before the first."""
    check_vectors(len(chunks), vectors, profile)
    for start in range(0, len(chunks), BATCH):
        part = slice(start, start + BATCH)
        yield [
            NewPoint(
                point_id(chunk),
                vector.tolist(),
                encode_document(document_text(chunk)),
                {**chunk.model_dump(mode="json"), **status(visible=False)},
            )
            for chunk, vector in zip(chunks[part], vectors[part], strict=True)
        ]


def status(*, visible: bool) -> dict[str, str]:
    """Return the part of a payload that shows or hides a chunk."""
    return {STATUS: SHOWN if visible else HIDDEN}


Conditions = Mapping[str, str | tuple[str, ...]]
"""What a filter asks of a payload: this value, or one of several."""


def shown(workspace_id: str, versions: tuple[str, ...] = ()) -> Conditions:
    """Return what a filter asks of a chunk that may be found."""
    found: dict[str, str | tuple[str, ...]] = {WORKSPACE: workspace_id, STATUS: SHOWN}
    return {**found, VERSION: versions} if versions else found


def from_payload(payload: dict[str, Any]) -> Chunk:
    """Return the chunk as it was stored."""
    return Chunk.model_validate({name: value for name, value in payload.items() if name in _FIELDS})


def fingerprint(profile: EmbeddingProfile) -> dict[str, Any]:
    """Return what stored vectors depend on; a store made with anything else is refused."""
    return {
        "schema": SCHEMA_VERSION,
        "embedder": profile.name,
        "dimension": profile.dimension,
        "bm25": dict(PARAMETERS),
    }


def check_fingerprint(stored: dict[str, Any], profile: EmbeddingProfile, place: str) -> None:
    """Refuse a store whose vectors cannot be compared with this embedder's.

    Raises:
        ConfigurationError: with both sides named and what to do.
    """
    wanted = fingerprint(profile)
    if stored == wanted:
        return
    if (stored.get("embedder"), stored.get("dimension")) != (profile.name, profile.dimension):
        message = (
            f"{place} was filled with the embedding model {stored.get('embedder', 'unknown')!r} "
            f"({stored.get('dimension', '?')} numbers a passage), but the settings name {profile.name!r} "
            f"({profile.dimension}). Please set the model back, or start in a new place and add the "
            "documents again."
        )
    else:
        message = (
            f"{place} was filled by a version of MASIS with another keyword index. "
            "Please use a new place and add the documents again."
        )
    raise ConfigurationError(message)


def check_vectors(count: int, vectors: NDArray[np.float32], profile: EmbeddingProfile) -> None:
    """Refuse vectors of the wrong shape before any of them is stored.

    Raises:
        ConfigurationError: the embedder and the store do not belong together.
    """
    if vectors.shape != (count, profile.dimension):
        message = (
            f"The store holds {profile.dimension} numbers a passage ({profile.name}); "
            f"for {count} passages it was given an array of shape {vectors.shape}."
        )
        raise ConfigurationError(message)

"""Points: how a chunk and its table rows are written into a store and read back, alike for both adapters."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

import numpy as np
from numpy.typing import NDArray

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import Chunk
from masis.errors import ConfigurationError
from masis.retrieval.base import SparseVector
from masis.retrieval.keywords import PARAMETERS, encode_document
from masis.retrieval.rows import rows_of

DENSE: Final = "dense"
SPARSE: Final = "sparse"
ROWS: Final = "rows"
"""The vector of row points: their rarity is counted among rows."""
WORKSPACE: Final = "workspace_id"
VERSION: Final = "version_id"
STATUS: Final = "status"
SHOWN: Final = "shown"
HIDDEN: Final = "hidden"
"""A word, not a boolean: the embedded engine's filters do not match booleans."""
UNIT: Final = "unit"
PASSAGE: Final = "passage"
ROW: Final = "row"
PASSAGE_ID: Final = "passage_id"
"""In a row's payload: the point of the passage it stands in."""
INDEXED: Final = (WORKSPACE, VERSION, STATUS, UNIT)
BATCH: Final = 256
SCHEMA_VERSION: Final = 2
"""2: table rows are points of their own."""

_NAMESPACE: Final = UUID("5a0f5f0e-7c2b-5d0a-9d5e-2f7b1c3d4e5f")
_FIELDS: Final = frozenset(Chunk.model_fields)


def point_id(chunk: Chunk) -> str:
    """Return the id that makes storing the same chunk twice store it once."""
    return str(uuid5(_NAMESPACE, "\x1f".join((chunk.workspace_id, chunk.version_id, chunk.chunk_id))))


class NewPoint(NamedTuple):
    """A chunk or a table row made ready for a store; a row has no dense vector."""

    point_id: str
    dense: list[float] | None
    sparse: SparseVector
    payload: dict[str, Any]


def batches(
    chunks: Sequence[Chunk], vectors: NDArray[np.float32], profile: EmbeddingProfile
) -> Iterator[list[NewPoint]]:
    """Yield new, hidden points in portions a store takes at once; the shape is checked before the first."""
    check_vectors(len(chunks), vectors, profile)
    points = (
        point for chunk, vector in zip(chunks, vectors, strict=True) for point in _points(chunk, vector)
    )
    while batch := list(islice(points, BATCH)):
        yield batch


def _points(chunk: Chunk, vector: NDArray[np.float32]) -> Iterator[NewPoint]:
    """Yield a chunk's point and those of its table rows."""
    passage = point_id(chunk)
    hidden = status(visible=False)
    yield NewPoint(
        passage,
        vector.tolist(),
        encode_document(chunk.embedding_text),
        {**chunk.model_dump(mode="json"), **hidden, UNIT: PASSAGE},
    )
    place = {WORKSPACE: chunk.workspace_id, VERSION: chunk.version_id, PASSAGE_ID: passage}
    for number, words in rows_of(chunk):
        yield NewPoint(
            str(uuid5(_NAMESPACE, f"{passage}\x1f{number}")),
            None,
            words,
            {**place, **hidden, UNIT: ROW, ROW: number},
        )


def status(*, visible: bool) -> dict[str, str]:
    """Return the part of a payload that shows or hides a chunk."""
    return {STATUS: SHOWN if visible else HIDDEN}


Conditions = Mapping[str, str | tuple[str, ...]]
"""What a filter asks of a payload: this value, or one of several."""


def shown(workspace_id: str | None, unit: str = PASSAGE, versions: tuple[str, ...] = ()) -> Conditions:
    """Return what a filter asks of a passage or a row that may be found; ``None``: in any workspace."""
    found: dict[str, str | tuple[str, ...]] = {UNIT: unit, STATUS: SHOWN}
    found |= {} if workspace_id is None else {WORKSPACE: workspace_id}
    return {**found, VERSION: versions} if versions else found


def from_payload(payload: dict[str, Any]) -> Chunk:
    """Return the chunk as it was stored."""
    return Chunk.model_validate({name: value for name, value in payload.items() if name in _FIELDS})


OWNER: Final = "installation"
"""In a store's metadata: the id of the data folder it belongs to."""


def fingerprint(profile: EmbeddingProfile) -> dict[str, Any]:
    """Return what stored vectors depend on; a store made with anything else is refused."""
    return {
        "schema": SCHEMA_VERSION,
        "embedder": profile.name,
        "dimension": profile.dimension,
        "bm25": dict(PARAMETERS),
    }


def check_fingerprint(stored: dict[str, Any], profile: EmbeddingProfile, place: str, anew: str) -> None:
    """Refuse a store whose vectors cannot be compared with this embedder's; ``anew`` says how to begin anew.

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
            f"({profile.dimension}). Please set the model back, or {anew}: it embeds the passages "
            "of all documents anew, and no answer is lost."
        )
    else:
        message = (
            f"{place} was filled by another version of MASIS, whose index of words and table rows differs. "
            "Nothing is lost: remove it and start again, and MASIS puts the passages of all documents back "
            "from its database."
        )
    raise ConfigurationError(message)


def owner_of(metadata: dict[str, Any]) -> str | None:
    """Return the installation that a store says it belongs to, taken out of its metadata."""
    owner = metadata.pop(OWNER, None)
    return None if owner is None else str(owner)


def check_owner(owner: str | None, installation_id: str, place: str) -> None:
    """Refuse the store of another installation: each would sweep away what it does not know.

    Raises:
        ConfigurationError: with what to do.
    """
    if owner is not None and owner != installation_id:
        message = (
            f"{place} belongs to another data folder, not to this one. Nothing was changed. Set "
            "MASIS_QDRANT_COLLECTION to a name not in use: MASIS puts the passages of all documents there "
            "from its database. Where that other folder is no more, the collection may be removed instead."
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

"""Qdrant layout: how a collection is spread and kept small, and what an existing one has instead."""

from typing import TYPE_CHECKING, Literal

from masis.domain.value import Value
from masis.retrieval import points as stored

if TYPE_CHECKING:
    from qdrant_client.http import models as rest

Quantization = Literal["none", "scalar"]


class Layout(Value):
    """What the settings ask of a new collection; ``None`` leaves it to the server."""

    shards: int | None = None
    replicas: int | None = None
    quantization: Quantization = "none"
    owner: str = ""
    """Id of the data folder that the collection belongs to; empty leaves it to nobody."""


AS_THE_SERVER_LIKES = Layout()


def quantization(layout: Layout) -> "rest.ScalarQuantization | None":
    """Return how vectors are made small: a byte a number, in memory; searches score with the whole ones."""
    if layout.quantization == "none":
        return None
    from qdrant_client.http import models as rest

    scalar = rest.ScalarQuantizationConfig(type=rest.ScalarType.INT8, quantile=0.99, always_ram=True)
    return rest.ScalarQuantization(scalar=scalar)


def index(name: str) -> "rest.KeywordIndexParams":
    """Return the index of a payload field; by workspace the server keeps points together."""
    from qdrant_client.http import models as rest

    tenant = name == stored.WORKSPACE
    return rest.KeywordIndexParams(type=rest.KeywordIndexType.KEYWORD, is_tenant=tenant, enable_hnsw=tenant)


def with_idf() -> "dict[str, rest.SparseVectorParams]":
    """Return the sparse vectors: their scores, and so what answers rest on, assume weights by rarity."""
    from qdrant_client.http import models as rest

    return {
        name: rest.SparseVectorParams(modifier=rest.Modifier.IDF) for name in (stored.SPARSE, stored.ROWS)
    }


def lacks_idf(info: "rest.CollectionInfo") -> bool:
    """Tell whether a collection scores words by anything else."""
    held = info.config.params.sparse_vectors or {}
    return any((kept := held.get(name)) is None or kept.modifier != "idf" for name in with_idf())


def differences(layout: Layout, info: "rest.CollectionInfo") -> tuple[str, ...]:
    """Return what a collection has in place of what the settings ask; it is used as it is."""
    params = info.config.params
    kept = info.config.quantization_config
    found: Quantization | str = "none" if kept is None else next(iter(type(kept).model_fields))
    workspaces = info.payload_schema.get(stored.WORKSPACE)
    tenant = workspaces is None or getattr(workspaces.params, "is_tenant", None)
    pairs = (
        ("MASIS_QDRANT_SHARDS", layout.shards, params.shard_number),
        ("MASIS_QDRANT_REPLICAS", layout.replicas, params.replication_factor),
        ("MASIS_QDRANT_QUANTIZATION", layout.quantization, found),
    )
    told = tuple(
        f"it has {has} where {name} is {asked}"
        for name, asked, has in pairs
        if asked is not None and has != asked
    )
    return told if tenant else (*told, "its index of workspaces is no tenant index")

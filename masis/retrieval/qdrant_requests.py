"""Qdrant requests: searches, filters and points in the form a Qdrant server takes them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from masis.retrieval import points as stored
from masis.retrieval.base import SparseVector
from masis.retrieval.plan import Found, Wanted

if TYPE_CHECKING:
    from qdrant_client.http import models as rest

_GONE = "doesn't exist"


def trouble(status: int | None, reason: str, content: bytes, collection: str) -> str:
    """Say what an error of the server means for whoever looks after it."""
    message = f"The Qdrant server answered with status {status} ({reason})."
    if status == 404 and _GONE in content.decode("utf-8", "replace"):
        return (
            f"{message} The collection {collection!r} is gone. MASIS makes it again within half a "
            "minute and puts the passages of all documents back."
        )
    return message


def same(values: stored.Conditions, ids: tuple[str, ...] = ()) -> "rest.Filter":
    """Write down what must hold, as a filter."""
    from qdrant_client.http import models as rest

    several = {key: [value] if isinstance(value, str) else [*value] for key, value in values.items()}
    wanted = [rest.FieldCondition(key=key, match=rest.MatchAny(any=any_)) for key, any_ in several.items()]
    return rest.Filter(must=[*wanted, rest.HasIdCondition(has_id=[*ids])] if ids else [*wanted])


def sparse_of(vector: SparseVector) -> "rest.SparseVector":
    """Write a sparse vector."""
    from qdrant_client.http import models as rest

    return rest.SparseVector(indices=list(vector.indices), values=list(vector.values))


def point(new: stored.NewPoint) -> "rest.PointStruct":
    """Write a passage with its vectors, or a row with its words."""
    from qdrant_client.http import models as rest

    words = sparse_of(new.sparse)
    vectors = {stored.ROWS: words} if new.dense is None else {stored.DENSE: new.dense, stored.SPARSE: words}
    return rest.PointStruct(id=new.point_id, vector=vectors, payload=new.payload)


def batch(wanted: Sequence[Wanted]) -> "list[rest.QueryRequest]":
    """Write queries in the server's words; the filter is in every leg and around it."""
    from qdrant_client.http import models as rest

    return [
        rest.QueryRequest.model_validate(
            {
                **_query(search),
                "prefetch": [rest.Prefetch.model_validate(_query(leg)) for leg in search.legs] or None,
                "with_payload": search.payload,
                "with_vector": [search.using] if search.weights else False,
            }
        )
        for search in wanted
    ]


def _query(wanted: Wanted) -> "dict[str, object]":
    from qdrant_client.http import models as rest

    words = isinstance(wanted.vector, SparseVector)
    params = (
        # The rarity of the filter's points: other workspaces' words must not count.
        rest.SearchParams(idf=rest.IdfCorpusParams(corpus=same(wanted.where)))
        if words
        # A collection with small vectors finds by them; the cosine that thresholds hold is the whole ones'.
        else rest.SearchParams(quantization=rest.QuantizationSearchParams(rescore=True, oversampling=2.0))
    )
    return {
        "query": sparse_of(wanted.vector) if isinstance(wanted.vector, SparseVector) else [*wanted.vector],
        "using": wanted.using,
        "limit": wanted.limit,
        "filter": same(wanted.where, wanted.ids),
        "params": params,
    }


def found(point: "rest.ScoredPoint") -> Found:
    """Read one point of a reply."""
    from qdrant_client.http import models as rest

    sparse = point.vector.get(stored.SPARSE) if isinstance(point.vector, dict) else None
    weights = (
        dict(zip(sparse.indices, sparse.values, strict=True))
        if isinstance(sparse, rest.SparseVector)
        else None
    )
    return Found(str(point.id), point.score, point.payload, weights)

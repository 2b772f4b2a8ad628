"""Server words: searches, filters and points as a Qdrant server is told them."""

from typing import TYPE_CHECKING

from masis.retrieval import points as stored
from masis.retrieval.base import SparseVector
from masis.retrieval.plan import Found, SearchPlan

if TYPE_CHECKING:
    from qdrant_client.http import models as rest

_GONE = "doesn't exist"


def trouble(status: int | None, reason: str, content: bytes, collection: str) -> str:
    """Say what an error of the server means for whoever looks after it."""
    message = f"The Qdrant server answered with status {status} ({reason})."
    if status == 404 and _GONE in content.decode("utf-8", "replace"):
        return (
            f"{message} The collection {collection!r} is gone. Restart MASIS: it makes the collection again "
            "and puts the passages of all documents back."
        )
    return message


def same(values: stored.Conditions) -> "rest.Filter":
    """Write down what must hold, as a filter."""
    from qdrant_client.http import models as rest

    several = {key: [one] if isinstance(one, str) else [*one] for key, one in values.items()}
    wanted = [rest.FieldCondition(key=key, match=rest.MatchAny(any=any_)) for key, any_ in several.items()]
    return rest.Filter(must=[*wanted])


def sparse_of(vector: SparseVector) -> "rest.SparseVector":
    """Write a sparse vector."""
    from qdrant_client.http import models as rest

    return rest.SparseVector(indices=list(vector.indices), values=list(vector.values))


def point(new: stored.NewPoint) -> "rest.PointStruct":
    """Write a passage with its vectors."""
    from qdrant_client.http import models as rest

    vectors = {stored.DENSE: new.dense, stored.SPARSE: sparse_of(new.sparse)}
    return rest.PointStruct(id=new.point_id, vector=vectors, payload=new.payload)


def batch(plan: SearchPlan, where: "rest.Filter") -> "list[rest.QueryRequest]":
    """Write a plan in the server's words; the filter is in every leg and around it."""
    from qdrant_client.http import models as rest

    # The IDF of the workspace: other workspaces' words must not count.
    rarity = {"using": stored.SPARSE, "params": rest.SearchParams(idf=rest.IdfCorpusParams(corpus=where))}
    meaning = [{"query": row, "using": stored.DENSE, "filter": where} for row in plan.dense]
    words = [{"query": sparse_of(query.vector), "filter": where, **rarity} for query in plan.words]
    legs = [rest.Prefetch.model_validate({**leg, "limit": plan.depth}) for leg in (*meaning, *words[:1])]
    pools = [
        {**query, "prefetch": legs, "limit": plan.pool, "with_payload": number == 0}
        for number, query in enumerate(meaning)
    ]
    asked = [
        {**query, "limit": wanted.limit, "with_vector": [stored.SPARSE] if wanted.weights else False}
        for wanted, query in zip(plan.words, words, strict=True)
    ]
    return [rest.QueryRequest.model_validate(request) for request in (*pools, *asked)]


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

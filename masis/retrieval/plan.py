"""Search plan: what one hybrid search asks of a store, and what is made of its replies.

All of it fits into one batch, so a search is one request to a server:

* for each query vector, the union of the best by meaning and by words, scored by cosine; so every
  candidate has its cosine, the ones that only the keyword leg found included;
* the keyword leg itself, for the BM25 scores;
* one probe per term of the question: the single best passage for that term alone. Its score over its
  stored weight is the term's inverse document frequency in the workspace; no reply means no passage.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from masis.domain.evidence import Chunk
from masis.retrieval.base import Hit, SparseVector, Vector
from masis.retrieval.bm25 import encode_query, encode_token, token_id
from masis.retrieval.fusion import best_first, convex
from masis.retrieval.keywords import KEYWORD_FLOOR, keyword_score, question_terms
from masis.retrieval.points import from_payload
from masis.retrieval.tokens import Term, tokens

_DEPTH_FACTOR = 2
_LEAST_DEPTH = 30
_KEPT_SHARE = 3
_HEARD_SHARE = 5
"""One place in so many is for a document that is not among the others."""
_NEAR_ENOUGH = 0.6
"""Share of the best cosine under which such a passage is too far off to be worth its place."""


class Found(NamedTuple):
    """One point of a reply; ``payload`` and ``weights`` only where the request asked for them."""

    point_id: str
    score: float
    payload: dict[str, Any] | None = None
    weights: Mapping[int, float] | None = None


class WordQuery(NamedTuple):
    """One sparse query; ``weights`` asks for the stored weights of what it finds."""

    vector: SparseVector
    limit: int
    weights: bool


@dataclass(frozen=True)
class SearchPlan:
    """One search, spelled out; the store answers the dense queries, then ``words``."""

    dense: tuple[list[float], ...]
    sparse: SparseVector
    lines: tuple[tuple[Term, ...], ...]
    probed: tuple[str, ...]
    depth: int
    limit: int

    @property
    def words(self) -> tuple[WordQuery, ...]:
        """The keyword leg and the probes, in the order of ``probed``; empty without a searchable word."""
        if not self.sparse.indices:
            return ()
        probes = (WordQuery(encode_token(token), 1, weights=True) for token in self.probed)
        return (WordQuery(self.sparse, self.depth, weights=False), *probes)

    @property
    def pool(self) -> int:
        """The most candidates the legs can bring together."""
        return self.depth * (len(self.dense) + 1)


def plan_search(text: str, vector: Vector, limit: int, dimension: int) -> SearchPlan:
    """Spell out a search; each line of ``text`` and each row of ``vector`` is a query in itself."""
    if limit < 1:
        message = f"limit must be at least 1, not {limit}"
        raise ValueError(message)
    rows = np.atleast_2d(vector)
    if rows.shape[1] != dimension:
        message = f"a query vector has {rows.shape[1]} numbers, the store holds {dimension}"
        raise ValueError(message)
    lines = tuple(question_terms(line) for line in text.splitlines())
    probed = dict.fromkeys(term.token for line in lines for term in line)
    return SearchPlan(
        dense=tuple([float(number) for number in row] for row in rows),
        sparse=encode_query(text),
        lines=lines,
        probed=tuple(probed),
        depth=max(_DEPTH_FACTOR * limit, _LEAST_DEPTH),
        limit=limit,
    )


def assemble(plan: SearchPlan, replies: Sequence[Sequence[Found]], dense_weight: float) -> tuple[Hit, ...]:
    """Make hits of a store's replies, best first by fusion, ties by chunk id.

    A few places are kept for the strongest keyword evidence: the passage with the asked-for code has
    little in common with the question's meaning, and fusion alone would leave it out of a large workspace.
    """
    dense, chunks = _cosines(replies[: len(plan.dense)])
    words, *probes = replies[len(plan.dense) :] or [()]
    names = {point: _name(chunk) for point, chunk in chunks.items()}
    sparse = {names[found.point_id]: found.score for found in words if found.point_id in names}
    cosine = {names[point]: dense[point] for point in chunks}
    by_name = {names[point]: chunk for point, chunk in chunks.items()}
    fused = convex(cosine, sparse, dense_weight)
    rarity = _rarity(plan, probes)
    evidence = {name: _keyword_evidence(plan, by_name[name], rarity) for name in sparse}
    strong = {name: score for name, score in evidence.items() if score >= KEYWORD_FLOOR}
    kept = best_first(strong, plan.limit // _KEPT_SHARE)
    order = dict.fromkeys((*kept, *best_first(fused, len(fused))))
    chosen = {name: fused[name] for name in _diverse(tuple(order), by_name, cosine, plan.limit)}
    return tuple(
        Hit(
            chunk=by_name[name],
            dense_score=cosine[name],
            sparse_score=sparse.get(name),
            keyword_score=evidence.get(name, 0.0),
        )
        for name in best_first(chosen, plan.limit)
    )


def _diverse(
    order: Sequence[str], chunks: Mapping[str, Chunk], cosine: Mapping[str, float], limit: int
) -> tuple[str, ...]:
    """Return the first ``limit`` names, the last places for documents that would not be heard at all.

    Ten passages of one long report say the same figure ten times; the one that contradicts it stands in
    another document.
    """
    head = order[: limit - limit // _HEARD_SHARE]
    heard = {chunks[name].document_id for name in head}
    enough = _NEAR_ENOUGH * max(cosine.values(), default=0.0)
    fresh: list[str] = []
    for name in order[len(head) :]:
        if chunks[name].document_id not in heard and cosine[name] >= enough:
            heard.add(chunks[name].document_id)
            fresh.append(name)
    return tuple(dict.fromkeys((*head, *fresh[: limit - len(head)], *order)))[:limit]


def _name(chunk: Chunk) -> str:
    """Return what candidates are told apart and ordered by."""
    return f"{chunk.chunk_id}\x1f{chunk.version_id}"


def _cosines(replies: Sequence[Sequence[Found]]) -> tuple[dict[str, float], dict[str, Chunk]]:
    scores: dict[str, float] = {}
    chunks: dict[str, Chunk] = {}
    for reply in replies:
        for found in reply:
            scores[found.point_id] = max(found.score, scores.get(found.point_id, -1.0))
            if found.payload is not None and found.point_id not in chunks:
                chunks[found.point_id] = from_payload(found.payload)
    return scores, chunks


def _rarity(plan: SearchPlan, replies: Sequence[Sequence[Found]]) -> dict[str, float]:
    rarity: dict[str, float] = {}
    for token, reply in zip(plan.probed, replies, strict=bool(replies)):
        for found in reply:
            weight = (found.weights or {}).get(token_id(token), 0.0)
            if weight > 0:
                rarity[token] = found.score / weight
    return rarity


def _keyword_evidence(plan: SearchPlan, chunk: Chunk, rarity: Mapping[str, float]) -> float:
    """Return the best line's keyword score; a document's title alone is no evidence for its passages."""
    found = frozenset(tokens(f"{chunk.heading}\n{chunk.full_text}"))
    return max((keyword_score(line, found, rarity) for line in plan.lines), default=0.0)

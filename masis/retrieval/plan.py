"""Search plan: what one hybrid search asks of a store, spelled out for both adapters.

All of it fits into one batch, so searches cost one request to a server:

* for each query vector, the union of the best by meaning and by words, scored by cosine; so every
  candidate has its cosine, the ones that only the keyword leg found included;
* the keyword leg itself, for the BM25 scores;
* one probe per term of the question: the single best passage for that term alone. Its score over its
  stored weight is the term's inverse document frequency in the workspace; no reply means no passage;
* the best table rows for each line of the question.

Rows may lead to passages that no leg found: these are looked up, with their cosine, in a second batch.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from masis.retrieval import points as stored
from masis.retrieval.base import Lookup, SparseVector
from masis.retrieval.keywords import Term, encode_query, encode_token, question_terms
from masis.retrieval.rows import encode_row_query

ROW_DEPTH: Final = 40
"""Rows asked for with each line of a question."""
ROW_PASSAGES: Final = 20
"""Most passages that rows bring in beside those of the other legs."""
_DEPTH_FACTOR = 2
_LEAST_DEPTH = 30


class Found(NamedTuple):
    """One point of a reply; ``payload`` and ``weights`` only where the request asked for them."""

    point_id: str
    score: float
    payload: dict[str, Any] | None = None
    weights: Mapping[int, float] | None = None


@dataclass(frozen=True)
class Wanted:
    """One query to a store: the points nearest to a vector; the filter holds in every leg too."""

    vector: tuple[float, ...] | SparseVector
    using: str
    limit: int
    where: stored.Conditions
    legs: tuple["Wanted", ...] = ()
    """Where the candidates come from; empty: from all points of the filter."""
    ids: tuple[str, ...] = ()
    """The only points to score; empty: any."""
    payload: bool = False
    weights: bool = False
    """Whether to send the stored keyword weights along."""


@dataclass(frozen=True)
class SearchPlan:
    """One search: its queries in the order of ``requests``, and what its replies are read by."""

    lookup: Lookup
    dense: tuple[Wanted, ...]
    words: tuple[Wanted, ...]
    """The keyword leg and the probes, in the order of ``probed``; empty without a searchable word."""
    rows: tuple[Wanted, ...]
    lines: tuple[tuple[Term, ...], ...]
    """The terms of each line that asks for something."""
    row_lines: tuple[tuple[Term, ...], ...]
    """The terms of the lines that ``rows`` search for."""
    probed: tuple[str, ...]

    @property
    def requests(self) -> tuple[Wanted, ...]:
        """Everything that is asked at once."""
        return (*self.dense, *self.words, *self.rows)


Ask = Callable[[Sequence[Wanted]], list[list[Found]]]
"""Sends a batch to a store."""


def plan_search(workspace_id: str, lookup: Lookup, dimension: int) -> SearchPlan:
    """Spell out a search; each line of the text and each row of the vector is a query in itself."""
    if lookup.limit < 1:
        message = f"limit must be at least 1, not {lookup.limit}"
        raise ValueError(message)
    vectors = np.atleast_2d(lookup.vector)
    if vectors.shape[1] != dimension:
        message = f"a query vector has {vectors.shape[1]} numbers, the store holds {dimension}"
        raise ValueError(message)
    where = stored.shown(workspace_id, stored.PASSAGE, lookup.versions)
    depth = max(_DEPTH_FACTOR * lookup.limit, _LEAST_DEPTH)
    texts = lookup.text.splitlines()
    lines = tuple(question_terms(line) for line in texts)
    probed = tuple(dict.fromkeys(term.token for line in lines for term in line))
    rows = stored.shown(workspace_id, stored.ROW, lookup.versions)
    row_queries = [
        (line, query)
        for text, line in zip(texts, lines, strict=True)
        if (query := encode_row_query(text)).indices
    ]
    words = _words(encode_query(lookup.text), probed, depth, where)
    return SearchPlan(
        lookup=lookup,
        dense=_dense([tuple(float(n) for n in row) for row in vectors], words[:1], depth, where),
        words=words,
        rows=tuple(Wanted(query, stored.ROWS, ROW_DEPTH, rows, payload=True) for _, query in row_queries),
        lines=lines,
        row_lines=tuple(line for line, _ in row_queries),
        probed=probed,
    )


def _dense(
    vectors: Sequence[tuple[float, ...]], words: tuple[Wanted, ...], depth: int, where: stored.Conditions
) -> tuple[Wanted, ...]:
    legs = (*(Wanted(vector, stored.DENSE, depth, where) for vector in vectors), *words)
    pool = depth * len(legs)
    return tuple(
        Wanted(vector, stored.DENSE, pool, where, legs=legs, payload=number == 0)
        for number, vector in enumerate(vectors)
    )


def _words(
    query: SparseVector, probed: Sequence[str], depth: int, where: stored.Conditions
) -> tuple[Wanted, ...]:
    if not query.indices:
        return ()
    probes = (Wanted(encode_token(token), stored.SPARSE, 1, where, weights=True) for token in probed)
    return (Wanted(query, stored.SPARSE, depth, where), *probes)

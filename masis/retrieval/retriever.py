"""HybridRetriever: a question to the evidence that qualifies, and what was dropped."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import EvidenceChunk, EvidenceSelection, select
from masis.ops.breaker import CircuitBreaker
from masis.retrieval.base import Hit, Vector, VectorStore
from masis.retrieval.keywords import KEYWORD_FLOOR
from masis.retrieval.query import augment

T = TypeVar("T")


class HybridRetriever:
    """Searches one workspace by meaning and by words; the threshold works on the cosine alone."""

    def __init__(
        self,
        store: VectorStore,
        embed_query: Callable[[str], Vector],
        profile: EmbeddingProfile,
        candidates: int = 10,
        retry_candidates: int = 20,
        breaker: CircuitBreaker | None = None,
    ) -> None:
        """Put the parts together; nothing is called yet."""
        self._store = store
        self._embed_query = embed_query
        self._profile = profile
        self._candidates = candidates
        self._retry_candidates = retry_candidates
        self._breaker = breaker or CircuitBreaker()

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies and what was dropped.

        A retry asks for more, accepts less, and adds the gap questions; the original question still
        counts by itself, so what qualified before does not fall out because the query grew.

        Raises:
            ServiceUnavailable: the store or the embedder is down, or was a moment ago.
        """
        text = augment(question, gap_questions if retry else ())
        limit = self._retry_candidates if retry else self._candidates
        threshold = self._profile.retry_threshold if retry else self._profile.threshold

        def search() -> tuple[Hit, ...]:
            queries = dict.fromkeys((question, text)) if "\n" in text else (question,)
            vectors = np.stack([self._embed_query(query) for query in queries])
            return self._store.search(workspace_id, text, vectors, limit)

        hits = self._breaker.call(search)
        return select([_evidence(hit) for hit in hits], threshold, KEYWORD_FLOOR)


def _evidence(hit: Hit) -> EvidenceChunk:
    return EvidenceChunk(
        **hit.chunk.model_dump(), score=round(hit.dense_score, 6), keyword_score=hit.keyword_score
    )

"""HybridRetriever: a question to the evidence that qualifies, and what was dropped."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np

from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import EvidenceChunk, EvidenceSelection, select
from masis.domain.splitting import lone_parts
from masis.domain.thresholds import ThresholdPair
from masis.ops.breaker import CircuitBreaker
from masis.retrieval.base import Hit, Vector, VectorStore
from masis.retrieval.keywords import KEYWORD_FLOOR
from masis.retrieval.query import augment

T = TypeVar("T")


class Narrowing(NamedTuple):
    """What a forked run searches differently: another score to reach, some documents only."""

    threshold: float | None = None
    versions: Callable[[str], tuple[str, ...]] | None = None
    """The document versions that may be found in a workspace."""


class HybridRetriever:
    """Searches one workspace by meaning and by words; the threshold works on the cosine alone."""

    def __init__(  # noqa: PLR0913, PLR0917 - the settings of a search
        self,
        store: VectorStore,
        embed_query: Callable[[str], Vector],
        profile: EmbeddingProfile,
        candidates: int = 10,
        retry_candidates: int = 20,
        breaker: CircuitBreaker | None = None,
        narrowing: Narrowing = Narrowing(),  # noqa: B008 - an immutable value
        *,
        thresholds: Callable[[str], ThresholdPair | None] = lambda _: None,
    ) -> None:
        """Put the parts together; nothing is called yet."""
        self._store = store
        self._embed_query = embed_query
        self._profile = profile
        self._candidates = candidates
        self._retry_candidates = retry_candidates
        self._breaker = breaker or CircuitBreaker()
        self._thresholds = thresholds
        self._narrowing = narrowing

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies and what was dropped.

        The parts of a question are searched each by itself too, in the same request: one passage seldom
        resembles a question about two things. A retry asks for more, accepts less, and adds the gap
        questions in place of the parts, of which others were answered. The original question still counts
        by itself, so what qualified before does not fall out because the query grew.

        Raises:
            ServiceUnavailable: the store or the embedder is down, or was a moment ago.
        """
        gaps = gap_questions if retry else ()
        parts = () if gaps else lone_parts(question)
        grown = augment(question, gaps)
        text = augment(question, (*gaps, *parts))
        limit = self._retry_candidates if retry else self._candidates
        pair = self._thresholds(workspace_id) or self._profile  # what the workspace adopted goes first
        threshold = pair.retry_threshold if retry else pair.threshold
        if self._narrowing.threshold is not None:
            threshold = self._narrowing.threshold

        def search() -> tuple[Hit, ...]:
            queries = dict.fromkeys((question, *((grown,) if "\n" in grown else ()), *parts))
            vectors = np.stack([self._embed_query(query) for query in queries])
            if self._narrowing.versions is None:
                return self._store.search(workspace_id, text, vectors, limit)
            versions = self._narrowing.versions(workspace_id)
            return self._store.search(workspace_id, text, vectors, limit, versions) if versions else ()

        hits = self._breaker.call(search)
        return select([_evidence(hit) for hit in hits], threshold, KEYWORD_FLOOR)


def _evidence(hit: Hit) -> EvidenceChunk:
    return EvidenceChunk(
        **hit.chunk.model_dump(), score=round(hit.dense_score, 6), keyword_score=hit.keyword_score
    )

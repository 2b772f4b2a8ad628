"""HybridRetriever: a question to the evidence that qualifies, and what was dropped."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from masis.domain.calibration.thresholds import ThresholdPair
from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import EvidenceChunk, EvidenceSelection, select
from masis.domain.language.grammar import words_of_movement
from masis.domain.language.words import is_movement, tokens
from masis.domain.profile import DocumentProfile
from masis.ops.breaker import CircuitBreaker
from masis.retrieval.base import Hit, Lookup, Vector, VectorStore
from masis.retrieval.keywords import KEYWORD_FLOOR
from masis.retrieval.scope import Aim, Profiles, places, plan_scope

_UNKNOWN = DocumentProfile()
MAX_QUERY_CHARS: Final = 6000
"""Room for the longest question and a few gap questions; embedders cut earlier by themselves."""


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
        profiles: Callable[[str], Profiles] = lambda _: {},
    ) -> None:
        """Put the parts together; nothing is called yet.

        ``profiles`` returns what is known of a workspace's documents, by document version.
        """
        self._store = store
        self._embed_query = embed_query
        self._profile = profile
        self._candidates = candidates
        self._retry_candidates = retry_candidates
        self._breaker = breaker or CircuitBreaker(name="search")
        self._thresholds = thresholds
        self._profiles = profiles
        self._narrowing = narrowing

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies and what was dropped.

        The parts of a question are searched each by itself too, in the same request: one passage seldom
        resembles a question about two things. Where it names organisations, only their documents are
        searched, for each of them. A retry asks for more, accepts less, and adds the gap questions in place
        of the parts, of which others were answered. The original question still counts by itself, so what
        qualified before does not fall out because the query grew. Where nothing qualifies, it is asked once
        more without its words of movement: no row of a table holds ``change``.

        Raises:
            ServiceUnavailable: the store or the embedder is down, or was a moment ago.
        """
        gaps = gap_questions if retry else ()
        selection = self._selected(workspace_id, question, gaps, retry=retry)
        bare = without_movement(question)
        if selection.evidence or bare in {"", question}:
            return selection
        again = self._selected(workspace_id, bare, gaps, retry=retry)
        return again if again.evidence else selection

    def _selected(
        self, workspace_id: str, question: str, gaps: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        profiles = self._profiles(workspace_id)
        aims = plan_scope(question, gaps, profiles)
        limit = places(self._retry_candidates if retry else self._candidates, len(aims))
        pair = self._thresholds(workspace_id) or self._profile  # what the workspace adopted goes first
        threshold = pair.retry_threshold if retry else pair.threshold
        if self._narrowing.threshold is not None:
            threshold = self._narrowing.threshold

        def search() -> tuple[tuple[Hit, ...], ...]:
            lookups = [self._lookup(aim, limit) for aim in self._narrowed(workspace_id, aims)]
            return self._store.search(workspace_id, lookups) if lookups else ()

        found = self._breaker.call(search)
        return select([_evidence(hit, profiles) for hits in found for hit in hits], threshold, KEYWORD_FLOOR)

    def _lookup(self, aim: Aim, limit: int) -> Lookup:
        queries = dict.fromkeys((*aim.lines, *((augment(aim.lines[0], aim.gaps),) if aim.gaps else ())))
        return Lookup(
            text=augment(aim.lines[0], (*aim.lines[1:], *aim.gaps)),
            vector=np.stack([self._embed_query(query) for query in queries]),
            limit=limit,
            versions=aim.versions,
            preferred=aim.fit,
        )

    def _narrowed(self, workspace_id: str, aims: Sequence[Aim]) -> list[Aim]:
        """Keep each search to the documents a forked run allows; leave out one without any."""
        if self._narrowing.versions is None:
            return [*aims]
        allowed = self._narrowing.versions(workspace_id)
        within = [
            aim._replace(versions=tuple(v for v in allowed if not aim.versions or v in aim.versions))
            for aim in aims
        ]
        return [aim for aim in within if aim.versions]


def _evidence(hit: Hit, profiles: Profiles) -> EvidenceChunk:
    """Return the passage with its scores, under its document's profile and title as they are now."""
    profile = profiles.get(hit.chunk.version_id, _UNKNOWN)
    chunk = {**dict(hit.chunk), "document_title": profile.title or hit.chunk.document_title}
    return EvidenceChunk(
        **chunk,
        score=round(hit.dense_score, 6),
        keyword_score=hit.keyword_score,
        row_score=round(hit.row_score, 6),
        profile=profile,
    )


def without_movement(question: str) -> str:
    """Return the words of a question but for those that ask how something moved, or say which way.

    A question without any is returned as it is.
    """
    words = tokens(question)
    kept = [word for word in words if not (word.stem in words_of_movement() or is_movement(word.stem))]
    return question if len(kept) == len(words) else " ".join(word.text for word in kept)


def augment(question: str, gap_questions: Sequence[str]) -> str:
    """Return the question and each new gap question on a line of its own, the question first."""
    lines: dict[str, str] = {}
    room = MAX_QUERY_CHARS
    for text in (question, *gap_questions):
        line = " ".join(text.split())
        if not line or line.casefold() in lines:
            continue
        if lines and len(line) > room:
            break
        lines[line.casefold()] = line
        room -= len(line) + 1
    return "\n".join(lines.values())

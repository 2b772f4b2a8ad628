"""Searching: the evidence source of runs; a store that is down fails the search, not the start of a run."""

from masis.config import Settings
from masis.domain.evidence import EvidenceSelection
from masis.domain.person import Caller, Right
from masis.embeddings.base import Embedder
from masis.ops.breaker import CircuitBreaker
from masis.retrieval.base import VectorStore
from masis.retrieval.retriever import HybridRetriever, Narrowing
from masis.service.access import own_workspace
from masis.service.calibration.standards import standards_of
from masis.service.container import Completeness, Container, Lazy
from masis.service.documents import searched_profiles
from masis.service.runs.questions import accepted
from masis.store.database import Database


class Searching:
    """Fills ``graph.deps.EvidenceSource`` once the store answers; until then each search says it is away."""

    def __init__(
        self,
        settings: Settings,
        vectors: Lazy[VectorStore],
        embedder: Embedder,
        database: Database,
        completeness: Completeness,
        narrowing: Narrowing = Narrowing(),  # noqa: B008 - an immutable value
    ) -> None:
        """Open nothing yet."""
        self._completeness = completeness
        self._opening = CircuitBreaker(name="open")
        """Lets runs fail fast while the store cannot even be opened; the retriever has its own for later."""
        self._retriever = Lazy(
            lambda: HybridRetriever(
                vectors(),
                embedder.embed_query,
                embedder.profile,
                settings.candidates,
                settings.retry_candidates,
                narrowing=narrowing,
                thresholds=standards_of(settings, lambda: embedder, database).thresholds,
                profiles=lambda workspace_id: searched_profiles(database, workspace_id),
            )
        )

    def retrieve(
        self, workspace_id: str, question: str, gap_questions: tuple[str, ...], *, retry: bool
    ) -> EvidenceSelection:
        """Return the evidence that qualifies.

        Raises:
            RetrievalUnavailable: the store is away, or ``PassagesMissing``: it lost some of the passages.
        """
        self._completeness.check(workspace_id)
        retriever = self._retriever.built or self._opening.call(self._retriever)
        return retriever.retrieve(workspace_id, question, gap_questions, retry=retry)


def passages_for(container: Container, caller: Caller, workspace_id: str, question: str) -> EvidenceSelection:
    """Return what a run would read for a question; nothing is asked of a model.

    Raises:
        InvalidInput: the question cannot be asked.
        RetrievalUnavailable: the vector store does not answer.
    """
    accepted(question, workspace_id, None, None)
    with container.database.read() as session:
        own_workspace(session, caller, workspace_id, Right.READ)
    return container.deps().retriever.retrieve(workspace_id, question, (), retry=False)

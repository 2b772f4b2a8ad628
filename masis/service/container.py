"""Container: the collaborators of every service, each chosen by ``masis.wiring``."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, RLock
from time import sleep
from typing import TYPE_CHECKING, Generic, TypeVar
from uuid import uuid4

from masis.config import Settings
from masis.domain.run.provenance import Change
from masis.embeddings.base import Embedder
from masis.errors import PassagesMissing
from masis.ops.breaker import CircuitBreaker
from masis.ops.counting import Counts
from masis.ops.watching import Watch
from masis.retrieval.base import VectorStore
from masis.service.table_sources import TableSources
from masis.store import documents
from masis.store.blobs import Originals
from masis.store.database import Database
from masis.store.lock import DataFolderLock

if TYPE_CHECKING:
    from masis.domain.verification.ledger import ClaimReader
    from masis.graph.deps import Deps, OutsideTools
    from masis.service.team import Team
    from masis.store.checkpoints import Checkpoints
    from masis.store.reply_cache import ReplyCache

T = TypeVar("T")
_BETWEEN_LOOKS_SECONDS = 0.2


class Lazy(Generic[T]):
    """Call it to get the part; when building fails the next call tries again."""

    def __init__(self, make: Callable[[], T]) -> None:
        """Remember how the part is made."""
        self._make = make
        self._made: list[T] = []
        self._lock = RLock()

    def __call__(self) -> T:
        """Return the part, building it on the first call."""
        if self._made:
            return self._made[0]
        with self._lock:
            if not self._made:
                self._made.append(self._make())
            return self._made[0]

    @property
    def built(self) -> T | None:
        """The part if it was ever needed."""
        return self._made[0] if self._made else None


GAP_LOOK_SECONDS = 30.0
"""Between two looks for passages that a Qdrant server lost."""


class Completeness:
    """Whether every passage that was taken in can be searched: nothing is answered from a part of them."""

    def __init__(self, database: Database, vectors: Lazy[VectorStore]) -> None:
        """Count nothing yet."""
        self._database = database
        self._vectors = vectors
        self._breaker = CircuitBreaker(name="count")
        self.on_gap: Callable[[], None] = lambda: None
        """Called when passages are missing, so that they are put back."""

    def check(self, workspace_id: str) -> None:
        """Refuse to search a workspace whose passages are not all there.

        Raises:
            PassagesMissing: the sentence says how many are.
            RetrievalUnavailable: the store does not answer.
        """
        if gap := self.gap(workspace_id):
            message = f"{gap}. The vector store lost some; they are being put back. Please ask again then."
            raise PassagesMissing(message)

    def look(self) -> None:
        """Have passages put back that are missing anywhere, with the collection they were in."""
        self._vectors().ensure()
        self.gap(None)

    def gap(self, workspace_id: str | None) -> str:
        """Return how many passages can be searched, in one workspace or all; empty when all can."""
        for last in (False, False, True):  # a document that is just shown or deleted is between two states
            with self._database.read() as session:
                total = documents.searched_passages(session, workspace_id)
            back = self._breaker.call(lambda: self._vectors().count(workspace_id)) if total else 0
            if back >= total:
                return ""
            if not last:
                sleep(_BETWEEN_LOOKS_SECONDS)
        self.on_gap()
        return f"{back:,} of {total:,} passages are back"


@dataclass(frozen=True)
class Container:
    """The collaborators of every service; the heavy ones are built when first needed."""

    settings: Settings
    folder: Path
    lock: DataFolderLock | None
    """``None`` beside a Qdrant server when another process looks after the folder."""
    database: Database
    originals: Originals
    vectors: Lazy[VectorStore]
    completeness: Completeness
    embedder: Lazy[Embedder]
    deps: "Lazy[Deps]"
    checkpoints: "Lazy[Checkpoints]"
    overrides: "Callable[[Change], Deps] | None" = None
    """The collaborators of a forked run that differs from its origin."""
    reader: "ClaimReader | None" = None
    """Tells how far windows of text support a sentence; without it the words alone count."""
    tools: "OutsideTools | None" = None
    """The search tools beside the documents."""
    tables: TableSources | None = None
    """The tables of current documents, shared by the facts page and by planners."""
    replies: "ReplyCache | None" = None
    """Replies of models for equal calls; nothing where that is switched off."""
    team: "Team | None" = None
    """The processes that share jobs; nothing where this one does all its work."""
    warm: Callable[[], None] = lambda: None
    """Loads the local models, which otherwise load with the first question."""
    forget: Callable[[], None] = lambda: None
    """Lets go of the local models and of the readings of texts that they have remembered."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    content: Lock = field(default_factory=Lock)
    """Held while a content is stored or forgotten, so that one upload cannot lose another's file."""
    embedding_turn: Lock = field(default_factory=Lock)
    callers: Counts = field(default_factory=Counts)
    """What programs called within a minute, for the limits of the API."""
    watch: Watch = field(default_factory=Watch)
    """Who is told what happens."""
    undo_seconds: float = 60.0
    version: str = "unknown"

    def forget_replies(self, workspace_id: str) -> None:
        """Drop the kept replies of a workspace: they may quote what was deleted there."""
        if self.replies is not None:
            self.replies.forget(workspace_id)

    def close(self) -> None:
        """Close what was opened and let go of the folder."""
        with ExitStack() as closing:  # a part that fails to close must not keep the others open
            if self.team is not None:
                closing.callback(self.team.close)
            if self.lock is not None:
                closing.callback(self.lock.release)
            closing.callback(self.database.close)
            if self.watch.tracing is not None:
                closing.callback(self.watch.tracing.close)
            if self.watch.outside is not None:
                closing.callback(self.watch.outside.close)
            if self.replies is not None:
                closing.callback(self.replies.close)
            if (checkpoints := self.checkpoints.built) is not None:
                closing.callback(checkpoints.conn.close)
            if (vectors := self.vectors.built) is not None:
                closing.callback(vectors.close)


def new_id(prefix: str) -> str:
    """Return a short id that nobody can guess."""
    return f"{prefix}{uuid4().hex[:20]}"

"""Container: the collaborators of every service, each chosen by ``masis.wiring``."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Generic, TypeVar
from uuid import uuid4

from masis.config import Settings
from masis.domain.run.provenance import Change
from masis.embeddings.base import Embedder
from masis.retrieval.base import VectorStore
from masis.store.blobs import Blobs
from masis.store.database import Database
from masis.store.lock import DataFolderLock

if TYPE_CHECKING:
    from masis.domain.verification.ledger import ClaimReader
    from masis.graph.deps import Deps, OutsideTools
    from masis.store.checkpoints import Checkpoints
    from masis.store.reply_cache import ReplyCache

T = TypeVar("T")


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


@dataclass(frozen=True)
class Container:
    """The collaborators of every service; the heavy ones are built when first needed."""

    settings: Settings
    folder: Path
    lock: DataFolderLock | None
    """``None`` beside a Qdrant server when another process looks after the folder."""
    database: Database
    blobs: Blobs
    vectors: Lazy[VectorStore]
    embedder: Lazy[Embedder]
    deps: "Lazy[Deps]"
    checkpoints: "Lazy[Checkpoints]"
    overrides: "Callable[[Change], Deps] | None" = None
    """The collaborators of a forked run that differs from its origin."""
    reader: "ClaimReader | None" = None
    """Tells how far windows of text support a sentence; without it the words alone count."""
    tools: "OutsideTools | None" = None
    """The search tools beside the documents."""
    replies: "ReplyCache | None" = None
    """Replies of models for equal calls; nothing where that is switched off."""
    warm: Callable[[], None] = lambda: None
    """Loads the local models, which otherwise load with the first question."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    content: Lock = field(default_factory=Lock)
    """Held while a content is stored or forgotten, so that one upload cannot lose another's file."""
    embedding_turn: Lock = field(default_factory=Lock)
    undo_seconds: float = 60.0
    version: str = "unknown"

    def forget_replies(self, workspace_id: str) -> None:
        """Drop the kept replies of a workspace: they may quote what was deleted there."""
        if self.replies is not None:
            self.replies.forget(workspace_id)

    def close(self) -> None:
        """Close what was opened and let go of the folder."""
        with ExitStack() as closing:  # a part that fails to close must not keep the others open
            if self.lock is not None:
                closing.callback(self.lock.release)
            closing.callback(self.database.close)
            if self.replies is not None:
                closing.callback(self.replies.close)
            if (checkpoints := self.checkpoints.built) is not None:
                closing.callback(checkpoints.conn.close)
            if (vectors := self.vectors.built) is not None:
                closing.callback(vectors.close)


def new_id(prefix: str) -> str:
    """Return a short id that nobody can guess."""
    return f"{prefix}{uuid4().hex[:20]}"

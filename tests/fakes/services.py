"""A whole Masis on light parts: an embedder that hashes, a store in memory, a reader in this process."""

import functools
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from masis.config import Settings
from masis.domain.document import Block, IngestJob, MediaKind, Page, ReadDocument
from masis.domain.embedding import EmbeddingProfile
from masis.domain.evidence import Chunk
from masis.domain.person import Caller
from masis.embeddings.base import Vector, Vectors
from masis.errors import RetrievalUnavailable
from masis.graph.deps import Deps
from masis.ops.watching import Watch, watch_for
from masis.retrieval.base import Hit, Lookup, StoreHealth, VectorStore
from masis.retrieval.folder import copy_folder
from masis.service import Masis
from masis.service.calibration.standards import Standards
from masis.service.container import Completeness, Container, Lazy
from masis.service.review.rules import lookup
from masis.service.team import Team
from masis.store.checkpoints import Checkpoints, open_checkpoints
from masis.store.database import TURN_SECONDS, Database, SqliteFile
from masis.store.lock import DataFolderLock
from masis.store.postgres import Postgres
from masis.wiring import build_checkpoints, build_masis, build_originals, database_server
from tests.fakes.queue import MemoryQueue
from tests.fakes.scripted import scripted_deps

ME = Caller()
OTHER = Caller(person="somebody else")
PROFILE = EmbeddingProfile(name="toy", dimension=8, threshold=0.3, retry_threshold=0.2, fitted="for tests")


class ToyEmbedder:
    """Hashes texts into eight numbers; ``gate`` holds it back, ``failure`` is raised once set."""

    def __init__(self) -> None:
        self.gate = Event()
        self.gate.set()
        self.reached = Event()
        self.failure: Exception | None = None
        self.batches: list[int] = []

    @property
    def profile(self) -> EmbeddingProfile:
        return PROFILE

    def embed(self, texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Vectors:
        self.reached.set()
        self.gate.wait(20)
        if self.failure is not None:
            raise self.failure
        self.batches.append(len(texts))
        if progress is not None:
            progress(len(texts))
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Vector:
        vector = np.random.default_rng(zlib.crc32(text.encode())).normal(size=8).astype(np.float32)
        return vector / np.linalg.norm(vector)


@dataclass
class MemoryStore:
    """Chunks by version with their visibility; ``down`` makes every call fail."""

    chunks: dict[tuple[str, str, str], Chunk] = field(default_factory=dict)
    shown: set[tuple[str, str]] = field(default_factory=set)
    down: bool = False

    def _check(self) -> None:
        if self.down:
            message = "The vector store does not answer."
            raise RetrievalUnavailable(message)

    def ensure(self) -> None:
        self._check()

    def upsert(self, chunks: Sequence[Chunk], vectors: Any) -> None:
        self._check()
        assert len(chunks) == len(vectors)
        for chunk in chunks:
            self.chunks[chunk.workspace_id, chunk.version_id, chunk.chunk_id] = chunk

    def set_visible(self, workspace_id: str, version_id: str, visible: bool) -> None:
        self._check()
        (self.shown.add if visible else self.shown.discard)((workspace_id, version_id))

    def search(self, workspace_id: str, lookups: Sequence[Lookup]) -> tuple[tuple[Hit, ...], ...]:
        self._check()
        return tuple(() for _ in lookups)

    def delete_version(self, workspace_id: str, version_id: str) -> None:
        self._check()
        self.chunks = {key: c for key, c in self.chunks.items() if key[:2] != (workspace_id, version_id)}
        self.shown.discard((workspace_id, version_id))

    def delete_workspace(self, workspace_id: str) -> None:
        self._check()
        self.chunks = {key: c for key, c in self.chunks.items() if key[0] != workspace_id}
        self.shown = {pair for pair in self.shown if pair[0] != workspace_id}

    def scroll(self, workspace_id: str) -> Iterator[Chunk]:
        self._check()
        return iter([c for key, c in self.chunks.items() if key[0] == workspace_id])

    def count(self, workspace_id: str | None) -> int:
        return len([key for key in self.chunks if workspace_id in {None, key[0]} and key[:2] in self.shown])

    def visible(self, workspace_id: str) -> set[str]:
        """Return the texts a search could find."""
        return {c.text for key, c in self.chunks.items() if key[0] == workspace_id and key[:2] in self.shown}

    def health(self) -> StoreHealth:
        return StoreHealth(healthy=not self.down, engine="memory")

    def close(self) -> None:
        return None


def read_text(
    content: bytes,
    kind: MediaKind,
    file_name: str,
    password: str | None,
    settings: Settings,
    *,
    on_page: Callable[[int, int], None],
    cancelled: Callable[[], bool],
    on_draft: Callable[[ReadDocument], None] | None = None,
    start: Callable[[], object] | None = None,
) -> ReadDocument:
    """Read a text in this process: a form feed ends a page."""
    pages = []
    parts = content.decode().split("\f")
    for number, text in enumerate(parts, 1):
        on_page(number, len(parts))
        block = Block(kind="paragraph", char_start=0, char_end=len(text))
        pages.append(Page(number=number, label=str(number), text=text, blocks=(block,)))
    return ReadDocument(kind=kind, title=Path(file_name).stem.capitalize(), pages=tuple(pages))


@functools.cache
def migrated() -> bytes:
    """Return a database file with the tables of today and no row: migrating one for each test takes .2 s."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "masis.db"
        Database(SqliteFile(path)).close()
        return path.read_bytes()


def with_tables(folder: Path) -> Path:
    """Lay today's tables into a data folder that has none."""
    if not (folder / "masis.db").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "masis.db").write_bytes(migrated())
    return folder


@dataclass
class World:
    """A data folder with what stands outside of it; ``open`` starts MASIS on it like a new process."""

    folder: Path
    embedder: ToyEmbedder = field(default_factory=ToyEmbedder)
    store: MemoryStore = field(default_factory=MemoryStore)
    deps: Deps | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    undo_seconds: float = 60.0
    turn_seconds: float = TURN_SECONDS
    settings: dict[str, Any] = field(default_factory=dict)
    queue: MemoryQueue | None = None
    """With one, questions and uploads wait in it for workers."""
    opened: list[Masis] = field(default_factory=list)

    def open(self, *, start: bool = True) -> Masis:
        """Build MASIS on the folder."""
        settings = Settings(data_dir=self.folder, _env_file=None, **self.settings)
        server = database_server(settings)
        if server is None:
            with_tables(self.folder)
        database = Database(server or SqliteFile(self.folder / "masis.db", self.turn_seconds))
        floor = settings.low_confidence_threshold
        deps = replace(
            self.deps or scripted_deps(),
            precedence=lookup(database, lambda: self.now()),  # noqa: PLW0108
            embedder=PROFILE.name,
            standard=Standards(database, lambda: PROFILE.name, settings.thinking, floor),
        )
        vectors: Lazy[VectorStore] = Lazy(lambda: self.store)
        masis = Masis(
            Container(
                settings=settings,
                folder=self.folder,
                lock=DataFolderLock(self.folder),
                database=database,
                originals=build_originals(settings, self.folder),
                vectors=vectors,
                completeness=Completeness(database, vectors),
                embedder=Lazy(lambda: self.embedder),
                deps=Lazy(lambda: deps),
                checkpoints=Lazy(lambda: self._checkpoints(server)),
                team=None if self.queue is None else Team(self.queue, database, self.now),
                clock=lambda: self.now(),  # noqa: PLW0108 - a test may change the clock later
                undo_seconds=self.undo_seconds,
                watch=Watch() if settings.notify_urls is None else watch_for(settings, "test"),
            )
        )
        self.opened.append(masis)
        if start:
            masis.start()
        return masis

    def _checkpoints(self, server: Postgres | None) -> Checkpoints:
        if server is not None:
            return build_checkpoints(self.folder, server)
        return open_checkpoints(self.folder / "checkpoints.db", self.turn_seconds)


def settled(masis: Masis, workspace_id: str, seconds: float = 20.0) -> tuple[IngestJob, ...]:
    """Wait until no job of the workspace is under way."""
    deadline = time.monotonic() + seconds
    pause = 0.004
    while time.monotonic() < deadline:
        jobs = masis.jobs(ME, workspace_id)
        if all(job.finished for job in jobs):
            return jobs
        pause = min(pause * 1.5, 0.1)
        time.sleep(pause)
    message = f"jobs did not end: {masis.jobs(ME, workspace_id)}"
    raise AssertionError(message)


def eventually(check: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait until something holds; False when it does not in time."""
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def sample_read_in(folder: Path) -> None:
    """Make a data folder with the sample workspace, on the real parts, and let go of it."""
    built = build_masis(Settings(data_dir=folder, _env_file=None))
    try:
        built.load_sample(ME)
        assert {job.state for job in settled(built, "sample", 240)} == {"done"}
    finally:
        built.close()


def opened_copy(data: Path, folder: Path) -> Masis:
    """Open MASIS on a copy of a data folder at rest: reading the same documents again takes seconds."""
    copy_folder(data, folder)
    return build_masis(Settings(data_dir=folder, _env_file=None))

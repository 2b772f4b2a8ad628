"""Pipeline: a stored upload becomes pages, passages and vectors, all of it or nothing."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Literal, Protocol

from masis.config import Settings
from masis.domain.document import JobState, MediaKind, Notice, ReadDocument
from masis.domain.evidence import Chunk
from masis.domain.value import Value
from masis.embeddings.base import Embedder, Vector, Vectors
from masis.errors import Cancelled, DocumentRejected
from masis.ingest.indexing import Ahead, Indexing
from masis.retrieval.base import VectorStore


class StoredUpload(Value):
    """An upload whose content and job are stored; the ids are fixed before any vector is written."""

    job_id: str
    workspace_id: str
    document_id: str
    version_id: str
    file_name: str
    kind: MediaKind
    sha256: str
    size_bytes: int
    chosen_document: bool = False
    """The document is given, so that another one of the same content does not stand for it."""
    password: str | None = None


class Progress(Value):
    """How far the work on one file is."""

    state: JobState
    pages_done: int = 0
    pages_total: int = 0
    chunks_done: int = 0
    chunks_total: int = 0


class Outcome(Value):
    """How the work ended, when it ended well."""

    state: Literal["done", "unchanged"]
    document_id: str


class Catalogue(Protocol):
    """The database as the pipeline needs it."""

    def identical(self, upload: StoredUpload) -> str | None:
        """Return the document whose current content this already is."""
        ...

    def publish(
        self, upload: StoredUpload, document: ReadDocument, chunks: Sequence[Chunk], vectors: Vectors
    ) -> str | None:
        """Make the version current in one transaction; return the version it replaced.

        ``vectors`` holds a row for each of the passages: float32 (n, dimension).
        """
        ...

    def withdraw(self, upload: StoredUpload, replaced: str | None) -> None:
        """Undo ``publish``."""
        ...


class Reader(Protocol):
    """Bytes to pages, in a child process (``ingest.readers.read``)."""

    def __call__(  # noqa: PLR0913 - the shape of the reader it stands for
        self,
        content: bytes,
        kind: MediaKind,
        file_name: str,
        password: str | None,
        settings: Settings,
        *,
        on_page: Callable[[int, int], None],
        cancelled: Callable[[], bool],
        on_draft: Callable[[ReadDocument], None] | None,
    ) -> ReadDocument:
        """Return what the file holds, or raise ``DocumentRejected``."""
        ...


Chunker = Callable[[ReadDocument, str, str, str, str], tuple[Chunk, ...]]
"""Pages to passages (``ingest.chunking.Chunking``)."""


@dataclass(frozen=True)
class IngestDeps:
    """The collaborators of the pipeline."""

    settings: Settings
    catalogue: Catalogue
    original: Callable[[str], bytes]
    """Returns a stored content by its hash."""
    vectors: VectorStore
    embedder: Embedder
    read: Reader
    chunk: Chunker
    embedding_turn: Lock
    """Held for one batch: the embedder already uses every core, two at once only fight over them."""


def ingest(
    upload: StoredUpload,
    deps: IngestDeps,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
) -> Outcome:
    """Take one upload in; whatever stops it, nothing of the version is left behind."""
    same = deps.catalogue.identical(upload)
    if same is not None:
        return Outcome(state="unchanged", document_id=same)
    document, chunks, known = _read_ahead(upload, deps, on_progress, cancelled)
    indexing = Indexing(
        deps.embedder,
        deps.vectors,
        deps.embedding_turn,
        deps.settings.embedding_batch,
        partial(_stop_if, cancelled),
    )
    try:
        vectors = indexing.run(
            chunks, known, lambda done: on_progress(_progress("embedding", document, done, len(chunks)))
        )
        _stop_if(cancelled)
        on_progress(_progress("storing", document, len(chunks), len(chunks)))
        _publish(upload, deps, document, chunks, vectors)
    except BaseException:
        deps.vectors.delete_version(upload.workspace_id, upload.version_id)
        raise
    return Outcome(state="done", document_id=upload.document_id)


_Taken = tuple[ReadDocument, tuple[Chunk, ...], Mapping[str, Vector]]
"""A document, its passages, and the vectors of those texts that were embedded while it was read."""


def _read_ahead(
    upload: StoredUpload,
    deps: IngestDeps,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
) -> _Taken:
    """Read a document, and embed its first pages meanwhile where a guess costs nothing but time."""
    if not deps.embedder.profile.one_by_one:
        return *_read(upload, deps, on_progress, cancelled, None), {}
    with closing(Ahead(deps.embedder, deps.embedding_turn)) as ahead:

        def on_draft(draft: ReadDocument) -> None:
            ahead.add([chunk.embedding_text for chunk in _chunks(upload, deps, draft)])

        document, chunks = _read(upload, deps, on_progress, cancelled, on_draft)
        return document, chunks, ahead.finish()


def _chunks(upload: StoredUpload, deps: IngestDeps, document: ReadDocument) -> tuple[Chunk, ...]:
    return deps.chunk(document, upload.workspace_id, upload.document_id, upload.version_id, upload.sha256)


def _read(
    upload: StoredUpload,
    deps: IngestDeps,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
    on_draft: Callable[[ReadDocument], None] | None,
) -> tuple[ReadDocument, tuple[Chunk, ...]]:
    on_progress(Progress(state="reading"))
    document = deps.read(
        deps.original(upload.sha256),
        upload.kind,
        upload.file_name,
        upload.password,
        deps.settings,
        on_page=lambda done, total: on_progress(
            Progress(state="reading", pages_done=done, pages_total=total)
        ),
        cancelled=cancelled,
        on_draft=on_draft,
    )
    _stop_if(cancelled)
    chunks = _chunks(upload, deps, document)
    if not chunks:
        code: Literal["no_text"] = "no_text"
        message = f"“{upload.file_name}” holds no text that can be searched. Nothing was stored."
        raise DocumentRejected(code, message)
    return _with_flags(document, chunks), chunks


def _publish(
    upload: StoredUpload, deps: IngestDeps, document: ReadDocument, chunks: Sequence[Chunk], vectors: Vectors
) -> None:
    replaced = deps.catalogue.publish(upload, document, chunks, vectors)
    try:
        deps.vectors.set_visible(upload.workspace_id, upload.version_id, visible=True)
        if replaced is not None:
            deps.vectors.delete_version(upload.workspace_id, replaced)
    except BaseException:
        deps.catalogue.withdraw(upload, replaced)
        raise


def _with_flags(document: ReadDocument, chunks: Sequence[Chunk]) -> ReadDocument:
    """Add what the passages tell about the document: instructions to a model, or that it was replaced."""
    notices = list(document.notices)
    pages = tuple(sorted({chunk.page_number for chunk in chunks if chunk.flagged}))
    if pages:
        message = "A passage reads like an instruction to a model. It is treated as text and never followed."
        notices.append(Notice(kind="instruction_like", message=message, pages=pages))
    if any(chunk.superseded for chunk in chunks):
        message = "It says of itself that it was replaced. Other documents are preferred over it."
        notices.append(Notice(kind="superseded", message=message))
    return document.model_copy(update={"notices": tuple(notices)})


def _progress(state: JobState, document: ReadDocument, done: int, total: int) -> Progress:
    pages = len(document.pages)
    return Progress(state=state, pages_done=pages, pages_total=pages, chunks_done=done, chunks_total=total)


def _stop_if(cancelled: Callable[[], bool]) -> None:
    if cancelled():
        message = "The work was stopped; nothing of the file was stored."
        raise Cancelled(message)

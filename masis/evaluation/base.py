"""Pipeline: what the harness needs of a running MASIS; ``masis.service.Masis`` fills it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from masis.domain.document import DocumentSummary, IngestJob, ReadDocument
from masis.domain.evidence import Chunk
from masis.domain.memo_audit.verdicts import DraftAudit
from masis.domain.report import RunSnapshot
from masis.domain.verification.ledger import ClaimReader
from masis.domain.workspace import Caller, WorkspaceSummary
from masis.embeddings.base import Embedder
from masis.retrieval.base import VectorStore


class Parts(Protocol):
    """The adapters that sets without questions are measured on."""

    @property
    def embedder(self) -> Callable[[], Embedder]: ...

    @property
    def vectors(self) -> Callable[[], VectorStore]: ...
    @property
    def reader(self) -> ClaimReader | None: ...


class Pipeline(Protocol):
    """Take documents in, ask, and read what became of it."""

    @property
    def parts(self) -> Parts: ...
    def workspaces(self, caller: Caller) -> tuple[WorkspaceSummary, ...]: ...
    def create_workspace(self, caller: Caller, name: str) -> WorkspaceSummary: ...
    def load_sample(self, caller: Caller) -> WorkspaceSummary: ...
    def upload(self, caller: Caller, workspace_id: str, file_name: str, content: bytes) -> IngestJob: ...
    def jobs(self, caller: Caller, workspace_id: str) -> tuple[IngestJob, ...]: ...
    def documents(self, caller: Caller, workspace_id: str) -> tuple[DocumentSummary, ...]: ...
    def chunks(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[Chunk, ...]: ...
    def ask(self, caller: Caller, workspace_id: str, question: str) -> str: ...
    def wait(self, run_id: str, timeout_seconds: float | None = None) -> None: ...
    def run(self, caller: Caller, workspace_id: str, run_id: str) -> RunSnapshot: ...
    def close(self) -> None: ...


class Drafts(Protocol):
    """Audit a memo against a workspace."""

    def paste(self, caller: Caller, workspace_id: str, text: str) -> str: ...
    def wait(self, audit_id: str, timeout_seconds: float | None = None) -> None: ...
    def get(self, caller: Caller, workspace_id: str, audit_id: str) -> DraftAudit: ...


@runtime_checkable
class MemoPipeline(Protocol):
    """A pipeline that audits memos too."""

    @property
    def drafts(self) -> Drafts: ...


Progress = Callable[[str, int, int], None]
"""(what is done, done, total): one line of progress."""

Read = Callable[[Path], ReadDocument]
"""Reads a file into pages, in no workspace."""


class Bench(NamedTuple):
    """What every kind of set is run with."""

    pipeline: Pipeline
    name: str
    engine: str
    seed: int
    progress: Progress
    folder: Path = Path()
    """Where the set stands; the documents a row names are looked for there."""
    documents: Path | None = None
    """A folder whose documents all go into one workspace; the set is about these."""
    read: Read | None = None
    show_report_rows: bool = False
    """Whether listings show the words of rows that nobody who writes rules should see."""

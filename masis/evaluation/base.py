"""Base: what an evaluation needs of a running MASIS, and what it is run with."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from masis.domain.document import DocumentSummary, IngestJob
from masis.domain.evidence import Chunk
from masis.domain.person import Caller
from masis.domain.run.report import RunSnapshot
from masis.domain.workspace import WorkspaceSummary


class Pipeline(Protocol):
    """Take documents in, ask, and read what became of it; ``masis.service.Masis`` does."""

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


Progress = Callable[[str, int, int], None]
"""(what is done, done, total): one line of progress."""


class Bench(NamedTuple):
    """What a set of questions is run with."""

    pipeline: Pipeline
    name: str
    engine: str
    seed: int
    progress: Progress
    folder: Path = Path()
    """Where the set stands; the documents a row names are looked for there."""
    show_report_rows: bool = False
    """Whether listings show the words of rows that nobody who writes rules should see."""

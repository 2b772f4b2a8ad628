"""Ports: what an export and its verification ask of the rest of MASIS, which they never import."""

from collections.abc import Sequence
from typing import Protocol

from masis.domain.document import DocumentSummary
from masis.domain.evidence import Chunk
from masis.domain.person import Caller
from masis.domain.run.report import RunReport, RunSnapshot
from masis.domain.workspace import WorkspaceSummary
from masis.export.dossier import ExportedFile, ExportFormat


class Library(Protocol):
    """What the verifier may ask a workspace; ``None`` where the thing is no longer there."""

    def documents(self) -> Sequence[DocumentSummary]: ...

    def chunks(self, document_id: str, version_id: str) -> Sequence[Chunk] | None: ...

    def original_sha256(self, document_id: str, version_id: str) -> str | None: ...

    def report(self, run_id: str) -> RunReport | None: ...


class Facade(Protocol):
    """What the commands need of the service."""

    def workspaces(self, caller: Caller) -> tuple[WorkspaceSummary, ...]: ...

    def run(self, caller: Caller, workspace_id: str, run_id: str) -> RunSnapshot: ...

    def export_run(
        self,
        caller: Caller,
        workspace_id: str,
        run_id: str,
        format: ExportFormat,
    ) -> ExportedFile: ...

    def documents(self, caller: Caller, workspace_id: str) -> tuple[DocumentSummary, ...]: ...

    def chunks(
        self, caller: Caller, workspace_id: str, document_id: str, version_id: str
    ) -> tuple[Chunk, ...]: ...

    def original(self, caller: Caller, workspace_id: str, document_id: str, version_id: str) -> bytes: ...

    def close(self) -> None: ...

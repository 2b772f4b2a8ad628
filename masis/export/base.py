"""Port: what the verification of a pack asks of the rest of MASIS, which it never imports."""

from collections.abc import Sequence
from typing import Protocol

from masis.domain.document import DocumentSummary
from masis.domain.evidence import Chunk
from masis.domain.run.report import RunReport


class Library(Protocol):
    """What the verifier may ask a workspace; ``None`` where the thing is no longer there."""

    def documents(self) -> Sequence[DocumentSummary]: ...

    def chunks(self, document_id: str, version_id: str) -> Sequence[Chunk] | None: ...

    def original_sha256(self, document_id: str, version_id: str) -> str | None: ...

    def report(self, run_id: str) -> RunReport | None: ...

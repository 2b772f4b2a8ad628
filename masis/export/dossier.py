"""Dossier: everything an export says about one finished run, gathered before anything is drawn."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal

from pydantic import Field

from masis.domain.document import DocumentSummary, MediaKind, PageView
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.human import HumanDecision
from masis.domain.run.report import RunReport, RunVerdict
from masis.domain.system import SettingView
from masis.domain.value import Value
from masis.domain.verification.claims import Claim, Quote

ExportFormat = Literal["pack", "pdf", "docx", "md", "json"]
FORMATS: tuple[ExportFormat, ...] = ("pack", "pdf", "docx", "md", "json")

PageSource = Callable[[str, str, int, tuple[int, int] | None], PageView | None]
"""Document, version, page number and span to mark -> the page; ``None`` when it is no longer stored."""


class ExportedFile(Value):
    """A file ready to be handed over."""

    name: str
    media_type: str
    content: bytes


class DocumentRecord(Value):
    """The version of a document that the run read."""

    document_id: str
    version_id: str
    title: str
    file_name: str = ""
    kind: MediaKind | None = None
    date: str = ""
    version: int | None = None
    sha256: str = ""
    """Of the original file; empty when the document was deleted before the export."""
    size_bytes: int = 0
    pages: int = 0
    added_at: datetime | None = None


class Dossier(Value):
    """A run with what it stands on."""

    report: RunReport
    verdict: RunVerdict
    workspace: str
    message: str = ""
    """For an escalated run: the sentence for the person who decides."""
    documents: tuple[DocumentRecord, ...] = ()
    settings: tuple[SettingView, ...] = ()
    """In force when the run was exported; secrets masked by the service."""
    versions: dict[str, str] = Field(default_factory=dict)
    models: dict[str, str] = Field(default_factory=dict)
    """Role -> model: who wrote, audited, scored and embedded."""
    decisions: tuple[HumanDecision, ...] = ()
    """What people did about the run, the newest last."""

    def document_of(self, version_id: str) -> DocumentRecord | None:
        """Return the record of a version."""
        return next((record for record in self.documents if record.version_id == version_id), None)


class Source(Value):
    """A numbered passage of the answer with the words each claim rests on."""

    number: int = Field(ge=1)
    chunk: EvidenceChunk | None
    """``None`` for a citation that names nothing in the evidence."""
    cited_as: str
    quotes: tuple[Quote, ...] = ()
    """Each once, in the order of the answer."""
    claims: tuple[int, ...] = ()
    """Positions of the claims that cite it."""


def sources_of(report: RunReport) -> tuple[Source, ...]:
    """Number the cited passages as the page does: in the order the answer first cites them."""
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    cited: dict[str, list[Claim]] = {}
    for claim in report.claims:
        for chunk_id in dict.fromkeys((*claim.citations, *(quote.chunk_id for quote in claim.quotes))):
            cited.setdefault(chunk_id, []).append(claim)
    return tuple(
        Source(
            number=number,
            chunk=chunks.get(chunk_id),
            cited_as=chunk_id,
            quotes=_quotes(chunk_id, claims),
            claims=tuple(claim.position for claim in claims),
        )
        for number, (chunk_id, claims) in enumerate(cited.items(), 1)
    )


def _quotes(chunk_id: str, claims: list[Claim]) -> tuple[Quote, ...]:
    found = [quote for claim in claims for quote in claim.quotes if quote.chunk_id == chunk_id]
    return tuple({(quote.char_start, quote.char_end): quote for quote in found}.values())


def records(report: RunReport, documents: tuple[DocumentSummary, ...]) -> tuple[DocumentRecord, ...]:
    """Return the versions the evidence comes from, as the workspace still knows them."""
    known = {document.document_id: document for document in documents}
    found: dict[str, DocumentRecord] = {}
    for chunk in report.evidence:
        if chunk.source == "document" and chunk.version_id not in found:
            found[chunk.version_id] = _record(chunk, known.get(chunk.document_id))
    return tuple(sorted(found.values(), key=lambda record: (record.title.casefold(), record.version_id)))


def _record(chunk: EvidenceChunk, document: DocumentSummary | None) -> DocumentRecord:
    bare = DocumentRecord(
        document_id=chunk.document_id,
        version_id=chunk.version_id,
        title=chunk.document_title,
        date=chunk.document_date,
    )
    version = (
        next((version for version in document.versions if version.version_id == chunk.version_id), None)
        if document
        else None
    )
    if document is None or version is None:
        return bare
    return bare.model_copy(
        update={
            "file_name": document.file_name,
            "kind": document.kind,
            "version": version.number,
            "sha256": version.sha256,
            "size_bytes": version.size_bytes,
            "pages": version.pages,
            "added_at": version.added_at,
        }
    )

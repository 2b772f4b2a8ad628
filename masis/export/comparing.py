"""Comparing: a pack beside the workspace as it is today."""

from collections.abc import Iterator, Sequence

from masis.domain.document import DocumentSummary
from masis.domain.evidence import Chunk
from masis.domain.run.report import RunReport
from masis.domain.verification.claims import Quote
from masis.export.base import Library
from masis.export.dossier import DocumentRecord
from masis.export.findings import Check, Difference, DifferenceKind


def run(report: RunReport, library: Library) -> Check:
    """Compare with the run as the workspace keeps it: a rewritten pack cannot rewrite that."""
    kept = library.report(report.run_id)
    if kept is None:
        return Check(name="run", skipped="The workspace does not hold this run.")
    if kept == report:
        return Check(name="run", looked_at=1)
    names = [name for name in type(report).model_fields if getattr(kept, name) != getattr(report, name)]
    message = f"The workspace keeps this run with another {_listed(names)}."
    return Check(
        name="run", looked_at=1, differences=(_difference("run", "run_changed", report.run_id, message),)
    )


def documents(report: RunReport, recorded: Sequence[DocumentRecord], library: Library) -> Check:
    """Check that the workspace still holds what the run read, and the quotes at their places."""
    listed = library.documents()
    found: list[Difference] = []
    for record in recorded:
        quotes = tuple(
            {
                (quote.page_number, quote.char_start, quote.char_end): quote
                for claim in report.claims
                for quote in claim.quotes
                if quote.version_id == record.version_id
            }.values()
        )
        found += _document(record, quotes, listed, library)
    return Check(name="documents", looked_at=len(recorded), differences=tuple(found))


def _document(
    record: DocumentRecord, quotes: Sequence[Quote], listed: Sequence[DocumentSummary], library: Library
) -> Iterator[Difference]:
    home = _home(record, listed)
    if home is None:
        yield _difference("documents", "document_gone", record.title, "The workspace no longer holds it.")
        return
    document, version_id = home
    yield from _original(record, document, version_id, library)
    yield from _moved(document, version_id, quotes, library)
    current = document.current
    if current.version_id != version_id:
        older = next(version for version in document.versions if version.version_id == version_id)
        added = f"was added on {current.added_at:%-d %B %Y} (sha256 {current.sha256[:12]}…)"
        message = (
            f"The run read version {older.number}; version {current.number} {added}. "
            f"{_still(document, quotes, library)}"
        )
        yield _difference("documents", "document_changed", record.title, message.strip())


def _home(record: DocumentRecord, listed: Sequence[DocumentSummary]) -> tuple[DocumentSummary, str] | None:
    """Find the version by its id or, in another workspace, by the hash of its file."""
    for document in listed:
        for version in document.versions:
            if version.version_id == record.version_id:
                return document, version.version_id
    for document in listed:
        for version in document.versions:
            if record.sha256 and version.sha256 == record.sha256:
                return document, version.version_id
    return None


def _original(
    record: DocumentRecord, document: DocumentSummary, version_id: str, library: Library
) -> Iterator[Difference]:
    sha256 = library.original_sha256(document.document_id, version_id)
    if sha256 is None:
        yield _difference(
            "documents", "document_gone", record.title, "The original file is no longer stored."
        )
    elif record.sha256 and sha256 != record.sha256:
        message = "The stored original is not the file the run read: its sha256 differs."
        yield _difference("documents", "original_changed", record.title, message)


def _moved(
    document: DocumentSummary, version_id: str, quotes: Sequence[Quote], library: Library
) -> Iterator[Difference]:
    pages = _pages(library.chunks(document.document_id, version_id) or ())
    for quote in quotes:
        if pages.get(quote.page_number, "")[quote.char_start : quote.char_end] != quote.text:
            message = f"Page {quote.page_label} no longer holds “{_short(quote.text)}” at its place."
            yield _difference("documents", "quote_moved", quote.document_title, message)


def _still(document: DocumentSummary, quotes: Sequence[Quote], library: Library) -> str:
    """Say what became of the quotes in the current version."""
    if not quotes:
        return "The answer quotes nothing from it."
    pages = _pages(library.chunks(document.document_id, document.current.version_id) or ())
    whole = {number: _folded(text) for number, text in pages.items()}
    gone = [quote for quote in quotes if not any(_folded(quote.text) in text for text in whole.values())]
    if not gone:
        return "It still holds every quote of the answer."
    listed = "; ".join(f"“{_short(quote.text)}”" for quote in gone[:5])
    return f"It no longer holds {len(gone)} of {len(quotes)} quotes: {listed}"


def _pages(chunks: Sequence[Chunk]) -> dict[int, str]:
    """Put the text of each page together again from its passages; gaps between them become spaces."""
    texts: dict[int, str] = {}
    for chunk in sorted(chunks, key=lambda passage: (passage.page_number, passage.char_start)):
        text = texts.get(chunk.page_number, "").ljust(chunk.char_start)
        texts[chunk.page_number] = text[: chunk.char_start] + chunk.text + text[chunk.char_end :]
    return texts


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 100 else f"{flat[:97].rstrip()}…"


def _listed(names: Sequence[str]) -> str:
    words = [name.replace("_", " ") for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _difference(check: str, kind: DifferenceKind, subject: str, message: str) -> Difference:
    return Difference.model_validate({"check": check, "kind": kind, "subject": subject, "message": message})

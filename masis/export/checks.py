"""Checks: what a pack's run says about itself, worked out again by the rules of today."""

from collections.abc import Iterator, Mapping, Sequence
from threading import Thread

from masis.domain.evidence import EvidenceChunk, passage_id
from masis.domain.run.checks import ledger_of
from masis.domain.run.labels import CLAIMS, STRUCK
from masis.domain.run.report import RunReport
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.claims import Claim, Quote
from masis.export.dossier import DocumentRecord
from masis.export.findings import Check, Difference

Pages = Mapping[tuple[str, int], str]
"""Version and page number -> the page's text as packed."""


def citations(report: RunReport) -> Check:
    """Check that every citation names a passage of the evidence, as the kept audit says."""
    audit = audit_citations(report.answer or "", {chunk.chunk_id for chunk in report.evidence})
    kept = report.citation_audit
    known = set(kept.fabricated) if kept else set()
    found = [
        Difference(
            check="citations",
            kind="citation",
            subject=f"[{cite}]",
            message="The answer cites a passage that is not in the evidence.",
        )
        for cite in audit.fabricated
        if cite not in known
    ]
    cited = {cite for claim in report.claims for cite in claim.citations}
    missing = [cite for cite in audit.cited if report.claims and cite not in cited]
    found += [
        Difference(
            check="citations",
            kind="citation",
            subject=f"[{cite}]",
            message="The answer cites this passage, the ledger does not.",
        )
        for cite in missing
    ]
    return Check(
        name="citations", looked_at=len(audit.cited) + len(audit.fabricated), differences=tuple(found)
    )


def quotes(report: RunReport, pages: Pages, documents: Sequence[DocumentRecord]) -> Check:
    """Check that each quote stands in its passage, and each passage on its page of that very file."""
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    hashes = {record.version_id: record.sha256 for record in documents if record.sha256}
    found: list[Difference] = []
    looked = 0
    for claim in report.claims:
        for quote in claim.quotes:
            looked += 1
            reason = _misplaced(quote, chunks.get(quote.chunk_id), pages)
            if reason:
                found.append(_quote(f"Sentence {claim.position + 1}", f"{_place(quote)}: {reason}"))
    for chunk in report.evidence:
        sha256 = hashes.get(chunk.version_id)
        if chunk.source == "document" and sha256 and chunk.chunk_id != _id(sha256, chunk):
            where = f"{chunk.document_title}, page {chunk.page_label}"
            found.append(
                _quote(f"[{chunk.chunk_id}]", f"{where}: the passage is not the one taken from this file.")
            )
    return Check(name="quotes", looked_at=looked, differences=tuple(found))


def _misplaced(quote: Quote, chunk: EvidenceChunk | None, pages: Pages) -> str:
    """Return what is wrong with a quote's place; empty when nothing is."""
    if chunk is None:
        return "the passage it was taken from is not in the evidence."
    start, end = quote.char_start - chunk.char_start, quote.char_end - chunk.char_start
    if start < 0 or chunk.text[start:end] != quote.text:
        return "the quoted words are not in the passage."
    page = pages.get((quote.version_id, quote.page_number))
    if page is not None and page[quote.char_start : quote.char_end] != quote.text:
        return "the quoted words are not at their place on the page."
    return ""


def _id(sha256: str, chunk: EvidenceChunk) -> str:
    return passage_id(sha256, chunk.page_number, chunk.char_start, chunk.text)


def _place(quote: Quote) -> str:
    return f"{quote.document_title}, page {quote.page_label}"


def _quote(subject: str, message: str) -> Difference:
    return Difference(check="quotes", kind="quote_moved", subject=subject, message=message)


def figures(report: RunReport, seconds: float = 60.0) -> Check:
    """Check every sentence against its sources again; what a model or a person decided is left to them.

    A pack may be made to keep this busy for hours, so that it gets a limit: a run's own check takes
    far less than a second.
    """
    again: list[tuple[Claim, ...]] = []
    worker = Thread(
        target=lambda: again.append(ledger_of(report.asked, report.answer or "", report.evidence)),
        daemon=True,
    )
    worker.start()
    worker.join(seconds)
    if not again:
        message = f"They could not be checked within {seconds:.0f} seconds."
        return Check(name="figures", differences=(_figure("Sentences", message),))
    found = (*_verdicts(report.claims, again[0]), *_back_in(report))
    return Check(name="figures", looked_at=len(report.claims), differences=found)


def _verdicts(kept: Sequence[Claim], again: Sequence[Claim]) -> Iterator[Difference]:
    fresh = {(claim.answer_start, claim.answer_end): claim for claim in again}
    for claim in kept:
        now = fresh.pop((claim.answer_start, claim.answer_end), None)
        subject = f"Sentence {claim.position + 1}"
        if now is None or now.text != claim.text:
            yield _figure(subject, f"The answer does not hold “{_short(claim.text)}” at its place.")
        elif claim.decided_by == "code" and now.verdict != claim.verdict:
            change = f"{CLAIMS[claim.verdict]} then, {CLAIMS[now.verdict]} now"
            yield _figure(subject, f"“{_short(claim.text)}”: {change}. {now.reason}".strip())
    for claim in fresh.values():
        yield _figure(f"Sentence {claim.position + 1}", f"“{_short(claim.text)}” is not in the kept ledger.")


def _back_in(report: RunReport) -> Iterator[Difference]:
    """Yield the sentences that were left out of the answer and stand in it all the same."""
    said = {(claim.text, claim.citations): claim for claim in report.claims}
    for struck in report.struck:
        claim = said.get((struck.sentence, struck.citations))
        if claim is not None and struck.verdict != "leaning":
            why = STRUCK[struck.verdict]
            message = f"“{_short(struck.sentence)}” was left out ({why}) and stands in the answer."
            yield _figure(f"Sentence {claim.position + 1}", message)


def _figure(subject: str, message: str) -> Difference:
    return Difference(check="figures", kind="figure", subject=subject, message=message)


def _short(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:117].rstrip()}…"

"""Endings: what was left out of an answer, and the passages to read where no answer was verified."""

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.gate import open_parts
from masis.domain.run.labels import STRUCK
from masis.export.dossier import Dossier
from masis.export.sections import Row, bare, readable
from masis.export.wording import place, web_place


def struck(dossier: Dossier) -> tuple[Row, ...]:
    """Return what the best draft said beyond the answer: sentence, verdict, reason."""
    return tuple((bare(one.sentence), STRUCK[one.verdict], one.reason) for one in dossier.report.struck)


def passages(dossier: Dossier) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Return for every part without a verified answer the passages to read: where, and their words."""
    chunks = {chunk.chunk_id: chunk for chunk in dossier.report.evidence}
    found = (
        (part.part, tuple(_passage(dossier, chunks[one]) for one in part.passages if one in chunks))
        for part in open_parts(dossier.report.parts)
    )
    return tuple((part, rows) for part, rows in found if rows)


def _passage(dossier: Dossier, chunk: EvidenceChunk) -> Row:
    if chunk.source == "web":
        return chunk.document_title, web_place(chunk), readable(chunk.full_text)
    record = dossier.document_of(chunk.version_id)
    return (
        chunk.document_title,
        place(chunk.page_label, record.kind if record else None),
        readable(chunk.full_text),
    )


def heading(dossier: Dossier) -> str:
    """Return what stands over the answer."""
    return "Best draft so far" if dossier.report.requires_human_review else "Answer"

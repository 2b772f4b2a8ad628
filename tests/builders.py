"""Builders: valid values by default, one thing changed per test."""

from typing import Any

from masis.domain.evidence import EvidenceChunk, EvidenceSelection
from masis.domain.run.critique import Critique, Opinion
from masis.domain.run.decision import Signals
from masis.domain.run.evaluation import Scores
from masis.domain.usage import Usage
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.domain.verification.conflicts import Conflict, ConflictSide


def chunk(
    chunk_id: str = "k1", text: str = "Revenue was 12 million euros in 2024.", **changes: Any
) -> EvidenceChunk:
    """Build a passage of a one-page document."""
    values: dict[str, Any] = {
        "chunk_id": chunk_id,
        "workspace_id": "acme",
        "document_id": "d1",
        "version_id": "v1",
        "document_title": "Annual report",
        "text": text,
        "page_number": 1,
        "page_label": "1",
        "char_start": 0,
        "char_end": len(text),
        "score": 0.7,
    }
    return EvidenceChunk(**{**values, **changes})


def selection(*evidence: EvidenceChunk, dropped: tuple[EvidenceChunk, ...] = ()) -> EvidenceSelection:
    """Build what retrieval found."""
    return EvidenceSelection(evidence=evidence, dropped=dropped, threshold=0.3)


def claim(**changes: Any) -> Claim:
    """Build a supported row of the ledger."""
    values: dict[str, Any] = {
        "position": 0,
        "text": "Revenue was 12 million euros in 2024.",
        "answer_start": 0,
        "answer_end": 40,
        "citations": ("k1",),
        "verdict": "supported",
        "support": 1.0,
    }
    return Claim(**{**values, **changes})


def conflict() -> Conflict:
    """Build two sources that give different values for one measure."""
    sides = tuple(
        ConflictSide(
            chunk_id=chunk_id,
            document_id=f"d-{chunk_id}",
            document_title=title,
            page_label="1",
            value=value,
            quote=f"Net revenue retention was {value}.",
        )
        for chunk_id, title, value in (("k1", "Annual report", "114 %"), ("k2", "Board pack", "111 %"))
    )
    return Conflict(subject="net revenue retention, 2024", sides=sides)


def opinion(confidence: float = 0.9, **changes: Any) -> Opinion:
    """Build an auditor's opinion that finds nothing wrong."""
    return Opinion(confidence=confidence, **changes)


def critique(confidence: float = 0.9, **changes: Any) -> Critique:
    """Build a critique that finds nothing wrong."""
    return Critique(**{"confidence": confidence, "model_confidence": confidence, **changes})


def audit(cited: tuple[str, ...] = ("k1",), **changes: Any) -> CitationAudit:
    """Build a citation audit that finds nothing wrong."""
    return CitationAudit(cited=cited, **changes)


def scores(value: float = 0.9, **changes: Any) -> Scores:
    """Build four equal scores."""
    names = ("faithfulness", "relevance", "completeness", "reasoning_quality")
    return Scores(**{**dict.fromkeys(names, value), **changes})


def signals(**changes: Any) -> Signals:
    """Build the signals of a clean first draft."""
    return Signals(**{"confidence": 0.9, **changes})


def usage(calls: int = 1) -> Usage:
    """Build the cost of a model call."""
    return Usage(model="scripted", calls=calls, input_tokens=100 * calls, output_tokens=20 * calls)

"""Evidence for the model analysts' tests."""

from typing import Any

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.context import Context, Passage


def chunk(chunk_id: str, text: str, **changes: Any) -> EvidenceChunk:
    """Return a passage that was found."""
    values: dict[str, Any] = {
        "chunk_id": chunk_id,
        "workspace_id": "w",
        "document_id": f"d_{chunk_id}",
        "version_id": "v1",
        "document_title": f"Report {chunk_id}",
        "text": text,
        "heading": "Results",
        "page_number": 4,
        "page_label": "iv",
        "char_start": 0,
        "char_end": len(text),
        "score": 0.7,
    }
    return EvidenceChunk(**(values | changes))


def context_of(*chunks: EvidenceChunk) -> Context:
    """Return a context that holds the chunks whole."""
    return Context(passages=tuple(Passage(chunk=it, text=it.full_text) for it in chunks))


REVENUE = chunk("k1a", "Revenue of Harbor rose to $12.4 million in 2024. Costs were flat over the year.")
BOARD = chunk("k2b", "The board memo puts Harbor's revenue for 2024 at $11.9 million, preliminary.")
EVIDENCE = (REVENUE, BOARD)
QUESTION = "What was the revenue of Harbor in 2024?"

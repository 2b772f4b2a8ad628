"""Evidence: what a retrieved passage is, which passages qualify, in which order."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from masis.domain.value import Value

Source = Literal["document", "web"]
ChunkKind = Literal["prose", "table"]


class Chunk(Value):
    """A passage of one page of one document version.

    ``text`` is exactly ``page_text[char_start:char_end]`` of the stored page; ``lead`` is the table
    header that belongs to a later row group (empty when the header is inside ``text``).
    """

    chunk_id: str
    workspace_id: str
    document_id: str
    version_id: str
    document_title: str
    text: str
    lead: str = ""
    heading: str = ""
    kind: ChunkKind = "prose"
    page_number: int = Field(ge=1)
    page_label: str
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    flagged: bool = False
    """True when the passage reads like an instruction to a model."""

    @property
    def full_text(self) -> str:
        """The passage with its table header in front, as a reader needs it."""
        return f"{self.lead}\n{self.text}" if self.lead else self.text

    @property
    def embedding_text(self) -> str:
        """Title and heading first, for the embedder only (they raise recall, see MODELS.md)."""
        return "\n".join(part for part in (self.document_title, self.heading, self.full_text) if part)


class EvidenceChunk(Chunk):
    """A chunk that was retrieved for a question."""

    score: float = 0.0
    """Dense cosine of question and passage; the score filter works on this."""
    keyword_score: float = Field(default=0.0, ge=0.0, le=1.0)
    """Share of the question's rare terms found in the passage, weighted by rarity."""
    source: Source = "document"
    document_date: str = ""


class EvidenceSelection(Value):
    """What retrieval found and what was dropped, for the trace and for evidence of absence."""

    evidence: tuple[EvidenceChunk, ...]
    dropped: tuple[EvidenceChunk, ...]
    """Candidates under the threshold, nearest first."""
    threshold: float

    @property
    def average_score(self) -> float:
        """Mean dense score of what qualified; 0 when nothing did."""
        if not self.evidence:
            return 0.0
        return sum(chunk.score for chunk in self.evidence) / len(self.evidence)


def by_score(chunks: Sequence[EvidenceChunk]) -> tuple[EvidenceChunk, ...]:
    """Highest score first; ties by id, so equal inputs give equal evidence."""
    return tuple(sorted(chunks, key=lambda chunk: (-chunk.score, chunk.chunk_id)))

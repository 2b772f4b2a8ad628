"""Claims: one sentence of an answer, its verdict, and the exact words of the sources it rests on."""

from typing import Literal, NamedTuple

from pydantic import Field

from masis.domain.evidence import EvidenceChunk, place_of
from masis.domain.evidence import Source as Origin
from masis.domain.value import Value

ClaimVerdict = Literal[
    "supported",
    "not_verified",
    "number_mismatch",
    "contradicted",
    "not_in_source",
    "uncited",
    "hedge",
    "heading",
]
STRUCK_VERDICTS: frozenset[ClaimVerdict] = frozenset({"contradicted", "number_mismatch", "not_in_source"})
"""Verdicts that count as a hallucination and keep a sentence from being published."""
PROBLEMS: frozenset[ClaimVerdict] = STRUCK_VERDICTS | {"not_verified", "uncited"}
"""Verdicts of a claim that failed its check."""
STATEMENTS: frozenset[ClaimVerdict] = PROBLEMS | {"supported"}
"""Verdicts of a claim that states something."""
BY_WORDING = "Its wording and names stand in the cited text."
OWN_SENTENCE = "It is the source's own sentence."
OWN_ROW = "It is a row of the source's table."


class Quote(Value):
    """The exact words of a source that a claim rests on.

    ``char_start`` and ``char_end`` are offsets into the stored text of page ``page_number``.
    """

    chunk_id: str
    document_id: str
    version_id: str
    document_title: str
    page_number: int
    page_label: str
    char_start: int
    char_end: int
    text: str
    source: Origin = "document"
    url: str = ""
    """Where a passage from the web was found; it has no page, its offsets are into the stored passage."""

    @classmethod
    def of(cls, chunk: EvidenceChunk, start: int, end: int) -> "Quote":
        """Return the words of a passage between two offsets into the text of its page."""
        return cls(
            chunk_id=chunk.chunk_id,
            document_id=chunk.document_id,
            version_id=chunk.version_id,
            document_title=chunk.document_title,
            page_number=chunk.page_number,
            page_label=chunk.page_label,
            char_start=start,
            char_end=end,
            text=chunk.text[start - chunk.char_start : end - chunk.char_start],
            source=chunk.source,
            url=chunk.url,
        )

    @property
    def place(self) -> str:
        """Title and page, or title, site and address."""
        return f"{self.document_title}, {place_of(self.page_label)} {self.url}".rstrip()


class Claim(Value):
    """One sentence of the answer and what became of it."""

    position: int = Field(ge=0)
    text: str
    """The sentence without its citations."""
    answer_start: int = Field(ge=0)
    answer_end: int = Field(ge=0)
    """Span of the sentence, its citations included, in the answer."""
    citations: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    verdict: ClaimVerdict
    decided_by: Literal["code", "model", "human"] = "code"
    code_verdict: ClaimVerdict | None = None
    """What the code had found, where a person marked the claim or an operator's verifier doubts it."""
    reason: str = ""
    support: float = Field(default=0.0, ge=0.0, le=1.0)

    @property
    def by_wording(self) -> bool:
        """True when code found it supported by its words alone, not by a copy or by figures."""
        return self.decided_by == "code" and self.reason == BY_WORDING

    @property
    def is_copy(self) -> bool:
        """True when it is a sentence or a row of its source, not told in a writer's own words."""
        return self.reason in {OWN_SENTENCE, OWN_ROW}


class Finding(NamedTuple):
    """A verdict in the making."""

    verdict: ClaimVerdict
    reason: str
    support: float = 0.0

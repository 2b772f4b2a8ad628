"""Claim ledger: one row per sentence of an answer, with the passage it rests on."""

from typing import Literal

from pydantic import Field

from masis.domain.value import Value

ClaimVerdict = Literal[
    "supported",
    "number_mismatch",
    "contradicted",
    "not_in_source",
    "uncited",
    "hedge",
    "heading",
]


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
    reason: str = ""
    support: float = Field(default=0.0, ge=0.0, le=1.0)

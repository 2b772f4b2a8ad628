"""Claim ledger: one row per sentence of an answer, with the passage it rests on."""

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from pydantic import Field

from masis.domain.verification.citations import CitationGroup, parse_citations, strip_citations
from masis.domain.evidence import EvidenceChunk, Source, place_of
from masis.domain.language.sentences import Span, classify, split_sentences
from masis.domain.ledger import BY_WORDING, Finding, check_sentence, figure_problem, without_attribution
from masis.domain.support import Passage, index_of, is_item, prepare
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
    source: Source = "document"
    url: str = ""
    """Where a passage from the web was found; it has no page, its offsets are into the stored passage."""

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


# A passage that shares less than this with the sentence is not shown as its quote (own choice).
_LEAST_QUOTED = 0.05


def build_ledger(answer: str, evidence: Sequence[EvidenceChunk]) -> tuple[Claim, ...]:
    """Return one claim per sentence of ``answer``, each checked against the passages it cites."""
    by_id = {chunk.chunk_id: chunk for chunk in evidence}
    groups = parse_citations(answer, by_id)
    rows: list[Claim] = []
    for span in split_sentences(answer):
        inside = [group for group in groups if span.start <= group.start < span.end]
        rows.append(_claim(len(rows), answer, span, inside, by_id))
    return tuple(rows)


def _claim(
    position: int,
    answer: str,
    span: Span,
    groups: Sequence[CitationGroup],
    by_id: Mapping[str, EvidenceChunk],
) -> Claim:
    raw = answer[span.start : span.end]
    text = strip_citations(raw, by_id).strip()
    known = tuple(dict.fromkeys(i for group in groups for i in group.ids))
    fabricated = tuple(dict.fromkeys(i for group in groups for i in group.fabricated))
    chunks = [by_id[i] for i in known]
    finding = _finding(text, chunks, fabricated)
    reason = finding.reason
    if chunks and fabricated:
        reason = f"{reason} It also cites {', '.join(fabricated)}, which is not in the evidence."
    pairs = zip(chunks, finding.passages, strict=False)
    return Claim(
        position=position,
        text=text,
        answer_start=span.start,
        answer_end=span.end,
        citations=(*known, *fabricated),
        quotes=tuple(_quote(chunk, p) for chunk, p in pairs if p and p.score >= _LEAST_QUOTED),
        verdict=cast("ClaimVerdict", finding.verdict),
        reason=reason,
        support=round(min(1.0, finding.support), 3),
    )


def _finding(text: str, chunks: Sequence[EvidenceChunk], fabricated: tuple[str, ...]) -> Finding:
    """Return the verdict on a sentence of any kind."""
    kind = classify(text)
    if not chunks:
        return _unsourced(kind, fabricated)
    titles = tuple(dict.fromkeys(chunk.document_title for chunk in chunks if chunk.document_title))
    sources = tuple(dict.fromkeys(index_of(chunk) for chunk in chunks))
    body = without_attribution(text.lstrip("-*•#> \t"), titles)
    if kind == "claim":
        return check_sentence(
            prepare(body, item=is_item(text)), tuple(index_of(chunk) for chunk in chunks), titles
        )
    problem = figure_problem(body, sources, titles)
    if problem:
        return Finding(problem[0], problem[1], 0.0)
    return _unsourced(kind, ())


def _unsourced(kind: str, fabricated: tuple[str, ...]) -> Finding:
    """Return the verdict on a sentence that no existing passage backs."""
    if fabricated:
        listed = ", ".join(fabricated)
        return Finding("not_in_source", f"It cites {listed}, which is not in the evidence.", 0.0)
    if kind == "claim":
        return Finding("uncited", "It states a fact and cites no passage.", 0.0)
    if kind == "hedge":
        return Finding("hedge", "It says what the documents do not hold.", 0.0)
    return Finding("heading", "It introduces what follows and states no fact of its own.", 0.0)


def _quote(chunk: EvidenceChunk, passage: Passage) -> Quote:
    """Return the passage as a quote with its place on the page."""
    return Quote(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        version_id=chunk.version_id,
        document_title=chunk.document_title,
        page_number=chunk.page_number,
        page_label=chunk.page_label,
        char_start=chunk.char_start + passage.start,
        char_end=chunk.char_start + passage.end,
        text=passage.text,
        source=chunk.source,
        url=chunk.url,
    )

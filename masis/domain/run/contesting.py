"""Contesting: what a model's opinion may change in the ledger: it adds a doubt, and never takes one away."""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import Figure, numbers, period_figures
from masis.domain.language.sentences import split_sentences
from masis.domain.run.critique import RowOpinion
from masis.domain.verification.claims import Claim, ClaimVerdict
from masis.domain.verification.ledger import build_ledger
from masis.domain.verification.values import close

_CONTESTABLE: frozenset[ClaimVerdict] = frozenset({"number_mismatch", "contradicted"})
"""What code finds by comparing; a sentence that stands nowhere in its source has no words to contest with."""
_FEWEST_WORDS = 3
_SCALES = tuple(Decimal(1000) ** power for power in range(-3, 4))
"""A table gives its scale elsewhere than in the row that is quoted."""


def heard(
    ledger: tuple[Claim, ...], rows: Mapping[int, RowOpinion], evidence: Sequence[EvidenceChunk]
) -> tuple[Claim, ...]:
    """Return the ledger with a model's opinions, by position, as far as they count.

    A doubt counts where code has a sentence's wording alone to go by. A contest counts when its quote really
    stands in a passage that the sentence cites, holds the sentence's figures and does not itself say
    otherwise; then the sentence is not verified, instead of different.
    """
    chunks = {chunk.chunk_id: chunk for chunk in evidence}
    return tuple(
        _heard(claim, rows[claim.position], chunks) if claim.position in rows else claim for claim in ledger
    )


def _heard(claim: Claim, opinion: RowOpinion, chunks: Mapping[str, EvidenceChunk]) -> Claim:
    if opinion.kind == "doubted":
        counts = claim.verdict == "supported" and claim.by_wording and bool(opinion.reason.strip())
        return _open(claim, f"The auditor doubts it: {opinion.reason}") if counts else claim
    chunk = chunks.get(opinion.chunk_id)
    if chunk is None or chunk.chunk_id not in claim.citations or claim.verdict not in _CONTESTABLE:
        return claim
    quote = verbatim(opinion.quote, chunk.full_text)
    if len(quote.split()) < _FEWEST_WORDS or not _is_about(quote, claim.text):
        return claim
    if _differs(claim, chunk, quote):
        return claim
    return _open(claim, f"{claim.reason} The auditor contests this with “{quote}”.".strip())


def _differs(claim: Claim, chunk: EvidenceChunk, quote: str) -> bool:
    """Tell whether the quoted sentence of the source, whole and alone, says otherwise than the claim."""
    text = chunk.full_text
    start = text.find(quote)
    spans = [span for span in split_sentences(text) if span.start < start + len(quote) and start < span.end]
    whole = text[spans[0].start : spans[-1].end] if spans else quote
    alone = chunk.model_copy(update={"text": whole, "lead": "", "table": None})
    checked = build_ledger(f"{claim.text} [{chunk.chunk_id}]", (alone,))
    return any(again.verdict in _CONTESTABLE for again in checked)


def _open(claim: Claim, reason: str) -> Claim:
    changes = {"verdict": "not_verified", "decided_by": "model", "code_verdict": claim.verdict}
    return claim.model_copy(update={**changes, "reason": reason})


def verbatim(quote: str, text: str) -> str:
    """Return the quote as the text has it, or nothing: models tidy white space and case."""
    words = [re.escape(word) for word in quote.strip().strip("\"“”'…").split()]
    found = re.search(r"\s+".join(words), text, re.IGNORECASE) if words else None
    return found.group() if found else ""


def figures_of(text: str) -> tuple[Figure, ...]:
    """Return every figure of a text, those that are periods included."""
    mentions = find_periods(text)
    return (*numbers(text, mentions), *period_figures(text, mentions))


def _is_about(quote: str, sentence: str) -> bool:
    """Tell whether a quote holds each figure of a sentence, in whatever scale, and names no other period."""
    asked, given = find_periods(sentence), find_periods(quote)
    stated = numbers(quote, given)
    if (
        asked
        and given
        and not {each.label for mention in asked for each in mention.periods}
        & {each.label for mention in given for each in mention.periods}
    ):
        return False
    return all(_among(said, stated) for said in numbers(sentence, asked))


def _among(said: Figure, stated: Iterable[Figure]) -> bool:
    return any(
        close(said, figure.value * scale, figure.quantum * scale) for figure in stated for scale in _SCALES
    )

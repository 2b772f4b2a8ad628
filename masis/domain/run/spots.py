"""Spots: which passages to read where no answer was verified, and the telling row or sentence of each."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.words import concepts
from masis.domain.run.gate import MOST_PASSAGES, open_parts
from masis.domain.run.report import RunReport
from masis.domain.verification.claims import Quote
from masis.domain.verification.statements import Source, passage_of

_LONG_WORDS = 50
"""A longer sentence shares words by its length alone (as in ``verification.backing``)."""


_FEWEST_WORDS = 3
"""A shorter line is a heading."""


def passages_to_read(report: RunReport) -> tuple[EvidenceChunk, ...]:
    """Return the passages of all open parts, in turn, each once and five at most.

    What the draft quotes with support for no answered part comes first: it was chosen for this question.
    """
    if not open_parts(report.parts):
        return ()
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    answering = {part.position for part in report.parts}
    quoted = [
        quote.chunk_id
        for claim in report.claims
        if claim.verdict == "supported" and claim.position not in answering
        for quote in claim.quotes
    ]
    ranked = sorted(
        (place, number, chunk_id)
        for number, part in enumerate(open_parts(report.parts))
        for place, chunk_id in enumerate(part.passages)
    )
    found = dict.fromkeys((*quoted, *(chunk_id for *_, chunk_id in ranked)))
    return tuple(chunks[chunk_id] for chunk_id in found if chunk_id in chunks)[:MOST_PASSAGES]


def spots_of(report: RunReport, chunks: Sequence[EvidenceChunk]) -> Mapping[str, Quote]:
    """Return the most telling place of each passage, by its id: what the draft quotes, else the nearest."""
    quoted = {
        quote.chunk_id: quote
        for claim in reversed(report.claims)
        if claim.verdict == "supported"
        for quote in claim.quotes
    }
    asked = " ".join(part.part for part in open_parts(report.parts)) or report.asked
    wanted = frozenset(concepts(asked))
    sources = {chunk.chunk_id: passage_of(chunk).sources for chunk in chunks}
    spread = Counter(word for own in sources.values() for source in own for word in source.bag & wanted)
    return {
        chunk.chunk_id: quoted.get(chunk.chunk_id)
        or _quote(chunk, _most_telling(sources[chunk.chunk_id], wanted, spread))
        for chunk in chunks
    }


def _most_telling(sources: Sequence[Source], wanted: frozenset[str], spread: Counter[str]) -> Source | None:
    """Return the source that shares the rarest words with the question; the first of equals."""

    def worth(source: Source) -> float:
        shared = math.fsum(1 / math.log(2 + spread[word]) for word in wanted & source.bag)
        return shared / (1 + len(source.words) / _LONG_WORDS)

    telling = [source for source in sources if _tells(source)]
    return max(telling or sources, key=worth, default=None)


def _tells(source: Source) -> bool:
    """Tell a row with values, or a sentence, from a heading."""
    said = source.text.rstrip()
    return not said.endswith(":") and (source.row or len(source.words) >= _FEWEST_WORDS)


def _quote(chunk: EvidenceChunk, source: Source | None) -> Quote:
    start, end = (source.start, source.end) if source else (chunk.char_start, chunk.char_end)
    return Quote.of(chunk, start, end)

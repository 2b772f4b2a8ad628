"""Memo rows: verdicts as rows of the audit, with the exact words they rest on."""

from collections.abc import Sequence

from masis.domain.draft_audit import Correction, DraftRow, DraftVerdict
from masis.domain.evidence import EvidenceChunk
from masis.domain.memo import MemoSentence
from masis.domain.memo_hearing import Hearing
from masis.domain.source_index import SourceUnit
from masis.domain.support import index_of
from masis.domain.verification.claims import Quote
from masis.domain.wording import content_stems


def row_of(  # noqa: PLR0913 - the parts of a verdict are keyword-only
    position: int,
    sentence: MemoSentence,
    verdict: DraftVerdict,
    reason: str,
    *,
    quotes: tuple[Quote, ...] = (),
    against: tuple[Quote, ...] = (),
    nearest: tuple[Quote, ...] = (),
    right: tuple[Correction, ...] = (),
    support: float = 0.0,
) -> DraftRow:
    """Return one row; texts are put on one line."""
    return DraftRow(
        position=position,
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
        verdict=verdict,
        reason=" ".join(reason.split()),
        quotes=quotes,
        against=against,
        nearest=nearest,
        corrections=right,
        support=round(min(1.0, support), 3),
    )


def quotes_of(heard: Sequence[Hearing]) -> tuple[Quote, ...]:
    """Return the nearest words of each passage with their place on the page."""
    return tuple(_at(one.chunk, one.passage.start, one.passage.end) for one in heard if one.passage)


def side_quote(chunk: EvidenceChunk, words: str) -> Quote:
    """Return the words of a conflict's side where they stand; those of a table's cell are its row."""
    at = chunk.text.find(words)
    if at >= 0:
        return _at(chunk, at, at + len(words))
    wanted = frozenset(content_stems(words.partition(" – ")[0]))
    figure = words.rpartition(": ")[2]

    def fit(unit: SourceUnit) -> tuple[bool, int, int]:
        return figure in chunk.text[unit.start : unit.end], len(wanted & unit.bag), -len(unit.bag)

    best = max(index_of(chunk).units, key=fit, default=None)
    return _at(chunk, best.start, best.end) if best else _at(chunk, 0, len(chunk.text))


def _at(chunk: EvidenceChunk, start: int, end: int) -> Quote:
    return Quote(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        version_id=chunk.version_id,
        document_title=chunk.document_title,
        page_number=chunk.page_number,
        page_label=chunk.page_label,
        char_start=chunk.char_start + start,
        char_end=chunk.char_start + end,
        text=chunk.text[start:end],
    )

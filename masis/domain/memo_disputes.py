"""Memo disputes: a value the memo takes a side in while the documents disagree over it."""

from collections.abc import Sequence

from masis.domain.claims import Quote
from masis.domain.conflicts import find_conflicts
from masis.domain.critique import Conflict
from masis.domain.draft_audit import Correction, DraftRow
from masis.domain.evidence import EvidenceChunk
from masis.domain.figure_checking import same_value
from masis.domain.figures import extract_figures
from masis.domain.memo import MemoSentence
from masis.domain.memo_rows import row_of, side_quote


def dispute_over(body: str, chunks: Sequence[EvidenceChunk]) -> Conflict | None:
    """Return the disagreement of the documents over a value that the sentence takes a side in."""
    said = [one for one in extract_figures(body) if one.kind == "number"]
    if not said or len({chunk.document_id for chunk in chunks}) < 2:
        return None
    for conflict in find_conflicts(chunks, body):
        for side in conflict.sides:
            theirs = [one for one in extract_figures(side.value) if one.kind == "number"]
            if any(same_value(one, other) for one in said for other in theirs):
                return conflict
    return None


def disputed(
    position: int, sentence: MemoSentence, conflict: Conflict, chunks: Sequence[EvidenceChunk]
) -> DraftRow:
    """Show both sides of a value the documents do not agree on."""
    said = [one for one in extract_figures(sentence.body) if one.kind == "number"]
    by_id = {chunk.chunk_id: chunk for chunk in chunks}
    mine: list[Quote] = []
    theirs: list[Quote] = []
    for side in conflict.sides:
        stated = [one for one in extract_figures(side.value) if one.kind == "number"]
        same = any(same_value(one, other) for one in said for other in stated)
        (mine if same else theirs).append(side_quote(by_id[side.chunk_id], side.quote))
    reason = f"The documents disagree. {conflict.summary}."
    return row_of(position, sentence, "disputed", reason, quotes=tuple(mine), against=tuple(theirs))


def dispute_of(right: Sequence[Correction], body: str, chunks: Sequence[EvidenceChunk]) -> Conflict | None:
    """Return the disagreement over the value a correction names."""
    if not right:
        return None
    return dispute_over(body.replace(right[0].said, right[0].right), chunks)

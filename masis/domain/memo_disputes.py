"""Memo disputes: a value the memo takes a side in while the documents disagree over it.

A person's rule of precedence settles a dispute here as it does in an answer: the side it names counts, both
stay in view.
"""

from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.conflicts import find_conflicts
from masis.domain.critique import Conflict, ConflictSide, Settlement
from masis.domain.draft_audit import Correction, DraftRow
from masis.domain.evidence import EvidenceChunk
from masis.domain.figure_checking import same_value
from masis.domain.figures import Figure, extract_figures
from masis.domain.memo import MemoSentence
from masis.domain.memo_rows import row_of, side_quote
from masis.domain.precedence import PrecedenceRule, settlement_of
from masis.domain.verification.claims import Quote


class Ground(NamedTuple):
    """Passages that may disagree over a value, and the rules that say whose word counts."""

    chunks: Sequence[EvidenceChunk]
    rules: Sequence[PrecedenceRule] = ()


def dispute_over(body: str, chunks: Sequence[EvidenceChunk]) -> Conflict | None:
    """Return the disagreement of the documents over a value that the sentence takes a side in."""
    said = [one for one in extract_figures(body) if one.kind == "number"]
    if not said or len({chunk.document_id for chunk in chunks}) < 2:
        return None
    for conflict in find_conflicts(chunks, body):
        if any(_stated(said, side) for side in conflict.sides):
            return conflict
    return None


def disputed(position: int, sentence: MemoSentence, conflict: Conflict, ground: Ground) -> DraftRow:
    """Show both sides of a value the documents do not agree on; where a rule settles it, follow the rule."""
    said = [one for one in extract_figures(sentence.body) if one.kind == "number"]
    by_id = {chunk.chunk_id: chunk for chunk in ground.chunks}
    mine: list[Quote] = []
    theirs: list[Quote] = []
    for side in conflict.sides:
        side_of = mine if _stated(said, side) else theirs
        side_of.append(side_quote(by_id[side.chunk_id], side.quote))
    quotes, against = tuple(mine), tuple(theirs)
    reason = f"The documents disagree. {conflict.summary}."
    settlement = settlement_of(conflict, ground.rules)
    if settlement is None:
        return row_of(position, sentence, "disputed", reason, quotes=quotes, against=against)
    reason = f"{reason} {_by_rule(settlement)}"
    preferred = settlement.preferred
    if _stated(said, preferred):
        return row_of(position, sentence, "supported", reason, quotes=quotes, against=against, support=1.0)
    first = side_quote(by_id[preferred.chunk_id], preferred.quote)
    against = (first, *(one for one in against if one != first))
    theirs_said = [one for side in settlement.others if (one := _stated(said, side)) is not None]
    right = tuple(Correction(said=one.text, right=preferred.value) for one in theirs_said[:1])
    return row_of(position, sentence, "figure_mismatch", reason, quotes=quotes, against=against, right=right)


def _stated(said: Sequence[Figure], side: ConflictSide) -> Figure | None:
    """Return the figure of the sentence that a side gives."""
    theirs = [one for one in extract_figures(side.value) if one.kind == "number"]
    return next((one for one in said if any(same_value(one, other) for other in theirs)), None)


def _by_rule(settlement: Settlement) -> str:
    preferred = settlement.preferred
    return f"By {settlement.source}, {preferred.value} ({preferred.document_title}) takes precedence."


def settled_right(
    right: Sequence[Correction], body: str, ground: Ground
) -> tuple[str, tuple[Correction, ...]]:
    """Return what to add where the right value is itself disputed, and the value a rule puts in its place."""
    conflict = dispute_of(right, body, ground.chunks)
    if conflict is None:
        return "", tuple(right)
    told = f" The documents themselves disagree: {conflict.summary}."
    settlement = settlement_of(conflict, ground.rules)
    if settlement is None:
        return told, tuple(right)
    first = right[0].model_copy(update={"right": settlement.preferred.value})
    return f"{told} {_by_rule(settlement)}", (first, *right[1:])


def dispute_of(right: Sequence[Correction], body: str, chunks: Sequence[EvidenceChunk]) -> Conflict | None:
    """Return the disagreement over the value a correction names."""
    if not right:
        return None
    return dispute_over(body.replace(right[0].said, right[0].right), chunks)

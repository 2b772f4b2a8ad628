"""Memo disputes: a value the memo takes a side in while the documents disagree over it.

A person's rule of precedence settles a dispute here as it does in an answer: the side it names counts, both
stay in view.
"""

from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import Figure, numbers
from masis.domain.memo_audit.verdicts import Correction, DraftVerdict
from masis.domain.review.precedence import PrecedenceRule, settlement_of
from masis.domain.verification.claims import Quote
from masis.domain.verification.conflicts import Conflict, ConflictSide, Settlement, find_conflicts, side_quote


class Dispute(NamedTuple):
    """What becomes of a sentence that takes a side."""

    verdict: DraftVerdict
    reason: str
    quotes: tuple[Quote, ...]
    against: tuple[Quote, ...]
    corrections: tuple[Correction, ...] = ()


def disagreement(
    body: str, chunks: Sequence[EvidenceChunk], corrections: Sequence[Correction] = ()
) -> Conflict | None:
    """Return the disagreement of documents over a value that a sentence, or what corrects it, states."""
    said = [*_figures(body), *(figure for correction in corrections for figure in _figures(correction.right))]
    if not said:
        return None
    found = find_conflicts(chunks, without_figures(body))
    return next((conflict for conflict in found if any(_stated(said, side) for side in conflict.sides)), None)


def disputed(
    conflict: Conflict, body: str, chunks: Sequence[EvidenceChunk], rules: Sequence[PrecedenceRule]
) -> Dispute:
    """Show both sides of a value the documents do not agree on; where a rule settles it, follow the rule."""
    said = _figures(body)
    by_id = {chunk.chunk_id: chunk for chunk in chunks}

    def quotes(sides: Sequence[ConflictSide]) -> tuple[Quote, ...]:
        return tuple(side_quote(by_id[side.chunk_id], side) for side in sides)

    mine = [side for side in conflict.sides if _stated(said, side)]
    theirs = [side for side in conflict.sides if side not in mine]
    reason = f"The documents disagree: {conflict.shares}. {conflict.summary}."
    settlement = settlement_of(conflict, rules)
    if settlement is None:
        return Dispute("disputed", reason, quotes(mine), quotes(theirs))
    reason = f"{reason} {_by_rule(settlement)}"
    preferred = settlement.preferred
    if preferred in mine:
        return Dispute("supported", reason, quotes(mine), quotes(theirs))
    wrong = next(figure for side in mine if (figure := _stated(said, side)))
    right = (Correction(said=wrong.text, right=preferred.value),)
    theirs.sort(key=lambda side: side != preferred)
    return Dispute("figure_mismatch", reason, quotes(mine), quotes(theirs), right)


def settled(
    conflict: Conflict, corrections: Sequence[Correction], rules: Sequence[PrecedenceRule]
) -> tuple[str, tuple[Correction, ...]]:
    """Return what to add where the right value is itself disputed, and the value a rule puts in its place."""
    told = f" The documents themselves disagree: {conflict.shares}. {conflict.summary}."
    settlement = settlement_of(conflict, rules)
    if settlement is None or not corrections:
        return told, tuple(corrections)
    first = corrections[0].model_copy(update={"right": settlement.preferred.value})
    return f"{told} {_by_rule(settlement)}", (first, *corrections[1:])


def without_figures(body: str) -> str:
    """Return a statement with its numbers blanked, so that it reads as a question for them."""
    for figure in sorted(_figures(body), key=lambda figure: -figure.start):
        body = f"{body[: figure.start]} {body[figure.end :]}"
    return body


def _figures(text: str) -> tuple[Figure, ...]:
    return numbers(text, find_periods(text))


def _stated(said: Sequence[Figure], side: ConflictSide) -> Figure | None:
    """Return the figure of the sentence that a side gives."""
    theirs = _figures(side.value)
    return next((figure for figure in said if any(_same(figure, other) for other in theirs)), None)


def _same(figure: Figure, other: Figure) -> bool:
    agree = figure.unit == other.unit or not figure.unit or not other.unit
    return agree and abs(figure.value - other.value) <= max(figure.quantum, other.quantum) / 2


def _by_rule(settlement: Settlement) -> str:
    preferred = settlement.preferred
    return f"By {settlement.source}, {preferred.value} ({preferred.document_title}) takes precedence."

"""Writing: the extractive writer, from a question and its context to a cited brief."""

from collections.abc import Sequence
from dataclasses import replace

from masis.analysts.extract.composing import compose
from masis.analysts.extract.digest import digest_of, digested
from masis.analysts.extract.question import Part, understand
from masis.analysts.extract.selecting import Finding, find
from masis.analysts.extract.shaping import merged, shaped
from masis.analysts.extract.units import Unit, clean, is_letterhead, units_of
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.context import Context
from masis.domain.critique import Conflict, ConflictSide
from masis.domain.draft import Draft, Feedback
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.attributed import by_document
from masis.domain.terms import stems
from masis.domain.verification.conflicts import find_conflicts


class ExtractiveWriter:
    """Answer with the documents' own sentences and table rows."""

    def __init__(self, vectors: VectorCache) -> None:
        """Share the sentence vectors with the other analysts."""
        self._vectors = vectors

    def write(self, question: str, context: Context, feedback: Feedback | None) -> Draft:
        """Return the brief; on a retry, sentences found unsupported before are not used again."""
        asked = digest_of(question, context.chunks)
        if asked is not None:
            return Draft(text=compose((digested(*asked, _barred(feedback)),)))
        question, chunks = by_document(question, context.chunks)
        findings = self.findings(question, units_of(chunks), _barred(feedback))
        return Draft(text=compose(with_disputes(findings, find_conflicts(chunks, question), chunks)))

    def findings(self, question: str, units: tuple[Unit, ...], barred: frozenset[str]) -> tuple[Finding, ...]:
        """Return what was found for each part of the question; nothing is said twice."""
        parts = understand(question).parts
        limit = 4 if len(parts) == 1 else 3 if len(parts) == 2 else 2
        found = [
            find(part, _said_to(part, units), self._vectors, limit=limit, barred=barred) for part in parts
        ]
        usable = tuple(unit for unit in units if unit.key not in barred)
        return merged([shaped(finding, usable) for finding in found])


def _said_to(part: Part, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Leave the heads of letters out, unless who wrote or when is asked."""
    if part.kind in {"who", "when"}:
        return units
    return tuple(unit for unit in units if not is_letterhead(unit.text))


def with_disputes(
    findings: Sequence[Finding], conflicts: Sequence[Conflict], chunks: Sequence[EvidenceChunk]
) -> tuple[Finding, ...]:
    """Show every side of a disagreement with the part it concerns; none is preferred."""
    made = list(findings)
    units = units_of(chunks)
    for conflict in conflicts:
        sides = [unit for side in conflict.sides for unit in units if _states(unit, side)]
        at = next(
            (
                place
                for place, one in enumerate(made)
                if _places(one.units) & _places(sides) and not one.dispute
            ),
            None,
        )
        blurred = at is None or len(made) == 1
        if at is None:
            at = _concerned(made, conflict)
        if at is not None:
            # Beside the sides themselves, other figures only blur what is disputed.
            rest = [unit for unit in made[at].units if unit.kind == "sentence" or not blurred]
            shown = _places(sides)
            ordered = dict.fromkeys((*sides, *(unit for unit in rest if not _places([unit]) & shown)))
            made[at] = replace(made[at], units=tuple(ordered)[:6], dispute=conflict, derived="")
    return tuple(made)


def _concerned(findings: Sequence[Finding], conflict: Conflict) -> int | None:
    """Return the answered part a conflict belongs to, which asks for nothing narrower than its subject."""
    free = [at for at, one in enumerate(findings) if one.answered and not one.dispute]
    if len(findings) == 1:
        return next(iter(free), None)
    subject = frozenset(stems(conflict.subject))
    return next((at for at in free if frozenset(findings[at].part.terms) <= subject), None)


def _places(units: Sequence[Unit]) -> set[tuple[str, int]]:
    """Return where units stand: a row with fewer of its columns is still the same row."""
    return {(unit.chunk.chunk_id, unit.position) for unit in units}


def _states(unit: Unit, side: ConflictSide) -> bool:
    """Tell whether a unit is the sentence or the row a side quotes."""
    if unit.chunk.chunk_id != side.chunk_id:
        return False
    return clean(side.quote) == unit.text or (
        unit.kind == "row" and unit.text.startswith(side.quote.split(" – ")[0])
    )


def _barred(feedback: Feedback | None) -> frozenset[str]:
    if feedback is None:
        return frozenset()
    return frozenset(" ".join(clean(claim).lower().split()) for claim in feedback.unsupported_claims)

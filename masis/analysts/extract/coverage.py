"""Coverage: which parts of a question the claims of a draft really answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from masis.analysts.extract.answerability import answers
from masis.analysts.extract.comparing import side_parts
from masis.analysts.extract.demands import demand_of
from masis.analysts.extract.digest import digest_of
from masis.analysts.extract.leading import leading
from masis.analysts.extract.question import Part, understand
from masis.analysts.extract.ranking import Ranked, rank
from masis.analysts.extract.units import Unit, clean, units_of
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.verification.claims import Claim
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.attributed import by_document
from masis.domain.terms import stems
from masis.domain.timeframes import labels


@dataclass(frozen=True)
class PartCoverage:
    """How far one part is answered: 0, a half for one side of a comparison, or 1."""

    part: Part
    share: float
    best: Ranked | None = None

    @property
    def gap(self) -> str:
        """What is missing, worded so that it can be searched for."""
        return f"{self.part.text.strip().rstrip('?')}?"


def cover_parts(
    question: str, ledger: Sequence[Claim], evidence: Sequence[EvidenceChunk], vectors: VectorCache
) -> tuple[PartCoverage, ...]:
    """Return the coverage of each part by the supported claims of a draft."""
    asked = digest_of(question, evidence)
    if asked is not None:
        part, own = asked
        points = rank(part, _claim_units(ledger, own), vectors, units_of(own))
        return (PartCoverage(part, 1.0 if points else 0.0, points[0] if points else None),)
    question, evidence = by_document(question, evidence)
    units = _claim_units(ledger, evidence)
    background = units_of(evidence)
    refused = [claim.text.lower() for claim in ledger if claim.verdict == "hedge"]
    return tuple(_cover(part, units, refused, vectors, background) for part in understand(question).parts)


def mean_coverage(parts: Sequence[PartCoverage]) -> float:
    """Return the share of the question that is answered."""
    return sum(part.share for part in parts) / len(parts) if parts else 0.0


def _cover(
    part: Part,
    units: Sequence[Unit],
    refused: Sequence[str],
    vectors: VectorCache,
    background: Sequence[Unit],
) -> PartCoverage:
    asked = part.text.strip().rstrip("?.").lower()
    admitted = any(asked in sentence for sentence in refused)
    if part.kind == "compare" and len(part.sides) == 2:
        sides = [_best(side, units, vectors, background) for side in side_parts(part)]
        found = [best for best in sides if best is not None]
        return PartCoverage(part, min(len(found) / 2, 0.5 if admitted else 1.0), found[0] if found else None)
    first = leading(part, background)
    if first and not admitted and any(_is_row(unit, first[0]) for unit in units):
        # That a row has the most stands in no cell: the other rows say so.
        return PartCoverage(part, 1.0)
    best = _best(part, units, vectors, background)
    return PartCoverage(part, 0.0 if admitted or best is None else 1.0, None if admitted else best)


def _is_row(unit: Unit, row: Unit) -> bool:
    return unit.kind == "row" and (unit.chunk.chunk_id, unit.position) == (row.chunk.chunk_id, row.position)


def _best(
    part: Part, units: Sequence[Unit], vectors: VectorCache, background: Sequence[Unit]
) -> Ranked | None:
    judged = replace(part, names=demand_of(part, background).names)
    return next((one for one in rank(part, units, vectors, background) if answers(judged, one)), None)


def _claim_units(ledger: Sequence[Claim], evidence: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return the supported claims as units, with the surroundings of the sentence they quote."""
    by_id = {chunk.chunk_id: chunk for chunk in evidence}
    made = []
    for claim in ledger:
        chunk = next((by_id[one] for one in claim.citations if one in by_id), None)
        if claim.verdict == "supported" and chunk is not None:
            made.append(_claim_unit(clean(claim.text), chunk))
    return tuple(made)


def _claim_unit(text: str, chunk: EvidenceChunk) -> Unit:
    wanted = frozenset(stems(text))
    source = max(
        units_of([chunk]),
        key=lambda unit: len(unit.stems & wanted) / (len(unit.stems | wanted) or 1),
        default=None,
    )
    if source is None:
        source = Unit(chunk=chunk, text=text, kind="sentence", position=0)
    return replace(source, text=text, stems=wanted, periods=labels(text))

"""Selecting: the units that answer a part: a lead, its support, both sides of a comparison, a list."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from masis.analysts.extract.answerability import answers, missing_names
from masis.analysts.extract.question import Part, understand
from masis.analysts.extract.ranking import Ranked, rank
from masis.analysts.extract.units import Unit
from masis.analysts.extract.vectors import VectorCache

SUPPORT_GAP = 2.6
"""Score under the lead at which support is padding."""
_LIMITS = {"broad": 7, "list": 6, "compare": 4, "advice": 4, "why": 3, "how": 4}
_GAPS = {"broad": 6.0, "list": 4.0, "advice": 3.5}


@dataclass(frozen=True)
class Finding:
    """What was found for one part; no units means that nothing answers it."""

    part: Part
    units: tuple[Unit, ...] = ()
    absent: tuple[str, ...] = ()
    """Names the part asks about and no passage mentions."""
    nearest: str = ""
    """Title of the document that came nearest, when nothing answers."""

    @property
    def answered(self) -> bool:
        """True when something answers the part."""
        return bool(self.units)


def find(
    part: Part, units: Sequence[Unit], vectors: VectorCache, *, limit: int, barred: Collection[str] = ()
) -> Finding:
    """Return the units that answer a part; ``barred`` sentences were found unsupported before."""
    usable = [unit for unit in units if unit.key not in barred]
    absent = missing_names(part, usable)
    if part.kind == "compare" and len(part.sides) == 2:
        return _compare(part, usable, vectors, absent)
    ranked = rank(part, usable, vectors)
    leads = [one for one in ranked[:8] if answers(part, one)]
    if absent or not leads:
        nearest = ranked[0].unit.chunk.document_title if ranked and ranked[0].cover_around > 0.3 else ""
        return Finding(part, absent=absent, nearest=nearest)
    lead = leads[0]
    count = min(limit, _LIMITS.get(part.kind, limit))
    chosen = [lead, *_support(part, lead, ranked, count - 1)]
    return Finding(part, units=tuple(_with_antecedents([one.unit for one in chosen], usable, count + 1)))


def _support(part: Part, lead: Ranked, ranked: Sequence[Ranked], count: int) -> list[Ranked]:
    """Return what adds to the lead: near it in score, not saying the same again."""
    gap = _GAPS.get(part.kind, SUPPORT_GAP)
    kept: list[Ranked] = []
    for one in ranked:
        if len(kept) >= count or one.score < lead.score - gap:
            break
        others = [lead, *kept]
        if one is lead or any(_same(one.unit, other.unit) for other in others):
            continue
        if part.periods and one.period_met < 0.3:
            continue
        kept.append(one)
    return kept


def _same(one: Unit, other: Unit) -> bool:
    smaller = min(len(one.stems), len(other.stems)) or 1
    return len(one.stems & other.stems) / smaller > 0.85 and one.chunk.document_id == other.chunk.document_id


def _with_antecedents(chosen: list[Unit], units: Sequence[Unit], limit: int) -> list[Unit]:
    """Put the sentence before in front of one that opens with a pronoun, or drop it when there is no room."""
    by_place = {(unit.chunk.chunk_id, unit.position): unit for unit in units}
    out: list[Unit] = []
    for unit in chosen:
        before = by_place.get((unit.chunk.chunk_id, unit.position - 1)) if unit.leans_back else None
        if before is not None and before not in out and before not in chosen and len(chosen) < limit:
            out.append(before)
        if unit not in out:
            out.append(unit)
    return out


def _compare(part: Part, units: Sequence[Unit], vectors: VectorCache, absent: tuple[str, ...]) -> Finding:
    """Find each side of a comparison by itself; a side without an answer leaves the part open."""
    found: list[Unit] = []
    missing = list(absent)
    for side in side_parts(part):
        finding = find(side, units, vectors, limit=2)
        if not finding.answered:
            missing.extend(name for name in finding.absent if name not in missing)
            missing.extend([side.text] if not finding.absent else [])
        found.extend(unit for unit in finding.units if unit not in found)
    if missing and not found:
        return Finding(part, absent=tuple(missing))
    return Finding(part, units=tuple(found), absent=tuple(missing))


def side_parts(part: Part) -> tuple[Part, ...]:
    """Return one part for each side, each with the words that both share."""
    single = [understand(side).parts[0] for side in part.sides]
    own = [frozenset(one.terms) for one in single]
    shared = tuple(
        term for term in part.terms if term not in _COMPARING and not any(term in terms for terms in own)
    )
    first = single[0]
    made = []
    for at, one in enumerate(single):
        lacking = (
            ()
            if at == 0 or len(one.terms) > 2
            else tuple(term for term in first.terms if not any(term in name.lower() for name in first.names))
        )
        made.append(
            replace(
                one,
                text=f"{' '.join(first.text.split()[:6])} {one.text}" if lacking and at else one.text,
                terms=tuple(dict.fromkeys((*one.terms, *lacking, *shared))),
                periods=one.periods or (first.periods if not (at == 0) else part.periods),
                kind="which",
                expects="text",
                sides=(),
            )
        )
    return tuple(made)


_COMPARING = frozenset(
    "compar differ difference versu vs high low larg small big bett wors fast mor less great".split()
)

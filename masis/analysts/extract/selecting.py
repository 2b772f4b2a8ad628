"""Selecting: the units that answer a part: a lead, its support, both sides of a comparison, a whole list."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from masis.analysts.extract.answerability import answers, missing_names
from masis.analysts.extract.comparing import difference, side_parts
from masis.analysts.extract.question import Part
from masis.analysts.extract.ranking import Ranked, rank
from masis.analysts.extract.units import Unit
from masis.analysts.extract.vectors import VectorCache
from masis.domain.critique import Conflict

SUPPORT_GAP = 4.5
"""Score under the lead at which support is padding."""
_SUPERSEDED = 2.5
"""Score a sentence loses when its document was replaced: about what separates a lead from its support."""
_LIMITS = {"broad": 7, "list": 6, "compare": 4, "advice": 4, "why": 4, "how": 4}
_GAPS = {"broad": 7.0, "list": 4.5, "advice": 3.5}
_WIDE = frozenset({"broad", "list"})
_LOOK_DOWN = 8
_LIST_ITEMS = 8


@dataclass(frozen=True)
class Finding:
    """What was found for one part; no units means that nothing answers it."""

    part: Part
    units: tuple[Unit, ...] = ()
    absent: tuple[str, ...] = ()
    """What the part asks about and no passage covers."""
    nearest: str = ""
    """Title of the document that came nearest, when nothing answers."""
    derived: str = ""
    """A sentence worked out from the units, for example a difference; it carries its own citations."""
    dispute: Conflict | None = None
    also: tuple[Part, ...] = ()
    """Later parts that the same units answer."""

    @property
    def answered(self) -> bool:
        """True when something answers the part."""
        return bool(self.units)


def find(
    part: Part, units: Sequence[Unit], vectors: VectorCache, *, limit: int, barred: Collection[str] = ()
) -> Finding:
    """Return the units that answer a part; ``barred`` sentences were found unsupported before."""
    usable = [unit for unit in units if unit.key not in barred]
    if part.kind == "compare" and len(part.sides) == 2:
        return _compare(part, usable, vectors)
    absent = missing_names(part, usable)
    ranked = _current_first(rank(part, usable, vectors))
    lead = next((one for one in ranked[:_LOOK_DOWN] if answers(part, one)), None)
    if absent or lead is None:
        nearest = ranked[0].unit.chunk.document_title if ranked and ranked[0].cover_around > 0.3 else ""
        return Finding(part, absent=absent, nearest=nearest)
    if lead.unit.kind == "item" and lead.unit.before.endswith(":"):
        return Finding(part, units=_whole_list(lead.unit, usable))
    count = _LIMITS.get(part.kind, limit) if limit >= 4 else limit
    chosen = [lead.unit, *_support(part, lead, ranked, count - 1)]
    chosen = _completed(chosen, usable)
    return Finding(part, units=tuple(_with_antecedents(chosen, usable, max(count, len(chosen)) + 1)))


def _current_first(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Let what replaced a document speak before the document; sort is stable, so ties keep their order."""
    aged = [
        replace(one, score=one.score - _SUPERSEDED) if one.unit.chunk.superseded else one for one in ranked
    ]
    return sorted(aged, key=lambda one: -one.score)


def _support(part: Part, lead: Ranked, ranked: Sequence[Ranked], count: int) -> list[Unit]:
    """Return what adds to the lead: near it in score, not saying the same again."""
    gap = _GAPS.get(part.kind, SUPPORT_GAP)
    kept: list[Unit] = []
    for one in ranked:
        if len(kept) >= count or one.score < lead.score - gap:
            break
        if one.unit == lead.unit or any(_same(one.unit, other) for other in (lead.unit, *kept)):
            continue
        if part.kind not in _WIDE and one.cosine < 0.7 * lead.cosine and one.cover < 0.6 * lead.cover:
            continue
        if part.periods and one.period_met < (0.4 if one.unit.kind == "row" else 0.3):
            continue
        kept.append(one.unit)
    return kept


def _same(one: Unit, other: Unit) -> bool:
    """Tell a repetition; rows differ in few words and are told apart by their label."""
    if one.kind == "row" or other.kind == "row":
        return one.key == other.key
    smaller = min(len(one.stems), len(other.stems)) or 1
    return len(one.stems & other.stems) / smaller > 0.85 and one.chunk.document_id == other.chunk.document_id


def _completed(chosen: list[Unit], units: Sequence[Unit]) -> list[Unit]:
    """Show a list whole once two of its items were chosen."""
    items = [unit for unit in chosen if unit.kind == "item" and unit.before.endswith(":")]
    first = items[0] if items else None
    same = [one for one in items if first and one.before == first.before]
    if first is None or len(same) < 2:
        return chosen
    at = chosen.index(first)
    rest = [unit for unit in chosen if unit not in same]
    return [*rest[:at], *_whole_list(first, units), *rest[at:]]


def _whole_list(item: Unit, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return every item of the list an item stands in, in the order of the page."""
    fellows = [
        unit
        for unit in units
        if unit.chunk.chunk_id == item.chunk.chunk_id and unit.kind == "item" and unit.before == item.before
    ]
    return tuple(sorted(fellows, key=lambda unit: unit.position)[:_LIST_ITEMS])


def _with_antecedents(chosen: list[Unit], units: Sequence[Unit], limit: int) -> list[Unit]:
    """Put the sentence before in front of one that opens with a pronoun.

    Support for whose antecedent there is no room is dropped.
    """
    by_place = {(unit.chunk.chunk_id, unit.position): unit for unit in units}
    out: list[Unit] = []
    for at, unit in enumerate(chosen):
        before = by_place.get((unit.chunk.chunk_id, unit.position - 1)) if unit.leans_back else None
        if before is not None and before not in out:
            if len(chosen) >= limit and at > 0 and before not in chosen:
                continue
            out.append(before)
        if unit not in out:
            out.append(unit)
    return out[:limit]


def _compare(part: Part, units: Sequence[Unit], vectors: VectorCache) -> Finding:
    """Find each side of a comparison by itself; a side without an answer leaves the part open."""
    found: list[Unit] = []
    missing: list[str] = []
    sides: list[tuple[Part, tuple[Unit, ...]]] = []
    for side, words in zip(side_parts(part), part.sides, strict=True):
        finding = find(side, units, vectors, limit=1)
        sides.append((side, finding.units))
        if not finding.answered:
            missing.extend(finding.absent or (words,))
        found.extend(unit for unit in finding.units if unit not in found)
    return Finding(
        part,
        units=tuple(found),
        absent=tuple(dict.fromkeys(missing)),
        derived="" if missing else difference(sides),
    )

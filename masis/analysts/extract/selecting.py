"""Selecting: the units that answer a part: a lead, its support, both sides of a comparison, a whole list."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from masis.analysts.extract.answerability import (
    CLEAR_COSINE,
    covered_by,
    first_answer,
    fits_circumstances,
    missing_names,
    rank_fits,
)
from masis.analysts.extract.comparing import difference, side_parts
from masis.analysts.extract.demands import demand_of
from masis.analysts.extract.question import Part
from masis.analysts.extract.ranking import Ranked, rank
from masis.analysts.extract.required_names import required_names
from masis.analysts.extract.units import Unit
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.critique import Conflict
from masis.domain.terms import stems

_SUPERSEDED = 2.5
"""Score a sentence loses when its document was replaced: about what separates a lead from its support."""
HALF = 0.5
"""Weighted share of the question's words that the evidence must hold between all its passages."""
SUPPORT_GAP = 4.0
"""Score under the lead at which support is padding; a lead that is clearly ahead stands nearly alone."""
OPEN_GAP = 6.0
"""The same when the lead is hardly ahead of the next (``CLOSE``): more is shown where the choice is open."""
CLOSE = 2.0
_LIMITS = {"broad": 7, "list": 6, "compare": 4, "advice": 4, "why": 4, "how": 4}
_GAPS = {"broad": 7.0, "list": 4.5, "advice": 3.5}
_LOOK_DOWN = 8
CLEAR_MARGIN = 1.0
"""Score by which the best unit must lead to open the answer although a check of wording missed it; on the
fitted articles the ranking is right more often than the check, as long as something below it passes."""
_LIST_ITEMS = 8
_OPENING = 5
"""Words within which a sentence names what it is about."""


@dataclass(frozen=True)
class Finding:
    """What was found for one part; no units means that nothing answers it."""

    part: Part
    units: tuple[Unit, ...] = ()
    absent: tuple[str, ...] = ()
    """What the part asks about and no passage covers."""
    nearest: str = ""
    """Title of the document that came nearest, when nothing answers."""
    unsaid: str = ""
    """What the part takes for granted and no passage says."""
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
    usable = [unit for unit in units if unit.key not in barred and rank_fits(part, unit)]
    if part.kind == "compare" and len(part.sides) == 2:
        return _compare(part, usable, vectors)
    absent = missing_names(replace(part, names=required_names(part)), usable)
    ranked = _current_first(rank(part, usable, vectors))
    demand = demand_of(part, usable)
    fitting = [one for one in ranked[:_LOOK_DOWN] if demand.met(one.unit)]
    # Whom all passages are about need not be named again in each.
    judged = replace(part, names=required_names(part, demand.names))
    passing = first_answer(judged, fitting)
    if absent or passing is None or (_close(ranked) and _mostly_absent(part, passing, usable)):
        nearest = ranked[0].unit.chunk.document_title if ranked and ranked[0].cover_around > 0.3 else ""
        unsaid = demand.premise if not fitting else ""
        return Finding(part, absent=absent, nearest=nearest, unsaid=unsaid)
    lead = _lead(part, fitting, passing)
    if lead.unit.kind == "item" and lead.unit.before.endswith(":"):
        return Finding(part, units=_whole_list(lead.unit, usable))
    count = _LIMITS.get(part.kind, limit) if limit >= 4 else limit
    checked = [passing.unit] if passing is not lead else []
    support = [unit for unit in _support(part, lead, ranked, count - 1) if unit not in checked]
    chosen = [lead.unit, *checked, *support][: max(count, 1 + len(checked))]
    chosen = _completed(chosen, usable)
    return Finding(part, units=tuple(_with_antecedents(part, chosen, usable, max(count, len(chosen)) + 1)))


def _mostly_absent(part: Part, passing: Ranked, units: Sequence[Unit]) -> bool:
    """Tell whether most of what is asked about stands nowhere: the nearest sentence is then no answer."""
    return passing.cosine < CLEAR_COSINE and covered_by(part, units) < HALF


def _lead(part: Part, ranked: Sequence[Ranked], passing: Ranked) -> Ranked:
    """Return what opens the answer: the best of all when it is clearly ahead of the best that passes.

    A sentence of another period or about what is not so never opens it; neither does a row, whose
    wording says exactly what it is about.
    """
    best = ranked[0]
    if best.unit.kind != "sentence" or best.score - passing.score < CLEAR_MARGIN:
        return passing
    return best if fits_circumstances(part, best) else passing


def _current_first(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Let what replaced a document speak before the document; sort is stable, so ties keep their order."""
    aged = [
        replace(one, score=one.score - _SUPERSEDED) if one.unit.chunk.superseded else one for one in ranked
    ]
    return sorted(aged, key=lambda one: -one.score)


def _close(ranked: Sequence[Ranked]) -> bool:
    """Tell whether the best is hardly ahead of the next."""
    return len(ranked) < 2 or ranked[0].score - ranked[1].score < CLOSE


def _support(part: Part, lead: Ranked, ranked: Sequence[Ranked], count: int) -> list[Unit]:
    """Return what adds to the lead: near it in score, not saying the same again."""
    gap = _GAPS.get(part.kind, OPEN_GAP if _close(ranked) else SUPPORT_GAP)
    kept: list[Unit] = []
    for one in ranked:
        if len(kept) >= count or one.score < max(lead.score, ranked[0].score) - gap:
            break
        if one.unit == lead.unit or any(_same(one.unit, other) for other in (lead.unit, *kept)):
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


def _with_antecedents(part: Part, chosen: list[Unit], units: Sequence[Unit], limit: int) -> list[Unit]:
    """Give a sentence that opens with a pronoun the one before it.

    The lead stays first: what it points at follows it, and support is led by it, or dropped when there
    is no room. A question that names what the pronoun points at makes the sentence before needless.
    """
    by_place = {(unit.chunk.chunk_id, unit.position): unit for unit in units}
    out: list[Unit] = []
    for at, unit in enumerate(chosen):
        before = by_place.get((unit.chunk.chunk_id, unit.position - 1)) if unit.leans_back else None
        if before is None or before in out or _asked_about(part, before):
            out.extend([] if unit in out else [unit])
        elif at == 0:
            out.extend((unit, before))
        elif len(chosen) < limit or before in chosen:
            out.extend(one for one in (before, unit) if one not in out)
    return out[:limit]


def _asked_about(part: Part, before: Unit) -> bool:
    """Tell whether the question names what the sentence before opens with: its pronoun then needs no help."""
    opening = stems(" ".join(before.text.split()[:_OPENING]))
    return bool(frozenset(opening) & frozenset(part.terms))


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

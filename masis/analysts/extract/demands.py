"""Demands: whether a unit holds the attribute, the scope and the event that a part presupposes."""

from collections.abc import Sequence
from dataclasses import dataclass

from masis.analysts.extract.asked import Attribute, Event, attribute_of, event_of
from masis.analysts.extract.events import denies, is_change, past, reports
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.synonyms import canonicals, matches, measure_forms
from masis.analysts.extract.units import Unit
from masis.domain.terms import names, stem, stems, words
from masis.domain.timeframes import without_periods

_NEAR = 9
"""Words between a verb and what it happens to."""
_EVERYWHERE = 0.5
"""A name that stands in this share of the passages is whom all of them are about: it is not repeated."""
_NOT = frozenset({"not", "never", "no", "without", "cannot", "didn't", "hasn't", "wasn't", "won't", "against"})


@dataclass(frozen=True)
class Demand:
    """What a unit must hold to answer a part at all."""

    part: Part
    attribute: Attribute | None
    event: Event | None
    scopes: tuple[frozenset[str], ...]
    """Stems of each name that tells this subject from others in the evidence."""

    def met(self, unit: Unit) -> bool:
        """Tell whether a unit states the attribute asked for, of whom, and reports the event."""
        return _states(self, unit) and _tells(self, unit)

    @property
    def premise(self) -> str:
        """The event in the words of the question, as a clause; empty when none is presupposed."""
        event = self.event
        if event is None:
            return ""
        if event.voice == "passive":
            return ""
        return " ".join(one for one in (event.subject or "anyone", past(event.verb), event.target) if one)


def demand_of(part: Part, units: Sequence[Unit]) -> Demand:
    """Return what a part presupposes; names that the evidence is all about are left out."""
    passages = {unit.chunk.chunk_id: frozenset(stems(_framed(unit))) for unit in units}
    needed = max(2.0, _EVERYWHERE * len(passages))
    scopes = tuple(
        wanted
        for wanted in (name_stems(name) for name in part.names)
        if wanted and sum(wanted <= held for held in passages.values()) < needed
    )
    return Demand(part, attribute_of(part), event_of(part), scopes)


def _framed(unit: Unit) -> str:
    return f"{unit.chunk.document_title}. {unit.chunk.full_text}"


def _states(demand: Demand, unit: Unit) -> bool:
    attribute = demand.attribute
    if attribute is None:
        return True
    present = unit.stems | unit.around
    forms = canonicals(present)
    if not measure_forms(attribute.head) & present and not _spelled_out(attribute, unit):
        return False
    if not all(matches(one, present, forms) for one in attribute.measuring):
        return False
    held = sum(bool(matches(one, present, forms)) for one in attribute.others)
    return held * 2 >= len(attribute.others) and _in_scope(demand, present)


def _spelled_out(attribute: Attribute, unit: Unit) -> bool:
    return bool(matches(attribute.head, unit.stems, frozenset()))


def _in_scope(demand: Demand, present: frozenset[str]) -> bool:
    """Every name that tells subjects apart must stand with the measure."""
    return all(all(matches(one, present, frozenset()) for one in scope) for scope in demand.scopes)


def _tells(demand: Demand, unit: Unit) -> bool:
    event = demand.event
    if event is None:
        return True
    if unit.kind == "row" and demand.part.expects != "text" and is_change(event.verb):
        return True
    said = unit.text if not unit.leans_back and unit.kind == "sentence" else f"{unit.before} {unit.text}"
    if unit.kind == "row":
        said = f"{unit.chunk.heading} {unit.text}"
    tokens = words(said)
    at = [place for place, word in enumerate(tokens) if word in reports(event.verb)]
    return any(_fits(demand, event, tokens, place) for place in at)


def _fits(demand: Demand, event: Event, tokens: Sequence[str], place: int) -> bool:
    """Tell whether the verb at a place is not denied and near whom or what the question names."""
    if _NOT & set(tokens[max(0, place - 3) : place]):
        return False
    near = tokens[max(0, place - _NEAR) : place + _NEAR + 1]
    if is_change(event.verb):
        between = tokens[max(0, place - 3) : place + 1]
        if denies(event.verb) & set(between):
            return False
    target = event.target if event.target.strip() else event.subject
    wanted = [one for one in stems(without_periods(target))]
    held = frozenset(stem(word) for token in near for word in token.split("-"))
    found = sum(bool(matches(one, held, canonicals(held))) for one in wanted)
    everything = frozenset(stems(" ".join(tokens)))
    named = [name_stems(name) for name in names(f"the {target}") if name_stems(name) in demand.scopes]
    return found * 2 >= len(wanted) and all(scope <= everything for scope in named)

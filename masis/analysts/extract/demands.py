"""Demands: whether a unit holds the attribute, the scope and the event that a part presupposes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from masis.analysts.extract.asked import (
    SCOPE,
    Attribute,
    Event,
    attribute_of,
    doing_of,
    event_of,
    is_scope,
)
from masis.analysts.extract.events import active, denies, is_change, past, reports
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.synonyms import canonicals, matches, measure_forms
from masis.analysts.extract.units import Unit
from masis.analysts.extract.vocabulary import is_measured_row, named_thing, unheard
from masis.domain.terms import stems, word_list, words
from masis.domain.timeframes import without_periods

_NEAR = 9
"""Words between a verb and what it happens to."""
_CLOSE = 5
"""The same between a change and what changed."""
_EVERYWHERE = 0.5
"""A name that stands in this share of the passages is whom all of them are about: it is not repeated."""
_LOOK_BACK = 200
"""Characters before a sentence in which stands what it points at."""
_OPENING = 30
_POINTS = re.compile(rf"^(?:its|their|(?:the|this|that) {SCOPE})\b(?! (?-i:[A-Z]))", re.IGNORECASE)
_ASIDE = re.compile(r", [^,;.]{1,90},(?= )")
_CLAUSE = re.compile(r"[:;]\s")
_NOT = frozenset(
    word_list("not never no without cannot didn't hasn't wasn't won't against stopped stop ceased denied")
)
_TURNED = frozenset(word_list("was were been be being is are which that"))
"""Words that let an active form follow what it is done to."""


@dataclass(frozen=True)
class Demand:
    """What a unit must hold to answer a part at all."""

    part: Part
    attribute: Attribute | None
    event: Event | None
    names: tuple[str, ...]
    """Names that tell this subject from others in the evidence."""
    unheard: bool = False
    """True when what is asked for, no known measure, is a word the evidence does not know."""
    thing: str = ""
    """Stem of what is asked for, no known measure, where the evidence has a word for it."""
    doing: str = ""
    """Stem of what somebody is asked to do (``who builds``), where the evidence speaks of just that."""

    @property
    def scopes(self) -> tuple[frozenset[str], ...]:
        """The stems of those names."""
        return tuple(name_stems(name) for name in self.names)

    def met(self, unit: Unit) -> bool:
        """Tell whether a unit states the attribute asked for, of whom, and reports the event."""
        said = (
            not self.unheard and _does(self.doing, unit) and (not self.thing or holds_thing(self.thing, unit))
        )
        return said and _states(self, unit) and _tells(self, unit)

    @property
    def premise(self) -> str:
        """The event in the words of the question, as a clause; empty when it cannot be said plainly."""
        event = self.event
        if event is None or event.voice == "passive" or self.part.kind in {"quantity", "which"}:
            return ""
        return " ".join(one for one in (event.subject or "anyone", past(event.verb), event.target) if one)


def demand_of(part: Part, units: Sequence[Unit]) -> Demand:
    """Return what a part presupposes; names that the evidence is all about are left out."""
    passages = {unit.chunk.chunk_id: frozenset(stems(_framed(unit))) for unit in units}
    needed = max(2.0, _EVERYWHERE * len(passages))
    apart = tuple(
        name
        for name in part.names
        if name_stems(name)
        and (is_scope(part, name) or sum(name_stems(name) <= held for held in passages.values()) < needed)
    )
    unknown = unheard(part, units, passages)
    thing = "" if unknown else named_thing(part)
    doing = _heard_doing(part, units)
    return Demand(part, attribute_of(part), event_of(part), apart, unknown, thing, doing)


def _heard_doing(part: Part, units: Sequence[Unit]) -> str:
    """Return what somebody is asked to do when a passage says it of the same thing; else nothing."""
    doing = doing_of(part)
    rest = [term for term in part.terms if term != doing]
    for unit in units if doing else ():
        present = unit.stems | unit.around
        about = sum(bool(matches(term, present, canonicals(present))) for term in rest)
        if _does(doing, unit) and about * 2 > len(rest):
            return doing
    return ""


def holds_thing(thing: str, unit: Unit) -> bool:
    """Tell whether a unit, or what it points at, has the word for what is asked."""
    own = unit.stems | unit.around | _pointed_at(unit)
    return bool(matches(thing, own, canonicals(own)) or measure_forms(thing) & own)


def _does(doing: str, unit: Unit) -> bool:
    return not doing or bool(matches(doing, unit.stems, canonicals(unit.stems)))


def _framed(unit: Unit) -> str:
    return f"{unit.chunk.document_title}. {unit.chunk.full_text}"


def _states(demand: Demand, unit: Unit) -> bool:
    attribute = demand.attribute
    if attribute is None:
        return True
    present = unit.stems | unit.around
    forms = canonicals(present)
    own = _own(unit)
    if is_measured_row(demand.part, unit) and not attribute.measuring:
        return _in_scope(demand, unit)
    if not measure_forms(attribute.head) & own and not matches(attribute.head, own, frozenset()):
        return False
    if not all(matches(one, own, canonicals(own)) for one in attribute.measuring):
        return False
    held = sum(bool(matches(one, present, forms)) for one in attribute.others)
    said = f"{unit.chunk.heading} {unit.before} {unit.text}".lower()
    numbered = all(one in said for one in attribute.numbered)
    return numbered and held * 2 >= len(attribute.others) and _in_scope(demand, unit)


def _own(unit: Unit) -> frozenset[str]:
    """Return the stems of a unit with its frame; the sentence before belongs to it only when pointed at."""
    if unit.kind != "sentence":
        return unit.stems | unit.around
    frame = stems(f"{unit.chunk.document_title}. {unit.chunk.heading}")
    return unit.stems | frozenset(frame) | _pointed_at(unit)


def _pointed_at(unit: Unit) -> frozenset[str]:
    """Return the stems of what stands just before a sentence that opens with "The segment", "It"."""
    if not unit.leans_back and not _POINTS.match(unit.text):
        return frozenset()
    text = " ".join(unit.chunk.full_text.split())
    at = text.find(unit.text[:_OPENING])
    return frozenset(stems(text[max(0, at - _LOOK_BACK) : max(0, at)]))


def _in_scope(demand: Demand, unit: Unit) -> bool:
    """Every name that tells subjects apart must stand with the measure, and no sibling instead of it."""
    own = _own(unit)
    return all(
        (all(matches(one, own, frozenset()) for one in name_stems(name)) or name in unit.before)
        and not _sibling(name, unit)
        for name in demand.names
    )


def _sibling(name: str, unit: Unit) -> bool:
    """Tell whether a unit is about another number of the same series: HM-60 where HM-70 was asked."""
    series = re.match(r"([A-Za-z]+-?)\d+", name)
    if series is None or name.lower() in unit.text.lower():
        return False
    return bool(re.search(rf"\b{re.escape(series[1])}\d", unit.text, re.IGNORECASE))


def _tells(demand: Demand, unit: Unit) -> bool:
    event = demand.event
    if event is None:
        return True
    if unit.kind == "row" and demand.part.expects != "text" and is_change(event.verb):
        return True
    said = unit.text if not unit.leans_back and unit.kind == "sentence" else f"{unit.before} {unit.text}"
    if unit.kind == "row":
        said = f"{unit.chunk.heading} {unit.text}"
    clauses = [said] if unit.kind == "row" else _CLAUSE.split(said)
    # "SAIDI, the time without power, improved": what is set between commas parts nothing.
    clauses = [*clauses, *(_ASIDE.sub(" ", clause) for clause in clauses if _ASIDE.search(clause))]
    return any(_reported(demand, event, words(clause)) for clause in clauses)


def _reported(demand: Demand, event: Event, tokens: Sequence[str]) -> bool:
    at = [place for place, word in enumerate(tokens) if word in reports(event.verb)]
    return any(_fits(demand, event, tokens, place) for place in at)


def _fits(demand: Demand, event: Event, tokens: Sequence[str], place: int) -> bool:
    """Tell whether the verb at a place is not denied and near whom or what the question names."""
    before = tokens[max(0, place - _NEAR) : place]
    after = tokens[place + 1 : place + 1 + _NEAR]
    if _NOT & set(before[-3:]) or (tokens[place] == "successor" and "a" in before[-2:]):
        return False
    if is_change(event.verb):
        if denies(event.verb) & set(before[-3:]):
            return False
        before, after = before[-_CLOSE:], after[:_CLOSE]
    elif event.target and tokens[place] in active(event.verb) and not _TURNED & set(before[-3:]):
        # What stands before an active verb is not what it is done to.
        before = ()
    known = frozenset().union(*(name_stems(name) for name in demand.part.names)) - _union(demand.scopes)
    target = event.target or event.subject
    wanted = [one for one in stems(without_periods(target)) if one not in known]
    held = frozenset(stems(" ".join((*before, tokens[place], *after))))
    found = sum(bool(matches(one, held, canonicals(held))) for one in wanted)
    everything = frozenset(stems(" ".join(tokens)))
    said = frozenset(stems(f"{event.target} {event.subject}"))
    named = [scope for scope in demand.scopes if scope <= said]
    return found * 2 >= len(wanted) and all(scope <= everything for scope in named)


def _union(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    return frozenset().union(*sets)

"""Padding: support that shares neither the measure nor the entity that was asked is left out."""

import re
from collections.abc import Sequence

from masis.analysts.extract.answer_types import holds
from masis.analysts.extract.features import cover, weigh_terms
from masis.analysts.extract.figures_asked import asks_figure, looks_forward, says_plan, scope_of
from masis.analysts.extract.question import Part
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.units import Unit
from masis.domain.conflicts import house_names
from masis.domain.metrics import is_measure, name_keys
from masis.domain.terms import stems

_WIDE = frozenset({"broad", "advice", "compare"})
_SHARE, _SHARE_OF_TEXT = 0.6, 0.4
"""How much of what the lead covers of the question its support must cover; less where no figure is asked."""
_NEAR = 0.7
_PLAIN = 0.6
"""Share of the question a lead covers, with its surroundings, when it plainly answers."""
_AS_MUCH = 0.9


_POSSESSIVE = re.compile(r"(?:its|their|his|her)\b", re.IGNORECASE)


def trimmed(part: Part, chosen: Sequence[Unit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the lead and the support that speaks of the same; wide questions keep what was found."""
    listed = all(unit.kind == "item" and unit.before == chosen[0].before for unit in chosen)
    if part.kind in _WIDE or listed or len(chosen) < 2:
        return tuple(chosen)
    terms = weigh_terms(part, units)
    lead = _lead(chosen)
    # A sentence that opens with a pronoun is read with the one before it, and shares what that one says.
    figure = asks_figure(part)
    share = _SHARE if part.expects != "text" or figure else _SHARE_OF_TEXT
    needed = share * cover(terms, lead.stems)
    chunks = tuple(dict.fromkeys(unit.chunk for unit in units))
    scope, house = scope_of(part, chunks), house_names(chunks)
    asked = frozenset(term for term in part.terms if is_measure(term)) - scope
    # A lead that covers the question needs nothing from another page that says less.
    plain = cover(terms, lead.stems | lead.around) >= _PLAIN and holds(part, lead) > 0
    kept: list[Unit] = []
    for at, unit in enumerate(chosen):
        said = _said(unit, chosen[at - 1] if at and unit.leans_back else None)
        framed = said if unit.kind == "row" else said | frozenset(stems(unit.chunk.heading))
        strict = figure or "row" in {unit.kind, lead.kind} or part.kind == "list"
        alike = (
            cover(terms, said) >= needed
            and _names_all(_held(lead, scope), framed)
            and _names_all(_held(lead, asked), said)
            and not (figure and _other_scope(unit, lead, scope, house))
            and not (figure and looks_forward(part) and not says_plan(unit.text))
        )
        elsewhere = (plain or part.kind == "why") and not _beside(unit, lead)
        if elsewhere:
            alike = (
                alike and cover(terms, said) >= _AS_MUCH * cover(terms, lead.stems) and holds(part, unit) > 0
            )
        same = unit.chunk == lead.chunk
        loose = not (strict or elsewhere or (part.kind == "why" and not same))
        fits = not _far_off(unit, lead) and (alike or loose) and not _other_row(part, unit, lead)
        if unit is lead or unit in _before(lead, chosen) or _completes(unit, lead) or fits:
            kept.append(unit)
    return tuple(kept)


def _beside(unit: Unit, lead: Unit) -> bool:
    """Tell support from the lead's own page."""
    same = unit.chunk.version_id == lead.chunk.version_id
    return same and unit.chunk.page_number == lead.chunk.page_number


def _other_row(part: Part, unit: Unit, lead: Unit) -> bool:
    """Tell a fellow of the leading row whose label lacks what the question names in that row's label."""
    if {unit.kind, lead.kind} != {"row"} or unit.chunk.version_id != lead.chunk.version_id:
        return False
    asked = frozenset(part.terms)
    own, other = (frozenset(stems(one.text.split(" – ")[0])) & asked for one in (lead, unit))
    return other < own


def _far_off(unit: Unit, lead: Unit) -> bool:
    """Tell support from a replaced document, or from a passage far less near to the question."""
    if unit.chunk.document_id == lead.chunk.document_id:
        return False
    replaced = unit.chunk.superseded and not lead.chunk.superseded
    return replaced or unit.chunk.score < _NEAR * lead.chunk.score


def _other_scope(unit: Unit, lead: Unit, scope: frozenset[str], house: frozenset[str]) -> bool:
    """Tell a figure of somebody else: it names what neither the part nor the lead names."""
    if scope:
        return False
    return bool(name_keys(f"x {unit.text}") - name_keys(f"x {lead.text}") - house)


def _lead(chosen: Sequence[Unit]) -> Unit:
    """Return the sentence that answers: the second when the first only says what it points at."""
    second = chosen[1]
    first = chosen[0]
    follows = second.chunk.chunk_id == first.chunk.chunk_id and second.position == first.position + 1
    return second if follows and (second.leans_back or _POSSESSIVE.match(second.text)) else first


def _completes(unit: Unit, lead: Unit) -> bool:
    """Tell whether a lead that opens with a pronoun points at this sentence."""
    beside = unit.chunk.chunk_id == lead.chunk.chunk_id and unit.position == lead.position - 1
    return beside and lead.leans_back


def _before(lead: Unit, chosen: Sequence[Unit]) -> tuple[Unit, ...]:
    return (chosen[0],) if lead is not chosen[0] else ()


def _said(unit: Unit, before: Unit | None) -> frozenset[str]:
    return unit.stems | before.stems if before is not None else unit.stems


def _held(lead: Unit, wanted: frozenset[str]) -> frozenset[str]:
    """Return what is wanted and stands in the lead or around it; only that can be asked of its support."""
    present = lead.stems | lead.around
    forms = canonicals(present)
    return frozenset(one for one in wanted if matches(one, present, forms))


def _names_all(wanted: frozenset[str], said: frozenset[str]) -> bool:
    forms = canonicals(said)
    return all(matches(one, said, forms) for one in wanted)

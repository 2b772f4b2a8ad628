"""Padding: support that shares neither the measure nor the entity that was asked is left out."""

from collections.abc import Sequence

from masis.analysts.extract.features import cover, weigh_terms
from masis.analysts.extract.figures_asked import scope_of
from masis.analysts.extract.question import Part
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.units import Unit
from masis.domain.metrics import is_measure
from masis.domain.terms import stem

_WIDE = frozenset({"broad", "list", "advice", "compare"})
_SHARE = 0.6
"""How much of what the lead covers of the question its support must cover too."""


def trimmed(part: Part, chosen: Sequence[Unit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the lead and the support that speaks of the same; wide questions keep what was found."""
    if part.kind in _WIDE or len(chosen) < 2:
        return tuple(chosen)
    terms = weigh_terms(part, units)
    lead = _lead(chosen)
    # A sentence that opens with a pronoun is read with the one before it, and shares what that one says.
    needed = _SHARE * cover(terms, lead.stems)
    scope = scope_of(part, tuple(dict.fromkeys(unit.chunk for unit in units)))
    asked = frozenset(term for term in part.terms if is_measure(term)) - scope
    kept: list[Unit] = []
    for at, unit in enumerate(chosen):
        said = _said(unit, chosen[at - 1] if at and unit.leans_back else None)
        fits = cover(terms, said) >= needed and _names_all(scope & _held(lead, scope), said)
        if unit is lead or unit in _before(lead, chosen) or (fits and _names_all(asked & _held(lead, asked), said)):
            kept.append(unit)
    return tuple(kept)


def _lead(chosen: Sequence[Unit]) -> Unit:
    """Return the sentence that answers: the second when the first only says what it points at."""
    second = chosen[1]
    first = chosen[0]
    follows = second.chunk.chunk_id == first.chunk.chunk_id and second.position == first.position + 1
    return second if second.leans_back and follows else first


def _before(lead: Unit, chosen: Sequence[Unit]) -> tuple[Unit, ...]:
    return (chosen[0],) if lead is not chosen[0] else ()


def _said(unit: Unit, before: Unit | None) -> frozenset[str]:
    return unit.stems | before.stems if before is not None else unit.stems


def _held(lead: Unit, wanted: frozenset[str]) -> frozenset[str]:
    present = lead.stems | lead.around
    forms = canonicals(present)
    return frozenset(one for one in wanted if matches(stem(one), present, forms))


def _names_all(wanted: frozenset[str], said: frozenset[str]) -> bool:
    forms = canonicals(said)
    return all(matches(one, said, forms) for one in wanted)

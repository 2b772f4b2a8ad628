"""Sections: the passages that stand under one heading, as the points a list or an overview is made of."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from masis.analysts.extract.answer_types import holds
from masis.analysts.extract.figures_asked import scope_of
from masis.analysts.extract.question import Part
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.units import Unit, clean, units_of
from masis.domain.evidence import SUB_SECTION, EvidenceChunk, in_section
from masis.domain.terms import stems

_ANNOUNCES = re.compile(
    r"(?:\b(?:are|were|is|be) (?:these|this|the following|as follows)|"
    r"\bthe following\b[^.]*|\bas follows|\bbelow)\W*$"
    r"|\b(?:rests?|is (?:built|based)|stands?|relies|depends) on (?:the following )?"
    r"(?:two|three|four|five|six|seven)\b"
    r"|\b(?:there are|(?:we|it|they) (?:see|have|pursue|name|follow|set)) (?:two|three|four|five|six|seven)\b"
    r"|\b(?:these|the following) (?:two |three |four |five |six |seven )?\w+:?$",
    re.IGNORECASE,
)
_OPENS_BACK = re.compile(r"(?:its?|their|they|he|she|his|her|this|that|these|those)\b", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*•]|\d{1,2}[.)])\s)")


def announces(unit: Unit) -> bool:
    """Tell whether a sentence says that a list follows: ``The main risks are these.``."""
    return unit.kind == "sentence" and bool(_ANNOUNCES.search(unit.text.rstrip(".:")))


def section_of(chunk: EvidenceChunk, chunks: Sequence[EvidenceChunk]) -> tuple[EvidenceChunk, ...]:
    """Return the passages of the section a passage opens, in the order of the pages."""
    fellows = [
        one
        for one in chunks
        if not one.flagged and (one.chunk_id == chunk.chunk_id or in_section(one, chunk))
    ]
    return tuple(sorted(dict.fromkeys(fellows), key=place))


def points_after(intro: Unit, chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return the first sentence of each paragraph that follows an announcement in its section.

    A list's own items come whole. A passage under a heading of its own gives its first sentence,
    the heading in front.
    """
    points: list[Unit] = []
    for chunk in section_of(intro.chunk, chunks):
        own = chunk.chunk_id == intro.chunk.chunk_id
        if place(chunk) < place(intro.chunk):
            continue
        for unit in openings(chunk, after=intro.text if own else ""):
            if not any(
                unit.chunk == other.chunk and unit.before == other.before
                for other in points
                if _headed(other)
            ):
                points.append(_as_point(unit, intro))
    return tuple(points)


def openings(chunk: EvidenceChunk, after: str = "") -> Iterator[Unit]:
    """Yield the first sentence of each paragraph of a passage, those up to ``after`` left out."""
    units = [unit for unit in units_of([chunk]) if unit.kind != "row"]
    waiting = bool(after)
    for paragraph in _PARAGRAPH.split(chunk.text):
        said = clean(paragraph)
        if waiting:
            waiting = after not in said
            continue
        first = next((unit for unit in units if said.startswith(unit.text)), None)
        if first is not None:
            yield first


def outlined(lead: Unit, chunks: Sequence[EvidenceChunk], most: int) -> tuple[Unit, ...]:
    """Return the main points of a section: what opens each passage and sub-section of it."""
    section = section_of(lead.chunk, chunks)
    opened = [_distinct(openings(chunk)) for chunk in section]
    told = [_distinct(unit for unit in units_of([chunk]) if unit.kind != "row") for chunk in section]
    nested = [chunk.heading != lead.chunk.heading for chunk in section]
    taken = [(units[:1] if inside else units)[:most] for units, inside in zip(opened, nested, strict=True)]
    # Room that is left goes to what the sub-sections say next, one more sentence each.
    room = most - sum(map(len, taken))
    for at, units in enumerate(told):
        following = [unit for unit in units if taken[at] and unit.position == taken[at][-1].position + 1]
        if room > 0 and nested[at] and following:
            taken[at] = [*taken[at], following[0]]
            room -= 1
    points = [
        as_headed(unit) if inside else unit
        for units, inside in zip(taken, nested, strict=True)
        for unit in units
    ]
    return tuple(points[:most])


def about(part: Part, units: Sequence[Unit], chunks: Sequence[EvidenceChunk]) -> list[Unit]:
    """Return the sentences that name whom or what an overview is about, or stand under its heading."""
    scope = scope_of(part, chunks)
    if not scope:
        return []
    told = [
        unit
        for unit in units
        if unit.kind != "row"
        and not unit.chunk.superseded
        and not unit.leans_back
        and scope <= unit.stems | frozenset(stems(unit.chunk.heading.rsplit(SUB_SECTION, 1)[-1]))
    ]
    return sorted(
        told,
        key=lambda unit: (not scope <= unit.stems, -unit.chunk.score, unit.chunk.chunk_id, unit.position),
    )


def continued(part: Part, found: Sequence[Unit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Put the next sentence behind a lead that names the entity only: ``Its budget is ...``."""
    lead = found[0]
    missing = [term for term in part.terms if not matches(term, lead.stems, canonicals(lead.stems))]
    follower = next(
        (unit for unit in units if unit.chunk == lead.chunk and unit.position == lead.position + 1), None
    )
    tells = (
        follower is not None
        and follower.kind == "sentence" == lead.kind
        and _OPENS_BACK.match(follower.text)
        and any(matches(term, follower.stems, canonicals(follower.stems)) for term in missing)
        and holds(part, follower) > 0
    )
    if follower is None or not tells:
        return tuple(found)
    return (lead, follower, *(unit for unit in found[1:] if unit.key != follower.key))


def _distinct(units: Iterable[Unit]) -> list[Unit]:
    return list({unit.key: unit for unit in units}.values())


def heading_fits(chunk: EvidenceChunk, terms: Sequence[str]) -> bool:
    """Tell whether a passage's own heading names the topic."""
    own = frozenset(stems(chunk.heading.rsplit(SUB_SECTION, 1)[-1]))
    forms = canonicals(own)
    return bool(own) and any(matches(term, own, forms) for term in terms)


def _as_point(unit: Unit, intro: Unit) -> Unit:
    if unit.chunk.heading != intro.chunk.heading:
        return as_headed(unit)
    return replace(unit, kind="item", before=unit.before if unit.before.endswith(":") else "")


def as_headed(unit: Unit) -> Unit:
    """Introduce a point by the heading it stands under, as a list's lead-in does."""
    heading = unit.chunk.heading.rsplit(SUB_SECTION, 1)[-1].strip(" .:")
    return replace(unit, kind="item", before=f"{heading}:")


def _headed(unit: Unit) -> bool:
    return unit.kind == "item" and unit.before.endswith(":") and unit.before[:-1] in unit.chunk.heading


def place(chunk: EvidenceChunk) -> tuple[int, int]:
    """Return where a passage stands in its document."""
    return (chunk.page_number, chunk.char_start)

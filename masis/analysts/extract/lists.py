"""Lists: the whole of a list that an answer holds a part of, what the next passage goes on with included."""

import re
from collections.abc import Sequence
from dataclasses import replace

from masis.analysts.extract.question import Part
from masis.analysts.extract.sections import announces, openings, place, section_of
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.units import Unit, clean, units_of
from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.terms import stems

_ADVISES = re.compile(
    r"\b(?:recommend\w*|propos\w+|suggest\w*|advis\w+|measures|actions?|steps|remed\w+)\b", re.IGNORECASE
)
_ENUMERATES = re.compile(
    r"(?::|\bare\b|\bwere\b|\binclude) (?:[^,;.]+[,;] )+(?:[^,;.]+,? )?(?:and|or) ", re.IGNORECASE
)
_SHORT = 6
_BETWEEN = 3
"""Characters that may stand between two passages when the second goes on with the first."""


def whole_list(item: Unit, chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return all items of the list a unit stands in under its lead-in; nothing when there is none."""
    if item.kind != "item":
        return ()
    own = next((group for group in _groups(_run(item.chunk, chunks)) if _holds(group, item)), [])
    return tuple(own) if own and own[0].before.endswith(":") else ()


def _holds(group: Sequence[Unit], item: Unit) -> bool:
    return any(unit.key == item.key for unit in group)


def _run(chunk: EvidenceChunk, chunks: Sequence[EvidenceChunk]) -> list[EvidenceChunk]:
    """Return the passages of one heading that follow each other without a gap around a passage."""
    same = [one for one in chunks if one.version_id == chunk.version_id and one.heading == chunk.heading]
    same = sorted(dict.fromkeys(same), key=place)
    at = next(number for number, one in enumerate(same) if one.chunk_id == chunk.chunk_id)
    first = last = at
    while first > 0 and _goes_on(same[first - 1], same[first]):
        first -= 1
    while last + 1 < len(same) and _goes_on(same[last], same[last + 1]):
        last += 1
    return same[first : last + 1]


def _goes_on(one: EvidenceChunk, other: EvidenceChunk) -> bool:
    if one.page_number != other.page_number:
        return other.page_number == one.page_number + 1
    return other.char_start - one.char_end <= _BETWEEN


def _groups(run: Sequence[EvidenceChunk]) -> list[list[Unit]]:
    """Return the lists of passages that follow each other, each item with its lead-in."""
    groups: list[list[Unit]] = []
    lead_in, goes_on = "", False
    for chunk in run:
        for unit in units_of([chunk]):
            if unit.kind != "item":
                lead_in, goes_on = "", goes_on and unit.kind == "row"
                continue
            if unit.before and unit.before != lead_in:
                goes_on = False
            lead_in = unit.before or lead_in
            made = replace(unit, before=lead_in)
            if goes_on:
                groups[-1].append(made)
            else:
                groups.append([made])
            goes_on = True
        # A lead-in that closes its passage has its items in the next.
        ending = clean(chunk.text.rstrip().rsplit("\n", 1)[-1])
        if ending.endswith(":"):
            lead_in, goes_on = ending, False
    return groups


def headed_list(part: Part, found: Sequence[Unit], chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return what opens each sub-section of a section whose heading names what is listed."""
    for unit in found:
        parent = unit.chunk.heading.rsplit(SUB_SECTION, 1)[0]
        if SUB_SECTION not in unit.chunk.heading or parent == unit.chunk.document_title:
            continue
        if not _names_list(parent.rsplit(SUB_SECTION, 1)[-1], part):
            continue
        inside = sorted(
            (
                one
                for one in dict.fromkeys(chunks)
                if one.version_id == unit.chunk.version_id
                and one.heading.rsplit(SUB_SECTION, 1)[0] == parent
                and one.heading != parent
                and not one.flagged
            ),
            key=place,
        )
        first = {one.heading: one for one in reversed(inside)}
        points = [point for one in inside if first[one.heading] is one for point in _opening(one)]
        if len(points) > 1:
            return tuple(points)
    return ()


def sectioned(part: Part, found: Sequence[Unit], chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return the sentences of a short section whose heading names what is listed, in their order."""
    chunk = found[0].chunk
    if found[0].kind != "sentence" or SUB_SECTION not in chunk.heading or announces(found[0]):
        return ()
    if not _names_list(chunk.heading.rsplit(SUB_SECTION, 1)[-1], part):
        return ()
    told = [unit for one in section_of(chunk, chunks) for unit in units_of([one])]
    plain = all(unit.kind == "sentence" and unit.chunk.heading == chunk.heading for unit in told)
    return tuple(told) if plain and 1 < len(told) <= _SHORT else ()


def _opening(chunk: EvidenceChunk) -> list[Unit]:
    first = next(openings(chunk), None)
    if first is None:
        return []
    return [replace(first, text=f"{_last(chunk.heading)}: {first.text}", kind="item", before="")]


def _names_list(heading: str, part: Part) -> bool:
    own = [one for one in stems(heading) if not one.isdigit()]
    asked = frozenset(part.terms)
    held = sum(bool(matches(one, asked, canonicals(asked))) for one in own)
    return bool(own) and held * 2 >= len(own)


def listed_under(part: Part, found: Sequence[Unit], chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    """Return the list that stands right under a heading which names what is listed: ``Options``."""
    for chunk in dict.fromkeys(unit.chunk for unit in found):
        if _names_list(_last(chunk.heading), part) and SUB_SECTION in chunk.heading:
            items = _headed_items(chunk, chunks)
            if len(items) > 1:
                return items
    return ()


def _headed_items(chunk: EvidenceChunk, chunks: Sequence[EvidenceChunk]) -> tuple[Unit, ...]:
    items = [unit for one in _run(chunk, chunks) for unit in units_of([one]) if unit.kind == "item"]
    return tuple(replace(unit, before=unit.before or f"{_last(chunk.heading)}:") for unit in items)


def _last(heading: str) -> str:
    return heading.rsplit(SUB_SECTION, 1)[-1].strip(" .:")


def recommended(
    part: Part, lead: Unit, units: Sequence[Unit], chunks: Sequence[EvidenceChunk]
) -> tuple[Unit, ...]:
    """Return the list that says what to do: of the document of the lead, else of one about the same."""
    items = [unit for unit in units if unit.kind == "item" and not unit.chunk.superseded]
    advising = [unit for unit in items if _ADVISES.search(unit.before or _last(unit.chunk.heading))]
    own = [unit for unit in advising if unit.chunk.version_id == lead.chunk.version_id]
    first = next((unit for unit in own or advising if own or _about(unit, part)), None)
    if first is None:
        return ()
    return whole_list(first, chunks) if first.before else _headed_items(first.chunk, chunks)


def _about(unit: Unit, part: Part) -> bool:
    topic = [term for term in part.terms if not _ADVISES.search(term)]
    held = sum(bool(matches(term, unit.around, canonicals(unit.around))) for term in topic)
    return bool(topic) and held * 2 >= len(topic)


def enumerates(unit: Unit) -> bool:
    """Tell whether a sentence is itself the list: ``They named three causes: price, time and trust.``."""
    return unit.kind == "sentence" and bool(_ENUMERATES.search(unit.text))

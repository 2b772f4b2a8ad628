"""Shaping: what was found for a part becomes what an analyst would hand in: whole and not padded."""

import re
from collections.abc import Sequence
from dataclasses import replace

from masis.analysts.extract.answer_types import figures_in
from masis.analysts.extract.columns import narrowed
from masis.analysts.extract.comparing import difference, side_parts
from masis.analysts.extract.demands import holds_thing
from masis.analysts.extract.figures_asked import asks_figure, asks_move, looks_forward, says_plan, stating
from masis.analysts.extract.growing import grown
from masis.analysts.extract.leading import RANKED, leading
from masis.analysts.extract.lists import (
    enumerates,
    headed_list,
    listed_under,
    recommended,
    sectioned,
    whole_list,
)
from masis.analysts.extract.padding import trimmed
from masis.analysts.extract.question import Part
from masis.analysts.extract.reasoning import reasons_for
from masis.analysts.extract.registers import asks_list, register
from masis.analysts.extract.sections import about, announces, continued, heading_fits, outlined, points_after
from masis.analysts.extract.selecting import Finding
from masis.analysts.extract.units import Unit
from masis.analysts.extract.vocabulary import is_measured_row, named_thing
from masis.domain.evidence import EvidenceChunk
from masis.domain.terms import names, stems
from masis.domain.timeframes import compatible, labels

_BROAD_MOST = 7
_LIST_MOST = 14
_BROAD_ROWS = 2
_BROAD_FEW = 4
_ENDS = (".", "!", "?", ":", ";", "”", '"', ")")
"""A line of an overview that ends otherwise is a title or a line of a cover, not a statement."""
_NOT_FINAL = re.compile(r"\b(?:preliminary|unaudited|draft)\b", re.IGNORECASE)


def shaped(finding: Finding, units: Sequence[Unit]) -> Finding:
    """Return the finding with its list completed, its figures at the asked level and its padding gone."""
    part = finding.part
    first = leading(part, units) if not finding.absent else ()
    if first:
        return replace(finding, units=(*first, *_naming(first[0], finding.units)), nearest="", unsaid="")
    if part.kind == "compare" and len(part.sides) == 2:
        made = _compared(finding, units)
        if made.derived or made.absent or not asks_move(part):
            return made
        return replace(made, derived=grown(part, [_as_read(unit, units) for unit in made.units]))
    if not finding.answered:
        return finding
    chunks = tuple(dict.fromkeys(unit.chunk for unit in units))
    chosen = _whole(part, finding.units, units, chunks) or _plain(part, finding.units, units)
    return replace(finding, units=tuple(narrowed(part, unit) for unit in chosen))


def _as_read(unit: Unit, units: Sequence[Unit]) -> Unit:
    """Return a row with all its columns again."""
    place = (unit.chunk.chunk_id, unit.position)
    return next((one for one in units if (one.chunk.chunk_id, one.position) == place), unit)


def _compared(finding: Finding, units: Sequence[Unit]) -> Finding:
    """Take both sides of a comparison of one measure at the asked level, where the passages state it so."""
    named = [names(f"x {words}") for words in finding.part.sides]
    sides = tuple(
        replace(side, names=own or side.names)
        for side, own in zip(side_parts(finding.part), named, strict=True)
    )
    plain = replace(finding, units=tuple(narrowed(finding.part, unit) for unit in finding.units))
    by_period = not any(named) and all(labels(words) for words in finding.part.sides)
    if not (all(named) or by_period) or not all(
        asks_figure(replace(side, kind="quantity")) for side in sides
    ):
        return plain
    moves = asks_move(finding.part)
    stated = [stating(side, units, finding.units, moves=moves)[:1] for side in sides]
    if not all(stated):
        return plain
    both = tuple(dict.fromkeys(unit for side in stated for unit in side))
    derived = difference(list(zip(sides, stated, strict=True)))
    shown = both if len(both) == 1 else tuple(narrowed(finding.part, unit) for unit in both)
    return replace(finding, units=shown, absent=(), derived=derived)


def _naming(first: Unit, found: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the sentence that says of the leading row what was asked: ``Food remains the largest``."""
    label = frozenset(stems(first.text.split(" – ")[0].split(" (")[0]))
    told = [
        unit
        for unit in found
        if unit.kind == "sentence"
        and label <= unit.stems
        and RANKED.search(unit.text)
        and not says_plan(unit.text)
    ]
    return tuple(told[:1])


def merged(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Let parts that the same sentence answers share one answer: the later joins the earlier."""
    kept: list[Finding] = []
    for finding in findings:
        lead = finding.units[0] if finding.units else None
        home = next((at for at, one in enumerate(kept) if lead is not None and _says(one, lead)), None)
        if home is None or finding.derived or finding.absent:
            said = [unit for one in kept for unit in one.units]
            fresh = tuple(unit for unit in finding.units if unit is lead or not _repeated(unit, said))
            kept.append(replace(finding, units=fresh))
        else:
            kept[home] = replace(kept[home], also=(*kept[home].also, finding.part))
    return tuple(kept)


def _whole(
    part: Part, found: Sequence[Unit], units: Sequence[Unit], chunks: Sequence[EvidenceChunk]
) -> tuple[Unit, ...]:
    """Return a whole list or the outline of a section, when that is what was asked; else nothing."""
    if part.kind == "broad":
        return _overview(part, found, units, chunks)
    listed = _listed(part, found, units, chunks)
    if listed:
        return listed[:_LIST_MOST]
    if not asks_list(part) and not announces(found[0]):
        return ()
    intro = next((unit for unit in found if announces(unit)), None)
    points = points_after(intro, chunks) if intro is not None else ()
    listed = (intro, *points) if intro is not None and points else ()
    rows = register(part, units, found) if asks_list(part) else ()
    if (
        not listed
        and rows
        and found[0].kind != "row"
        and found[0].chunk.document_id != rows[0].chunk.document_id
    ):
        return (*trimmed(part, [one for one in found if one.kind != "row"], units), *rows)[:_LIST_MOST]
    return (*listed, *rows)[:_LIST_MOST] if asks_list(part) or listed else ()


def _listed(
    part: Part, found: Sequence[Unit], units: Sequence[Unit], chunks: Sequence[EvidenceChunk]
) -> tuple[Unit, ...]:
    """Return a written list whole: what is advised, what sub-headings name, or what a lead-in announces."""
    if part.kind == "advice":
        advised = recommended(part, found[0], units, chunks)
        said = {unit.key for unit in advised}
        return (*advised, *(unit for unit in found if unit.key not in said)) if advised else ()
    if asks_list(part):
        headed = headed_list(part, found, chunks) or listed_under(part, found, chunks)
        if headed:
            return headed
        told = sectioned(part, found, chunks)
        if told:
            return told
        if enumerates(found[0]):
            return (found[0], *(unit for unit in found[1:] if enumerates(unit)))
    first = found[0]
    whole = whole_list(first, chunks) if all(unit.kind == first.kind for unit in found) else ()
    keys = {unit.key for unit in whole}
    return whole if asks_list(part) or all(unit.key in keys for unit in found) else ()


def _overview(
    part: Part, found: Sequence[Unit], units: Sequence[Unit], chunks: Sequence[EvidenceChunk]
) -> tuple[Unit, ...]:
    """Return the points of the section the topic heads; else what was found, sentences before rows."""
    lead = next((unit for unit in found if unit.kind != "row" and heading_fits(unit.chunk, part.terms)), None)
    points = outlined(lead, chunks, _BROAD_MOST) if lead is not None else ()
    prose = [unit for unit in found if unit.kind != "row" and not any(unit.key == one.key for one in points)]
    prose = [unit for unit in prose if unit.kind != "sentence" or unit.text.endswith(_ENDS)]
    # What is final goes before what is not yet: the order is kept otherwise.
    rows = sorted(
        (unit for unit in found if unit.kind == "row"), key=lambda unit: bool(_NOT_FINAL.search(unit.text))
    )
    if len(points) > 2:
        return points
    said = tuple(dict.fromkeys((*points, *prose, *about(part, units, chunks))))[:_BROAD_MOST]
    order = dict.fromkeys(unit.chunk.document_id for unit in said)
    grouped = [unit for document in order for unit in said if unit.chunk.document_id == document]
    return (*grouped[:_BROAD_MOST], *rows[: _BROAD_ROWS if len(grouped) < _BROAD_FEW else 0])


def _plain(part: Part, found: Sequence[Unit], units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the figure at the asked level with its support, or the lead with what speaks of the same."""
    stated = stating(part, units, found) if asks_figure(part) else ()
    thing = named_thing(part)
    stated = tuple(unit for unit in stated if not thing or holds_thing(thing, unit))
    if stated:
        more = trimmed(part, [stated[0], *(unit for unit in found if unit not in stated)], units)[1:]
        told = [unit for unit in more if unit.kind != "row" and part.kind in {"how", "why"}]
        return (*stated, *told)
    reasons = reasons_for(part, found[0], units)
    kept = trimmed(part, continued(part, found, units), units)
    if part.kind == "how" and not looks_forward(part):
        # What happened comes before what is intended.
        kept = tuple(sorted(kept, key=lambda unit: says_plan(unit.text)))
    stated = _stated_elsewhere(part, kept[0], units)
    return tuple(dict.fromkeys((kept[0], *stated, *reasons, *(kept[1:] if not reasons else ()))))


def _stated_elsewhere(part: Part, lead: Unit, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the row of the very measure and period asked when it gives another figure than the lead."""
    if part.kind not in {"quantity", "which"} or not part.periods or lead.kind == "row":
        return ()
    said = frozenset(figures_in(lead.text))
    rows = (
        narrowed(part, unit)
        for unit in units
        if is_measured_row(part, unit) and _in_period(part, unit) and not unit.chunk.superseded
    )
    return tuple(row for row in rows if not said & frozenset(figures_in(row.text)))[:1] if said else ()


def _in_period(part: Part, unit: Unit) -> bool:
    return any(compatible(asked, said) for asked in part.periods for said in unit.periods)


def _says(finding: Finding, lead: Unit) -> bool:
    return not finding.absent and _repeated(lead, finding.units)


def _repeated(unit: Unit, said: Sequence[Unit]) -> bool:
    return any(unit.chunk.chunk_id == one.chunk.chunk_id and unit.text == one.text for one in said)

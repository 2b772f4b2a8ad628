"""Reasoning: the reasons and effects a document gives for what it recommends."""

import re
from collections.abc import Sequence

from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit

_HEADED = re.compile(
    r"\b(?:why|reasons?|rationale|effects?|impact|benefits?|risks?|consequences|case for|background)\b", re.IGNORECASE
)
_EFFECT = re.compile(
    r"\b(?:expect\w*|because|since then|would|worth|effect|lead to|reduce[sd]?|rais(?:e|es)|so that|therefore|risen|due to)\b",
    re.IGNORECASE,
)
_MOST = 3


def reasons_for(part: Part, lead: Unit, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return up to three sentences of the same document that say why, or what follows; one from each section."""
    if part.kind != "advice":
        return ()
    fellows = [
        unit
        for unit in units
        if unit.chunk.version_id == lead.chunk.version_id and unit.kind != "row" and not unit.leans_back
    ]
    fellows.sort(key=lambda unit: (unit.chunk.page_number, unit.chunk.char_start, unit.position))
    kept: dict[str, Unit] = {}
    for unit in fellows:
        says = _EFFECT.search(unit.text) is not None
        if unit.key != lead.key and unit.chunk.heading != lead.chunk.heading and says and _HEADED.search(unit.chunk.heading):
            kept.setdefault(unit.chunk.heading, unit)
    if not kept:
        near = [unit for unit in fellows if unit.chunk.chunk_id == lead.chunk.chunk_id and unit.key != lead.key]
        kept = {unit.key: unit for unit in near if _EFFECT.search(unit.text)}
    return tuple(kept.values())[:_MOST]

"""Reasoning: the reasons and effects a document gives for what it recommends."""

import re
from collections.abc import Sequence

from masis.analysts.extract.question import Part
from masis.analysts.extract.units import Unit

_HEADED = re.compile(
    r"\b(?:why|reasons?|rationale|effects?|impact|benefits?|risks?|consequences|case for|background)\b",
    re.IGNORECASE,
)
_EFFECT = re.compile(
    r"\b(?:expect\w*|because|since then|would|worth|effect|lead to|reduce[sd]?|rais(?:e|es)|"
    r"so that|therefore|risen|due to)\b",
    re.IGNORECASE,
)
_FROM_THERE = re.compile(
    r"(?:since then|in addition|besides|moreover|as a result|therefore|this|that|these)\b", re.IGNORECASE
)
_MOST = 3


def reasons_for(part: Part, lead: Unit, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return up to three sentences of the same document that say why, or what follows, section by section."""
    if part.kind != "advice":
        return ()
    fellows = [
        unit
        for unit in units
        if unit.chunk.version_id == lead.chunk.version_id and unit.kind != "row" and not unit.leans_back
    ]
    fellows.sort(key=lambda unit: (unit.chunk.page_number, unit.chunk.char_start, unit.position))
    others = [unit for unit in fellows if unit.key != lead.key]
    headed = [
        unit
        for unit in others
        if _HEADED.search(unit.chunk.heading) or unit.chunk.heading == lead.chunk.heading
    ]
    telling = [unit for unit in headed if _EFFECT.search(unit.text)]
    first: dict[str, Unit] = {}
    for unit in telling:
        first.setdefault(unit.chunk.heading, unit)
    kept = [*first.values(), *(unit for unit in telling if unit not in first.values())][:_MOST]
    whole = [unit for unit in fellows if unit in kept or _led_to(unit, kept)]
    return tuple(whole)


def _led_to(unit: Unit, kept: Sequence[Unit]) -> bool:
    """Tell whether a kept sentence starts from this one: ``Since then``."""
    return any(
        one.chunk.chunk_id == unit.chunk.chunk_id
        and one.position == unit.position + 1
        and _FROM_THERE.match(one.text)
        for one in kept
    )

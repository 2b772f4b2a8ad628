"""Conflict causes: why two sources may give different values, as far as their own words tell."""

import re
from collections.abc import Sequence

from masis.domain.critique import ConflictSide

_DAY = re.compile(
    r"\b(?:as (?:of|at)|on|by|at)\s+(?:the end of\s+)?"
    r"(\d{1,2}\s+[A-Z][a-z]+(?:\s+\d{4})?|[A-Z][a-z]+\s+\d{1,2}(?:,\s*\d{4})?|(?:January|February|March|April|May|June|July|August|September|October|November|December)(?:\s+\d{4})?)"
)
_MEANINGS = {
    "preliminary": "a preliminary figure",
    "unaudited": "an unaudited figure",
    "audited": "an audited figure",
    "restated": "a restated figure",
    "estimated": "an estimate",
    "not validated": "a figure that was not validated",
    "trailing twelve months": "a figure for the trailing twelve months",
}


def likely_cause(sides: Sequence[ConflictSide]) -> str:
    """Return one sentence about the likely cause; empty when the texts give none."""
    notes = [side.note for side in sides]
    if any(notes) and len(set(notes)) > 1:
        said = [
            f"{side.document_title} gives {_MEANINGS.get(side.note, f'a figure called {side.note}')}"
            for side in sides
            if side.note
        ]
        return f"Likely cause: {_listed(list(dict.fromkeys(said)))}."
    dates = [_dates(side.quote) for side in sides]
    if all(dates) and len(set(dates)) > 1:
        told = [f"{side.document_title} as of {date}" for side, date in zip(sides, dates, strict=True)]
        return f"Likely cause: the figures are of different dates, {_listed(told)}."
    return ""


def _dates(quote: str) -> str:
    match = _DAY.search(quote)
    return match[1] if match else ""


def _listed(pieces: Sequence[str]) -> str:
    return " and ".join([", ".join(pieces[:-1]), pieces[-1]] if len(pieces) > 1 else pieces)

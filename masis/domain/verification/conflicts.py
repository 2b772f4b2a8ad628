"""Conflicts: facts of one organisation, attribute, scope and period whose values differ between documents."""

import re
from collections.abc import Sequence
from itertools import combinations

from masis.domain.critique import Conflict, ConflictSide
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.questions import parse
from masis.domain.language.tables import Cell, Row, Table, worded
from masis.domain.language.words import concept, tokens
from masis.domain.verification.asked_facts import (
    Ground,
    Stated,
    asked_facts,
    meets,
    same_value,
    text_of,
    unit_of,
)
from masis.domain.verification.claims import Quote
from masis.domain.verification.facts import Fact, sentences_of, tables_of

_FOR_FIGURES = frozenset({"lookup", "compare", "change", "list", "verify"})
"""Operations that ask for a value a conflict can be about."""
_MOST_SIDES = 4
_HEADER = re.compile(r"\s\([^()]*\)\Z")
_MEANINGS = {
    "preliminary": "a preliminary figure",
    "unaudited": "an unaudited figure",
    "audited": "an audited figure",
    "restated": "a restated figure",
    "estimated": "an estimate",
    "forecast": "a forecast",
    "pro_forma": "a pro-forma figure",
}


def find_conflicts(evidence: Sequence[EvidenceChunk], question: str) -> tuple[Conflict, ...]:
    """Return the values that differ between documents over what a question asks, in the order asked."""
    usable = [chunk for chunk in evidence if not chunk.flagged and not chunk.superseded]
    if len({chunk.document_id for chunk in usable}) < 2:
        return ()
    ground = Ground.of(usable)
    found: dict[frozenset[tuple[str, str]], Conflict] = {}
    for part in parse(question).parts:
        if part.operation not in _FOR_FIGURES or part.superlative:
            continue
        for group in _groups(asked_facts(part, question, ground)):
            conflict = _conflict(group)
            if conflict is not None:
                places = frozenset((side.chunk_id, side.value) for side in conflict.sides)
                found.setdefault(places, conflict)
    return tuple(found.values())


def _groups(stated: Sequence[Stated]) -> list[list[Stated]]:
    """Put together what gives one value: of one organisation, unit, period and scope."""
    groups: dict[tuple[int, str, str, frozenset[str], frozenset[str]], list[Stated]] = {}
    for one in stated:
        key = (one.organisation, unit_of(one.fact), one.period, one.held, one.extra)
        groups.setdefault(key, []).append(one)
    return [*groups.values()]


def _conflict(group: Sequence[Stated]) -> Conflict | None:
    """Return the disagreement in a group; a document that gives several values means different things."""
    by_document: dict[str, list[Stated]] = {}
    for stated in sorted(group, key=_weight):
        by_document.setdefault(stated.chunk.document_id, []).append(stated)
    clear = [
        found
        for found in by_document.values()
        if all(same_value(one.fact, other.fact) for one, other in combinations(found, 2))
    ]
    sides: list[Stated] = []
    for found in sorted(clear, key=lambda found: _weight(found[0])):
        if not any(same_value(found[0].fact, side.fact) for side in sides):
            sides.append(found[0])
    if len(sides) < 2:
        return None
    subject = ", ".join(piece for piece in (_subject(sides), sides[0].period) if piece)
    shown = tuple(_side(side) for side in sides[:_MOST_SIDES])
    return Conflict(subject=subject, sides=shown, cause=_cause(sides))


def _weight(stated: Stated) -> tuple[bool, float, str, int]:
    """Order the speakers for a value: audited and plain ones first, then the nearest passage."""
    chunk = stated.chunk
    return stated.note not in {"", "audited"}, -chunk.score, chunk.chunk_id, stated.fact.char_start


def _subject(sides: Sequence[Stated]) -> str:
    """Return what the values are of: a row's label, else the question's words as a sentence has them."""
    for side in sides:
        if side.fact.origin == "cell" and side.fact.concepts:
            return side.fact.attribute.strip(" :")
    text = text_of(sides[0].chunk, sides[0].fact)
    held = [token.text for token in tokens(text) if meets(concept(token.stem), sides[0].held)]
    return " ".join(dict.fromkeys(held))


def _side(stated: Stated) -> ConflictSide:
    chunk, fact = stated.chunk, stated.fact
    return ConflictSide(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        value=spoken(chunk, fact),
        quote=_worded(chunk, fact) or text_of(chunk, fact).strip(),
        note=stated.note,
    )


def spoken(chunk: EvidenceChunk, fact: Fact) -> str:
    """Return a value with its unit and scale, as a sentence would give it."""
    return _HEADER.sub("", _worded(chunk, fact).rpartition(": ")[2]) or fact.shown.strip()


def _worded(chunk: EvidenceChunk, fact: Fact) -> str:
    """Return the row of a cell said in words, with this one value; empty for a sentence."""
    placed = _cell_of(chunk, fact)
    return worded(placed[0], placed[1], placed[2:]) if placed else ""


def _cell_of(chunk: EvidenceChunk, fact: Fact) -> tuple[Table, Row, Cell] | None:
    """Return the table, row and cell of a fact."""
    for table in tables_of(chunk) if fact.origin == "cell" else ():
        for row in table.rows:
            if row.char_start == fact.char_start and row.label == fact.attribute:
                return next(((table, row, cell) for cell in row.cells if cell.text == fact.shown), None)
    return None


def side_quote(chunk: EvidenceChunk, side: ConflictSide) -> Quote:
    """Return the words of a conflict's side where they stand; those of a table's cell are its row."""
    spans = [(span.start + chunk.char_start, span.end + chunk.char_start) for span in sentences_of(chunk)]
    said = [span for span in spans if _between(chunk, span).strip() == side.quote]
    for table in tables_of(chunk):
        for row in table.rows:
            if any(worded(table, row, (cell,)) == side.quote for cell in row.cells):
                said.append((row.char_start, row.char_end))
    start, end = said[0] if said else (chunk.char_start, chunk.char_end)
    return Quote(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        version_id=chunk.version_id,
        document_title=chunk.document_title,
        page_number=chunk.page_number,
        page_label=chunk.page_label,
        char_start=start,
        char_end=end,
        text=_between(chunk, (start, end)),
        source=chunk.source,
        url=chunk.url,
    )


def _between(chunk: EvidenceChunk, span: tuple[int, int]) -> str:
    return chunk.text[span[0] - chunk.char_start : span[1] - chunk.char_start]


def _cause(sides: Sequence[Stated]) -> str:
    """Return one sentence about the likely cause, where the texts say how firm their figures are."""
    if len({side.note for side in sides}) < 2:
        return ""
    told = [f"{side.chunk.document_title} gives {_MEANINGS[side.note]}" for side in sides if side.note]
    return f"Likely cause: {' and '.join(dict.fromkeys(told))}."

"""Conflicts: facts of one organisation, attribute, scope and period whose values differ between documents."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from masis.domain.evidence import EvidenceChunk, place_of
from masis.domain.language.questions import parse
from masis.domain.language.tables import Cell, Row, Table, spoken_cell, worded
from masis.domain.language.words import concept, tokens
from masis.domain.value import Value
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
_MEANINGS = {
    "preliminary": "a preliminary figure",
    "unaudited": "an unaudited figure",
    "audited": "an audited figure",
    "restated": "a restated figure",
    "estimated": "an estimate",
    "forecast": "a forecast",
    "pro_forma": "a pro-forma figure",
}


class ConflictSide(Value):
    """One of the competing values, where it stands and how it is worded."""

    chunk_id: str
    document_id: str
    document_title: str
    page_label: str
    value: str
    quote: str
    note: str = ""
    """Why it may differ, when the text says so: preliminary, audited, restated."""
    documents: int = 1
    """How many documents give this value."""


class Conflict(Value):
    """Two or more sources that give different values for the same thing."""

    subject: str
    """Entity, metric and period in words: ``net revenue retention, Harbor, 2024``."""
    sides: tuple[ConflictSide, ...]
    cause: str = ""
    """Why the values may differ, in a sentence, where the texts say so."""

    @property
    def summary(self) -> str:
        """One sentence for the critique's plain list."""
        values = "; ".join(f"{s.value} ({s.document_title}, {place_of(s.page_label)})" for s in self.sides)
        return f"{self.subject}: {values}"

    @property
    def shares(self) -> str:
        """How many of the documents say which value: ``2 of 3 sources say 5; 1 of 3 says 6``."""
        total = sum(side.documents for side in self.sides)
        told = [f"{side.documents} of {total} {_say(side.documents)} {side.value}" for side in self.sides]
        return "; ".join((told[0].replace(f"of {total}", f"of {total} sources", 1), *told[1:]))


def _say(number: int) -> str:
    return "says" if number == 1 else "say"


class Settlement(Value):
    """A conflict that a person's rule settles: which side counts, by whose word; both stay in view."""

    conflict: Conflict
    preferred: ConflictSide
    others: tuple[ConflictSide, ...]
    rule_ids: tuple[str, ...]
    source: str
    """The rule as an answer cites it."""


def find_conflicts(evidence: Sequence[EvidenceChunk], question: str) -> tuple[Conflict, ...]:
    """Return the values that differ between documents over what a question asks, in the order asked."""
    usable = [chunk for chunk in evidence if not chunk.flagged and not chunk.superseded]
    if len({chunk.document_id for chunk in usable}) < 2:
        return ()
    ground = Ground.of(usable)
    rank = {chunk.chunk_id: at for at, chunk in enumerate(usable)}
    found: dict[frozenset[tuple[str, str]], Conflict] = {}
    for part in parse(question).parts:
        if part.operation not in _FOR_FIGURES or part.superlative:
            continue
        for group in _groups(asked_facts(part, question, ground)):
            conflict = _conflict(group, rank)
            if conflict is not None:
                places = frozenset((side.chunk_id, side.value) for side in conflict.sides)
                found.setdefault(places, conflict)
    return tuple(found.values())


def _groups(stated: Sequence[Stated]) -> list[list[Stated]]:
    """Put together what gives one value: of one organisation, unit, period and scope."""
    groups: dict[tuple[int, str, str, frozenset[str], frozenset[str]], list[Stated]] = {}
    for statement in stated:
        key = (
            statement.organisation,
            unit_of(statement.fact),
            statement.period,
            statement.held,
            statement.extra,
        )
        groups.setdefault(key, []).append(statement)
    return [*groups.values()]


def _conflict(group: Sequence[Stated], rank: Mapping[str, int]) -> Conflict | None:
    """Return the disagreement in a group; a document that gives several values means different things."""
    by_document: dict[str, list[Stated]] = {}
    for stated in sorted(group, key=lambda stated: _weight(stated, rank)):
        by_document.setdefault(stated.chunk.document_id, []).append(stated)
    clear = [
        found
        for found in by_document.values()
        if all(same_value(first.fact, second.fact) for first, second in combinations(found, 2))
    ]
    sides: list[Stated] = []
    for found in sorted(clear, key=lambda found: _weight(found[0], rank)):
        if not any(same_value(found[0].fact, side.fact) for side in sides):
            sides.append(found[0])
    if len(sides) < 2:
        return None
    subject = ", ".join(piece for piece in (_subject(sides), sides[0].period) if piece)
    shown = tuple(
        _side(side, sum(same_value(found[0].fact, side.fact) for found in clear))
        for side in sides[:_MOST_SIDES]
    )
    return Conflict(subject=subject, sides=shown, cause=_cause(sides))


def _weight(stated: Stated, rank: Mapping[str, int]) -> tuple[bool, int, int]:
    """Order the speakers for a value: audited and plain ones first, then as the passages were ranked."""
    return stated.note not in {"", "audited"}, rank[stated.chunk.chunk_id], stated.fact.char_start


def _subject(sides: Sequence[Stated]) -> str:
    """Return what the values are of: a row's label, else the question's words as a sentence has them."""
    for side in sides:
        if side.fact.origin == "cell" and side.fact.concepts:
            return side.fact.attribute.strip(" :")
    return subject_in(text_of(sides[0].chunk, sides[0].fact), sides[0].held)


def subject_in(text: str, terms: frozenset[str]) -> str:
    """Return the words of a sentence that say what is asked."""
    held = [token.text for token in tokens(text) if meets(concept(token.stem), terms)]
    return " ".join(dict.fromkeys(held))


def _side(stated: Stated, documents: int) -> ConflictSide:
    chunk, fact = stated.chunk, stated.fact
    return ConflictSide(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        value=spoken(chunk, fact),
        quote=_worded(chunk, fact) or text_of(chunk, fact).strip(),
        note=stated.note,
        documents=documents,
    )


def spoken(chunk: EvidenceChunk, fact: Fact) -> str:
    """Return a value with its unit and scale, as a sentence would give it."""
    placed = _cell_of(chunk, fact)
    return (spoken_cell(*placed) if placed else "") or fact.shown.strip()


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
    return Quote.of(chunk, start, end)


def _between(chunk: EvidenceChunk, span: tuple[int, int]) -> str:
    return chunk.text[span[0] - chunk.char_start : span[1] - chunk.char_start]


def _cause(sides: Sequence[Stated]) -> str:
    """Return one sentence about the likely cause, where the texts say how firm their figures are."""
    if len({side.note for side in sides}) < 2:
        return ""
    told = [f"{side.chunk.document_title} gives {_MEANINGS[side.note]}" for side in sides if side.note]
    return f"Likely cause: {' and '.join(dict.fromkeys(told))}."

"""Registers: a table that is itself the list that was asked for, given row by row."""

import re
from collections.abc import Sequence

from masis.analysts.extract.columns import asked_cells, describing, row_of, with_cells
from masis.analysts.extract.question import Part
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.tables import Row, is_number, table_units
from masis.analysts.extract.units import Unit
from masis.domain.conflicts import house_names
from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.tables import table_rows
from masis.domain.terms import stems
from masis.domain.timeframes import compatible, labels

_MOST = 10
_RIVALS = re.compile(r"\b(?:competitors?|rivals?|peers?|competition)\b", re.IGNORECASE)
REST = re.compile(r"\s*(?:others?|total|sum|all|not known|unknown|n/?a)\b", re.IGNORECASE)
_PLURAL = re.compile(
    r"^(?:who|what|which) (?:are|were|have been)\b|\b(?:which|what) (?!(?:was|is|does|has)\b)[a-z-]{3,}s\b",
    re.IGNORECASE,
)


def asks_list(part: Part) -> bool:
    """Tell whether several things are asked for by their kind."""
    return part.kind == "list" or (part.kind in {"who", "which"} and bool(_PLURAL.search(part.text)))


def register(part: Part, units: Sequence[Unit], found: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the rows of the table whose first header, sheet or heading names what is listed.

    When only its title does, the table counts if the best of what was found is one of its rows.
    """
    named = frozenset(stems(" ".join(part.names)))
    rows = [unit for unit in units if unit.kind == "row" and not REST.match(unit.text)]
    rows = _labelled(part, rows) or [unit for unit in rows if named & unit.stems] or rows
    graded = [(unit, _fit(part, unit.chunk) + _same_table(unit, found[0])) for unit in rows]
    best = max((fit for _, fit in graded), default=0.0)
    if best < 1:
        return ()
    first = next(unit for unit, fit in graded if fit == best)
    own = [
        unit
        for unit, fit in graded
        if fit == best
        and unit.chunk.version_id == first.chunk.version_id
        and unit.chunk.heading == first.chunk.heading
    ]
    if _RIVALS.search(part.text):
        house = house_names([unit.chunk for unit in units])
        own = [unit for unit in own if not frozenset(stems(unit.text.split(" – ")[0])) & house]
    own = [unit for unit in own if not _of_other_period(part, unit)]
    own.sort(key=lambda unit: (unit.chunk.page_number, unit.chunk.char_start, unit.position))
    return tuple(_listed(part, unit) for unit in own[:_MOST])


def _labelled(part: Part, rows: Sequence[Unit]) -> list[Unit]:
    """Return the rows whose label the part names in full: of these it asks, not of the whole table."""
    asked = frozenset(part.terms)
    labels_of = [(unit, frozenset(stems(unit.text.split(" – ")[0].split(" (")[0]))) for unit in rows]
    return [unit for unit, label in labels_of if label and label <= asked]


def _of_other_period(part: Part, unit: Unit) -> bool:
    """Tell a row that dates itself outside the asked period: opened in 2001 where 2024 was asked."""
    row = row_of(unit)
    dated = [cell for cell in row.cells if cell in asked_cells(part, row)] if row is not None else []
    said = frozenset().union(*(labels(value) for _, value in dated)) if dated else frozenset()
    return bool(part.periods and said) and not any(compatible(a, b) for a in part.periods for b in said)


def _same_table(unit: Unit, found: Unit) -> bool:
    same = unit.chunk.version_id == found.chunk.version_id and unit.chunk.heading == found.chunk.heading
    return found.kind == "row" and same


def _fit(part: Part, chunk: EvidenceChunk) -> float:
    """Return how well a table is the asked list: by the header of its labels, and by its heading."""
    if chunk.superseded or not part.terms:
        return 0.0
    title = chunk.heading.rsplit(SUB_SECTION, 1)[-1]
    corner = _said(corner_of(chunk), part) or _said(_named_by(chunk), part)
    return 1.0 * corner + 0.8 * _said(title, part) + 0.1 * _said(chunk.document_title, part)


def _said(text: str, part: Part) -> bool:
    present = frozenset(stems(text))
    forms = canonicals(present)
    return any(matches(term, present, forms) for term in part.terms)


def _named_by(chunk: EvidenceChunk) -> str:
    """Return the header beside the labels when these are only codes: ``R1``, ``2024-07``."""
    rows = table_units(chunk.full_text)
    coded = bool(rows) and all(any(sign.isdigit() for sign in row.label) for row in rows)
    words = [row.cells[0] for row in rows if row.cells and not is_number(row.cells[0][1])]
    return words[0][0] if coded and len(words) == len(rows) else ""


def corner_of(chunk: EvidenceChunk) -> str:
    """Return the first header of a table: what its rows are."""
    tables = table_rows(chunk.lead) or table_rows(chunk.text)
    if not tables:
        return ""
    source = chunk.lead if table_rows(chunk.lead) else chunk.text
    start, end = tables[-1][0].cells[0] if chunk.lead else tables[0][0].cells[0]
    return source[start:end].strip()


def _listed(part: Part, unit: Unit) -> Unit:
    """Return a row by its describing columns: what it is, and what was asked beside it."""
    row = row_of(unit)
    if row is None or len(row.cells) <= 2:
        return unit
    chosen = (*describing(row), *asked_cells(part, row), *_rating(row))
    return with_cells(unit, row, chosen)


def _rating(row: Row) -> tuple[tuple[str, str], ...]:
    """Return the one figure that sums a described row up: a score, a total, a priority."""
    if not describing(row):
        return ()
    marks = ("score", "rating", "priority", "total", "status")
    return tuple(
        cell for cell in row.cells if cell[0].lower().startswith(marks) and (is_number(cell[1]) or cell[1])
    )[:1]

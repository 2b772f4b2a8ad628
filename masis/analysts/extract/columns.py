"""Columns: which cells of a long table row answer a part, so that the rest is not read out."""

from collections.abc import Sequence
from dataclasses import replace

from masis.analysts.extract.figures_asked import says_plan
from masis.analysts.extract.question import Part
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.tables import Row, is_number, table_units
from masis.analysts.extract.units import Unit
from masis.domain.terms import FUNCTION_WORDS, stem, stems, words
from masis.domain.timeframes import compatible, labels, without_periods

_FEW, _MANY = 2, 4
_DESCRIBING = frozenset(
    stem(word) for word in ("description", "title", "name", "subject", "topic", "summary", "detail", "change")
)
_TYPED = frozenset({"date", "person"})
_LEVELS = frozenset({"quantity", "which"})
"""Kinds of question for one value; how something developed needs the columns beside it."""

Cell = tuple[str, str]


def narrowed(part: Part, unit: Unit) -> Unit:
    """Return a row with the asked columns only; as it is when it is short or nothing in it was asked."""
    row = row_of(unit)
    if row is None:
        return unit
    dated = _of_period(part, row)
    if dated or len(row.cells) <= _FEW:
        return with_cells(unit, row, dated)
    chosen = _dated(part, asked_cells(part, row))
    if not chosen and len(row.cells) > _MANY:
        chosen = describing(row)
    elif chosen and not _is_named(row, part):
        chosen = (*(cell for cell in describing(row) if cell not in chosen), *chosen)
    return with_cells(unit, row, chosen)


def _of_period(part: Part, row: Row) -> tuple[Cell, ...]:
    """Return the cells of the asked period of a row whose columns are periods; nothing for other rows."""
    stated = [(cell, labels(cell[0])) for cell in row.cells]
    if part.kind not in _LEVELS or not part.periods or not all(said for _, said in stated):
        return ()
    for fits in (frozenset.__eq__, _shares_the_period, _is_in_the_period):
        chosen = tuple(
            cell
            for cell, said in stated
            if fits(part.periods, said) and says_plan(cell[0]) == says_plan(part.text)
        )
        if chosen:
            return chosen
    return ()


def _dated(part: Part, chosen: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Of cells that measure the same in several periods, keep those of the asked one."""
    stated = [(cell, labels(cell[0])) for cell in chosen]
    if part.kind not in _LEVELS or not part.periods:
        return chosen
    right = tuple(cell for cell, said in stated if said == part.periods)
    return tuple(cell for cell, said in stated if not said or cell in right) if right else chosen


def _shares_the_period(asked: frozenset[str], said: frozenset[str]) -> bool:
    return bool(asked & said)


def _is_in_the_period(asked: frozenset[str], said: frozenset[str]) -> bool:
    return any(compatible(one, other) for one in asked for other in said)


def row_of(unit: Unit) -> Row | None:
    """Return the table row a unit renders."""
    if unit.kind != "row":
        return None
    return next((row for row in table_units(unit.chunk.full_text) if row.text == unit.text), None)


def with_cells(unit: Unit, row: Row, chosen: Sequence[Cell]) -> Unit:
    """Return the unit with these cells of its row, in the order of the table."""
    kept = [cell for cell in row.cells if cell in chosen]
    if not kept or len(kept) == len(row.cells):
        return unit
    head, _, _ = row.text.partition(" – ")
    said = "; ".join(f"{column}: {value}" if column else value for column, value in kept)
    return replace(unit, text=f"{head} – {said}")


def asked_cells(part: Part, row: Row) -> tuple[Cell, ...]:
    """Return the cells whose header or value was asked for."""
    label = frozenset(stems(row.label))
    found: dict[Cell, None] = {}
    for terms in (part.terms, part.context):
        # What an earlier part asked about is only looked for when this one names no column itself.
        asked = tuple(term for term in terms if term not in label)
        if not found:
            found.update((cell, None) for term in asked for cell in _best_headers(term, asked, row))
    if part.expects in _TYPED and not found:
        found.update((cell, None) for cell in row.cells if _of_type(part, cell))
    for name in part.names:
        found.update((cell, None) for cell in row.cells if name.lower() in cell[1].lower())
    return tuple(found)


def describing(row: Row) -> tuple[Cell, ...]:
    """Return the cell that says what a row with a code or date for a label is about."""
    if not any(sign.isdigit() for sign in row.label):
        return ()
    named = [cell for cell in row.cells if frozenset(stems(cell[0])) & _DESCRIBING]
    wordy = [
        cell
        for cell in row.cells
        if not is_number(cell[1]) and not labels(cell[1]) and len(cell[1].split()) > 2
    ]
    return tuple((named or wordy)[:1])


def _best_headers(term: str, asked: Sequence[str], row: Row) -> list[Cell]:
    """Return the columns that meet a term: the ones whose headers say the least beside what was asked."""
    meeting = [(cell, _topic(cell[0])) for cell in row.cells]
    meeting = [(cell, said) for cell, said in meeting if matches(term, said, canonicals(said))]
    extra = [
        len([one for one in said if not matches(one, frozenset(asked), frozenset())]) for _, said in meeting
    ]
    least = min(extra, default=0)
    return [cell for (cell, _), more in zip(meeting, extra, strict=True) if more == least]


def _topic(header: str) -> frozenset[str]:
    return frozenset(stems(without_periods(header)))


def _of_type(part: Part, cell: Cell) -> bool:
    if part.expects == "date":
        return bool(labels(cell[1]))
    capitals = [word for word in cell[1].split() if word[:1].isupper()]
    return 2 <= len(capitals) == len(cell[1].split())


def _is_named(row: Row, part: Part) -> bool:
    said = frozenset(words(part.text)) | frozenset(word for name in part.names for word in words(name))
    return frozenset(word for word in words(row.label) if word not in FUNCTION_WORDS) <= said

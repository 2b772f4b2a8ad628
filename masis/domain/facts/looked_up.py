"""Looked up: the values of a measure's own line for each asked period, and their places in the passages."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from masis.domain.evidence import Chunk
from masis.domain.facts.calculations import Kind, Operand, Plan, worked_out
from masis.domain.facts.periods import kind_of, order_of
from masis.domain.facts.values import FactTable, Line, Statement
from masis.domain.language.tables import Row, amount_of, row_name, spoken_cell

_FIRM = frozenset({"", "audited", "restated"})
_LATEST = 3
"""Periods that are looked up where none is asked for."""
_OF_TWO = frozenset({"gap", "share"})
_OF_MORE_THAN_TWO = frozenset({"mean", "sum"})


class LookedUpLine(NamedTuple):
    """A measure's own line of one organisation."""

    organisation: str
    sure: Mapping[str, tuple[Statement, ...]]
    """By period, the places that state what is firm and beyond dispute, the leading one first."""
    stated: tuple[Statement, ...]
    """All that belongs in front of a reader: of each period the leading value and those that differ."""


class Worked(NamedTuple):
    """A sentence that code made of values, and the passages that hold them."""

    sentence: str
    chunk_ids: tuple[str, ...]


def looked_up(table: FactTable, periods: Sequence[str]) -> tuple[LookedUpLine, ...]:
    """Return the measure itself, of each organisation shown, for the asked periods or the latest ones."""
    wanted = tuple(periods) or table.shown_periods[-_LATEST:]
    lines = [_line(line, wanted) for line in table.lines if line.whole]
    return tuple(line for line in lines if line.stated)


def _line(line: Line, periods: Sequence[str]) -> LookedUpLine:
    cells = [cell for period in periods if (cell := line.cell(period)) is not None]
    sure = {
        cell.period: tuple(filter(_is_firm, cell.agreeing))
        for cell in cells
        if not cell.disputed and _is_firm(cell.lead)
    }
    stated = [
        statement for cell in cells for statement in (cell.lead, *(group[0] for group in cell.differing))
    ]
    return LookedUpLine(line.organisation, sure, tuple(stated))


def _is_firm(statement: Statement) -> bool:
    """Tell a value to reckon with: not preliminary or planned, and of no document that was replaced."""
    return statement.firmness in _FIRM and not statement.superseded


def passage_of(statement: Statement, chunks: Sequence[Chunk]) -> Chunk | None:
    """Return the passage that holds the row of a statement, one that has it as a record if there is one."""
    place = statement.place
    around = [
        chunk
        for chunk in chunks
        if (chunk.version_id, chunk.page_number) == (place.version_id, place.page_number)
        and (_row_at(chunk, place.char_start) or chunk.char_start <= place.char_start < chunk.char_end)
    ]
    return max(around, key=lambda chunk: _row_at(chunk, place.char_start) is not None, default=None)


def _row_at(chunk: Chunk, char_start: int) -> Row | None:
    rows = chunk.table.rows if chunk.table is not None else ()
    return next((row for row in rows if row.char_start == char_start), None)


def work_out(
    kind: Kind, lines: Sequence[LookedUpLine], chunks: Sequence[Chunk], *, named: bool = False
) -> tuple[Worked, ...]:
    """Return what follows from one line over its periods, or from two lines in each period both have.

    Nothing where a value is missing, disputed, planned or in no passage: that is left to people. ``named``:
    the sentences say whose values they are.
    """
    if kind in _OF_TWO:
        if len(lines) != 2:
            return ()
        common = sorted(lines[0].sure.keys() & lines[1].sure.keys(), key=order_of)
        whole = len(common) == max(len(line.sure) for line in lines)
        tasks = [(Plan(kind, (period,), ("", "")), [(line, period) for line in lines]) for period in common]
        made = [_worked(plan, wanted, chunks, named=named) for plan, wanted in tasks] if whole else []
        return tuple(worked for worked in made if worked is not None)
    if len(lines) != 1:
        return ()
    periods = tuple(sorted(lines[0].sure, key=order_of))
    enough = len(periods) >= 2 if kind in _OF_MORE_THAN_TWO else len(periods) == 2
    if not enough or len({kind_of(period) for period in periods}) != 1:
        return ()
    worked = _worked(Plan(kind, periods), [(lines[0], period) for period in periods], chunks, named=named)
    return (worked,) if worked is not None else ()


def _worked(
    plan: Plan, wanted: Sequence[tuple[LookedUpLine, str]], chunks: Sequence[Chunk], *, named: bool
) -> Worked | None:
    operands: list[Operand] = []
    places: list[str] = []
    stated = _together([line.sure[period] for line, period in wanted])
    for (line, period), statement in zip(wanted, stated, strict=True):
        chunk = passage_of(statement, chunks)
        operand = _operand(statement, chunk, period) if chunk is not None else None
        if chunk is None or operand is None:
            return None
        if named:
            operand = operand._replace(called=f"{_possessive(line.organisation)} {operand.called}")
        operands.append(operand)
        places.append(chunk.chunk_id)
    sentence = worked_out(plan, operands)
    return Worked(sentence, tuple(dict.fromkeys(places))) if sentence else None


def _together(options: Sequence[Sequence[Statement]]) -> list[Statement]:
    """Return a place for each value, all in one table where there is one: a reader sees them side by side."""
    for first in options[0]:
        beside = [
            next((other for other in places if _table_of(other) == _table_of(first)), None)
            for places in options
        ]
        same = [statement for statement in beside if statement is not None]
        if len(same) == len(options):
            return same
    return [places[0] for places in options]


def _table_of(statement: Statement) -> tuple[str, int]:
    return statement.place.version_id, statement.table


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _operand(statement: Statement, chunk: Chunk, period: str) -> Operand | None:
    """Return a value as the calculations name it: by its row's own words, the value spoken."""
    table, row = chunk.table, _row_at(chunk, statement.place.char_start)
    if table is None or row is None:
        return None
    for cell in row.cells:
        amount = amount_of(table, row, cell)
        if amount is not None and amount.value == statement.fact.value:
            name = row_name(table, row).replace("[", "(").replace("]", ")")
            return Operand(name, period, statement.fact, spoken_cell(table, row, cell), amount.scale)
    return None

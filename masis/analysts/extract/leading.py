"""Leading: which row of a table has the most or the least of what a part asks for."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.analysts.extract.columns import Cell, row_of, with_cells
from masis.analysts.extract.question import Part, name_stems
from masis.analysts.extract.registers import REST, corner_of
from masis.analysts.extract.synonyms import canonicals, matches
from masis.analysts.extract.tables import Row
from masis.analysts.extract.units import Unit
from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.figures import extract_figures
from masis.domain.terms import FUNCTION_WORDS, stem, stems, word_list
from masis.domain.timeframes import compatible, labels, without_periods

_MOST = frozenset(word_list("most highest largest biggest greatest"))
_LEAST = frozenset(word_list("least lowest smallest fewest"))
RANKED = re.compile(rf"\b(?:{'|'.join(sorted(_MOST | _LEAST))})\b", re.IGNORECASE)
_ASKS = re.compile(r"^(?:(?:in|at|on|of|for|from) )?(?:which|what) (?P<of>(?:of (?:the|our) )?[\w-]+) ", re.I)
_LIGHT = frozenset(
    stem(word) for word in word_list("have has had is was are were do does did by make all any carry")
)
_WHOLE_TABLE = 1000
"""Characters under which a passage holds all of its table; a longer one may go on elsewhere."""


class _Column(NamedTuple):
    """One column of one table, with its figure in each row."""

    fit: float
    period: str
    extra: int
    values: tuple[tuple[Decimal, Unit, Row, Cell], ...]


def leading(part: Part, units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the row that leads by what was asked, its figure alone; nothing when it is not plain which."""
    said = part.text.lower().split()
    ends = [max if word in _MOST else min for word in said if word in _MOST | _LEAST]
    match = _ASKS.match(part.text)
    if match is None or len(ends) != 1:
        return ()
    labels_asked = [name_stems(name) for name in part.names]
    kind = frozenset(stems(match["of"])) - {stem("of")}
    named = frozenset().union(*labels_asked)
    wanted = tuple(
        one
        for one in stems(without_periods(part.text))
        if one not in kind | _LIGHT | named and one not in {stem(word) for word in _MOST | _LEAST}
    )
    rows = [unit for unit in units if unit.kind == "row" and not unit.chunk.superseded]
    if part.names:
        # "Food, Pharma or Logistics": the rows of these alone; a name that is no row is another matter.
        rows = [unit for unit in rows if frozenset(stems(unit.text.split(" – ")[0])) in labels_asked]
        if len(rows) < len(part.names):
            return ()
    tables = dict.fromkeys(unit.chunk for unit in rows)
    columns = [
        column
        for chunk in tables
        if _is_whole(chunk) and _lists(chunk, kind)
        for column in _columns(part, wanted, [unit for unit in rows if unit.chunk == chunk])
    ]
    if not wanted or not columns:
        return ()
    best = max(columns, key=lambda one: (one.fit, one.period, -one.extra))
    ranked = sorted(best.values, key=lambda one: one[0], reverse=ends[0] is max)
    if len(ranked) < 2 or ranked[0][0] == ranked[1][0]:
        return ()
    _, unit, row, cell = ranked[0]
    return (with_cells(unit, row, [cell]),)


def _is_whole(chunk: EvidenceChunk) -> bool:
    return not chunk.lead and len(chunk.text) < _WHOLE_TABLE


def _lists(chunk: EvidenceChunk, kind: frozenset[str]) -> bool:
    """Tell whether a table's first header or its title names what its rows are."""
    title = chunk.heading.rsplit(SUB_SECTION, 1)[-1]
    named = frozenset(stems(f"{corner_of(chunk)} {title}"))
    return all(matches(one, named, canonicals(named)) for one in kind)


def _columns(part: Part, wanted: Sequence[str], rows: Sequence[Unit]) -> list[_Column]:
    """Return the columns that measure what was asked, each with how well its header says so."""
    read = [(unit, row) for unit in rows if not REST.match(unit.text) and (row := row_of(unit)) is not None]
    headers = dict.fromkeys(header for _, row in read for header, _ in row.cells)
    made = []
    for header in headers:
        stated = labels(header)
        if part.periods and stated and not any(compatible(a, b) for a in part.periods for b in stated):
            continue
        corner = corner_of(rows[0].chunk)
        own = frozenset(stems(without_periods(header)))
        present = own | frozenset(stems(corner))
        fit = sum(bool(matches(one, present, canonicals(present))) for one in wanted) / len(wanted)
        extra = len([one for one in own if one not in wanted and one not in FUNCTION_WORDS])
        values = tuple(
            (value, unit, row, cell)
            for unit, row in read
            for cell in row.cells
            if cell[0] == header and (value := _figure(cell[1])) is not None
        )
        stating = sum(any(cell[0] == header for cell in row.cells) for _, row in read)
        if fit >= 0.5 and len(values) == stating > len(read) / 2:
            made.append(_Column(fit, max(stated, default=""), extra, values))
    return made


def _figure(cell: str) -> Decimal | None:
    figures = [one for one in extract_figures(cell) if one.kind == "number"]
    if len(figures) != 1:
        return None
    return -figures[0].value if figures[0].negative and figures[0].value > 0 else figures[0].value

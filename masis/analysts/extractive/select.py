"""Selecting: the statements that answer a part, with what code works out from them."""

from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.analysts.extractive.features import asked_columns, share_a_value
from masis.analysts.extractive.rank import Ranked, Ranker
from masis.analysts.extractive.statements import Statement, column_periods
from masis.analysts.extractive.understand import Asked, side_parts
from masis.domain.language.periods import period_fit
from masis.domain.language.questions import year_before
from masis.domain.profile import calendar_of
from masis.domain.verification.facts import Fact, facts_of

MOST_POINTS = 5
"""Statements of an answer to a broad question."""
_SUPPORT_GAP = 1.0
"""Support may be this much less likely than the lead, in log odds (own choice)."""
_MOST_SUPPORT = 2
_BROAD = frozenset({"list", "describe", "advise"})
FIGURES = frozenset({"figure", "money", "count", "percent"})


class Point(NamedTuple):
    """A statement of an answer, with the cells of its row that are shown."""

    statement: Statement
    cells: tuple[int, ...] = ()
    """Positions in the row; empty for a sentence."""


class Finding(NamedTuple):
    """What was found for one part of a question."""

    asked: Asked
    points: tuple[Point, ...]
    """The lead first."""
    derived: str = ""
    """A sentence that code worked out from the lead's values; it cites what the lead cites."""
    ranked: tuple[Ranked, ...] = ()
    """All statements, best first."""


def find(
    asked: Asked, statements: Sequence[Statement], ranker: Ranker, barred: Collection[str] = ()
) -> Finding:
    """Return the statements that answer a part; which of them may be published is the gate's to say."""
    usable = [statement for statement in statements if statement.text not in barred]
    ranked = ranker.rank(asked, usable)
    if not ranked:
        return Finding(asked, ())
    sides = _by_side(asked, usable, ranker)
    if sides:
        return Finding(asked, tuple(_point(asked, side[0].statement) for side in sides), "", ranked)
    if asked.part.superlative or asked.part.operation == "rank":
        first = _first_of_table(asked, ranked)
        if first:
            return Finding(asked, first, "", ranked)
    chosen = _broad(ranked) if asked.part.operation in _BROAD else _supported(asked, ranked)
    points = tuple(_point(asked, one.statement) for one in chosen)
    return Finding(asked, points, _movement(asked, points[0]), ranked)


def _point(asked: Asked, statement: Statement) -> Point:
    """Show a row's values under the asked periods; a change is shown with what it is compared with."""
    if statement.row is None:
        return Point(statement)
    cells = asked_columns(asked, statement)
    if asked.part.moving or asked.part.operation in {"compare", "change"}:
        cells = tuple(sorted({*cells, *_year_before(asked, statement)}))
    return Point(statement, cells)


def _year_before(asked: Asked, statement: Statement) -> tuple[int, ...]:
    """Return the positions of a row's cells for the year before the one asked period."""
    if len(asked.part.periods) != 1:
        return ()
    before = asked.part.model_copy(update={"periods": (year_before(asked.part.periods[0]),)})
    cells = asked_columns(asked._replace(part=before), statement)
    whole = statement.row is not None and len(cells) == len(statement.row.cells)
    return () if whole else cells


def _supported(asked: Asked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the lead and the next statements from other places that fit nearly as well.

    Beside a figure only what gives the same figure stands: another value would be another answer.
    """
    lead = ranked[0]
    figure = asked.part.wants in FIGURES
    others = [
        one
        for one in ranked[1 : 2 * MOST_POINTS]
        if lead.score - one.score < _SUPPORT_GAP
        and not _says_the_same(one.statement, lead.statement)
        and (not figure or share_a_value(asked, lead.statement, one.statement))
    ]
    return [lead, *others[:_MOST_SUPPORT]]


def _broad(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the best statements of different sections."""
    chosen: list[Ranked] = []
    for one in ranked:
        if not any(_says_the_same(one.statement, other.statement) for other in chosen):
            chosen.append(one)
        if len(chosen) == MOST_POINTS:
            break
    return chosen


def _says_the_same(left: Statement, right: Statement) -> bool:
    """Tell whether two statements are of the same words: most concepts of the shorter are in the other."""
    small, large = sorted((left.own | left.path, right.own | right.path), key=len)
    return bool(small) and len(small & large) >= 0.8 * len(small)


def _by_side(asked: Asked, statements: Sequence[Statement], ranker: Ranker) -> list[tuple[Ranked, ...]]:
    """Return a ranking for each of two things compared, where the question names both."""
    ranked = [ranker.rank(side, statements) for side in side_parts(asked)]
    return [side for side in ranked if side]


def _first_of_table(asked: Asked, ranked: Sequence[Ranked]) -> tuple[Point, ...]:
    """Return the row with the most (or least) under the asked period among its fellows, and the next one."""
    lead = next((one.statement for one in ranked[:MOST_POINTS] if one.statement.row is not None), None)
    if lead is None or lead.row is None or lead.table is None:
        return ()
    column = next(iter(asked_columns(asked, lead)), 0)
    wanted = lead.row.cells[column].column
    fellows: list[tuple[Decimal, Statement, int]] = []
    for one in ranked:
        row = one.statement.row
        if row is None or one.statement.chunk.chunk_id != lead.chunk.chunk_id or row.path != lead.row.path:
            continue
        at = next((place for place, cell in enumerate(row.cells) if cell.column == wanted), None)
        value = value_of(one.statement, at) if at is not None else None
        if value is not None and at is not None and "total" not in row.label.lower():
            fellows.append((value.value, one.statement, at))
    if len(fellows) < 2:
        return ()
    fellows.sort(key=lambda fellow: fellow[0], reverse=asked.part.superlative != "least")
    return tuple(Point(statement, (at,)) for _, statement, at in fellows[:2])


def value_of(statement: Statement, cell: int) -> Fact | None:
    """Return the fact a cell of a row states."""
    row = statement.row
    if row is None:
        return None
    shown = row.cells[cell].text
    mine = [
        fact
        for fact in facts_of(statement.chunk)
        if fact.origin == "cell" and fact.char_start == row.char_start and fact.shown == shown
    ]
    return mine[0] if mine else None


def _movement(asked: Asked, lead: Point) -> str:
    """Return how a row's value moved between two periods, in the amount and in per cent."""
    statement, row, table = lead.statement, lead.statement.row, lead.statement.table
    if (
        row is None
        or table is None
        or not (asked.part.moving or asked.part.operation in {"compare", "change"})
    ):
        return ""
    calendar = calendar_of(statement.chunk.profile)
    dated = [(column_periods(table, row.cells[at].column, calendar), at) for at in lead.cells]
    dated = [(labels, at) for labels, at in dated if labels]
    if len(dated) < 2:
        return ""
    first = next((at for labels, at in dated if _asked_first(asked, labels)), dated[0][1])
    second = next(at for _, at in dated if at != first)
    newer, older = value_of(statement, first), value_of(statement, second)
    if newer is None or older is None or not older.value or newer.unit != older.unit:
        return ""
    change = newer.value - older.value
    word = "rose" if change > 0 else "fell"
    label = row.label.rstrip(" :")
    if newer.unit == "%":
        return f"{label} {word} by {abs(change).normalize():f} percentage points"
    share = abs(change / older.value * 100).quantize(Decimal("0.1"))
    return f"{label} {word} by {share} %, from {older.shown} to {newer.shown}" if change else ""


def _asked_first(asked: Asked, labels: frozenset[str]) -> bool:
    wanted = asked.part.periods[:1]
    return bool(wanted) and period_fit(wanted[0], labels) > 0

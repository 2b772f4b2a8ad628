"""Selecting: the statements that answer a part, with what code works out from them."""

from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.analysts.extractive.columns import asked_columns, shown_columns
from masis.analysts.extractive.features import share_a_value
from masis.analysts.extractive.gate import chance, fitted, settled_lead, signals
from masis.analysts.extractive.planned import FIGURES, Planned, follows, planned
from masis.analysts.extractive.rank import Ranked, Ranker
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked, side_parts

MOST_POINTS = 5
"""Statements of an answer to a broad question."""
_SUPPORT_GAP = 1.0
"""Support may be this much less likely than the lead, in log odds (own choice)."""
_MOST_SUPPORT = 2
_BROAD = frozenset({"list", "describe", "advise"})


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
    """A sentence that code worked out from the values of the points."""
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
    plan = planned(asked, usable)
    if plan is not None and (plan.sentence or _reaches(asked, plan, ranked)):
        rows = tuple(Point(row.statement, tuple(sorted(row.cells))) for row in plan.rows)
        return Finding(asked, rows, plan.sentence, ranked)
    sides = [ranker.rank(side, usable)[0] for side in side_parts(asked)]
    if sides:
        return Finding(asked, tuple(_point(asked, lead.statement) for lead in sides), "", ranked)
    if asked.part.superlative or asked.part.operation == "rank":
        first = _first_of_table(asked, ranked)
        if first:
            return Finding(asked, first, "", ranked)
    chosen = _broad(ranked) if asked.part.operation in _BROAD else _supported(asked, ranked)
    points = tuple(_point(asked, candidate.statement) for candidate in chosen)
    return Finding(asked, points, follows(asked, points[0].statement), ranked)


def _reaches(asked: Asked, plan: Planned, ranked: Sequence[Ranked]) -> bool:
    """Tell whether a looked-up row reaches the gate's line, and is no less likely than the ranking's lead."""
    key = plan.rows[0].statement.key
    row = next(candidate for candidate in ranked if candidate.statement.key == key)
    likely = chance(signals(asked, row, ranked))
    return likely >= max(fitted()[1], chance(signals(asked, ranked[0], ranked)))


def _point(asked: Asked, statement: Statement) -> Point:
    """Show a row's values under the asked periods; a change is shown with what it is compared with."""
    return Point(statement, shown_columns(asked, statement) if statement.row is not None else ())


def _supported(asked: Asked, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the lead and the next statements from other places that fit nearly as well.

    Beside a figure only what gives the same figure stands: another value would be another answer.
    """
    lead = settled_lead(asked, ranked)
    figure = asked.part.wants in FIGURES
    others = [
        candidate
        for candidate in ranked[: 2 * MOST_POINTS]
        if candidate is not lead
        and lead.score - candidate.score < _SUPPORT_GAP
        and not _says_the_same(candidate.statement, lead.statement)
        and (not figure or share_a_value(asked, lead.statement, candidate.statement))
    ]
    return [lead, *others[:_MOST_SUPPORT]]


def _broad(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return the best statements of different sections."""
    chosen: list[Ranked] = []
    for candidate in ranked:
        if not any(_says_the_same(candidate.statement, other.statement) for other in chosen):
            chosen.append(candidate)
        if len(chosen) == MOST_POINTS:
            break
    return chosen


def _says_the_same(left: Statement, right: Statement) -> bool:
    """Tell whether two statements are of the same words: most concepts of the shorter are in the other."""
    small, large = sorted((left.own | left.path, right.own | right.path), key=len)
    return bool(small) and len(small & large) >= 0.8 * len(small)


def _first_of_table(asked: Asked, ranked: Sequence[Ranked]) -> tuple[Point, ...]:
    """Return the row with the most (or least) under the asked period among its fellows, and the next one."""
    lead = next(
        (candidate.statement for candidate in ranked[:MOST_POINTS] if candidate.statement.row is not None),
        None,
    )
    if lead is None or lead.row is None or lead.table is None:
        return ()
    column = next(iter(asked_columns(asked, lead)), 0)
    wanted = lead.row.cells[column].column
    fellows: list[tuple[Decimal, Statement, int]] = []
    for candidate in ranked:
        row = candidate.statement.row
        if (
            row is None
            or candidate.statement.chunk.chunk_id != lead.chunk.chunk_id
            or row.path != lead.row.path
        ):
            continue
        at = next((place for place, cell in enumerate(row.cells) if cell.column == wanted), None)
        value = candidate.statement.amounts[at] if at is not None else None
        if value is not None and at is not None and "total" not in row.label.lower():
            fellows.append((value.value, candidate.statement, at))
    if len(fellows) < 2:
        return ()
    fellows.sort(key=lambda fellow: fellow[0], reverse=asked.part.superlative != "least")
    return tuple(Point(statement, (at,)) for _, statement, at in fellows[:2])

"""Planned: a part of a question as look-ups in the tables, and what code works out of their values."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from masis.analysts.extractive.lookups import LookedUp, dated_values, look_up
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked, side_parts
from masis.domain.facts.calculations import Operand, Plan, plan_of, without_percent, worked_out
from masis.domain.facts.periods import kind_of
from masis.domain.language.tables import row_name, spoken_cell
from masis.domain.language.words import stems
from masis.domain.verification.facts import Fact

CHANCE = 0.95
"""How likely an answer by look-up is right, less than measured: see ``docs/decisions/look-ups.md``."""
_PARTS_OF_YEARS = frozenset({"quarter", "half", "month", "week"})
_SEVERAL = re.compile(r"\b(?:each|every|both|respective\w*)\b|\bby \w+$", re.IGNORECASE)
FIGURES = frozenset({"figure", "money", "count", "percent"})
"""What is wanted where a part asks for a number."""
_KEPT_PLANS = 32


class Planned(NamedTuple):
    """The rows that answer a part by look-up."""

    rows: tuple[LookedUp, ...]
    sentence: str = ""
    """What code worked out of them; empty for a look-up of one value."""

    @property
    def chunk_ids(self) -> tuple[str, ...]:
        """Passages of the rows."""
        return tuple(dict.fromkeys(row.statement.chunk.chunk_id for row in self.rows))


def planned(asked: Asked, statements: Sequence[Statement]) -> Planned | None:
    """Return the look-ups of a part with what follows from them; ``None`` where one of them finds nothing.

    Synthesizer, critic and gate of a run ask for the same ones: the latest are kept.
    """
    return _planned(asked, tuple(statements))


@lru_cache(maxsize=_KEPT_PLANS)
def _planned(asked: Asked, statements: tuple[Statement, ...]) -> Planned | None:
    part, plan = asked.part, plan_of(asked.part)
    yearly = all(kind_of(period) == "year" for period in part.periods)
    if yearly and _PARTS_OF_YEARS & {*stems(part.text)}:
        return None  # ``the last quarter of 2021`` is a period that was not understood
    if plan is not None:
        return _calculated(asked, plan, statements)
    simple = part.operation == "lookup" and part.wants in FIGURES and len(part.periods) < 2
    if not simple or part.superlative or part.moving or part.denied or _SEVERAL.search(part.text):
        return None
    found = look_up(asked, part.periods, statements)
    return Planned((found,)) if found else None


def _calculated(asked: Asked, plan: Plan, statements: Sequence[Statement]) -> Planned | None:
    counted = asked.part.wants in {"money", "count"} and not plan.rate
    wants = asked.part.wants if counted else "percent" if plan.rate else "figure"
    text = without_percent(asked.part.text) if plan.percent else asked.part.text
    part = asked.part.model_copy(update={"text": text, "wants": wants, "sides": plan.things})
    whole = asked._replace(part=part)
    things = side_parts(whole) if plan.things else (whole,)
    found = [look_up(thing, plan.periods, statements, plan.aside, plan.free) for thing in things]
    rows = tuple(row for row in found if row is not None)
    if len(rows) != max(1, len(plan.things)):
        return None
    pairs = [
        (row.statement, cell, fact, period)
        for row in rows
        for cell, fact, period in zip(row.cells, row.facts, plan.periods, strict=True)
    ]
    sentence = worked_out(plan, [_operand(*pair) for pair in pairs])
    return Planned(rows, sentence) if sentence else None


def follows(asked: Asked, statement: Statement) -> str:
    """Return what code works out of one row that the ranking chose; empty where its values are not clear."""
    plan = plan_of(asked.part)
    found = dated_values(statement, plan.periods) if plan and not plan.things else []
    if plan is None or not found or any(len(values) != 1 for values in found):
        return ""
    pairs = ((*values[0], period) for values, period in zip(found, plan.periods, strict=True))
    return worked_out(plan, [_operand(statement, *pair) for pair in pairs])


def _operand(statement: Statement, at: int, fact: Fact, period: str) -> Operand:
    table, row = statement.table, statement.row
    assert table is not None and row is not None  # noqa: S101, PT018 - only rows have dated values
    amount = statement.amounts[at]
    scale = amount.scale if amount else Decimal(1)
    return Operand(row_name(table, row), period, fact, spoken_cell(table, row, row.cells[at]), scale)

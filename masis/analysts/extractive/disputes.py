"""Disputes: another document gives another value of what is asked, and is nearly as likely to answer."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.analysts.extractive.columns import asked_columns
from masis.analysts.extractive.features import ROUNDING, figures_of
from masis.analysts.extractive.planned import FIGURES
from masis.analysts.extractive.rank import Ranked
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked
from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.tables import spoken_cell, worded
from masis.domain.language.units import RATES
from masis.domain.language.words import concepts
from masis.domain.verification.conflicts import Conflict, ConflictSide, subject_in
from masis.domain.verification.facts import Fact, facts_of

AS_LIKELY = 5.0
"""A rival stands at most so far behind, in log odds of the ranking.

Chosen on the business papers that are looked at: see docs/decisions/disputes.md.
"""
AMONG = 6
"""Only the best statements are held against the answer."""
_THOUSAND = Decimal(1000)


class Said(NamedTuple):
    """One value that a statement gives for what is asked."""

    unit: str
    value: Decimal
    shown: str
    """As a sentence would give it."""
    cell: int = -1
    """Position in its row; -1 in a sentence."""


def dispute(asked: Asked, lead: Ranked, ranked: Sequence[Ranked]) -> Conflict | None:
    """Return the disagreement of an answer with another document; ``None`` where no other value is as likely.

    The other document's statement fits period, kind of value and organisation as well as the answer does,
    and gives a value of the same unit; no such statement of that document agrees with the answer.
    """
    part = asked.part
    if part.wants not in FIGURES or part.superlative or part.operation in {"compare", "change", "rank"}:
        return None
    own = said_by(asked, lead.statement)
    likely = [other for other in ranked[:AMONG] if _may_dispute(lead, other)]
    agreeing = {
        other.statement.chunk.document_id
        for other in (lead, *likely)
        if _agree(own, said_by(asked, other.statement))
    }
    for rival in likely:
        pair = _of_one_kind(own, said_by(asked, rival.statement))
        if pair is not None and rival.statement.chunk.document_id not in agreeing:
            sides = (_side(lead.statement, pair[0]), _side(rival.statement, pair[1]))
            return Conflict(subject=_subject(asked, (lead.statement, rival.statement)), sides=sides)
    return None


def _may_dispute(lead: Ranked, rival: Ranked) -> bool:
    """Tell whether a statement of another document fits what is asked as well, and is nearly as likely."""
    own, other = lead.values, rival.values
    return (
        not rival.statement.chunk.superseded
        and lead.score - rival.score <= AS_LIKELY
        and other["organisation"] >= 0
        and other["period"] >= own["period"]
        and other["kind"] >= own["kind"]
    )


def said_by(asked: Asked, statement: Statement) -> tuple[Said, ...]:
    """Return the values a statement gives for what is asked: those of a row under the asked period."""
    if statement.row is None or statement.table is None:
        return _in_sentence(asked, statement)
    made = []
    for at in asked_columns(asked, statement):
        for amount in statement.amounts_at((at,)):
            shown = spoken_cell(statement.table, statement.row, statement.row.cells[at])
            made.append(Said(amount.unit, abs(amount.value), shown, at))
    return tuple(made)


def _in_sentence(asked: Asked, statement: Statement) -> tuple[Said, ...]:
    """Return the values with all asked words of the sentence; none where several values share them out."""
    asked_for = {figure.value for figure in figures_of(asked.part.text)}
    facts = [
        fact
        for fact in facts_of(statement.chunk)
        if fact.origin == "sentence"
        and fact.char_start < statement.char_end
        and statement.char_start < fact.char_end
        and abs(fact.value) not in asked_for
    ]
    held = [fact.concepts & asked.attribute for fact in facts]
    together = frozenset[str]().union(*held)
    return tuple(
        Said(fact.unit, abs(fact.value), _with_things(fact, statement.text))
        for fact, words in zip(facts, held, strict=True)
        if words == together
    )


def _with_things(fact: Fact, text: str) -> str:
    """Return a figure with the word behind it that says what it counts: ``3 hours``."""
    behind = re.search(rf"(?<![\d.,]){re.escape(fact.shown)}[ -]([^\W\d]+)", text)
    counts = behind is not None and fact.counted.intersection(concepts(behind[1]))
    return behind[0] if behind is not None and counts else fact.shown


def _agree(own: Sequence[Said], theirs: Sequence[Said]) -> bool:
    return any(_same(mine, other) for mine in own for other in theirs)


def _of_one_kind(own: Sequence[Said], theirs: Sequence[Said]) -> tuple[Said, Said] | None:
    """Return the first two values of one unit."""
    return next(((mine, other) for mine in own for other in theirs if _of_one_unit(mine, other)), None)


def _of_one_unit(mine: Said, other: Said) -> bool:
    """Tell whether two values are of one unit; a count may leave out what it counts."""
    units = {mine.unit, other.unit}
    return len(units) == 1 or ("" in units and not units & (CURRENCIES | RATES))


def _same(mine: Said, other: Said) -> bool:
    """Tell whether two values can be one: rounded to three digits, a scale left out on one side."""
    scales = (Decimal(1), _THOUSAND, _THOUSAND**2)
    factors = {left / right for left in scales for right in scales}
    return any(
        abs(mine.value * factor - other.value) <= ROUNDING * max(mine.value * factor, other.value)
        for factor in factors
    )


def _subject(asked: Asked, sides: Sequence[Statement]) -> str:
    """Return what the values are of: a row's label, else the question's words as a sentence has them."""
    labels = (statement.text.strip(" :") for statement in sides if statement.row is not None)
    said = next(labels, "") or subject_in(sides[0].text, asked.attribute) or asked.part.text
    return ", ".join((said.strip().rstrip("?"), *asked.part.periods[:1]))


def _side(statement: Statement, said: Said) -> ConflictSide:
    chunk, quote = statement.chunk, statement.text.strip()
    if statement.row is not None and statement.table is not None:
        quote = worded(statement.table, statement.row, (statement.row.cells[said.cell],))
    return ConflictSide(
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        value=said.shown,
        quote=quote,
    )

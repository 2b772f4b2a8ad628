"""Reading: the statements a document's tables make of a measure; what cannot be bound surely is left out."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.evidence import EvidenceChunk
from masis.domain.facts.doubts import doubtful_rows
from masis.domain.facts.periods import period_of_cell
from masis.domain.facts.phrases import (
    Phrase,
    idle,
    is_named,
    is_period,
    names_another,
    narrowing,
    narrowing_of_name,
    phrase,
    printed,
)
from masis.domain.facts.values import By, Known, Place, Source, Statement, TablePage
from masis.domain.language.currencies import CURRENCIES, SIGNS
from masis.domain.language.periods import find_periods
from masis.domain.language.tables import Cell, Row, Table, amount_of
from masis.domain.language.words import concepts, firmness_of, is_actual
from masis.domain.verification.facts import Fact, amounts_in, facts_of, is_change

_SIGNED = re.compile(rf"[{SIGNS}]")
_PLAN = re.compile(r"\bplans?\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bper ?cent", re.IGNORECASE)
_BY_CHANCE = 1000
_FEWEST_TABLES = 2
"""So many tables of a document must have a row called so before its name in a title narrows a table."""


class Fit(NamedTuple):
    """How a row and a column state a measure."""

    by: By
    extra: frozenset[str]


class _Table(NamedTuple):
    """A table with its place and what its title narrows it to."""

    number: int
    page: TablePage
    table: Table
    scope: frozenset[str]


def measure_of(text: str) -> Phrase:
    """Return a measure as it is looked for, words that narrow nothing left out unless there are no others."""
    said = phrase(text)
    words, head = said.words - idle(), tuple(word for word in said.head if word not in idle())
    return Phrase(words, head, said.led) if words and head else said


def statements_of(source: Source, organisation: str, measure: Phrase) -> tuple[Statement, ...]:
    """Return every value a document's tables state of a measure, in reading order."""
    if not measure.words:
        return ()
    house = frozenset(word for name in source.profile.names for word in concepts(name))
    found: list[Statement] = []
    for table in _tables(source, measure):
        rows = (
            row for row in table.table.rows if (table.number, row.char_start) not in source.known.doubtful
        )
        for row in rows:
            found.extend(_told_apart([*_of_row(source, organisation, table, row, measure, house)]))
    return _sure_of_scales(source, _sure_of_titles(found))


def known_of(pages: Sequence[TablePage]) -> Known:
    """Return what every search in these tables needs."""
    tables = [table for page in pages for table in page.tables]
    return Known(tuple(map(_all_words, tables)), _part_names(tables), doubtful_rows(pages))


def _tables(source: Source, measure: Phrase) -> Iterator[_Table]:
    """Yield the tables that hold all words of a measure, each with the parts its title names."""
    number = -1
    for page in source.pages:
        for table in page.tables:
            number += 1
            if measure.words <= source.known.words[number]:
                yield _Table(number, page, table, title_scope(table.title, source.known.parts, measure))


def _all_words(table: Table) -> frozenset[str]:
    texts = [table.title, table.corner, *(column.header for column in table.columns)]
    for row in table.rows:
        texts += (row.label, *row.path)
    return frozenset[str]().union(*(phrase(text).words for text in texts))


def _part_names(tables: Sequence[Table]) -> frozenset[frozenset[str]]:
    """Return what a document calls the parts of its figures: labels that name no measure of their own."""
    counted: Counter[frozenset[str]] = Counter()
    for table in tables:
        labels = {row.label for row in table.rows if row.cells and row.label[:1].isupper()}
        counted.update({phrase(label).words for label in labels if not phrase(label).measured})
    return frozenset(words for words, times in counted.items() if times >= _FEWEST_TABLES and words - idle())


def title_scope(title: str, parts: frozenset[frozenset[str]], measure: Phrase) -> frozenset[str]:
    """Return the part of an organisation that a table's title confines it to; none where it names two."""
    said = phrase(title).words
    named = {part - measure.words for part in parts if part <= said} - {frozenset()}
    widest = max(named, key=lambda part: (len(part), *sorted(part)), default=frozenset())
    return widest if all(part <= widest for part in named) else frozenset()


def fit_of(table: Table, row: Row, cell: Cell, measure: Phrase) -> Fit | None:
    """Return how a cell states a measure; ``None`` where it does not, or not surely."""
    header = table.header_of(cell)
    naming = _naming(table, row, header, measure)
    if naming is None or names_another(header, measure):
        return None
    by, text = naming
    beside = [part for part in (*row.path, header) if part != text]
    if by != "label" and not is_period(row.label):
        beside.append(row.label)
    own = narrowing(text, measure.words) if by == "label" else narrowing_of_name(text, measure.words)
    return Fit(by, own.union(*(narrowing(part, measure.words) for part in beside)))


def _naming(table: Table, row: Row, header: str, measure: Phrase) -> tuple[By, str] | None:
    """Return what names the measure of a value: its row, else the nearest thing over it."""
    if is_named(row.label, measure):
        return "label", row.label
    if names_another(row.label, measure):
        return None
    over: list[tuple[By, str]] = [("path", part) for part in reversed(row.path)]
    over.append(("header", header))
    if not names_another(" ".join(row.path), measure):
        over += [("corner", table.corner), ("title", table.title)]
    return next(((by, text) for by, text in over if is_named(text, measure)), None)


def _of_row(
    source: Source, organisation: str, table: _Table, row: Row, measure: Phrase, house: frozenset[str]
) -> Iterator[Statement]:
    fits = {id(cell): fit_of(table.table, row, cell, measure) for cell in row.cells}
    if not any(fits.values()):
        return
    for cell, fact in _facts(source, table.page, table.table, row):
        fit, header = fits[id(cell)], table.table.header_of(cell)
        if not header and len(table.table.columns) > 1:
            continue  # nothing could be bound over it
        period = period_of_cell(fact.periods, f"{header} {row.label} {table.table.title}")
        unit, scale = _unit(table.table, row, cell, fact)
        if (
            fit is None
            or not period
            or not _is_dated(table.table, row, cell)
            or is_change(header)
            or not _is_sure(table.table, row, cell, fact)
        ):
            continue
        yield Statement(
            place=_place(source, table.page, row),
            table=table.number,
            fact=fact.model_copy(update={"unit": unit}),
            organisation=organisation,
            label=printed(row.label),
            path=tuple(printed(part) for part in row.path),
            header=printed(header),
            title=printed(table.table.title),
            corner=printed(table.table.corner),
            declared=table.table.declared,
            by=fit.by,
            extra=(fit.extra | table.scope) - house,
            period=period,
            unit=unit,
            scale=scale,
            firmness=_firmness(source, table.table, row, header),
            superseded=source.superseded,
            recency=(source.profile.fiscal_year, source.profile.period_end),
        )


def _told_apart(found: Sequence[Statement]) -> Iterator[Statement]:
    """Leave out values of one row that nothing tells apart: their columns were not understood."""
    values: dict[tuple[str, str, frozenset[str]], set[Decimal]] = {}
    for statement in found:
        values.setdefault(_apart(statement), set()).add(statement.fact.value)
    yield from (statement for statement in found if len(values[_apart(statement)]) == 1)


def _apart(statement: Statement) -> tuple[str, str, frozenset[str]]:
    return statement.period, statement.unit, statement.extra


def _facts(source: Source, page: TablePage, table: Table, row: Row) -> list[tuple[Cell, Fact]]:
    """Return the values of a row as facts, each with its cell."""
    passage = EvidenceChunk(
        chunk_id="",
        workspace_id="",
        document_id=source.document_id,
        version_id=source.version_id,
        document_title=source.title,
        text="",
        table=table.model_copy(update={"rows": (row,)}),
        page_number=page.number,
        page_label=page.label,
        char_start=row.char_start,
        char_end=row.char_end,
        profile=source.profile,
    )
    cells = [cell for cell, _ in amounts_in(table, row)]
    return list(zip(cells, facts_of(passage), strict=True))


def _unit(table: Table, row: Row, cell: Cell, fact: Fact) -> tuple[str, Decimal]:
    """Return unit and scale; no currency where nothing in or over the table says one."""
    amount = amount_of(table, row, cell)
    scale = amount.scale if amount else Decimal(1)
    if fact.unit not in CURRENCIES or table.declared or scale != 1 or _SIGNED.search(cell.text):
        return fact.unit, scale
    own = row.unit or table.columns[cell.column].unit
    signed = any(_SIGNED.search(other.text) for line in table.rows for other in line.cells)
    return (fact.unit if own or signed else ""), scale


def _firmness(source: Source, table: Table, row: Row, header: str) -> str:
    """Return how firm a value is; a plan in a label is a thing (``Pension plan``), a document may be one."""
    own = f"{table.corner} {table.declared} {row.label}"
    if is_actual(header) and not firmness_of(header):
        return ""
    said = [firmness_of(_PLAN.sub(" ", text)) for text in (header, own, table.title, source.title)]
    if said[2] in {"audited", "forecast"}:
        said[2] = ""  # a title may be that of the page before; it may take firmness away, not give it
    return next(filter(None, said), "forecast" if source.profile.kind == "plan" else "")


def _is_dated(table: Table, row: Row, cell: Cell) -> bool:
    """Tell a value whose period is its own: no ``Balance at 30 August 2020`` over a movement after it."""
    column = table.columns[cell.column]
    over = any(is_period(part) for part in (row.label, *row.path))
    named = column.period or find_periods(column.header) or over
    return bool(named) or not any(find_periods(part) for part in (row.label, *row.path))


def _is_sure(table: Table, row: Row, cell: Cell, fact: Fact) -> bool:
    """Tell a value whose unit and scale are stated: no whole amount that might be in millions."""
    if fact.unit == "%":
        said = f"{cell.text} {row.label} {table.header_of(cell)} {table.corner} {table.declared}"
        given = f"{row.unit} {table.columns[cell.column].unit} {table.unit}"
        return "%" in given or bool(_PERCENT.search(said))
    amount = amount_of(table, row, cell)
    apart = bool(fact.scales) or (table.scale != 1 and amount is not None and amount.scale == 1)
    whole = fact.unit in CURRENCIES and fact.quantum >= 1
    return fact.bound == "exact" and fact.unit != "pp" and not (apart and whole)


def _place(source: Source, page: TablePage, row: Row) -> Place:
    return Place(
        document_id=source.document_id,
        version_id=source.version_id,
        document_title=source.title,
        page_number=page.number,
        page_label=page.label,
        char_start=row.char_start,
        char_end=row.char_end,
    )


def _sure_of_titles(found: Sequence[Statement]) -> tuple[Statement, ...]:
    """Leave out tables that only a title ties to a measure, unless their total is stated elsewhere."""
    told = {
        (statement.period, statement.unit, statement.fact.value)
        for statement in found
        if statement.by != "title" and not statement.extra
    }
    sure = {
        statement.table
        for statement in found
        if statement.by == "title"
        and not statement.extra
        and (statement.period, statement.unit, statement.fact.value) in told
    }
    return tuple(statement for statement in found if statement.by != "title" or statement.table in sure)


def _sure_of_scales(source: Source, found: Sequence[Statement]) -> tuple[Statement, ...]:
    """Leave out values whose digits the document gives for the same period on another scale.

    Its usual scale is right then, else the one it gives most often.
    """
    scales: dict[tuple[str, str, Decimal], Counter[Decimal]] = defaultdict(Counter)
    for statement in found:
        scales[_digits(statement)][statement.scale] += 1
    for counted in scales.values():
        if source.profile.scale in counted:
            counted[source.profile.scale] += len(found)
    return tuple(
        statement
        for statement in found
        if scales[_digits(statement)][statement.scale] == max(scales[_digits(statement)].values())
    )


def _digits(statement: Statement) -> tuple[str, str, Decimal]:
    """Return what a value is printed with; small numbers recur by chance and stand for themselves."""
    printed_value = abs(statement.fact.value / statement.scale)
    chance = printed_value < _BY_CHANCE
    return statement.period, statement.unit, statement.fact.value if chance else printed_value

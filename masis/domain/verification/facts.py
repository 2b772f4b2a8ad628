"""Facts: the values that table rows and sentences state, each with everything that binds it."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Literal, NamedTuple, cast

from pydantic import Field

from masis.domain.evidence import SUB_SECTION, Chunk, EvidenceChunk
from masis.domain.language.currencies import CURRENCIES, SIGNS
from masis.domain.language.periods import FiscalCalendar, find_periods, fiscal_labels
from masis.domain.language.pipes import pipe_tables
from masis.domain.language.quantities import Bound as Bounding
from masis.domain.language.quantities import Figure
from masis.domain.language.sentences import Span, split_sentences
from masis.domain.language.tables import Amount, Cell, Row, Table, amount_of, percent_of
from masis.domain.language.units import NUMBER
from masis.domain.language.words import directions, firmness_of, is_actual, negated, tokens
from masis.domain.once import IN_HAND, Once, kept_at_work
from masis.domain.profile import calendar_of
from masis.domain.value import Value
from masis.domain.verification.binding import UNCOUNTED, Bound, bind, measured_words

Firmness = Literal[
    "", "audited", "restated", "unaudited", "preliminary", "estimated", "forecast", "pro_forma"
]

Way = Literal[-1, 0, 1]


class Fact(Value):
    """One value with its entity, attribute, scope, period and place."""

    chunk_id: str
    document_id: str
    entity: tuple[str, ...] = ()
    """Names of the organisation it is about: the sentence's own, else the document's; empty: unknown."""
    attribute: str
    """What is measured, as written: a row's label, the words a sentence gives."""
    concepts: frozenset[str]
    """Concepts of the attribute."""
    scope: frozenset[str] = frozenset()
    """Concepts of what narrows it: parents of a row, caption, column words, names beside the value."""
    within: frozenset[str] = frozenset()
    """Of the scope, what sets it apart: concepts of a row's parents, of names beside a value in prose."""
    periods: tuple[str, ...] = ()
    """Labels as ``Period.label`` writes them; empty: the text does not say."""
    value: Decimal
    """Signed, in base units: ``(12.5) million`` is -12500000."""
    quantum: Decimal = Decimal(1)
    """The smallest step the writing shows, in base units."""
    scales: tuple[Decimal, ...] = ()
    """Factors it may still have to be read with, where nothing near it says its scale."""
    unit: str = ""
    """``USD``, ``%``, ``pp``, ``x``, ``people``; empty when none is known."""
    bound: Bounding = "exact"
    counted: frozenset[str] = frozenset()
    """Concepts of the things it counts, where it is neither an amount nor a rate."""
    base: bool = False
    """Whether it is what another value is compared with: ``after 176.2``."""
    change: bool = False
    """Whether it says how much something moved, not where it stands."""
    direction: Way = 0
    """Where its words or, for a change, its sign say that it went."""
    denied: bool = False
    """Whether its sentence denies something."""
    firmness: Firmness = ""
    origin: Literal["cell", "sentence"]
    shown: str
    """As printed."""
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    """Span of its row or sentence in the text of its page."""


class _Place(NamedTuple):
    """What a chunk gives every fact in it."""

    chunk: EvidenceChunk
    entity: tuple[str, ...]
    calendar: FiscalCalendar
    around: frozenset[str]
    """Concepts of its heading."""


_HEADING_LEVELS = 2
_KEPT = 2048
"""Passages of which it is remembered what was read."""


def facts_of(chunk: EvidenceChunk) -> tuple[Fact, ...]:
    """Return every value the rows and sentences of a passage state, in reading order."""
    return _facts(_plain(chunk))


@kept_at_work(_KEPT)
def _same_text(chunk: EvidenceChunk) -> EvidenceChunk:
    """Return the first of all equal passages, so that what is read of it is found without comparing them."""
    return chunk


_plain: Once[EvidenceChunk, EvidenceChunk] = Once(lambda chunk: _same_text(chunk.unscored), IN_HAND)
"""A passage without what a question made of it."""


def _read_facts(chunk: EvidenceChunk) -> tuple[Fact, ...]:
    heading = " ".join(chunk.heading.split(SUB_SECTION)[-_HEADING_LEVELS:])
    place = _Place(chunk, chunk.profile.names, calendar_of(chunk.profile), measured_words(heading))
    found: list[Fact] = []
    for table in tables_of(chunk):
        for row in table.rows:
            found.extend(_row_facts(place, table, row))
    for span in sentences_of(chunk):
        found.extend(_sentence_facts(place, chunk.text[span.start : span.end], chunk.char_start + span.start))
    return tuple(sorted(found, key=lambda fact: fact.char_start))


_facts = Once(_read_facts, _KEPT)


def tables_of(chunk: Chunk) -> tuple[Table, ...]:
    """Return the tables of a passage as records; pipe rows of old data and Markdown are read here."""
    if chunk.table is not None:
        return (chunk.table,)
    return _pipe_tables(chunk) if "|" in chunk.text else ()


@kept_at_work(_KEPT)
def _read_pipe_tables(chunk: Chunk) -> tuple[Table, ...]:
    above = "\n".join(part for part in (chunk.document_title, chunk.heading) if part)
    tables = pipe_tables(chunk.text, chunk.lead, above)
    return tuple(_moved(table, chunk.char_start) for table in tables)


_pipe_tables: Once[Chunk, tuple[Table, ...]] = Once(lambda chunk: _read_pipe_tables(chunk.unscored), IN_HAND)


def _moved(table: Table, by: int) -> Table:
    rows = (
        row.model_copy(update={"char_start": row.char_start + by, "char_end": row.char_end + by})
        for row in table.rows
    )
    return table.model_copy(update={"rows": tuple(rows)})


def sentences_of(chunk: EvidenceChunk) -> tuple[Span, ...]:
    """Return the sentences of a passage that are no rows of its tables; offsets are into its text."""
    return _sentences(_plain(chunk))


def _read_sentences(chunk: EvidenceChunk) -> tuple[Span, ...]:
    rows = [(row.char_start, row.char_end) for table in tables_of(chunk) for row in table.rows]
    at = chunk.char_start
    return tuple(
        span
        for span in split_sentences(chunk.text)
        if chunk.text[span.start] != "|"
        and not any(start < at + span.end and at + span.start < end for start, end in rows)
    )


_sentences = Once(_read_sentences, _KEPT)


def _row_facts(place: _Place, table: Table, row: Row) -> Iterator[Fact]:
    label = measured_words(row.label)
    parents = measured_words(" ".join(row.path))
    above = parents | measured_words(f"{table.title} {table.corner}")
    over = f"{table.title} {table.corner} {row.label}"
    firmness = "" if is_actual(over) else firmness_of(over)
    for cell, amount in amounts_in(table, row):
        header = table.header_of(cell)
        words = measured_words(header)
        change = is_change(f"{header} {row.label}") or amount.unit == "pp"
        yield Fact(
            chunk_id=place.chunk.chunk_id,
            document_id=place.chunk.document_id,
            entity=place.entity,
            attribute=row.label,
            concepts=label,
            scope=above | words | place.around,
            within=parents,
            periods=_cell_periods(place, table, row, cell),
            value=amount.value,
            quantum=amount.quantum,
            unit=amount.unit,
            counted=_counted(amount.unit, label, above | words),
            scales=_scales(place, amount) if not table.declared else (),
            change=change,
            direction=_cell_direction(moves(f"{header} {row.label}"), amount.value, change=change),
            firmness=_firmness(firmness_of(header) or ("" if is_actual(header) else firmness)),
            origin="cell",
            shown=cell.text,
            char_start=row.char_start,
            char_end=row.char_end,
        )


def amounts_in(table: Table, row: Row) -> Iterator[tuple[Cell, Amount]]:
    """Yield the values of a row in the order of its facts: of its cells, then the shares behind counts."""
    for read in (amount_of, percent_of):
        for cell in row.cells:
            amount = read(table, row, cell)
            if amount is not None:
                yield cell, amount


def _counted(unit: str, label: frozenset[str], above: frozenset[str]) -> frozenset[str]:
    """Return what a cell counts: its row's name, and all that stands over it where no unit is known."""
    if unit in UNCOUNTED:
        return frozenset()
    return label if unit not in {"", NUMBER} else label | above


def _scales(place: _Place, amount: Amount | Figure) -> tuple[Decimal, ...]:
    """Return the document's scale for an amount of which nothing says another."""
    usual = place.chunk.profile.scale
    bare = amount.scale == 1 and amount.unit not in {"%", "pp", "x"}
    return (usual,) if bare and usual != 1 else ()


def _way(sides: frozenset[int]) -> Way:
    return 0 if len(sides) != 1 else 1 if 0 in sides else -1


def _cell_direction(said: frozenset[int], value: Decimal, *, change: bool) -> Way:
    """Return where a cell went: a change below zero is a fall, whether its header says growth or decrease."""
    if change and value < 0:
        return -1
    return _way(said) or (1 if change and value > 0 else 0)


def _cell_periods(place: _Place, table: Table, row: Row, cell: Cell) -> tuple[str, ...]:
    """Return the labels of a cell's period: its column's, else its row's, its table's."""
    column = table.columns[cell.column]
    labels = fiscal_labels(column.header, place.calendar)
    if column.period:
        years = {label[:4] for label in labels}
        labels = labels | {column.period} if len(years) == 1 else fiscal_labels(column.period, place.calendar)
    if not labels:
        labels = fiscal_labels(" ".join((row.label, *row.path)), place.calendar)
    labels = labels or fiscal_labels(table.title, place.calendar) or fiscal_labels(table.lead, place.calendar)
    return tuple(sorted(with_months(labels, place.calendar)))


def is_change(header: str) -> bool:
    """Tell a column that says how much something moved."""
    roots = {token.stem for token in tokens(header)}
    return bool(roots & {"chang", "varianc", "vs", "versus"}) or bool(moves(header))


def moves(text: str) -> frozenset[int]:
    """Return the directions a text speaks of: 0 up, 1 down."""
    return frozenset(side for pair, side in directions(text) if pair == "movement")


def _sentence_facts(place: _Place, sentence: str, start: int) -> Iterator[Fact]:
    whole = measured_words(sentence) | place.around
    firmness = _firmness(firmness_of(sentence))
    denied = negated(sentence)
    for bound in bind(sentence):
        figure = bound.figure
        near = bound.near
        yield Fact(
            chunk_id=place.chunk.chunk_id,
            document_id=place.chunk.document_id,
            entity=place.entity,
            attribute=bound.before.strip(),
            concepts=near,
            scope=whole - near,
            periods=labels_of(bound, sentence, place.calendar),
            value=-figure.value if figure.negative else figure.value,
            quantum=figure.quantum,
            unit=figure.unit,
            bound=figure.bound,
            counted=bound.counted,
            base=bound.base,
            scales=_scales(place, figure) if figure.unit in CURRENCIES else (),
            change=is_movement(bound),
            direction=cast("Way", bound.moved[0]),
            denied=denied,
            firmness=firmness,
            origin="sentence",
            shown=figure.text,
            char_start=start,
            char_end=start + len(sentence),
        )


def labels_of(bound: Bound, sentence: str, calendar: FiscalCalendar) -> tuple[str, ...]:
    """Return the labels by which the period of a figure may be asked for."""
    found: set[str] = set()
    for mention in bound.mentions:
        before = max((m.end for m in find_periods(sentence) if m.end <= mention.start), default=0)
        start = max(before, mention.start - _BEFORE_PERIOD)
        found |= with_months(fiscal_labels(sentence[start : mention.end], calendar), calendar)
    return tuple(sorted(found))


def with_months(labels: frozenset[str], calendar: FiscalCalendar) -> frozenset[str]:
    """Add to every quarter the month in which it ends."""
    found = set(labels)
    for label in labels:
        year, _, part = label.partition("-")
        if part[:1] == "Q" and year.isdigit():
            month = calendar.year_end_month - 3 * (4 - int(part[1]))
            found.add(f"{int(year) + calendar.offset - (month < 1)}-{(month - 1) % 12 + 1:02d}")
    return frozenset(found)


_BEFORE_PERIOD = 28
_BY = re.compile(rf"\bby\s+(?:(?:about|around|approximately|nearly|some|roughly)\s+)?[{SIGNS}]?\Z", re.I)
_LEVEL = re.compile(r"\b(?:to|at|was|were|is)\s+(?:\w+\s+)?\Z", re.I)


def is_movement(bound: Bound) -> bool:
    """Tell a figure that says how much something moved: ``rose 12 %``, ``a decrease of $4 million``."""
    way, follows = bound.moved
    if bound.figure.spelled and bound.window.startswith(" of ", bound.at + len(bound.figure.text)):
        return False
    if not way and _BY.search(bound.window[: bound.at]):
        return bound.figure.unit == "pp" or any(pair == "quality" for pair, _ in directions(bound.clause))
    if bound.figure.unit == "pp" or not way or bound.base or follows:
        return bound.figure.unit == "pp" or (way != 0 and not bound.base)
    return not _LEVEL.search(bound.window[: bound.at])


def _firmness(status: str) -> Firmness:
    return cast("Firmness", status)

"""Source index: a cited passage taken apart once: its units, the facts in them, names and periods."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from masis.domain.binding import bind
from masis.domain.language.periods import Period, PeriodMention, find_periods
from masis.domain.language.quantities import Declared, Figure, numbers, rescaled
from masis.domain.language.sentences import split_sentences
from masis.domain.language.units import counted_unit, declared_unit
from masis.domain.tables import Cell, LabelledRow, cells, labelled_rows
from masis.domain.wording import content_stems, words


class Fact(NamedTuple):
    """A number of the source with what it is tied to."""

    figure: Figure
    unit: int
    """Which sentence or row it stands in; -1 for the title, heading or table header."""
    local: frozenset[str]
    """Stems of the row label, or of the words in front of it."""
    periods: frozenset[Period]
    cell: Cell | None = None
    column: frozenset[str] = frozenset()
    """Stems of the column's header."""
    after: frozenset[str] = frozenset()
    """Stems of the words behind it, in prose."""
    base: bool = False
    """True for a figure that another is compared with: ``from X``."""

    @property
    def context(self) -> frozenset[str]:
        """The words on both sides of the number."""
        return self.local | self.after


class SourceUnit(NamedTuple):
    """One sentence, list item or table row of the source."""

    start: int
    end: int
    text: str
    stems: tuple[str, ...]
    bag: frozenset[str]
    bigrams: frozenset[tuple[str, str]]


class SourceIndex(NamedTuple):
    """Everything a check needs to know about one passage."""

    text: str
    units: tuple[SourceUnit, ...]
    facts: tuple[Fact, ...]
    periods: frozenset[Period]
    folded: str
    stems: frozenset[str]
    initials: str
    rows: tuple[LabelledRow, ...] = ()
    """The data rows of its tables."""
    sequence: tuple[str, ...] = ()
    """The content stems of the passage in order."""
    pairs: frozenset[tuple[str, str]] = frozenset()
    """Neighbours in that sequence."""


_LONG_LINE = 120
_PER_SHARE = re.compile(r"\bper\s(?:\w+\s)?share\b", re.I)
_RATE_LABEL = re.compile(r"\b(?:margin|rate|ratio|yield|quota|return on|share of|churn|growth)\b", re.I)
# "Leverage ratio 2.1" is a multiple, "equity ratio 43.8" a percentage (own choice).
_LEAST_PERCENT = 10


@lru_cache(maxsize=1024)
def index_source(text: str, preamble: str = "") -> SourceIndex:
    """Take a passage apart; ``preamble`` is what stands above it: title, date, heading, table header."""
    mentions = find_periods(text)
    spans = [(span.start, span.end) for span in split_sentences(text)]
    units = tuple(_unit(text, start, end) for start, end in spans)
    above = find_periods(preamble)
    whole = f"{preamble}\n{text}"
    sequence = tuple(one for unit in units for one in unit.stems)
    return SourceIndex(
        text=text,
        units=units,
        facts=(*_facts(text, preamble, units, mentions), *_loose_facts(preamble, above)),
        periods=frozenset(p for mention in (*mentions, *above) for p in mention.periods),
        folded=whole.casefold(),
        stems=frozenset(content_stems(whole)),
        initials="".join(word[0] for word in words(whole)),
        rows=labelled_rows(text, preamble) if "|" in text else (),
        sequence=sequence,
        pairs=frozenset(pairwise(sequence)),
    )


def declared_lines(text: str, preamble: str = "") -> tuple[tuple[int, int, Declared], ...]:
    """Return the stretches of ``text`` whose bare numbers carry a declared unit.

    A caption, header or label line declares for itself and for the lines under it, up to the first
    line of prose; what the preamble declares holds from the start.
    """
    stretches: list[tuple[int, int, Declared]] = []
    above = next((found for line in reversed(preamble.split("\n")) if (found := declared_unit(line))), None)
    current = Declared(*above) if above else None
    position = 0
    for line in text.split("\n"):
        end = position + len(line)
        stripped = line.strip()
        row = stripped.startswith("|")
        prose = not row and (stripped.endswith((".", "!", "?", ";")) or len(stripped) > _LONG_LINE)
        own = declared_unit(line)
        if own and not (row and position and _has_value(line)):
            declared = Declared(*own)
            current = None if prose else declared
            stretches.append((position, end, declared))
        elif prose:
            current = None
        elif current:
            stretches.append((position, end, current))
        position = end + 1
    return tuple(stretches)


def _has_value(row: str) -> bool:
    """Tell a data row, whose label declares for itself only, from a header row."""
    return any(not figure.unit for figure in numbers(row, find_periods(row)))


def apply_declared(figure: Figure, declared: Declared | None) -> Figure:
    """Give a bare number the unit and scale that were declared for it."""
    if declared is None or figure.unit not in {"", declared.unit} or figure.scale != 1 or figure.spelled:
        return figure
    if figure.unit and declared.scale == 1:
        return figure
    return rescaled(figure, declared.unit, declared.scale)


def _unit(text: str, start: int, end: int) -> SourceUnit:
    stems = content_stems(text[start:end])
    pairs = frozenset(pairwise(stems))
    return SourceUnit(start, end, text[start:end], stems, frozenset(stems), pairs)


def _facts(
    text: str, preamble: str, units: tuple[SourceUnit, ...], mentions: tuple[PeriodMention, ...]
) -> Iterator[Fact]:
    found = numbers(text, mentions)
    stretches = declared_lines(text, preamble)
    placed = (
        {i: cell for cell in cells(text, preamble) for i in range(cell.start, cell.end)}
        if "|" in text
        else {}
    )
    at = 0
    for number, unit in enumerate(units):
        inside: list[Figure] = []
        while at < len(found) and found[at].start < unit.end:
            if found[at].start >= unit.start:
                inside.append(found[at])
            at += 1
        if inside:
            yield from _unit_facts(number, unit, inside, mentions, stretches, placed)


def _unit_facts(
    number: int,
    unit: SourceUnit,
    figures: list[Figure],
    mentions: tuple[PeriodMention, ...],
    stretches: tuple[tuple[int, int, Declared], ...],
    placed: dict[int, Cell],
) -> Iterator[Fact]:
    inside = [
        PeriodMention(m.start - unit.start, m.end - unit.start, m.periods)
        for m in mentions
        if unit.start <= m.start < unit.end
    ]
    moved = [f.model_copy(update={"start": f.start - unit.start, "end": f.end - unit.start}) for f in figures]
    bounds = bind(unit.text, moved, inside)
    for figure, bound in zip(figures, bounds, strict=True):
        cell = placed.get(figure.start)
        declared = next((d for start, end, d in stretches if start <= figure.start < end), None)
        if cell:
            yield _cell_fact(number, figure, cell, declared)
        else:
            yield Fact(
                apply_declared(figure, declared),
                number,
                bound.local,
                bound.periods,
                after=bound.after,
                base=bound.base,
            )


def _cell_fact(number: int, figure: Figure, cell: Cell, declared: Declared | None) -> Fact:
    """Return the fact of a table cell: its unit is its own, its row's, its column's or its table's."""
    own = declared_unit(cell.row_label) or declared_unit(cell.header)
    figure = _labelled(figure, cell, Declared(*own) if own else None, declared)
    periods = [p for text in (cell.header, cell.row_label) for m in find_periods(text) for p in m.periods]
    local = frozenset(content_stems(cell.row_label))
    return Fact(figure, number, local, frozenset(periods), cell, frozenset(content_stems(cell.header)))


def _labelled(figure: Figure, cell: Cell, own: Declared | None, declared: Declared | None) -> Figure:
    """Give a cell's bare number its unit: the table's money is not meant for its counts and rates."""
    if own or figure.unit:
        return apply_declared(figure, own or declared)
    label = f"{cell.row_label} {cell.header} {cell.section}"
    if declared and _PER_SHARE.search(label):
        return apply_declared(figure, Declared(declared.unit, Decimal(1)))
    if _RATE_LABEL.search(label) and abs(figure.value) >= _LEAST_PERCENT:
        return apply_declared(figure, Declared("%", Decimal(1)))
    counted = counted_unit(cell.row_label) or counted_unit(cell.header)
    if counted:
        return apply_declared(figure, Declared(counted, Decimal(1)))
    return apply_declared(figure, declared)


def _loose_facts(preamble: str, mentions: tuple[PeriodMention, ...]) -> Iterator[Fact]:
    """Yield the numbers of the title and heading: a sentence may name them too."""
    for figure in numbers(preamble, mentions):
        yield Fact(figure, -1, frozenset(), frozenset())

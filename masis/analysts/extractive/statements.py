"""Statements: the sentences and table rows of the evidence that can be quoted, each with its surroundings."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from masis.domain.evidence import SUB_SECTION, EvidenceChunk
from masis.domain.language.periods import FiscalCalendar, fiscal_labels, labels
from masis.domain.language.sentences import split_sentences
from masis.domain.language.tables import Amount, Row, Table, amount_of, percent_of
from masis.domain.language.words import concepts
from masis.domain.once import IN_HAND, Once, kept_at_work
from masis.domain.profile import calendar_of
from masis.domain.verification.facts import tables_of

_BULLET = re.compile(r"^\s*(?:[-*•–▪◦‣·]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+")
_MARKUP = re.compile(r"^\s*#{1,6}\s+|\*\*|__|`")
_SPACE = re.compile(r"\s+")
_LEADERS = re.compile(r"(?:\. ?){4,}|…{2,}|_{4,}")
_DIGIT, _A_DAY = re.compile(r"\d"), re.compile(r"-\d\d-\d\d$")
_LONGEST, _FEWEST_WORDS = 900, 3


class Statement(NamedTuple):
    """A sentence or a table row as it can be quoted, prepared for comparison."""

    chunk: EvidenceChunk
    kind: Literal["sentence", "row"]
    text: str
    """A sentence on one line, bullets and markup removed; for a row its label."""
    char_start: int
    char_end: int
    """Span in the text of its page."""
    own: frozenset[str]
    """Concepts of the sentence, or of the row's label."""
    path: frozenset[str]
    """Concepts of the rows above a row and of its table's title."""
    header: frozenset[str]
    """Concepts of a row's column headers."""
    around: frozenset[str]
    """Concepts of headings, document title and the sentence before it, or the one that leads to its table."""
    periods: frozenset[str]
    """Labels by which the periods it states may be asked for."""
    row: Row | None = None
    table: Table | None = None
    """The table a row stands in, with the unit and scale its document gives it."""
    amounts: tuple[Amount | None, ...] = ()
    """What each cell of a row says; ``None`` for one without a number."""
    percents: tuple[Amount | None, ...] = ()
    """The percentage behind the count of each cell, where it has one: ``22 (19.5)``."""
    before: str = ""

    @property
    def key(self) -> tuple[str, int, int]:
        """What makes two statements the same: their place."""
        return self.chunk.chunk_id, self.char_start, self.char_end

    def amounts_at(self, cells: Iterable[int]) -> list[Amount]:
        """Return all that some cells of a row say."""
        found = ((self.amounts[at], self.percents[at] if self.percents else None) for at in cells)
        return [amount for pair in found for amount in pair if amount is not None]

    def __hash__(self) -> int:
        """Hash the place alone: to hash a whole table takes longer than to read one of its rows."""
        return hash(self.key)


def statements_of(chunks: Iterable[EvidenceChunk]) -> tuple[Statement, ...]:
    """Return every quotable statement once, in the order of the chunks; flagged passages give none."""
    kept: dict[tuple[str, int, int], Statement] = {}
    for chunk in chunks:
        if not chunk.flagged:
            for statement in _statements(chunk):
                kept.setdefault(statement.key, statement)
    return tuple(kept.values())


def _statements_in(chunk: EvidenceChunk) -> tuple[Statement, ...]:
    """Return what is quotable of a passage, with the scores it was found with."""
    return tuple(statement._replace(chunk=chunk) for statement in _read(chunk.unscored))


_statements = Once(kept_at_work(1024)(_statements_in), IN_HAND)


@kept_at_work(1024)
def _read(chunk: EvidenceChunk) -> tuple[Statement, ...]:
    calendar = calendar_of(chunk.profile)
    rows = (row for table in tables_of(chunk) for row in _rows(chunk, table, calendar))
    return (*rows, *_sentences(chunk, calendar))


def _rows(chunk: EvidenceChunk, table: Table, calendar: FiscalCalendar) -> Iterator[Statement]:
    title = frozenset(concepts(f"{table.title} {table.corner}"))
    around = _around(chunk) | frozenset(concepts(table.lead))
    opening = _opening_balances(table)
    for row in table.rows:
        if not row.cells:
            continue
        headers = [table.header_of(cell) for cell in row.cells]
        yield Statement(
            chunk=chunk,
            kind="row",
            text=row.label,
            char_start=row.char_start,
            char_end=row.char_end,
            own=frozenset(concepts(row.label or " ".join(row.path[-1:]))),
            path=frozenset(concepts(" ".join(row.path))) | title,
            header=frozenset(word for header in headers for word in concepts(header)),
            around=around,
            periods=_row_periods(table, row, opening, calendar),
            row=row,
            table=table,
            amounts=tuple(amount_of(table, row, cell) for cell in row.cells),
            percents=tuple(percent_of(table, row, cell) for cell in row.cells),
        )


def _opening_balances(table: Table) -> frozenset[str]:
    """Return the labels of the rows with figures that name a day: ``Balance as of 1.1.2024``.

    What stands beneath one is what came and went since, and not of that day.
    """
    figures = (row.label for row in table.rows if any(_DIGIT.search(cell.text) for cell in row.cells))
    return frozenset(label for label in figures if any(_A_DAY.search(day) for day in labels(label)))


def _row_periods(table: Table, row: Row, opening: frozenset[str], calendar: FiscalCalendar) -> frozenset[str]:
    named = {label for cell in row.cells for label in column_periods(table, cell.column, calendar)}
    above = fiscal_labels(
        " ".join((row.label, *(label for label in row.path if label not in opening))), calendar
    )
    title = frozenset(label for label in labels(f"{table.title}. {table.lead}") if label.isdigit())
    return _of_one_year(frozenset(named) | above, title) or _over_all(table, calendar)


def _of_one_year(told: frozenset[str], title: frozenset[str]) -> frozenset[str]:
    """Give quarters and halves that no header gives a year that of the table: ``Quarters of 2024``."""
    if len(title) != 1 or not all(label[0] in "QH" for label in told):
        return told
    return frozenset(f"{year}-{part}" for year in title for part in told)


def _over_all(table: Table, calendar: FiscalCalendar) -> frozenset[str]:
    return fiscal_labels(table.title, calendar) or fiscal_labels(table.lead, calendar)


def column_periods(table: Table, column: int, calendar: FiscalCalendar) -> frozenset[str]:
    """Return the labels by which a column's period may be asked for."""
    return fiscal_labels(table.columns[column].header, calendar)


def _sentences(chunk: EvidenceChunk, calendar: FiscalCalendar) -> Iterator[Statement]:
    """Yield the prose of a chunk; headings and lead-ins give context but are no statements."""
    titles = {_bare(title) for title in (chunk.document_title, *chunk.heading.split(SUB_SECTION))}
    around = _around(chunk)
    before, lead_in = "", ""
    for span in split_sentences(chunk.text):
        raw = chunk.text[span.start : span.end]
        if raw.lstrip().startswith("|"):
            continue
        bullet, line = bool(_BULLET.match(raw)), clean(raw)
        if line.endswith(":"):
            lead_in = before = line
            continue
        lead_in = lead_in if bullet else ""
        if _bare(line) not in titles and _quotable(line, item=bool(bullet and lead_in)):
            context = lead_in or before
            yield Statement(
                chunk=chunk,
                kind="sentence",
                text=line,
                char_start=chunk.char_start + span.start,
                char_end=chunk.char_start + span.end,
                own=frozenset(concepts(line)),
                path=frozenset(),
                header=frozenset(),
                around=around | frozenset(concepts(context)),
                periods=fiscal_labels(line, calendar),
                before=context,
            )
        before = line or before


def _around(chunk: EvidenceChunk) -> frozenset[str]:
    return frozenset(concepts(f"{chunk.document_title}. {chunk.heading.replace(SUB_SECTION, '. ')}"))


def _bare(line: str) -> str:
    return clean(line).casefold().strip(" .:")


def clean(raw: str) -> str:
    """Return a sentence on one line, its bullet and markup removed, brackets made round."""
    line = _MARKUP.sub("", _BULLET.sub("", raw))
    # Square brackets would read as citations in the answer.
    return _SPACE.sub(" ", line).strip().replace("[", "(").replace("]", ")")


def _quotable(line: str, *, item: bool) -> bool:
    """Tell whether a line says something: headings, page furniture and fragments do not."""
    count = len(line.split())
    if item:
        return len(line) >= _FEWEST_WORDS
    if count < _FEWEST_WORDS or len(line) > _LONGEST or line.endswith("?") or _LEADERS.search(line):
        return False
    return line[-1] in ".!;)”\"'’" or count >= 10

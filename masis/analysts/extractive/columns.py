"""Columns: which cells of a row a question is about: of the asked period and variant, planned or not."""

from functools import lru_cache

from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked
from masis.domain.language.designators import agree, designators, differ
from masis.domain.language.periods import FiscalCalendar, fiscal_labels, labels, period_fit, without_periods
from masis.domain.language.questions import year_before
from masis.domain.language.words import concepts, firmness_of, stems
from masis.domain.profile import calendar_of
from masis.domain.verification.asked_facts import EARLIER, PLANNED

_FEWEST_NAMED = 2
_OF_TWO = frozenset({"compare", "change"})
_Choice = tuple[int, ...]


def asked_columns(asked: Asked, statement: Statement) -> _Choice:
    """Return the positions of a row's cells that stand under what is asked for; all when nothing is told.

    The asked period first, then the asked variant (*facility B*), then what was, unless a word of the
    question speaks of plans or of what was before.
    """
    row, table = statement.row, statement.table
    if row is None or table is None:
        return ()
    headers = tuple(table.columns[cell.column].header for cell in row.cells)
    chosen = tuple(range(len(row.cells)))
    if asked.part.periods:
        chosen = _under(asked.part.periods, headers, calendar_of(statement.chunk.profile))
        wanted = asked.attribute - statement.own - statement.path
        named = _named(wanted & statement.header, headers)
        if not set(named) & set(chosen):
            chosen = named or chosen
    chosen = _of_variant(asked.part.text, headers, chosen)
    return chosen if asked.part.operation in _OF_TWO else _of_status(asked.part.text, headers, chosen)


def _of_variant(question: str, headers: tuple[str, ...], chosen: _Choice) -> _Choice:
    """Return the cells under the asked one of things of a name, *facility B*; else those under no other."""
    wanted = designators(question)
    if not wanted:
        return chosen
    said = {at: designators(headers[at]) for at in chosen}
    exact = tuple(at for at in chosen if agree(wanted, said[at]))
    return exact or tuple(at for at in chosen if not differ(wanted, said[at])) or chosen


def _of_status(question: str, headers: tuple[str, ...], chosen: _Choice) -> _Choice:
    """Return the cells of what was, and not before, unless the question has a word of plans, or of before."""
    for tells in (_is_planned, _is_earlier):
        if not tells(question):
            chosen = tuple(at for at in chosen if not tells(headers[at])) or chosen
    return chosen


@lru_cache(maxsize=8192)
def _is_planned(text: str) -> bool:
    return firmness_of(text) in PLANNED


@lru_cache(maxsize=8192)
def _is_earlier(text: str) -> bool:
    return bool(EARLIER & frozenset(stems(text)))


@lru_cache(maxsize=8192)
def _named(wanted: frozenset[str], headers: tuple[str, ...]) -> _Choice:
    """Return the positions of the headers without a period that hold all wanted words.

    Of ``Replacement``, ``Expansion``, ``Total 2024`` the first, where replacement in 2024 is asked for.
    """
    named = [at for at, header in enumerate(headers) if wanted and wanted <= frozenset(concepts(header))]
    return () if any(labels(headers[at]) for at in named) else tuple(named)


@lru_cache(maxsize=8192)
def _under(wanted: tuple[str, ...], headers: tuple[str, ...], calendar: FiscalCalendar) -> _Choice:
    """Return the positions of the headers that fit an asked period; all when none does."""
    chosen = [
        at
        for at, header in enumerate(headers)
        if any(period_fit(period, fiscal_labels(header, calendar)) > 0 for period in wanted)
    ]
    return tuple(chosen or range(len(headers)))


def shown_columns(asked: Asked, statement: Statement) -> _Choice:
    """Return the positions of a row's cells to show: a movement is shown with what it is compared with."""
    cells = _named_columns(asked, statement, asked_columns(asked, statement))
    if statement.row is None or not (asked.part.moving or asked.part.operation in _OF_TWO):
        return cells
    if len(asked.part.periods) != 1:
        return cells
    before = asked.part.model_copy(update={"periods": (year_before(asked.part.periods[0]),)})
    earlier = asked_columns(asked._replace(part=before), statement)
    whole = len(earlier) == len(statement.row.cells)
    return cells if whole else tuple(sorted({*cells, *earlier}))


def _named_columns(asked: Asked, statement: Statement, cells: _Choice) -> _Choice:
    """Return the cells of a row whose headers alone hold an asked word, one bidder's of three; else all."""
    row, table = statement.row, statement.table
    if row is None or table is None or len(cells) < _FEWEST_NAMED or asked.part.operation in _OF_TWO:
        return cells
    headers = {at: frozenset(concepts(without_periods(table.header_of(row.cells[at])))) for at in cells}
    shared = frozenset.intersection(*headers.values())
    wanted = frozenset(concepts(asked.part.text)) - statement.own
    named = tuple(at for at in cells if (headers[at] - shared) & wanted)
    return named or cells

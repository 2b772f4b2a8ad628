"""Suggestions: questions that rows of the workspace's own statements answer, or none."""

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from decimal import Decimal
from itertools import chain, islice, zip_longest
from threading import Lock
from typing import NamedTuple

from masis.domain.language.organisations import short_name
from masis.domain.language.periods import without_periods
from masis.domain.language.questions import period_of
from masis.domain.language.tables import Row, Table, amount_of
from masis.domain.language.words import concepts, firmness_of, names_measure
from masis.domain.profile import DocumentProfile

log = logging.getLogger(__name__)

COUNT = 3
TRIED = 8
"""Candidates that are asked of the engine, at most, to find those that it answers."""
_REMEMBERED = 64
_LONGEST_LABEL = 5
_HEAD = re.compile(r"\s(?:for|of|before|after|from|in|on|per|to|and)\s")
_FIRM = frozenset({"", "audited", "restated"})


class Told(NamedTuple):
    """A value that a row states, as far as a question can ask for it."""

    organisation: str
    label: str
    measure: tuple[str, ...]
    """Concepts of the label."""
    period: str
    value: Decimal

    @property
    def question(self) -> str:
        """What was net income of Harbor in 2024?"""
        verb = "were" if _HEAD.split(self.label)[0].endswith("s") else "was"
        first, *rest = self.label.split(" ")
        label = " ".join([_small(first), *(_small(word) if names_measure(word) else word for word in rest)])
        year, part = period_of(self.period)
        return f"What {verb} {label} of {self.organisation} in {f'{part} {year}' if part else year}?"


def _small(word: str) -> str:
    """Return a word of a label as it stands inside a sentence; ``EBITDA`` stays."""
    return word.lower() if word[1:].islower() else word


def told_by(profile: DocumentProfile, tables: Iterable[Table]) -> tuple[Told, ...]:
    """Return what the statements of a document tell of its own period, what it tells most often first.

    A measure for which its tables give several values is left out, unless one of them stands out.
    """
    if not profile.names:
        return ()
    name = short_name(profile.names[0])
    found = [told for table in tables for told in _of_table(name, profile, table)]
    values: dict[tuple[tuple[str, ...], str], Counter[Decimal]] = defaultdict(Counter)
    for told in found:
        values[told.measure, told.period][told.value] += 1
    clear = {key: counted.most_common(1)[0] for key, counted in values.items() if _stands_out(counted)}
    firsts: dict[tuple[tuple[str, ...], str], Told] = {}
    for told in found:
        key = (told.measure, told.period)
        if key in clear and told.value == clear[key][0]:
            firsts.setdefault(key, told)
    return tuple(sorted(firsts.values(), key=lambda told: -clear[told.measure, told.period][1]))


def _stands_out(counted: Counter[Decimal]) -> bool:
    first, *others = counted.most_common(2)
    return not others or first[1] > 2 * others[0][1]


def _of_table(name: str, profile: DocumentProfile, table: Table) -> Iterator[Told]:
    if firmness_of(f"{table.title} {table.corner}") not in _FIRM:
        return
    for row in table.rows:
        if not _can_be_asked_for(row):
            continue
        for cell in row.cells:
            column = table.columns[cell.column]
            amount = amount_of(table, row, cell)
            own = _is_of(profile, column.period) and firmness_of(column.header) in _FIRM
            if own and amount is not None and amount.unit:
                yield Told(name, row.label, concepts(row.label), column.period, amount.value)
                break


def _can_be_asked_for(row: Row) -> bool:
    """Tell whether a label says by itself what its values measure."""
    said = row.label.split()
    plain = without_periods(row.label) == row.label and all(word.isalpha() for word in said)
    return not row.path and plain and len(said) <= _LONGEST_LABEL and names_measure(row.label)


def _is_of(profile: DocumentProfile, period: str) -> bool:
    """Tell whether a column's period is the one a document reports on, or a year of one that says none."""
    year, part = period[:4], period[5:]
    if not year.isdigit() or (part and not part.startswith("Q")):
        return False
    if not profile.fiscal_year:
        return not part
    return year == str(profile.fiscal_year) and part == (f"Q{profile.quarter}" if profile.quarter else "")


def questions(documents: Sequence[Sequence[Told]]) -> tuple[str, ...]:
    """Return candidates about different measures, from as many documents as there are.

    What two documents of an organisation tell differently is no question to begin with.
    """
    values: dict[tuple[str, tuple[str, ...], str], set[Decimal]] = defaultdict(set)
    for told in chain.from_iterable(documents):
        values[told.organisation, told.measure, told.period].add(told.value)
    agreed = [
        [told for told in document if len(values[told.organisation, told.measure, told.period]) == 1]
        for document in documents
    ]
    asked: dict[tuple[str, ...], str] = {}
    for told in chain.from_iterable(zip_longest(*agreed)):
        if told is not None:
            asked.setdefault(told.measure, told.question)
    return tuple(asked.values())[:TRIED]


class Candidates(NamedTuple):
    """Questions to try, and the versions of the documents that would answer them."""

    questions: tuple[str, ...]
    versions: tuple[str, ...] = ()
    """A document that came later may disagree with what answered before."""


class _Trial(NamedTuple):
    candidates: Candidates
    found: Future[tuple[str, ...]]


class Answered:
    """Keeps, of the candidates of each workspace, those that the engine answered when it tried."""

    def __init__(self, answers: Callable[[str, str], bool]) -> None:
        """Try nothing yet; ``answers`` asks a question in a workspace and leaves no run behind."""
        self._answers = answers
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="suggest")
        self._trials: dict[str, _Trial] = {}
        self._guard = Lock()
        self._closing = False

    def of(self, workspace_id: str, candidates: Candidates) -> tuple[str, ...] | None:
        """Return up to three that are answered; ``None`` while they are tried in the background.

        Documents that arrive one after the other change the candidates again and again: a workspace is
        tried once at a time, and what stood before is offered until the next trial has ended.
        """
        with self._guard:
            last = self._trials.get(workspace_id)
            if last is not None and not last.found.done():
                return None
            if last is None or last.candidates != candidates:
                if not candidates.questions or self._closing:
                    return ()
                found = self._pool.submit(self._try, workspace_id, candidates.questions)
                self._trials[workspace_id] = _Trial(candidates, found)
                while len(self._trials) > _REMEMBERED:
                    self._trials.pop(next(iter(self._trials)))
            if last is None:
                return None
        return tuple(asked for asked in last.found.result() if asked in candidates.questions) or (
            () if last.candidates == candidates else None
        )

    def _try(self, workspace_id: str, candidates: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(islice((asked for asked in candidates if self._stands(workspace_id, asked)), COUNT))

    def _stands(self, workspace_id: str, question: str) -> bool:
        if self._closing:
            return False
        try:
            return self._answers(workspace_id, question)
        except Exception:  # a question that fails is one that is not offered; the page needs none
            log.exception("a suggested question could not be tried")
            return False

    def close(self) -> None:
        """Try no more."""
        with self._guard:
            self._closing = True
        self._pool.shutdown(wait=True, cancel_futures=True)

"""Suggesting: the measures that most documents of a workspace state, and those near a word."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from masis.domain.facts.phrases import Phrase, idle, phrase, printed
from masis.domain.facts.values import Source
from masis.domain.language.periods import without_periods
from masis.domain.language.tables import Row, Table

_BESIDE = re.compile(r"\([^()]*\)|[&,-]")
_LONGEST = 4
"""Words of a label that says by itself what it measures."""


class _Stated(NamedTuple):
    """How often a measure is stated, and what it is called."""

    organisations: set[str]
    periods: set[tuple[str, str]]
    names: Counter[str]


def counted_measures(sources: Sequence[Source], owners: Mapping[str, str], limit: int) -> tuple[str, ...]:
    """Return the measures stated by most organisations, then most often, under their usual name."""
    found = _measures(sources, owners)
    order = sorted(
        found.values(), key=lambda told: (-len(told.organisations), -told.names.total(), _name(told))
    )
    return tuple(_name(told) for told in order[:limit])


def near_measures(
    sources: Sequence[Source], owners: Mapping[str, str], measure: Phrase, limit: int
) -> tuple[str, ...]:
    """Return measures that share a word with one that nothing states, those that share most first."""
    scored = [
        (len(words & measure.words) / len(words | measure.words), len(told.periods), _name(told))
        for words, told in _measures(sources, owners).items()
        if words & measure.words
    ]
    return tuple(
        name for _, _, name in sorted(scored, key=lambda told: (-told[0], -told[1], told[2]))[:limit]
    )


def _measures(sources: Sequence[Source], owners: Mapping[str, str]) -> dict[frozenset[str], _Stated]:
    found: dict[frozenset[str], _Stated] = defaultdict(lambda: _Stated(set(), set(), Counter()))
    for source in sources:
        owner = owners[source.document_id]
        for page in source.pages:
            for table in page.tables:
                for name, period in _named(table):
                    told = found[phrase(name).words - idle()]
                    told.organisations.add(owner)
                    told.periods.add((owner, period))
                    told.names[name] += 1
    return {words: told for words, told in found.items() if words}


def _named(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the measures that labels and headers of a table name by themselves, with their periods."""
    for row in table.rows:
        label = printed(row.label)
        if _says_itself(label) and not row.path:
            yield from ((label, period) for period in _periods(table, row))
    if table.rows:
        for column in table.columns:
            name = printed(without_periods(column.header))
            if column.period and _says_itself(name):
                yield name, column.period


def _periods(table: Table, row: Row) -> set[str]:
    return {table.columns[cell.column].period for cell in row.cells} - {""}


def _says_itself(name: str) -> bool:
    plain = _BESIDE.sub(" ", name).split()
    said = phrase(name)
    whole = bool(said.head) and said.measured == said.head[-1]
    return whole and 0 < len(plain) <= _LONGEST and all(word.isalpha() for word in plain)


def _name(told: _Stated) -> str:
    """Return the usual name: the most frequent, of those as frequent the shortest."""
    return min(told.names, key=lambda name: (-told.names[name], len(name), name))

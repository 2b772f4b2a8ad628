"""Look-ups: the one value that the tables of the evidence state for an asked thing, with all slots bound."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from masis.analysts.extractive.features import asks_rate
from masis.analysts.extractive.statements import Statement
from masis.analysts.extractive.understand import Asked, organisations
from masis.analysts.extractive.words_held import held, held_in
from masis.domain.evidence import SUB_SECTION
from masis.domain.facts.calculations import CALCULATING
from masis.domain.facts.periods import period_of_cell
from masis.domain.facts.phrases import idle, narrowing
from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.tables import PER_SHARE
from masis.domain.language.units import asked_unit
from masis.domain.language.words import concepts, firmness_of, lexicon
from masis.domain.once import IN_HAND, Once
from masis.domain.profile import same_organisation
from masis.domain.verification.asked_facts import PLANNED, is_kind, same_value, unit_of
from masis.domain.verification.facts import Fact, facts_of

_AGAINST = {
    "missing": 1.0,  # asked words that nothing in, over or around the row holds
    "extra_label": 0.7,  # words of the label that nobody asked for
    "extra_header": 0.8,  # words over its column that nobody asked for, periods left out
    "unmeasured": 0.5,  # the asked measure is named by nothing beside the value
    "extra_path": 0.6,  # words of the rows above it that nobody asked for
    "far": 0.3,  # asked words that only title or heading hold
    "extra_title": 0.1,  # words of the table's title that nobody asked for
}
"""What speaks against a row as the one that is asked for, and how much where rows are held against each
other (own choice)."""
_SLOTS = ("missing", "extra_label", "unmeasured")
"""What must be 0: words are covered both ways."""
_MOST, _MOST_OVER = 4, 0
"""So many of each count; so many words of the rows over a bound one may be unasked."""
_LEAST_LEAD = 0.5
"""How much worse the next row with another value must bind: the least with which at most 2 % of the look-ups
were wrong, for eight of eleven companies left out (.3 for the others)."""
_NUMBER = re.compile(r"\d[\d,.'’]*")
_LONGEST_MONTH = len("2022-12")


class LookedUp(NamedTuple):
    """A row of the asked organisation with one value of the asked kind for each asked period."""

    statement: Statement
    cells: tuple[int, ...]
    """Their positions in the row."""
    facts: tuple[Fact, ...]
    against: Mapping[str, float]

    @property
    def cost(self) -> float:
        """How badly it binds; 0 where nothing speaks against it."""
        return sum(weight * self.against[name] for name, weight in _AGAINST.items())

    @property
    def is_bound(self) -> bool:
        """Whether all slots are filled; of several values of one row the rows over it matter less."""
        free = len(self.facts) > 1 or self.against["extra_path"] <= _MOST_OVER
        return free and not any(self.against[name] for name in _SLOTS)


def look_up(
    asked: Asked,
    periods: Sequence[str],
    statements: Sequence[Statement],
    aside: frozenset[str] = frozenset(),
    free: frozenset[str] = frozenset(),
) -> LookedUp | None:
    """Return the row that binds, where none that binds nearly as well gives other values.

    ``periods`` are labels; without any the row must state a single value. Nothing where the question names no
    organisation and the evidence is of several, or names several. ``aside``: stems that only say what
    code shall work out; ``free``: those that a row may hold and need not.
    """
    wanted = wanted_words(asked, aside)
    found = sorted(_candidates(asked, wanted, free, periods, statements), key=_order)
    if not found or not found[0].is_bound:
        return None
    best = found[0]
    disputed = any(other.cost - best.cost < _LEAST_LEAD and not _same(best, other) for other in found)
    another = bool(aside) and _names_another(asked, wanted, aside, best)
    return None if disputed or another else best


def _order(candidate: LookedUp) -> tuple[float, str, int, tuple[int, ...]]:
    place = candidate.statement
    return candidate.cost, place.chunk.chunk_id, place.char_start, candidate.cells


def _names_another(asked: Asked, wanted: frozenset[str], aside: frozenset[str], found: LookedUp) -> bool:
    """Tell whether asked words that the row itself lacks name another one of the table.

    ``Domestic`` where the total stands under "Domestic and foreign income", ``State`` where "at the state
    level" was taken to say nothing. Asked of what is worked out alone: no gate reads that once more.
    """
    row, table = found.statement.row, found.statement.table
    if row is None or table is None:
        return False
    said = (frozenset(concepts(asked.part.text)) - frozenset(asked.part.terms)) | wanted
    headers = " ".join(table.header_of(row.cells[at]) for at in found.cells)
    own = frozenset(concepts(f"{row.label} {' '.join(row.path)} {headers}"))
    lacking = said - own - aside - {"total"}
    names = {name for other in table.rows for name in (other.label, *other.path)}
    labels = (frozenset(concepts(name)) for name in names)
    return any(label <= said and label & lacking for label in labels)


def _same(candidate: LookedUp, other: LookedUp) -> bool:
    pairs = zip(candidate.facts, other.facts, strict=True)
    return all(unit_of(mine) == unit_of(theirs) and same_value(mine, theirs) for mine, theirs in pairs)


def _candidates(
    asked: Asked,
    wanted: frozenset[str],
    free: frozenset[str],
    periods: Sequence[str],
    statements: Sequence[Statement],
) -> Iterator[LookedUp]:
    if not wanted - free or not _of_one_organisation(asked, statements):
        return
    planned = firmness_of(asked.part.text) in PLANNED
    for statement in statements:
        row, table = statement.row, statement.table
        if row is None or table is None or statement.chunk.superseded or not _is_of(asked, statement):
            continue
        if not any(held_in(word, (statement.own, statement.path)) for word in wanted - free):
            continue
        over = [f"{' '.join(row.path)} {row.label} {table.header_of(cell)}" for cell in row.cells]
        dated = [
            [
                (at, fact)
                for at, fact in found
                if (fact.firmness in PLANNED) == planned and _is_value(asked, fact, over[at])
            ]
            for found in dated_values(statement, periods)
        ]
        if max(map(len, dated)) > _MOST:
            continue  # nothing in the row tells so many values of one period apart
        for pairs in product(*dated):
            cells = tuple(at for at, _ in pairs)
            facts = tuple(fact for _, fact in pairs)
            if len({unit_of(fact) for fact in facts}) > 1:
                continue
            yield LookedUp(statement, cells, facts, _against(wanted, free, statement, cells))


def wanted_words(asked: Asked, aside: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return what is asked for: concepts, and words like ``other`` and ``before`` that narrow them.

    ``aside``: stems that only say what code shall work out.
    """
    known = lexicon()
    idle_words = ((known.stating - known.measures) | known.wrapping | idle()) - CALCULATING
    text = _EARLIER.sub(" ", asked.part.text)
    qualifying = narrowing(text, frozenset(concepts(text)))
    return ((asked.attribute - idle_words - _PERCENT) | qualifying) - aside


_PERCENT = frozenset({"percentag", "percent"})
_EARLIER = re.compile(
    r"\b(?:year|quarter|month)s?\s+(?:before|earlier|ago|after)\b"
    r"|\b(?:over|across|for|during)\s+(?:(?:the|all|these|those)\s+)?(?:[\w-]+[\s-]+)?"
    r"(?:year|quarter|month)s?(?:\s+period)?\b",
    re.IGNORECASE,
)
"""Words that only say when: ``a year earlier``, ``over the three-year period``."""


def _of_one_organisation(asked: Asked, statements: Sequence[Statement]) -> bool:
    if asked.organisations:
        return len(asked.organisations) == 1
    return (
        len(organisations([*{id(statement.chunk): statement.chunk for statement in statements}.values()]))
        <= 1
    )


def _is_of(asked: Asked, statement: Statement) -> bool:
    profile = statement.chunk.profile
    return not asked.organisations or same_organisation(profile, asked.organisations[0])


def _by_row(facts: tuple[Fact, ...]) -> dict[int, list[Fact]]:
    found: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.origin == "cell":
            found.setdefault(fact.char_start, []).append(fact)
    return found


_cells_by_row = Once(_by_row, IN_HAND)
"""The values of a passage's tables by the place of their row."""


def dated_values(statement: Statement, periods: Sequence[str]) -> list[list[tuple[int, Fact]]]:
    """Return for each period the values of a row, with their positions; its only one where none is asked."""
    row, table = statement.row, statement.table
    if row is None or table is None:
        return [[]]
    own = _cells_by_row(facts_of(statement.chunk)).get(row.char_start, [])
    valued = [at for at, amount in enumerate(statement.amounts) if amount is not None]
    pairs = [(at, fact) for at, fact in zip(valued, own, strict=False) if not fact.change]
    if not periods:
        return [pairs if len(pairs) == 1 else []]
    over = [f"{table.header_of(row.cells[at])} {row.label} {table.title}" for at, _ in pairs]
    return [
        [
            (at, fact)
            for (at, fact), text in zip(pairs, over, strict=True)
            if period in fact.periods
            and (len(period) > _LONGEST_MONTH or period_of_cell(fact.periods, text) == period)
        ]
        for period in periods
    ]


def _is_value(asked: Asked, fact: Fact, over: str) -> bool:
    """Tell a value of the asked kind, with nothing left to guess of its unit and scale."""
    currency = asked_unit(asked.part.text)
    if currency in CURRENCIES and fact.unit in CURRENCIES - {currency}:
        return False
    text, rate = asked.part.text, fact.unit in {"%", "x"}
    share = bool(PER_SHARE.search(text)) == bool(PER_SHARE.search(over))
    kind = is_kind(asked.part, fact) or asked.part.wants == "text"
    asked_rate = bool(_PERCENT & {*concepts(text)}) or asked.part.wants == "percent"
    plain = len(_NUMBER.findall(fact.shown)) == 1  # ``11/4/2024`` is no value
    scaled = not (fact.scales and fact.unit in CURRENCIES)
    sure = plain and scaled and fact.unit != "pp" and fact.bound == "exact"
    return (
        kind and sure and share and (rate or not asked_rate) and (not rate or asked_rate or asks_rate(asked))
    )


def _against(
    wanted: frozenset[str], free: frozenset[str], statement: Statement, cells: Sequence[int]
) -> dict[str, float]:
    """Return what speaks against the cells of a row."""
    row, table = statement.row, statement.table
    if row is None or table is None:
        return dict.fromkeys(_AGAINST, float(_MOST))
    none = frozenset[str]()
    house = frozenset(word for name in statement.chunk.profile.names for word in concepts(name))
    label = narrowing(row.label or " ".join(row.path[-1:]), none) - house
    path = narrowing(" ".join(row.path), none) - house - label
    headers = " ".join(table.header_of(row.cells[at]) for at in cells)
    header = narrowing(headers, none) - house - label
    title = narrowing(f"{table.title} {table.corner}", none) - house - label
    near = label | path | header
    above = f"{statement.chunk.heading.replace(SUB_SECTION, '. ')}. {table.lead}"
    around = near | title | frozenset(concepts(above))
    measures = lexicon().measures & wanted
    return {
        "missing": _most(not held(word, around) for word in wanted - free),
        "far": _most(not held(word, near) and held(word, around) > 0 for word in wanted - free),
        "extra_label": _extra(label, wanted),
        "extra_path": _extra(path, wanted),
        "extra_header": _extra(header, wanted),
        "extra_title": _extra(title - path - header, wanted),
        "unmeasured": float(bool(measures) and not any(held(word, near) for word in measures)),
    }


def _extra(words: frozenset[str], wanted: frozenset[str]) -> float:
    return _most(not held(word, wanted) for word in words)


def _most(found: Iterable[bool]) -> float:
    return float(min(_MOST, sum(found)))

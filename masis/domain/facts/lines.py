"""Lines: statements that mean one thing put together, those that contradict each other told apart."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from masis.domain.facts.phrases import called, is_period, narrowing
from masis.domain.facts.values import Cell, Statement
from masis.domain.verification.asked_facts import PLANNED, same_value, unit_of

_FIRMNESS = {"audited": 0, "restated": 0, "": 1, "unaudited": 2, "estimated": 3, "preliminary": 4}
_FEWEST_REPEATED = 2


class LineKey(NamedTuple):
    """What tells a line from others."""

    organisation: str
    extra: frozenset[str]
    unit: str


def grouped(statements: Sequence[Statement]) -> dict[LineKey, list[Statement]]:
    """Return the statements by line.

    Tables of one document that contradict each other mean different things: all but those that agree with
    the most others are told apart by their titles.
    """
    groups: dict[LineKey, list[Statement]] = defaultdict(list)
    for statement in statements:
        groups[_key(statement)].append(statement)
    told: dict[LineKey, list[Statement]] = defaultdict(list)
    for group in groups.values():
        for statement in _by_title(group):
            told[_key(statement)].append(statement)
    return dict(told)


def _key(statement: Statement) -> LineKey:
    return LineKey(statement.organisation, statement.extra, unit_of(statement.fact))


def _by_title(group: Sequence[Statement]) -> Iterable[Statement]:
    documents: dict[str, list[Statement]] = defaultdict(list)
    for statement in group:
        documents[statement.place.document_id].append(statement)
    for own in documents.values():
        tables: dict[int, list[Statement]] = defaultdict(list)
        for statement in own:
            tables[statement.table].append(statement)
        main = _agreeing([*tables.values()])
        for number, stated in tables.items():
            yield from stated if number in main else map(_titled, stated)


def _agreeing(tables: Sequence[Sequence[Statement]]) -> frozenset[int]:
    """Return the largest set of tables that agree; all where none is larger than the others."""
    sets: list[list[Sequence[Statement]]] = []
    for table in sorted(tables, key=len, reverse=True):
        home = next((known for known in sets if all(_agree(table, other) for other in known)), None)
        if home is None:
            sets.append([table])
        else:
            home.append(table)
    sets.sort(key=len, reverse=True)
    clear = len(sets) == 1 or len(sets[0]) > len(sets[1])
    chosen = sets[0] if clear else tables
    return frozenset(table[0].table for table in chosen)


def _agree(left: Sequence[Statement], right: Sequence[Statement]) -> bool:
    return all(agree(one, other) for one in left for other in right if one.period == other.period)


def _titled(statement: Statement) -> Statement:
    words = narrowing(statement.title, statement.extra) - frozenset(statement.organisation.casefold().split())
    return statement.model_copy(update={"extra": statement.extra | words})


def agree(one: Statement, other: Statement) -> bool:
    """Tell whether two statements give one value; rounding explains nothing between equal precisions."""
    if one.fact.quantum == other.fact.quantum and one.fact.value != other.fact.value:
        return False
    return same_value(one.fact, other.fact)


def cells_of(statements: Sequence[Statement]) -> tuple[Cell, ...]:
    """Return a line's cells by period."""
    periods: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        periods[statement.period].append(statement)
    return tuple(_cell(period, stated) for period, stated in periods.items())


def _cell(period: str, stated: Sequence[Statement]) -> Cell:
    facts = [statement for statement in stated if statement.firmness not in PLANNED]
    planned = [statement for statement in stated if statement.firmness in PLANNED]
    leading, *others = _values(facts or planned)
    lead = leading[0].fact
    return Cell(
        period=period,
        value=lead.value,
        quantum=lead.quantum,
        firmness=leading[0].firmness,
        agreeing=tuple(leading),
        differing=tuple(tuple(group) for group in others),
        planned=tuple(planned) if facts else (),
    )


def _values(stated: Sequence[Statement]) -> list[list[Statement]]:
    """Return the statements by value, the one that leads first."""
    groups: list[list[Statement]] = []
    for statement in sorted(stated, key=_rank):
        home = next((group for group in groups if agree(group[0], statement)), None)
        if home is None:
            groups.append([statement])
        else:
            home.append(statement)
    return groups


def _rank(statement: Statement) -> tuple[bool, int, int, str, str, int]:
    """Order statements: firm before preliminary, of the newest document first, the most exact first."""
    year, end = statement.recency
    newest = "".join(chr(ord("0") + ord("9") - ord(sign)) for sign in end or "0000-00-00")  # later first
    place = statement.place
    return (
        statement.superseded,
        _FIRMNESS.get(statement.firmness, len(_FIRMNESS)),
        -year,
        newest,
        f"{statement.fact.quantum:030.9f} {place.document_title}",
        place.page_number,
    )


def name_of(statements: Sequence[Statement]) -> tuple[str, str]:
    """Return what a line is called, and what it stands under, as its statements most often print them."""
    fewest = min(len(statement.extra) for statement in statements)
    plain = [statement for statement in statements if len(statement.extra) == fewest]
    alone = len({(statement.place.version_id, statement.table) for statement in statements}) == 1
    names = Counter(_called(statement, alone=alone) for statement in plain)
    return max(names, key=lambda pair: (names[pair], -len(pair[0]), pair))


def _called(statement: Statement, *, alone: bool) -> tuple[str, str]:
    """Return name and surroundings; a line that one table alone gives is told with the title of it."""
    header = called(statement.header)
    narrows = statement.by == "header" or bool(narrowing(header, frozenset()) & statement.extra)
    label = "" if is_period(statement.label) else statement.label
    over = narrowing(" ".join((label, *statement.path, header)), frozenset())
    titled = statement.by == "title" or bool(
        (narrowing(statement.title, frozenset()) & statement.extra) - over
    )
    above = [part for part in statement.path if not is_period(part)]
    above += [header] * narrows + [called(statement.corner)] * (statement.by == "corner")
    above += [statement.title] * (titled or (alone and statement.by == "label") or (alone and not above))
    if not narrowing(label, frozenset()):
        at = len(statement.path) - 1 if statement.by == "path" and above[: len(statement.path)] else 0
        label = above.pop(min(at, len(above) - 1)) if above else statement.label or statement.title
    return label, " › ".join(dict.fromkeys(filter(None, above)))


def joined(lines: Mapping[LineKey, list[Statement]]) -> dict[LineKey, list[Statement]]:
    """Put lines with plainer ones that they repeat: what they stand under narrows nothing then."""
    told: dict[LineKey, list[Statement]] = {}
    for key in sorted(lines, key=lambda key: (len(key.extra), sorted(key.extra), key.organisation, key.unit)):
        plainer = (
            known
            for known in told
            if known._replace(extra=key.extra) == key
            and known.extra < key.extra
            and _repeats(lines[key], told[known])
        )
        home = next(plainer, key)
        told.setdefault(home, []).extend(lines[key])
    return told


def _repeats(group: Sequence[Statement], plain: Sequence[Statement]) -> bool:
    """Tell whether all values of a line are those of another, for two periods at least."""
    known: dict[str, list[Statement]] = defaultdict(list)
    for statement in plain:
        known[statement.period].append(statement)
    common = [statement for statement in group if statement.period in known]
    return len({statement.period for statement in common}) >= _FEWEST_REPEATED and all(
        any(agree(statement, other) for other in known[statement.period]) for statement in common
    )

"""Table: a measure over organisations, lines and periods, with change and share worked out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal

from masis.domain.facts.lines import LineKey, cells_of, grouped, joined, name_of
from masis.domain.facts.periods import kind_of, order_of
from masis.domain.facts.phrases import narrowing
from masis.domain.facts.reading import measure_of, statements_of
from masis.domain.facts.suggesting import counted_measures, near_measures
from masis.domain.facts.values import Cell, FactTable, Line, Source, Statement
from masis.domain.facts.wording import named
from masis.domain.language.organisations import short_name
from masis.domain.language.units import RATES
from masis.domain.language.words import lexicon
from masis.domain.profile import DocumentProfile, same_organisation
from masis.domain.value import Value
from masis.domain.verification.asked_facts import PLANNED
from masis.domain.verification.facts import is_change

FEW_LINES = 5
"""Parts and kinds of the measure shown for each organisation before all are asked for."""
MOST_PERIODS = 6
NEAR = 6
_PARTS = frozenset({"path", "header", "corner", "title"})


class Wanted(Value):
    """What is asked of the facts; empty: as it suits what is there."""

    measure: str
    organisations: tuple[str, ...] = ()
    periods: tuple[str, ...] = ()
    all_lines: bool = False


def organisations_of(sources: Sequence[Source]) -> dict[str, str]:
    """Return the organisation of each document by id.

    Documents that do not say whose they are belong to the one organisation of the others, if it is one;
    else each stands for itself.
    """
    known: list[tuple[str, DocumentProfile]] = []
    owners: dict[str, str] = {}
    for source in sources:
        if not source.profile.organisation:
            continue
        name = next((name for name, profile in known if same_organisation(source.profile, profile)), "")
        owners[source.document_id] = name or short_name(source.profile.names[0])
        known.append((owners[source.document_id], source.profile))
    names = sorted(set(owners.values()))
    house = names[0] if len(names) == 1 else ""
    return {source.document_id: owners.get(source.document_id) or house or source.title for source in sources}


def fact_table(sources: Sequence[Source], wanted: Wanted) -> FactTable:
    """Return what the documents state of a measure."""
    measure, owners = measure_of(wanted.measure), organisations_of(sources)
    statements = [
        statement
        for source in sources
        for statement in statements_of(source, owners[source.document_id], measure)
    ]
    lines = joined(grouped(statements))
    stated = [statement for group in lines.values() for statement in group]
    organisations = tuple(sorted({statement.organisation for statement in stated}, key=str.casefold))
    periods = tuple(sorted({statement.period for statement in stated}, key=order_of))
    shown = tuple(name for name in organisations if name in wanted.organisations) or organisations
    columns = tuple(period for period in periods if period in wanted.periods) or _usual(lines, shown)
    drawn: list[Line] = []
    more: list[tuple[str, int]] = []
    for name in shown:
        own = _lines_of(name, lines, columns)
        few = own if wanted.all_lines else own[: FEW_LINES + 1]
        drawn += few
        if len(own) > len(few):
            more.append((name, len(own) - len(few)))
    return FactTable(
        measure=wanted.measure,
        organisations=organisations,
        silent=tuple(name for name in sorted(set(owners.values())) if name not in organisations),
        periods=periods,
        shown_organisations=shown,
        shown_periods=columns,
        lines=named(drawn),
        more=tuple(more),
        near=near_measures(sources, owners, measure, NEAR)
        if len(organisations) < len(set(owners.values()))
        else (),
    )


def _usual(lines: Mapping[LineKey, list[Statement]], shown: Sequence[str]) -> tuple[str, ...]:
    """Return the newest periods of the kind that most values of the measure itself are given for."""
    of_these = [key for key in lines if key.organisation in shown]
    whole = [key for key in of_these if not key.extra] or of_these
    counted = Counter(
        (kind_of(statement.period), statement.period) for key in whole for statement in lines[key]
    )
    kinds: Counter[str] = Counter()
    for (kind, _), count in counted.items():
        kinds[kind] += count
    if not kinds:
        return ()
    usual = "year" if "year" in kinds else kinds.most_common(1)[0][0]
    periods = sorted((period for kind, period in counted if kind == usual), key=order_of)
    return tuple(periods[-MOST_PERIODS:])


def _lines_of(
    organisation: str, lines: Mapping[LineKey, list[Statement]], columns: Sequence[str]
) -> list[Line]:
    """Return an organisation's lines with a value in one of the columns, the measure itself first."""
    own = {key: group for key, group in lines.items() if key.organisation == organisation}
    told_apart = lexicon().stop  # ``other``, ``before``, ``not``: what they narrow is never the whole
    plain = [key for key in own if not key.extra & told_apart]
    whole = max(plain, key=lambda key: _nearness(key, own[key]), default=None)
    tables = _tables(own[whole]) if whole and not whole.extra else frozenset()
    total = _line(whole, own[whole], columns) if whole else None
    found = [total.model_copy(update={"whole": True})] if total else []
    inside: list[Line] = []
    for key, group in own.items():
        line = _line(key, group, columns) if key != whole else None
        if line is not None:
            (inside if line.part and _tables(group) & tables else found).append(line)
    losses = any((cell := line.cell(columns[-1])) is not None and cell.value < 0 for line in inside)
    found += inside if losses or total is None else [_with_share(line, total, columns) for line in inside]
    found.sort(key=lambda line: _order(line, columns))
    return found


def _order(line: Line, columns: Sequence[str]) -> tuple[bool, bool, bool, int, str, Decimal, str]:
    """Order lines: the whole, its parts by what they are parts of, the largest first, then others."""
    last = line.cell(columns[-1])
    size = -last.value if last else Decimal(0)
    return not line.whole, line.share is None, not line.part, -len(line.cells), line.within, size, line.key


def _nearness(key: LineKey, group: Sequence[Statement]) -> tuple[bool, bool, int, int, int]:
    """Order lines by how likely they are the measure itself.

    It is called by it, with few words beside it in label and header, and stated most often: what only a
    section narrows may be the statement of the whole, and a plain label that of a part. Under ``Changes in``
    it is no level.
    """
    called = sum(s.by == "label" or not narrowing(s.label, frozenset()) for s in group)
    beside = min(len(narrowing(f"{s.label} {s.header}", frozenset()) & s.extra) for s in group)
    moved = any(is_change(" ".join(statement.path)) for statement in group)
    return 2 * called >= len(group) or not key.extra, not moved, -beside, len(group), -len(key.extra)


def _tables(group: Sequence[Statement]) -> frozenset[tuple[str, int]]:
    return frozenset((statement.place.version_id, statement.table) for statement in group)


def _line(key: LineKey, group: Sequence[Statement], columns: Sequence[str]) -> Line | None:
    cells = sorted(
        (cell for cell in cells_of(group) if cell.period in columns), key=lambda cell: order_of(cell.period)
    )
    if not cells:
        return None
    shown = [statement for cell in cells for statement in cell.agreeing]
    name, within = name_of(shown)
    units = Counter(statement.unit for statement in shown if statement.unit)
    change, between = _change(cells, columns)
    return Line(
        key="|".join((key.organisation, " ".join(sorted(key.extra)), key.unit)),
        organisation=key.organisation,
        name=name,
        within=within,
        part=bool(key.extra) and all(statement.by in _PARTS for statement in shown),
        unit=units.most_common(1)[0][0] if units else "",
        scale=Counter(statement.scale for statement in shown).most_common(1)[0][0],
        cells=tuple(cells),
        change=change,
        change_between=between,
    )


def _change(cells: Sequence[Cell], columns: Sequence[str]) -> tuple[Decimal | None, tuple[str, str]]:
    """Return how far the newest value is from the one before it, where both are beyond dispute."""
    sure = {cell.period: cell for cell in cells if not cell.disputed and cell.firmness not in PLANNED}
    if len(columns) < 2 or kind_of(columns[-1]) != kind_of(columns[-2]):
        return None, ("", "")
    before, after = sure.get(columns[-2]), sure.get(columns[-1])
    if before is None or after is None:
        return None, ("", "")
    between = (before.period, after.period)
    if after.lead.unit in RATES:
        return after.value - before.value, between
    if before.value <= 0 or after.value < 0 or before.lead.unit != after.lead.unit:
        return None, ("", "")  # from or to a loss a percentage says nothing
    return (after.value - before.value) / before.value * 100, between


def _with_share(line: Line, whole: Line, columns: Sequence[str]) -> Line:
    """Add what part of the whole a line is in the newest period; its table must give the whole too."""
    if line.unit != whole.unit or line.unit in RATES:
        return line
    own, all_of_it = line.cell(columns[-1]), whole.cell(columns[-1])
    if own is None or all_of_it is None or own.disputed or all_of_it.disputed or not all_of_it.value:
        return line
    share = own.value / all_of_it.value * 100
    return line.model_copy(update={"share": share}) if 0 < share < 100 else line


def measures_stated(sources: Sequence[Source], limit: int) -> tuple[str, ...]:
    """Return what most organisations and periods state, as most of them call it."""
    return counted_measures(sources, organisations_of(sources), limit)

"""Units: what header, labels, caption and page say a table's figures are measured in, and of when."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal

from masis.domain.language.currencies import CURRENCIES, SIGN, currency_of, named_currency
from masis.domain.language.periods import Period, find_periods
from masis.domain.language.tables import Cell, Column, Row, Table, things_counted, without_amounts
from masis.domain.language.units import is_unit
from masis.ingest.readers.tables.declared import BARE_MONEY, declared_of
from masis.ingest.readers.tables.drafts import MOST_PARTS, DraftRow, TableDraft, number_of, parts_of_sum
from masis.ingest.readers.tables.measures import OF_SHARES, SHARES, WORTH, Measure, Whole, measure_of
from masis.ingest.readers.tables.unit_column import unit_column, with_measure

Span = tuple[int, int]

_COUNTED = re.compile(
    r"(?!(?:net|gross|total|sales|assets|earnings|proceeds|costs|others?)\b)(\w{2,}[^\Ws]s)\b", re.I
)
"""How the name of a column of counted things opens: ``Beds``, ``Tons shipped``."""
_SIGN = re.compile(SIGN)
_SIGN_OR_PERCENT = re.compile(rf"{SIGN}|%")
_GROUPED = re.compile(r"\d,\d{3}(?!\d|\.\d\d)")
_PART = re.compile(r"\.\d")
_BARE = re.compile(r"\(?[-−–]?\d{1,3}(?:\.\d+)?\)?\Z")
_CODES = {"pct": "%", "percent": "%", "perc": "%"}
_WORDS_OF_A_FIGURE = 3
"""``US$ 12.4 million``; a cell of more words is no figure."""
_HUNDRED = 100
_FEW_SIGNS = 2
_LETTERED_YEAR = re.compile(r"\b((?:19|20)\d\d)(?:[A-Z]|e|f)\b")
"""A bare figure over it is rather a score or an amount."""
_DECIMALS = re.compile(r"\D.*")
_NOTES = re.compile(r"notes?(?:\s(?:no|nos|number)\.?)?", re.IGNORECASE)
"""The header of a column that only says where a value is explained."""
_OF_RATES = re.compile(r"\brates?\b", re.IGNORECASE)
"""Beside exchange rates a currency's name says what a rate is of, not in."""
_RATES_EXCEPTED = re.compile(r"\bexcept\b.*\b(?:ratios?|rates?|percentages?|per ?cents?)\b", re.IGNORECASE)
_LONGEST_SUM = 5
"""Rows of a sum of counts."""


def table_of(draft: TableDraft, spans: Sequence[Span]) -> Table:
    """Read a draft; ``spans`` are the places of its rows in the text."""
    declared = declared_of(draft)
    currency = _currency(draft, any_cell=declared.is_said)
    unit, scale = declared.unit, declared.scale
    if not unit and not currency and (OF_SHARES.search(draft.title) or SHARES.match(_caption(draft))):
        unit = "shares"
    whole = Whole(unit or currency, scale, declared.scale_of_shares)
    columns = [
        _column(header, [row.values[number] for row in draft.rows], whole)
        for number, header in enumerate(draft.headers)
    ]
    bare = _bare_columns(draft, columns) if whole.unit else frozenset()
    columns = _with_currency(columns, bare, whole, is_declared=bool(unit))
    of_columns = any(column.unit for column in columns)
    signed = 0 if declared.is_said or of_columns else _first_signed(draft.rows)
    rows = _rows(draft, spans, whole)
    if signed:  # the table as a whole is of no currency
        rows = [_of_currency(row, whole.unit) if at >= signed else row for at, row in enumerate(rows)]
    if declared.is_said and all(column.unit in {"", whole.unit} for column in columns):
        rows = _with_money(draft, rows, whole)
    named = draft.headers if not whole.unit and not of_columns else ()
    of_units = unit_column([row.values for row in draft.rows], named)
    if of_units is not None:
        rows = [with_measure(row, of_units) for row in rows]
    return Table(
        title=draft.title,
        lead=draft.lead,
        corner=draft.corner,
        columns=tuple(columns),
        rows=tuple(_with_rates(_with_counts(rows), declared.words)),
        unit="" if signed or (bare and not unit) else whole.unit,
        scale=scale,
        declared=declared.words,
    )


def _with_currency(
    columns: Sequence[Column], bare: frozenset[int], whole: Whole, *, is_declared: bool
) -> list[Column]:
    """Give columns beside ``bare`` ones, which have no sign, the currency that the others have."""
    if bare and is_declared:  # what is declared of money is not said of what has no sign beside money
        return [
            column.model_copy(update={"unit": column.unit or _counted(column.header)})
            if number in bare
            else column
            for number, column in enumerate(columns)
        ]
    return [
        column
        if not bare or column.unit or number in bare
        else column.model_copy(update={"unit": whole.unit})
        for number, column in enumerate(columns)
    ]


def _rows(draft: TableDraft, spans: Sequence[Span], whole: Whole) -> list[Row]:
    notes = frozenset(at for at, header in enumerate(draft.headers) if _NOTES.fullmatch(header))
    of_rates = any(map(_OF_RATES.search, (draft.title, *draft.headers)))
    rows = [
        _row(row, span, whole, notes=notes, of_rates=of_rates)
        for row, span in zip(draft.rows, spans, strict=True)
    ]
    bare = [_without_unit(row.label) for row in rows]
    alike = Counter((row.path, label) for row, label in zip(rows, bare, strict=True))
    return [
        row.model_copy(update={"label": label}) if alike[row.path, label] == 1 else row
        for row, label in zip(rows, bare, strict=True)
    ]


def _without_unit(label: str) -> str:
    """Return a label without the unit at its end: ``Net sales, SEK M``."""
    name, _, last = label.rpartition(", ")
    return name if name and is_unit(last) else label


def _caption(draft: TableDraft) -> str:
    """Return the line that leads over to the table."""
    return next((text for text in draft.around if text.endswith(":")), "")


def _bare_columns(draft: TableDraft, columns: Sequence[Column]) -> frozenset[int]:
    """Return the columns without a currency where the first figures have one in each column of money.

    Where only one has a sign, the others must have names of their own: years share what the first says.
    """
    for row in draft.rows:
        figures = [number for number, value in enumerate(row.values) if any(map(str.isdigit, value))]
        signed = [number for number in figures if _SIGN.search(row.values[number])]
        if figures:
            bare = frozenset(figures) - frozenset(signed)
            named = all(columns[number].unit or _counted(columns[number].header) for number in bare)
            return bare if len(signed) > 1 or (signed and named) else frozenset()
    return frozenset()


def _counted(header: str) -> str:
    """Return the things a column counts by its name."""
    found = _COUNTED.match(header)
    return found[1].casefold() if found and not WORTH.search(header) else ""


def _with_money(draft: TableDraft, rows: Sequence[Row], whole: Whole) -> list[Row]:
    """Give rows of declared money its unit where labels could count things: ``Staff 52.1``, part of a sum."""
    if whole.unit not in CURRENCIES:
        return [*rows]
    summed = _summed(draft.rows)
    return [
        row.model_copy(update={"unit": whole.unit, "scale": whole.scale})
        if not row.unit
        and row.scale == 1
        and things_counted(row.label)
        and (number in summed or any(_PART.search(value) for value in draft.rows[number].values))
        else row
        for number, row in enumerate(rows)
    ]


def _summed(rows: Sequence[DraftRow]) -> frozenset[int]:
    """Return the numbers of the rows that are parts of a sum right below them."""
    found: set[int] = set()
    for last, row in enumerate(rows):
        above = rows[max(0, last - MOST_PARTS) : last]
        parts = parts_of_sum([earlier.values for earlier in above], row.values)
        found.update(range(last - parts, last))
    return frozenset(found)


def _with_counts(rows: Sequence[Row]) -> list[Row]:
    """Give the parts of a sum of shares its unit: the rows between two counts that make up the second."""
    found = [*rows]
    for last, row in enumerate(rows):
        if row.unit != "shares":
            continue
        first = next((at for at in range(last - 1, -1, -1) if rows[at].unit == "shares"), -1)
        parts = rows[first + 1 : last]
        if first < 0 or not 0 < len(parts) < _LONGEST_SUM or any(part.unit for part in parts):
            continue
        if _total(rows[first:last]) == _total([row]) != 0:
            for at in range(first + 1, last):
                found[at] = rows[at].model_copy(update={"unit": row.unit, "scale": row.scale})
    return found


def _with_rates(rows: Sequence[Row], declared: str) -> list[Row]:
    """Give the rows of a section its unit where only the first of them is printed with ``%``.

    So are those below it in a table that is declared to be of money *except ratios*, up to the next sign.
    """
    found: list[Row] = []
    opened: Row | None = None
    signed = [row.path for row in rows if _opens_rates(row)]
    excepted = bool(_RATES_EXCEPTED.search(declared))
    for row in rows:
        goes_on = (excepted and _is_bare(row)) or (opened is not None and _goes_on(opened, row))
        if opened is None or row.path != opened.path or not goes_on:
            opens = excepted or (row.path and signed.count(row.path) == 1)
            opened = row if opens and _opens_rates(row) else None
            found.append(row)
        else:
            found.append(row.model_copy(update={"unit": "%"}))
    return found


def _opens_rates(row: Row) -> bool:
    """Tell a row whose every figure is a percentage with its sign."""
    figures = [cell.text for cell in row.cells if "%" in cell.text or any(map(str.isdigit, cell.text))]
    return bool(figures) and not row.unit and all("%" in text for text in figures)


def _is_bare(row: Row) -> bool:
    """Tell a row of figures without a sign or a unit of their own."""
    figures = [cell.text for cell in row.cells if any(map(str.isdigit, cell.text))]
    return bool(figures) and not row.unit and row.scale == 1 and all(map(_BARE.match, figures))


def _goes_on(opened: Row, row: Row) -> bool:
    """Tell bare figures under percentages, with as many decimals, from figures of another kind."""
    decimals = {cell.column: _decimals(cell.text) for cell in opened.cells}
    figures = [cell for cell in row.cells if any(map(str.isdigit, cell.text))]
    return (
        bool(figures)
        and not row.unit
        and row.scale == 1
        and all(
            _BARE.match(cell.text)
            and decimals.get(cell.column) == _decimals(cell.text)
            and abs(number_of(cell.text)) <= _HUNDRED
            for cell in figures
        )
    )


def _decimals(text: str) -> int:
    return len(_DECIMALS.sub("", text.partition(".")[2]))


def _total(rows: Sequence[Row]) -> Decimal:
    """Return the sum of the first figures of some rows."""
    return sum((number_of(row.cells[0].text) for row in rows if row.cells), Decimal(0))


def currency_sign(rows: Iterable[DraftRow]) -> str:
    """Return the first currency sign at a value."""
    found = (_SIGN.search(value) for row in rows for value in row.values)
    return next((match.group() for match in found if match), "")


def _currency(draft: TableDraft, *, any_cell: bool) -> str:
    """Return the currency whose sign stands first at any value, or in the words around them.

    A sign over some columns is theirs alone, and one among words counts in a table of declared scale only.
    """
    values = (value for row in draft.rows for value in row.values)
    cells = (value for value in values if any_cell or len(value.split()) <= _WORDS_OF_A_FIGURE)
    headers = draft.headers if any_cell or all(map(_SIGN.search, filter(None, draft.headers))) else ()
    found = (_SIGN.search(text) for text in (*cells, draft.corner, *headers, draft.sign))
    return next((currency_of(match.group()) for match in found if match), "")


def _first_signed(rows: Sequence[DraftRow]) -> int:
    """Return the number of the first row with a currency sign; 0 where the first figures have one, or none.

    A sign at the first figures holds for all; the rows over a later one are of another kind.
    """
    figures = [at for at, row in enumerate(rows) if any(any(map(str.isdigit, value)) for value in row.values)]
    signed = next((at for at in figures if any(map(_SIGN.search, rows[at].values))), 0)
    return signed if signed != next(iter(figures), 0) else 0


def _of_currency(row: Row, currency: str) -> Row:
    own = row.unit or row.scale != 1 or things_counted(row.label)
    return row if own else row.model_copy(update={"unit": currency})


def _column(header: str, values: Sequence[str], whole: Whole) -> Column:
    unit, scale = measure_of(_spoken(header), whole)
    bare = BARE_MONEY.search(header) if scale == 1 and not unit else None
    unit = unit or (currency_of(bare["mark"]) if bare else "") or (_signed(values) if scale == 1 else "")
    return Column(header=header, period=_period(header), unit=unit, scale=scale)


def _spoken(header: str) -> str:
    """Return a column's name as its unit is read from it, without the letter of a year: ``€ m 2026E``.

    That of a database column as people write it: ``claimed_eur`` is ``claimed (EUR)``.
    """
    header = _LETTERED_YEAR.sub(r"\1", header)
    *words, last = header.split("_")
    if not words or " " in header:
        return header
    code = _CODES.get(last.casefold(), last)
    return f"{' '.join(words)} ({code.upper() if code.upper() in CURRENCIES else code})"


def _signed(values: Sequence[str]) -> str:
    """Return the unit whose sign opens a column: what follows without a sign is in the same.

    Where most of many figures have the per cent sign, those without it are no percentages.
    """
    signs = [_SIGN_OR_PERCENT.search(value) for value in values if value]
    found = [sign.group() for sign in signs if sign]
    kinds = {"%" if sign == "%" else currency_of(sign) for sign in found}
    bare = sum(any(map(str.isdigit, value)) for value in values) - len(found)
    if kinds == {"%"} and bare and len(found) > max(_FEW_SIGNS, bare):
        return ""
    return kinds.pop() if len(kinds) == 1 and signs[0] else ""


def _period(header: str) -> str:
    """Return the one period a header names, the fullest where one is part of the other."""
    periods = [period for mention in find_periods(header) for period in mention.periods]
    if not periods:
        return ""
    years = {period.year for period in periods if period.year}
    parts = [period.part for period in periods if period.part]
    if len(years) > 1:
        return ""
    return Period(next(iter(years), 0), max(parts, key=len, default="")).label


def _row(row: DraftRow, span: Span, whole: Whole, *, notes: frozenset[int], of_rates: bool) -> Row:
    measures = (measure_of(without_amounts(text), whole) for text in (row.label, *reversed(row.path)))
    measure = next((measure for measure in measures if measure != Measure()), Measure())
    if (
        measure == Measure() and not whole.unit and not of_rates
    ):  # signs and declarations of the table come first
        measure = Measure(named_currency(row.label))
    if " per " in f" {measure.unit}" and not _may_be_per_unit(row.values):
        measure = Measure()
    cells = tuple(
        Cell(column=number, text=text)
        for number, text in enumerate(row.values)
        if text and number not in notes
    )
    return Row(
        label=row.label,
        path=row.path,
        cells=cells,
        char_start=span[0],
        char_end=span[1],
        unit=measure.unit,
        scale=measure.scale,
    )


def _may_be_per_unit(values: Sequence[str]) -> bool:
    """Tell amounts for one share from those for all: ``Net income for diluted earnings per share 3,162``."""
    text = " ".join(values)
    return bool(_PART.search(text)) and not _GROUPED.search(text)

"""Tables: a table as records, what each value of it means, and the one way to say a row in words."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import takewhile
from typing import NamedTuple

from pydantic import Field

from masis.domain.language.currencies import CURRENCIES, MARK, SIGNS, SPOKEN, currency_of
from masis.domain.language.periods import find_periods
from masis.domain.language.twofold import (
    Behind,
    FirstFigure,
    behind_first,
    gives_shares,
    share_of,
    units_of_first,
    with_sign,
)
from masis.domain.language.units import SCALE_NAME, SCALES, counted_unit, plural_of, read_digits, scale_of
from masis.domain.language.words import concepts, lexicon, tokens
from masis.domain.once import IN_HAND, Once
from masis.domain.value import Value


class Column(Value):
    """A column of values under the words of all its header lines."""

    header: str
    """All header lines over it, outermost first, spanning ones included; empty where none could be bound."""
    period: str = ""
    """``2022``, ``2022-Q4``, ``2022-12-31``: what the header names, else empty."""
    unit: str = ""
    """``USD``, ``%``, ``people``: what the header gives its values; empty: as the row or the table says."""
    scale: Decimal = Decimal(1)


class Cell(Value):
    """One value of a row."""

    column: int = Field(ge=0)
    """Index into ``Table.columns``."""
    text: str
    """As printed, sign marks, brackets and ``%`` included, the currency sign too where it is printed."""


class Row(Value):
    """One record: a label under its parents, with its values."""

    label: str
    path: tuple[str, ...] = ()
    """Labels of the rows it stands under, outermost first."""
    cells: tuple[Cell, ...] = ()
    char_start: int = Field(ge=0)
    char_end: int = Field(ge=0)
    """Span of the row in the page's text."""
    unit: str = ""
    """What the label itself says: ``Operating margin (%)``."""
    scale: Decimal = Decimal(1)


class Table(Value):
    """A table, or the part of one that stands in a passage."""

    title: str = ""
    """Its caption or the heading right above it, as a reader would name it."""
    lead: str = ""
    """The sentence that leads over to it: ``Inventories consisted of the following (in millions)``."""
    corner: str = ""
    """The words over the label column."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    unit: str = ""
    """What caption, header, page or document give to values without a unit of their own."""
    scale: Decimal = Decimal(1)
    declared: str = ""
    """The words that gave unit and scale: ``in millions, except per share data``."""

    def header_of(self, cell: Cell) -> str:
        """Return the words over a value."""
        return self.columns[cell.column].header


class Amount(NamedTuple):
    """The value of a cell, with the unit and scale that cell, row, column or table give it."""

    value: Decimal
    """In base units, signed."""
    quantum: Decimal
    unit: str
    scale: Decimal
    digits: str
    """As printed, without marks."""


_PRINTED = re.compile(
    rf"(?P<open>[(\[−–△▲-]*)\s?(?P<mark>{MARK})?\s?(?P<inner>[(−–△▲-]*)\s?(?P<digits>\d[\d,.'’\u202f]*|\.\d+)"
    r"\s?(?P<rest>.*)\Z"
)
_GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?: \d{3})+(?![\w ]?\d)")
"""A number whose thousands are set apart by spaces: ``214 600``."""
_GROUP_SPACE = "\u202f"
"""What a value says in place of such a space, so that nobody takes it for two numbers."""
_POINTED = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])")
"""What may be a number whose thousands are set apart by points: ``1.234``."""
_DECIMALS = re.compile(r"(?<!\d)0\.\d|\.(?!\d{3}(?!\d))\d")
"""A point that sets no thousands apart."""
_POINTS_FIT = re.compile(r"\d,\d{1,2}(?!\d)|\d\.\d{3}\.\d{3}|(?<![\d.,])[1-9]\d{0,2}(?![\d.,]|\s?%)")
"""What shows that points are no decimal ones: a decimal comma, two points, a number under a thousand."""
_DAY = re.compile(r"\d{1,2}\.\d{1,2}\.(?:\d\d){1,2}")
GROUPED_OTHERWISE = re.compile(r"\d,\d{3}(?!\d)|(?<![\d.,])(?!(?:19|20)\d\d(?!\d))\d{4,}")
"""Thousands set apart by commas, or by nothing in a number that is no year."""
_NUMBERED = re.compile(r"(?!\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?\Z).*\..*\..*|.*\.[\d,.]*,.*\..*")
"""A clause, version or date, ``3.2.1``, ``12.03.2025``: no number has two points but between thousands."""
_DATE_REST = re.compile(r"/\d{1,2}/|\s?[-–—]\s?(?:19|20)\d\d\b")
PER_SHARE = re.compile(r"\bper\s(?:\w+\s){0,3}share\b|\bEPS\b", re.IGNORECASE)
_FOR_EACH = re.compile(
    r"\bweighted[- ]average\b(?:(?!\b(?:shares|number|life|term)\b).)*\b(?:price|fair value)\b", re.IGNORECASE
)
"""Prices and values of one share, option or unit, whatever all of them are told in."""
_BRACKETED = re.compile(r"\([^()]*\)")
_AMOUNT_ASIDE = re.compile(rf"\([^()]*[{SIGNS}]\s?\d[^()]*\)")
_SHARES = re.compile(r"\bshares?\b(?!-)", re.IGNORECASE)
_RATE = re.compile(
    r"%|\bper ?cent|\b(?:margin|rate|ratio|yield|share of|as a percentage|growth)\b", re.IGNORECASE
)
_EXCEPT = re.compile(r",?\s*\b(?:except|other than)\b(?: for)?(?P<what>[^()]*)", re.IGNORECASE)
_PARTS = re.compile(r",|;|\band\b|\bor\b")
_NAME = re.compile(r"[a-z]{4,}")
_LASTS = re.compile(r"(year|quarter|month|week|day|hour)s?\b", re.IGNORECASE)
_WHOLE = re.compile(r"\d,\d{3}(?!\d|\.\d\d)")
"""An amount that is too large, or too round, to be one for each share."""
_OWN_SCALE = re.compile(rf"\s*(?:{SCALE_NAME}|bn|mn)\b", re.IGNORECASE)
_LETTER_SCALE = re.compile(r"(?<=\d)[mMkKB]\b")
"""A scale right behind the digits: ``1,234.6M``; a small ``b`` there is the sign of a note."""
_TIMES = re.compile(r"(?:[x×]|times)(?:\W|\Z)")
"""What a multiple is printed with: ``9.6x``."""
_MOST_PERCENT = 1000
_REST = re.compile(r"other \w+", re.IGNORECASE)
_COMPANY_FORM = re.compile(r"\bKG\b")
"""Of ``Müller KG`` no kilogram."""
_END = " .;"


def amount_of(table: Table, row: Row, cell: Cell) -> Amount | None:
    """Return what a cell says, its first figure where it holds several; ``None`` where it has no number."""
    read = _read(table, row, cell)
    return read.amount if read else None


def percent_of(table: Table, row: Row, cell: Cell) -> Amount | None:
    """Return the percentage that stands in brackets behind a count: 19.5 % of ``22 (19.5)``."""
    read = _read(table, row, cell)
    return read.percent if read else None


class _Cell(NamedTuple):
    """A cell as it was read."""

    amount: Amount
    behind: Behind
    percent: Amount | None


def _read(table: Table, row: Row, cell: Cell) -> _Cell | None:
    printed = cell.text.strip()
    if _GROUPED.search(printed) and _groups_by_spaces(table):
        printed = _GROUPED.sub(lambda number: number.group().replace(" ", _GROUP_SPACE), printed)
    elif _POINTED.search(printed) and _groups_by_points(table):
        printed = _POINTED.sub(lambda number: number.group().replace(".", _GROUP_SPACE), printed)
    found = _PRINTED.match(printed)
    if found is None or (found["rest"] and _is_dated(printed, found.end("digits"))):
        return None
    digits = found["digits"].rstrip(".,'’")
    if _NUMBERED.fullmatch(digits):
        return None
    at, behind = behind_first(found["rest"])
    number, step = read_digits(f"0{digits}" if digits.startswith(".") else digits)
    rest = found["rest"][:at].strip()
    unit, scale = _measure(table, row, cell, number, FirstFigure(found["mark"] or "", rest, behind))
    negative = bool(set(found["open"] + found["inner"]) & set("(−–△▲-")) or rest in {"-", "−"}
    own = _OWN_SCALE.match(rest) or _LETTER_SCALE.match(printed, found.end("digits"))
    if own:
        scale = scale_of(own.group().strip())
    amount = Amount((-number if negative else number) * scale, step * scale, unit, scale, digits)
    declared = gives_shares(row.label, (row.unit, table.columns[cell.column].unit, table.unit))
    share = share_of(number, behind, declared=declared) if behind.asides else None
    percent = Amount(share[0], share[1], "%", Decimal(1), share[2]) if share and unit != "%" else None
    return _Cell(amount, behind, percent)


def _spaced(table: Table) -> bool:
    texts = [cell.text for row in table.rows for cell in row.cells]
    otherwise = sum(bool(GROUPED_OTHERWISE.search(text)) for text in texts)
    return sum(bool(_GROUPED.search(text)) for text in texts) > otherwise


def _pointed(table: Table) -> bool:
    texts = [_DAY.sub(" ", cell.text) for row in table.rows for cell in row.cells]
    if any(_DECIMALS.search(text) or GROUPED_OTHERWISE.search(text) for text in texts):
        return False
    return sum(bool(_POINTED.search(text)) for text in texts) > 1 and any(map(_POINTS_FIT.search, texts))


_groups_by_points = Once(_pointed, IN_HAND)
"""Whether ``1.234`` is a number over a thousand in a table: no point in it sets decimals apart."""
_groups_by_spaces = Once(_spaced, IN_HAND)
"""Whether ``314 287`` is one number in a table: where most are grouped otherwise, two cells ran together."""


def without_amounts(label: str) -> str:
    """Return a label without the amounts it gives in brackets: ``Dividends ($2.00 per common share)``.

    They say what they are in, and nothing of the values of the row.
    """
    return _AMOUNT_ASIDE.sub(" ", label)


def _is_dated(text: str, end: int) -> bool:
    """Tell a date or a span of years from an amount: the figures that end there are part of a period."""
    return bool(_DATE_REST.match(text, end)) or any(
        mention.start < end < mention.end for mention in find_periods(text)
    )


def _measure(table: Table, row: Row, cell: Cell, number: Decimal, first: FirstFigure) -> tuple[str, Decimal]:
    """Return unit and scale: of the cell itself, else of its row, its column, its table."""
    column = table.columns[cell.column]
    rest = first.rest.casefold()
    above = next((part for part in (row.label, *reversed(row.path)) if "%" in part), "")
    given = ((row.unit, above), (column.unit, column.header), (table.unit, table.title))
    of_row, of_column, of_table = units_of_first(given, number, first.behind)
    # A column of rates may hold a count too: 2,340 customers below a retention of 112%.
    counts = of_column == "%" and bool(_WHOLE.search(cell.text)) and not _RATE.search(column.header)
    if "%" in rest or ("%" in (of_row, of_column) and not counts):
        return "%", Decimal(1)
    if _TIMES.match(rest) or rest.startswith(("pt", "pp", "bp")):
        unit = "x" if _TIMES.match(rest) else "pp"
        return unit, Decimal("0.01") if rest.startswith("bp") else Decimal(1)
    money = currency_of(first.mark) if first.mark else ""
    lasts = _LASTS.match(rest)
    counted = "" if money or _OWN_SCALE.match(rest) else counted_unit(rest)
    if lasts or counted:
        return lasts[1] if lasts else counted, Decimal(1)
    label = without_amounts(" ".join((*row.path[-1:], row.label)))
    pairs = ((of_row, row.scale), ("", Decimal(1)) if counts else (of_column, column.scale))
    unit, scale = next((pair for pair in pairs if pair[0] or pair[1] != 1), ("", Decimal(1)))
    things = things_counted(label)
    if things and unit in CURRENCIES and not money and not of_row and _is_excepted(table.declared, label):
        unit, scale = things, Decimal(1)  # the column's sign is of the others
    said = f"{label} {without_exceptions(column.header)}"
    of_each = PER_SHARE.search(said) or _FOR_EACH.search(said)
    if of_each and not _WHOLE.search(cell.text):
        named = (unit.partition(" per ")[0], pairs[1][0])
        return money or next((code for code in named if code in CURRENCIES), of_table), Decimal(1)
    if unit or scale != 1:
        scale = table.scale if scale == 1 and unit in CURRENCIES else scale
        return money or unit or things or of_table, scale
    return (money, table.scale) if money else _unmarked(table, of_table, (label, column.header), number)


def _unmarked(table: Table, of_table: str, names: tuple[str, str], number: Decimal) -> tuple[str, Decimal]:
    """Return unit and scale of a bare number that only label, header and table speak of."""
    label, header = names
    if _SHARES.search(label) and "share" in table.declared.casefold():
        return "share", table.scale
    if counted := things_counted(label) or things_counted(header):
        return counted, Decimal(1)
    if (_is_rate(table, label, number) or of_table == "%") and number < _MOST_PERCENT:
        return "%", Decimal(1)
    if _is_excepted(table.declared, f"{label} {header}"):
        return "", Decimal(1)
    return of_table if of_table != "%" else "", table.scale


def without_exceptions(declared: str) -> str:
    """Return a declaration without what it leaves out: ``in millions, except per share`` is of millions."""
    return _EXCEPT.sub("", declared)


def _is_excepted(declared: str, name: str) -> bool:
    """Tell what a declaration leaves out by name: ``in millions, except contract rates``."""
    left_out = _EXCEPT.search(declared)
    said = (_stems(part) for part in _PARTS.split(left_out["what"])) if left_out else ()
    return any(words and "share" not in words and words <= _stems(name) for words in said)


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.rstrip("s") for word in _NAME.findall(text.casefold()))


def things_counted(label: str) -> str:
    """Return what a row counts: its label says ``number of`` or is called by the counted thing."""
    found = tokens(_BRACKETED.sub(" ", label))
    if _REST.fullmatch(label):  # ``Other sites`` are sites, and count something else
        return ""
    if "number of" not in label.casefold():  # of ``Customers at year end`` the first words are its name
        found = tuple(takewhile(lambda token: token.content or token.start == 0, found))
    words = [token.text for token in found if token.content and token.text[0].isalpha()]
    counted = " ".join(words) if "number of" in label.casefold() else "".join(words[-1:])
    unit = "" if _COMPANY_FORM.search(label) else counted_unit(counted)
    return "" if unit == "share" else unit


def _is_rate(table: Table, label: str, number: Decimal) -> bool:
    """Tell a percentage printed without its mark: a rate by its label, too small and odd for an amount."""
    return bool(_RATE.search(label)) and number < _MOST_PERCENT and table.unit != "%" and "." in str(number)


def worded(table: Table, row: Row, cells: Sequence[Cell]) -> str:
    """Say a row in words: ``Net sales: $34,229 million (2022), $35,355 million (2021)``."""
    said = [text for cell in cells if (text := worded_cell(table, row, cell))]
    return f"{row_name(table, row)}: {', '.join(said)}"


def row_name(table: Table, row: Row) -> str:
    """Return what a row is called: its parents and label, the title first where they name no measure."""
    names = [_plain(part) for part in (*row.path, row.label) if _plain(part)]
    headers = " ".join(table.columns[cell.column].header for cell in row.cells)
    known = lexicon().measures
    measured = known & {*concepts(f"{' '.join(names)} {headers}")}
    if table.title and not measured and known & {*concepts(table.title)}:
        names.insert(0, _plain(table.title))
    return ", ".join(dict.fromkeys(names)) or _plain(table.title) or _plain(table.corner)


def worded_cell(table: Table, row: Row, cell: Cell) -> str:
    """Return a value with unit and scale spoken, or a cell's words, its header in brackets."""
    said, header = spoken_cell(table, row, cell), _plain(table.header_of(cell))
    return f"{said} ({header})" if said and header else said


def spoken_cell(table: Table, row: Row, cell: Cell) -> str:
    """Return a value with unit and scale spoken, or a cell's words; empty for a mark without either.

    What stands behind the first figure is said as it is printed: ``9 (8.0%)``, ``-27.6% (-34.1, -20.5)``.
    """
    read = _read(table, row, cell)
    if read is not None:
        behind = with_sign(read.behind) if read.percent else read.behind
        return _spoken(read.amount) if behind.is_note else _spoken_with(read.amount, behind)
    said = _plain(cell.text)
    return said if any(sign.isalnum() for sign in said) else ""


def _spoken_with(amount: Amount, behind: Behind) -> str:
    gap = "" if behind.beside.startswith("/") and not behind.beside.startswith("/ ") else " "
    digits = f"{amount.digits}{gap}{behind.beside}" if behind.beside else amount.digits
    return f"{_spoken(amount._replace(digits=digits))} {_plain(behind.asides)}".strip()


def is_worded(sentence: str, table: Table) -> Row | None:
    """Return the row that a sentence says as ``worded`` would, with any of its cells in any order."""
    wanted = _folded(sentence).rstrip(_END)
    for row in table.rows:
        head = f"{_folded(row_name(table, row))}: "
        if wanted.startswith(head) and _is_cells(wanted[len(head) :], _cells(table, row)):
            return row
    return None


def _cells(table: Table, row: Row) -> list[str]:
    return [_folded(text) for cell in row.cells if (text := worded_cell(table, row, cell))]


def _is_cells(said: str, cells: Sequence[str]) -> bool:
    """Tell whether a text is nothing but some of these cells, joined by commas."""
    ends = [len(cell) for cell in cells if said.startswith(cell)]
    return any(
        end == len(said) or (said[end : end + 2] == ", " and _is_cells(said[end + 2 :], cells))
        for end in sorted(set(ends), reverse=True)
    )


def _spoken(amount: Amount) -> str:
    sign = "-" if amount.value < 0 else ""
    digits = f"0{amount.digits}" if amount.digits.startswith(".") else amount.digits
    scale = f" {SCALES[amount.scale]}" if amount.scale in SCALES else ""
    if amount.unit in CURRENCIES:
        return f"{sign}{SPOKEN.get(amount.unit, f'{amount.unit} ')}{digits}{scale}"
    return f"{sign}{digits}{scale}{_unit_words(amount.unit)}"


def _unit_words(unit: str) -> str:
    if unit in {"%", "x"}:
        return unit
    if unit == "pp":
        return " percentage points"
    return f" {plural_of(unit)}".rstrip()


def _plain(text: str) -> str:
    """Return words fit for a sentence: no colon at the end, no square brackets, spaces collapsed."""
    return " ".join(text.replace("[", "(").replace("]", ")").split()).rstrip(":–—- ")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())

"""Pipes: the tables of a Markdown text as records."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.periods import find_periods
from masis.domain.language.tables import Cell, Column, Row, Table
from masis.domain.language.twofold import counts_and_percents
from masis.domain.language.units import declared_unit

_LINE = re.compile(r"^[ \t]*\|[^\n]*", re.MULTILINE)
_BAR = re.compile(r"(?<!\\)\|")
_RULE = frozenset("|:-+= \t\r")
_HEADER_CELL = re.compile(
    r"(?:\D*|.{0,24}(?:19|20)\d{2}(?:[/-]\d{2,4})?[A-Za-z*)\s]{0,12}|.{0,6}['’]000s?)\Z"
)
_MOST_HEADERS = 3


class _Line(NamedTuple):
    start: int
    end: int
    cells: tuple[str, ...]


def pipe_tables(text: str, lead: str = "", above: str = "") -> tuple[Table, ...]:
    """Return the pipe tables of ``text``, headed by ``lead``, in units that ``above`` may declare."""
    headers = [line for block in _blocks(lead) for line in block]
    tables: list[Table] = []
    for block in _blocks(text):
        if headers and not tables:
            header, body = headers, list(block)
        else:
            header, body = _split(block)
        before = text[: block[0].start].rstrip().rsplit("\n", 1)[-1]
        caption = before if not before.lstrip().startswith("|") else ""
        tables.append(_table(header, body, caption, f"{above}\n{lead}"))
    return tuple(table for table in tables if table.rows)


def _blocks(text: str) -> list[list[_Line]]:
    """Return runs of neighbouring lines that open with a bar; rules are left out."""
    blocks: list[list[_Line]] = []
    last = -2
    for match in _LINE.finditer(text):
        if match.start() != last + 1:
            blocks.append([])
        last = match.end()
        if not _RULE.issuperset(match.group()):
            pieces = _BAR.split(match.group().strip().removeprefix("|"))
            cells = pieces[:-1] if pieces[-1].strip() == "" else pieces
            blocks[-1].append(_Line(match.start(), match.end(), tuple(cell.strip() for cell in cells)))
    return [block for block in blocks if block]


def _split(block: Sequence[_Line]) -> tuple[list[_Line], list[_Line]]:
    """Take the first line, and lines of words and years right under it, as the header."""
    count = 1
    while count < min(len(block) - 1, _MOST_HEADERS) and _is_header(block[count]):
        count += 1
    return list(block[:count]), list(block[count:])


def _is_header(line: _Line) -> bool:
    filled = [cell for cell in line.cells[1:] if cell]
    return len(filled) > 1 and all(_HEADER_CELL.match(cell) for cell in filled)


def _table(header: Sequence[_Line], body: Sequence[_Line], caption: str, above: str) -> Table:
    names = _joined(header, max((len(line.cells) for line in (*header, *body)), default=0))
    corner = names[0] if names else ""
    declared = next(
        (line for text in (corner, caption, *reversed(above.split("\n"))) if declared_unit(line := text)), ""
    )
    unit, scale = _measure(declared)
    return Table(
        title=caption.strip("#* ")[:160],
        corner=corner,
        columns=tuple(_column(name) for name in names[1:]) or (Column(header=""),),
        rows=tuple(_rows(body, names)),
        unit=unit,
        scale=scale,
        declared=declared,
    )


def _joined(header: Sequence[_Line], width: int) -> list[str]:
    """Join the header lines by column; an upper cell spans the empty cells to its right."""
    joined = [""] * width
    for depth, line in enumerate(header):
        spanning = ""
        for column in range(width):
            cell = line.cells[column] if column < len(line.cells) else ""
            spanning = cell or (spanning if depth < len(header) - 1 and column else "")
            joined[column] = f"{joined[column]} {spanning}".strip()
    return joined


def _measure(text: str) -> tuple[str, Decimal]:
    """Return unit and scale that words give to what stands under or beside them."""
    counts = counts_and_percents(text)
    return (counts, Decimal(1)) if counts is not None else declared_unit(text) or ("", Decimal(1))


def _column(name: str) -> Column:
    unit, scale = _measure(name)
    named = [period.label for mention in find_periods(name) for period in mention.periods]
    return Column(header=name, period=named[-1] if named else "", unit=unit, scale=scale)


def _rows(body: Sequence[_Line], names: list[str]) -> Iterator[Row]:
    path: tuple[str, ...] = ()
    for line in body:
        label, values = (line.cells[0] if line.cells else ""), line.cells[1:]
        if len(line.cells) > 1 and not any(values):
            path = (label,)
        elif list(values) == names[1:]:
            path = (label,)  # the header again, under another title
        else:
            unit, scale = _measure(label)
            cells = tuple(Cell(column=at, text=value) for at, value in enumerate(values) if value)
            yield Row(
                label=label,
                path=path,
                cells=cells,
                char_start=line.start,
                char_end=line.end,
                unit=unit,
                scale=scale,
            )

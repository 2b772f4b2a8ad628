"""Typed text: the headings, tables and lists of labels that plain text draws with signs and spaces."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from masis.ingest.readers.building import WIDEST
from masis.ingest.readers.lines import Line, Segment
from masis.ingest.readers.tables.aligned import find_tables

_UNDERLINE = re.compile(r"\s*([=\-~_*#])\1{2,}\s*\Z")
_CELL = re.compile(r"\S+(?:[ ]\S+)*")
"""Words with single spaces between them; wider gaps part cells."""
_WIDE_STOP = re.compile(r"(?<=[.!?;])  (?=\S)")
"""The two spaces that some put behind a sentence."""
Cells = Sequence[Sequence[tuple[int, str]]]
"""Of each line, where a cell begins and what it says."""
_LONGEST_HEADING = 120
_WIDTH, _HEIGHT = 6.0, 12.0
"""Points of a letter and of a line, for what reads places on a page (own choice: the proportion of print)."""
_LONGEST_LABEL = 40
_FEWEST_LABELS = 2


class Typed(NamedTuple):
    """A part of a paragraph: a heading, a table, labels with what stands beside each, or plain lines."""

    kind: str
    """``heading``, ``table``, ``labels`` or ``lines``."""
    rows: tuple[tuple[str, ...], ...]
    """Cells of each row; of a heading and of plain lines one cell."""
    header_rows: int = 0
    level: int = 0
    """Of a heading."""


def typed_parts(lines: Sequence[str]) -> Iterator[Typed]:
    """Yield the parts of a paragraph in their order."""
    run: list[str] = []
    at = 0
    while at < len(lines):
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if _is_heading(lines[at], following):
            yield from _parts_of(run)
            run = []
            yield Typed("heading", ((lines[at].strip(),),), level=1 if "=" in following else 2)
            at += 1
        elif not _UNDERLINE.match(lines[at]):
            run.append(lines[at])
        at += 1
    yield from _parts_of(run)


def _is_heading(line: str, following: str) -> bool:
    said = line.strip()
    return (
        bool(_UNDERLINE.match(following))
        and 0 < len(said) <= _LONGEST_HEADING
        and any(map(str.isalpha, said))
    )


def _parts_of(lines: Sequence[str]) -> Iterator[Typed]:
    """Yield tables and plain lines; a paragraph without any wide gap is plain as a whole."""
    plain = [_WIDE_STOP.sub(" ", line.expandtabs(8)) for line in lines]
    cells = [[(found.start(), found.group()) for found in _CELL.finditer(line)] for line in plain]
    if sum(len(row) > 1 for row in cells) < _FEWEST_LABELS or max(map(len, cells)) > WIDEST:
        if lines:
            yield _plain(lines)
        return
    done = 0
    for table in find_tables([_line(row, number) for number, row in enumerate(cells)]):
        yield from _labels_or_lines(lines[done : table.first], cells[done : table.first])
        yield Typed("table", table.rows, table.header_rows)
        done = table.last
    yield from _labels_or_lines(lines[done:], cells[done:])


def _line(cells: Sequence[tuple[int, str]], number: int) -> Line:
    """Return a typed line as one of a page, its letters all of one width."""
    segments = tuple(
        Segment(text, _WIDTH * start, _WIDTH * (start + len(text))) for start, text in cells
    ) or (Segment("", 0.0, 0.0),)
    top = -_HEIGHT * number
    return Line(segments=segments, bottom=top - _HEIGHT + 2, top=top, size=_HEIGHT - 2, bold=False)


def _labels_or_lines(lines: Sequence[str], cells: Cells) -> Iterator[Typed]:
    """Yield labels with what stands beside them at one column, and the lines between as they are."""
    places = Counter(row[1][0] for row in cells if len(row) > 1 and len(row[0][1]) <= _LONGEST_LABEL)
    column, count = next(iter(places.most_common(1)), (0, 0))
    kinds = [
        "label" if _is_label(row, column) else "more" if row and row[0][0] >= column else "" for row in cells
    ]
    if count < _FEWEST_LABELS or 2 * count < count + kinds.count(""):
        kinds = [""] * len(kinds)
    for is_list, group in groupby(zip(lines, cells, kinds, strict=True), key=lambda line: bool(line[2])):
        some = [*group]
        if is_list and some[0][2] == "label":
            yield Typed("labels", tuple(_labels([(row, kind) for _, row, kind in some])))
        elif any(line.strip() for line, *_ in some):
            yield _plain([line for line, *_ in some])


def _is_label(row: Sequence[tuple[int, str]], column: int) -> bool:
    return len(row) > 1 and row[1][0] == column and not row[0][1].startswith(("-", "*", "•"))


def _labels(rows: Sequence[tuple[Sequence[tuple[int, str]], str]]) -> Iterator[tuple[str, str]]:
    """Yield each label with its words; what is set in as far as they are goes on there."""
    label, said = "", ""
    for row, kind in rows:
        if kind == "label":
            if label:
                yield label, said
            label, said = row[0][1], " ".join(text for _, text in row[1:])
        else:
            said += f" {' '.join(text for _, text in row)}"
    yield label, said


def _plain(lines: Sequence[str]) -> Typed:
    return Typed("lines", tuple((line,) for line in lines))

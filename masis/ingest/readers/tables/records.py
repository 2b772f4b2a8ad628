"""Records: the rows of a table's body with their whole labels, their parents and one value a column."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from masis.domain.language.periods import find_periods
from masis.ingest.readers.tables.drafts import DraftRow, Parents, adds_up, is_total
from masis.ingest.readers.tables.figures import is_figure
from masis.ingest.readers.tables.grid import TableColumn, assigned
from masis.ingest.readers.tables.headers import Join, is_scale
from masis.ingest.readers.tables.rows import Cell, TableRow, is_year

_OUTERMOST = -9.0
"""Where a lone year stands: over all labels."""
_FEWEST_DATED = 2
_OFTEN = 3
_SAME_EDGE = 1.5
"""Points by which a figure behind its label may miss the edge of its column."""
_LONGEST_WORD = 60.0
_FULL = 0.6
"""Part of the room for labels from which on a line may be full."""
_FAR_IN = 30.0
_GOES_ON = re.compile(
    r"(?:[,/(&]|(?<=\w)[-–\x02\xad\ufffe]|\b(?:and|or|of|for|to|the|in|by|at|on|from|with|as))\Z|\([^()]*\Z"
)
"""A line that ends so is not the whole of a label."""
_CONTINUES = re.compile(r"[a-z]|\([a-z\d]|\([^()]*\)\Z")
"""How the second line of a label opens: in lower case, or it is all in brackets."""
_OPEN, _CLOSED = re.compile(r"\([^()]*\Z"), re.compile(r"[^()]*\)")
"""A bracket that opens at the end of one line, and closes in another."""
_FEWEST_WRAPPED = 2
_TIGHT = 0.93
"""Part of the step between two rows below which two lines are of one row."""
_DAY_AND_YEAR = re.compile(r"\d{1,2},|(?:19|20)\d\d\b")
_MONTH_LAST = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?(?:\s\d{1,2},?)?\Z"
)
_BESIDE = 1.3
"""Lines from a label to the figures beside it that stand on a height of their own."""
_OFF_CENTRE = 15.0
"""Points by which a heading in the middle of the labels may miss it."""


@dataclass(slots=True)
class _Record:
    label: str
    path: tuple[str, ...]
    values: list[str]
    unit: str = ""
    fills: bool = False
    """True when its label reaches the end of the label column."""


@dataclass(slots=True)
class _Waiting:
    """The first lines of a label whose figures stand beside its last line."""

    label: str
    left: float


@dataclass(slots=True)
class _Body:
    columns: Sequence[TableColumn]
    join: Join
    left: float
    """Where labels begin."""
    edge: float
    """Where values begin."""
    limit: float
    """How far labels reach to the right."""
    is_dated: bool
    """True where rows give the dates of those below them: ``Balance at January 1, 2021``."""
    parents: Parents
    names: frozenset[str]
    """Labels that stand below several others: none of them is the second line of one."""
    is_narrow: bool
    """True where several labels wrap: what finds no room for its next word goes on below."""
    step: float
    """The least step from row to row; lines of one row may stand closer."""
    records: list[_Record] = field(default_factory=list)
    waiting: _Waiting | None = None


def records_of(
    rows: Sequence[TableRow],
    columns: Sequence[TableColumn],
    edge: float,
    join: Join,
    *,
    dated: bool,
    units: bool = False,
) -> tuple[DraftRow, ...]:
    """Return the rows of a table's body; labels stand left of ``edge``, ``dated``: headers name periods.

    ``units``: a row's last words before its values are its unit, and come as its first value.
    """
    limit = max((row.labels[0].right for row in rows if row.labels), default=0.0)
    left = min((row.left for row in rows if row.labels), default=0.0)
    labels = (" ".join(cell.text for cell in row.labels) for row in rows if row.values)
    parents = Parents([label for label in labels if is_total(label)])
    body = _Body(
        columns, join, left, edge, limit, not dated and _are_dated(rows), parents, _names_of(rows),
        _is_narrow(rows), row_step(rows),
    )  # fmt: skip
    for number, row in enumerate(rows):
        _part_last_figure(row, columns)
        named = [cell.text for cell in row.labels if cell.left < edge]
        unit = named.pop() if units and row.values and len(named) > 1 else ""
        label = " ".join(named)
        if row.values:
            _add_values(body, row, label, rows[number - 1] if number else None)
            body.records[-1].unit = unit
        elif row.worded and not label and body.records and any(body.records[-1].values):
            _add_words(body.records[-1], row, columns)
        else:
            beside = (
                rows[number - 1] if number else None,
                rows[number + 1] if number + 1 < len(rows) else None,
            )
            _add_label(body, row, label or row.text, beside)
    return tuple(
        DraftRow(record.label, record.path, (*([record.unit] if units else ()), *record.values))
        for record in body.records
    )


def _part_last_figure(row: TableRow, columns: Sequence[TableColumn]) -> None:
    """Part a figure that stands right behind its label, and ends where those of its column do."""
    label = row.labels[-1] if row.labels and row.values else None
    words, _, last = label.text.rpartition(" ") if label else ("", "", "")
    if label is None or not words or is_year(last) or not is_figure(last):
        return
    at = next((column for column in columns if abs(column.right - label.right) < _SAME_EDGE), None)
    if at is None or any(at.left <= value.center <= at.right + _SAME_EDGE for value in row.values):
        return
    start = label.right - (label.right - label.left) * len(last) / len(label.text)
    row.values.insert(0, Cell(last, start, label.right, label.base, label.size))
    label.text, label.right = words, start


def row_step(rows: Sequence[TableRow]) -> float:
    """Return the least step between two rows with label and values; 0 where none follow each other."""
    pairs = (pair for pair in pairwise(rows) if all(row.values and row.labels for row in pair))
    return min((above.base - row.base for above, row in pairs), default=0.0)


def _closer(row: TableRow, near: TableRow | None, far: TableRow | None, step: float) -> bool:
    """Tell whether a line stands closer to one beside it than rows do, and closer than to the other."""
    if near is None:
        return False
    apart = abs(near.base - row.base)
    return apart < _TIGHT * step and (far is None or apart < _TIGHT * abs(far.base - row.base))


def _is_narrow(rows: Sequence[TableRow]) -> bool:
    """Tell a label column whose labels wrap."""
    wrapped = sum(
        bool(above.labels and not above.values and row.labels and row.labels[0].text[:1].islower())
        for above, row in pairwise(rows)
    )
    return wrapped >= _FEWEST_WRAPPED


def _named(row: TableRow) -> str:
    return row.labels[0].text if row.labels else ""


def _names_of(rows: Sequence[TableRow]) -> frozenset[str]:
    above: defaultdict[str, set[str]] = defaultdict(set)
    for before, row in pairwise(rows):
        above[_named(row)].add(_named(before))
    return frozenset(name for name, others in above.items() if len(others) >= _OFTEN)


def _are_dated(rows: Sequence[TableRow]) -> bool:
    return (
        sum(bool(row.values and row.labels and _is_dated(row.labels[0].text)) for row in rows)
        >= _FEWEST_DATED
    )


def _is_dated(label: str) -> bool:
    """Tell a label that gives one day; one that gives two is a span of time and dates no other row."""
    periods = [period for mention in find_periods(label) for period in mention.periods]
    return len(periods) == 1 and bool(periods[0].year) and "-" in periods[0].part


def _add_label(
    body: _Body, row: TableRow, label: str, beside: tuple[TableRow | None, TableRow | None]
) -> None:
    """Add a line without figures: a parent, or a part of the label above or below."""
    above, following = beside
    left = _OUTERMOST if is_year(label) else row.left
    last = body.records[-1] if body.records else None
    closes = (
        label[:1].islower()
        or (above is not None and above.bold == row.bold and _closer(row, above, following, body.step))
        or bool(last and _OPEN.search(last.label) and _CLOSED.match(label))
    )
    if last and any(last.values) and last.fills and closes and body.waiting is None and row.labels:
        last.label = body.join([last.label, label])
        return
    middle = (row.left + row.right) / 2
    is_centred = row.left > body.left + _FAR_IN and abs(middle - (body.left + body.edge) / 2) < _OFF_CENTRE
    if body.waiting is not None:
        label, left = body.join([body.waiting.label, label]), body.waiting.left
    is_full = row.right > body.left + _FULL * (body.edge - body.left)
    reaches = is_full or body.is_narrow or _closer(row, following, above, body.step)
    reaches = reaches and not is_centred
    reaches = reaches and not (following and following.values and _named(following) in body.names)
    if _wraps(row, label, following, body.limit if reaches else None):
        body.waiting = _Waiting(label, left)
        return
    body.waiting = None
    if is_scale(label):  # nothing stands under what figures are in
        path = body.parents.path
    else:
        path = body.parents.open(label, left, is_bold=row.bold, is_centred=is_centred)
    body.records.append(_Record(label, path, [""] * len(body.columns)))


def _wraps(row: TableRow, label: str, following: TableRow | None, limit: float | None) -> bool:
    """Tell whether a line goes on below: the next word opens in lower case, or found no room."""
    if following is None or not following.labels or label.endswith(":") or following.bold != row.bold:
        return False
    cell = following.labels[0]
    dates = _DAY_AND_YEAR.match(cell.text) and _MONTH_LAST.search(label)
    if _CONTINUES.match(cell.text) or dates or _GOES_ON.search(label):
        return True
    first = (cell.right - cell.left) * len(cell.text.split()[0]) / len(cell.text)
    return limit is not None and row.right + min(_LONGEST_WORD, first) > limit


def _add_values(body: _Body, row: TableRow, label: str, above: TableRow | None) -> None:
    left, has_lines_below = row.left, False
    if not label and above is not None and _stand_beside(body, row, above):
        label, left = body.records.pop().label, above.left
        body.parents.drop_last()
        has_lines_below = True
    if body.waiting is not None:
        label, left = body.join([body.waiting.label, label]), body.waiting.left
        body.waiting = None
    dates = body.is_dated and _is_dated(label)
    texts = _texts(row.values, body.columns)
    for cell in (cell for cell in row.labels if cell.left >= body.edge):  # words in a column of figures
        at = min(range(len(texts)), key=lambda number: abs(body.columns[number].center - cell.center))
        texts[at] = texts[at] or cell.text
    is_sum = body.parents.has_part(left) and adds_up(_block(body.records), texts)
    path = body.parents.over(label, left, dates=dates, is_sum=is_sum)
    fills = has_lines_below or (bool(row.labels) and row.labels[0].right > body.limit - 60)
    body.records.append(_Record(label, path, texts, fills=fills))
    body.parents.close(label, left, dates=dates)


def _stand_beside(body: _Body, row: TableRow, above: TableRow) -> bool:
    """Tell figures right under a label without any: the label has lines that the figures stand between."""
    near = above.base - row.base < _BESIDE * max(row.size, above.size)
    return near and not above.values and bool(body.records) and not any(body.records[-1].values)


def _block(records: Sequence[_Record]) -> list[list[str]]:
    """Return the values of the rows since the last label without any."""
    start = next((at for at in range(len(records) - 1, -1, -1) if not any(records[at].values)), -1)
    return [record.values for record in records[start + 1 :]]


def _add_words(record: _Record, row: TableRow, columns: Sequence[TableColumn]) -> None:
    """Add the lower lines of values that are words."""
    for number, text in enumerate(_texts(row.worded, columns)):
        record.values[number] = f"{record.values[number]} {text}".strip()


def _texts(values: Sequence[Cell], columns: Sequence[TableColumn]) -> list[str]:
    places = assigned(values, columns)
    return [places[number].text if number in places else "" for number in range(len(columns))]

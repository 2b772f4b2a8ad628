"""Table records: the rows of a body with their whole labels, their parents and one value a column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from masis.ingest.readers.table_columns import TableColumn, assigned
from masis.ingest.readers.table_drafts import DraftRow
from masis.ingest.readers.table_rows import Cell, TableRow, is_year

_TOTAL = re.compile(r"(?:sub)?total", re.IGNORECASE)
_STEP = 1.5
"""Points from which on a label is indented."""
_OUTERMOST = -9.0


@dataclass(slots=True)
class _Parent:
    label: str
    left: float
    has_indented: bool = False
    has_values: bool = False


@dataclass(slots=True)
class _Record:
    label: str
    path: tuple[str, ...]
    values: tuple[str, ...]
    row: TableRow
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
    limit: float
    """How far labels reach to the right."""
    records: list[_Record] = field(default_factory=list)
    parents: list[_Parent] = field(default_factory=list)
    waiting: _Waiting | None = None


def records_of(rows: Sequence[TableRow], columns: Sequence[TableColumn], edge: float) -> tuple[DraftRow, ...]:
    """Return the rows of a table's body; labels stand left of ``edge``."""
    limit = max((row.labels[0].right for row in rows if row.labels), default=0.0)
    body = _Body(columns, limit)
    for number, row in enumerate(rows):
        label = " ".join(cell.text for cell in row.labels if cell.left < edge)
        if row.values:
            _add_values(body, row, label)
        else:
            _add_label(body, row, label or row.text, rows[number + 1] if number + 1 < len(rows) else None)
    return tuple(DraftRow(record.label, record.path, record.values) for record in body.records)


def _add_label(body: _Body, row: TableRow, label: str, following: TableRow | None) -> None:
    """Add a line without figures: a parent, or a part of the label above or below."""
    left = _OUTERMOST if is_year(label) else row.left
    last = body.records[-1] if body.records else None
    goes_on = last is not None and any(last.values) and last.fills
    if goes_on and label[:1].islower() and body.waiting is None:
        last.label = f"{last.label} {label}"
        return
    wraps = _wraps(row, label, following, body.limit)
    if body.waiting is not None:
        label, left = f"{body.waiting.label} {label}", body.waiting.left
    if wraps:
        body.waiting = _Waiting(label, left)
        return
    body.waiting = None
    while body.parents and body.parents[-1].left >= left - _STEP:
        body.parents.pop()
    body.records.append(_Record(label, _path(body), ("",) * len(body.columns), row))
    body.parents.append(_Parent(label, left))


def _wraps(row: TableRow, label: str, following: TableRow | None, limit: float) -> bool:
    """Tell whether a line goes on below: the next word found no room, or opens in lower case."""
    if following is None or not following.labels or label.endswith(":"):
        return False
    text = following.labels[0].text
    return text[:1].islower() or row.right + min(60.0, 5.0 * len(text.split()[0])) > limit


def _add_values(body: _Body, row: TableRow, label: str) -> None:
    left = row.left
    if body.waiting is not None:
        label, left = f"{body.waiting.label} {label}".strip(), body.waiting.left
        body.waiting = None
    is_total = bool(_TOTAL.match(label))
    parents = body.parents
    while parents and _is_over(parents[-1], left, is_total=is_total):
        parents.pop()
    if parents and left > parents[-1].left + _STEP and not is_total:
        parents[-1].has_indented = True
    values = _texts(row.values, body.columns)
    fills = bool(row.labels) and row.labels[0].right > body.limit - 60
    body.records.append(_Record(label, _path(body), values, row, fills))
    closes = is_total and not label.lower().startswith("sub")
    if closes and parents and parents[-1].left >= left - _STEP and not is_year(parents[-1].label):
        parents.pop()


def _is_over(parent: _Parent, left: float, *, is_total: bool) -> bool:
    """Tell whether a row stands outside of a parent."""
    if parent.left > left + _STEP:
        return True
    return parent.has_indented and parent.left >= left - _STEP and not is_total


def _path(body: _Body) -> tuple[str, ...]:
    return tuple(parent.label for parent in body.parents)


def _texts(values: Sequence[Cell], columns: Sequence[TableColumn]) -> tuple[str, ...]:
    places = assigned(values, columns)
    return tuple(places[number].text if number in places else "" for number in range(len(columns)))

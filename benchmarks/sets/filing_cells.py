"""Cells: whether the readers bind a table's value to its row, column, unit and scale."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from benchmarks.sets.bench import Bench
from benchmarks.sets.rows import KnownCell
from masis.config import load_settings
from masis.domain.document import ReadDocument
from masis.domain.language.tables import Amount, Cell, Row, Table, amount_of
from masis.errors import DocumentRejected, MasisError
from masis.evaluation.matching import holds, plain
from masis.evaluation.results import Listing, Result, share
from masis.ingest import readers
from masis.ingest.guard import check_upload

Condition = Literal["value", "row", "path", "column", "unit", "scale"]

CONDITIONS: tuple[Condition, ...] = get_args(Condition)
_SCALES = {
    "": Decimal(1),
    "thousand": Decimal(10) ** 3,
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
}
_WORD = re.compile(r"[^\W_]+")
_NOT_VALUE = re.compile(r"[^\d.,]")
_NOTE_MARKS = re.compile(r"(?<=\S)\((?:[a-z]|\d{1,2})\)(?=\W|\Z)")
"""``Long-term debt(a)(b)``."""
_MOST_EXTRA_WORDS = 2
"""Words a bound label may have beyond the printed one: a note's number or letter."""
_CURRENCY = re.compile(r"[A-Z]{3}\b")
_NOTES = (
    "Bound: the value alone in its cell; the words of the row's label, and of the labels it stands under; "
    "all words of its column's header and none that only another column has; its unit; its scale.",
    "Each condition is judged at the cell of the page that meets most of them. No workspace is made.",
)


class Bound(NamedTuple):
    """A cell of the set with what was found for it."""

    row: KnownCell
    failed: tuple[Condition, ...]
    found: str
    by_document: bool = False
    """Whether only its scale fails, and the scale of the document's statements is the right one."""


class _Candidate(NamedTuple):
    """A cell with the same figure, as the readers bind it."""

    table: Table
    row: Row
    cell: Cell

    @property
    def said(self) -> str:
        """Label, header, value, unit and scale in one line."""
        amount = amount_of(self.table, self.row, self.cell)
        measure = f"{amount.unit} x {amount.scale:,}" if amount else "no amount"
        names = " > ".join((self.table.title, *self.row.path, self.row.label))
        return f"{names} | {self.table.header_of(self.cell)} | {self.cell.text} | {measure}"


def run(rows: Sequence[KnownCell], bench: Bench) -> Result:
    """Read every document once and judge the cells; none is bound of a document that is refused."""
    names = tuple(dict.fromkeys(row.document for row in rows))
    judged: list[Bound] = []
    for number, name in enumerate(names, 1):
        path = bench.documents / name
        if not path.is_file():
            message = f"{path} is missing."
            raise MasisError(message)
        try:
            document = _read(path)
        except DocumentRejected as refused:
            bench.progress(f"{name} could not be read: {refused}", number, len(names))
            judged += [bound(row, ()) for row in rows if row.document == name]
            continue
        scale, tables = document.profile.scale, {page.number: page.tables for page in document.pages}
        judged += [bound(row, tables.get(row.page, ()), scale) for row in rows if row.document == name]
        bench.progress("documents read", number, len(names))
    return _result(judged, bench)


def _read(path: Path) -> ReadDocument:
    """Read a file into pages, in no workspace."""
    settings, content = load_settings(), path.read_bytes()
    kind, name = check_upload(path.name, content, settings)
    return readers.read(content, kind, name, None, settings)


def bound(row: KnownCell, tables: Sequence[Table], usual: Decimal = Decimal(1)) -> Bound:
    """Judge a cell at the place on its page that meets most conditions; all fail where its value is not.

    ``usual`` is the scale of the document's statements.
    """
    candidates = [
        _Candidate(table, found, cell) for table in tables for found in table.rows for cell in found.cells
    ]
    wanted = frozenset(_figures(row.value))
    same = [candidate for candidate in candidates if wanted <= {*_figures(candidate.cell.text)}]
    if not same:
        return Bound(row, CONDITIONS, "")
    best = min(same, key=lambda candidate: len(tuple(_failed(row, candidate))))
    failed = tuple(_failed(row, best))
    amount = amount_of(best.table, best.row, best.cell)
    bare = failed == ("scale",) and amount is not None and amount.scale == 1
    return Bound(row, failed, best.said, bare and usual == _SCALES[row.scale])


def _failed(row: KnownCell, found: _Candidate) -> Iterator[Condition]:
    header, label = found.table.header_of(found.cell), found.row.label
    amount = amount_of(found.table, found.row, found.cell)
    if len(_figures(found.cell.text)) != len(_figures(row.value)) or _is_negative(row.value) != _is_negative(
        found.cell.text
    ):
        yield "value"
    wanted, words = _words(row.row), _words(label)
    if not wanted <= words or len(words) - len(wanted) > _MOST_EXTRA_WORDS:
        yield "row"
    if not _words(" ".join(row.path)) <= _words(" ".join((found.table.title, *found.row.path, label))):
        yield "path"
    if not all(holds(header, word) for word in row.column_words) or any(
        holds(header, word) for word in row.other_words
    ):
        yield "column"
    if amount is None or not _same_unit(row.unit, amount):
        yield "unit"
    if amount is None or amount.scale != _SCALES[row.scale]:
        yield "scale"


def _same_unit(wanted: str, amount: Amount) -> bool:
    """Compare units; of what is neither money nor a share of a whole it must only not say that it is."""
    if wanted in {"%", "shares"} or wanted[:3].isupper():
        return amount.unit.removesuffix("s").split(" per ")[0] == wanted.removesuffix("s").split(" per ")[0]
    return amount.unit != "%" and not _CURRENCY.match(amount.unit)


def _figures(text: str) -> list[str]:
    """Return the figures of a cell, as bare digits; one that is alone has no other beside it."""
    pieces = (_digits(piece) for piece in text.split())
    return [piece for piece in pieces if any(sign.isdigit() for sign in piece)]


def _digits(text: str) -> str:
    return _NOT_VALUE.sub("", text).strip(".,")


def _is_negative(text: str) -> bool:
    return plain(text).lstrip().startswith(("(", "-"))


def _words(text: str) -> frozenset[str]:
    """Return the words of a label or header; the mark of a note behind them is none."""
    return frozenset(_WORD.findall(_NOTE_MARKS.sub(" ", plain(text))))


def _result(judged: Sequence[Bound], bench: Bench) -> Result:
    documents = [cell.row.document for cell in judged]
    measures = [share("bound", [float(not cell.failed) for cell in judged], bench.seed, "", documents)]
    beside = [float(not {*cell.failed} - {"path"}) for cell in judged]
    measures.append(share("bound, parents aside", beside, bench.seed, "", documents))
    allowed = [float(not cell.failed or cell.by_document) for cell in judged]
    measures.append(share("bound, or by the document's scale", allowed, bench.seed, "", documents))
    for condition in CONDITIONS:
        met = [float(condition not in cell.failed) for cell in judged]
        measures.append(share(f"condition met: {condition}", met, bench.seed, "", documents))
    missed = [cell for cell in judged if cell.failed]
    first = Counter(cell.failed[0] if cell.found else "no cell with the value" for cell in missed)
    return Result(
        name=bench.name,
        kind="table cells of documents",
        engine="readers (no engine)",
        seed=bench.seed,
        rows=len(judged),
        measures=tuple(measures),
        listings=(_by_document(judged), _causes(first), _misses(missed, bench.show_report_rows)),
        notes=_NOTES,
    )


def _by_document(judged: Sequence[Bound]) -> Listing:
    counts = Counter(cell.row.document for cell in judged)
    good = Counter(cell.row.document for cell in judged if not cell.failed)
    return Listing(
        title="Bound by document",
        columns=("bound", "cells", "document"),
        rows=tuple((str(good[name]), str(counts[name]), name) for name in sorted(counts)),
    )


def _causes(first: Counter[str]) -> Listing:
    return Listing(
        title="First condition that failed",
        columns=("condition", "cells"),
        rows=tuple((name, str(count)) for name, count in first.most_common()),
    )


def _misses(missed: Sequence[Bound], show_report_rows: bool) -> Listing:
    rows = []
    for cell in missed:
        words = show_report_rows or cell.row.split != "report"
        names = " > ".join((cell.row.title, *cell.row.path, cell.row.row))
        measure = f"{cell.row.unit} x {_SCALES[cell.row.scale]:,}"
        wanted = f"{names} | {cell.row.column} | {cell.row.value} | {measure}"
        place = f"{cell.row.document} p. {cell.row.page}" if words else ""
        rows.append(
            (cell.row.id, ", ".join(cell.failed), place, *((wanted, cell.found) if words else ("", "")))
        )
    return Listing(
        title=f"Not bound ({len(missed)})",
        columns=("id", "failed", "place", "wanted", "nearest found"),
        rows=tuple(rows),
    )

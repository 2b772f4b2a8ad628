"""Rows: the tables of a document as one flat list of values, as text, CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from masis.domain.document import Page
from masis.domain.language.tables import Cell, Row, Table, amount_of
from masis.domain.profile import DocumentProfile
from masis.domain.value import Value
from masis.export.ledger_csv import spreadsheet_safe

HEADS = ("page", "title", "path", "row", "column", "value", "unit", "scale")
PATH_SIGN = " › "


class FlatRow(Value):
    """One value of a table with everything that says what it is."""

    page: int
    title: str
    """Of the table."""
    path: tuple[str, ...]
    """The labels its row stands under, outermost first."""
    row: str
    column: str
    value: str
    """As printed."""
    unit: str
    scale: Decimal
    """Factor of the printed figure: 1000000 in a table in millions."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The words of the row under ``HEADS``."""
        named = (self.title, PATH_SIGN.join(self.path), self.row, self.column, self.value, self.unit)
        return (str(self.page), *named, plain_number(self.scale))


def flat_rows(pages: Iterable[Page]) -> tuple[FlatRow, ...]:
    """Return every value of the pages' tables, in reading order."""
    return tuple(
        _flat(page, table, row, cell)
        for page in pages
        for table in page.tables
        for row in table.rows
        for cell in row.cells
    )


def _flat(page: Page, table: Table, row: Row, cell: Cell) -> FlatRow:
    amount = amount_of(table, row, cell)
    return FlatRow(
        page=page.number,
        title=table.title,
        path=row.path,
        row=row.label,
        column=table.header_of(cell),
        value=cell.text,
        unit=amount.unit if amount else "",
        scale=amount.scale if amount else Decimal(1),
    )


def plain_number(number: Decimal) -> str:
    """Return a number without exponent and without zeros that say nothing: ``1000000``, ``0.01``."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def as_csv(rows: Iterable[FlatRow]) -> str:
    """Return the rows, safe to open in a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADS)
    writer.writerows([spreadsheet_safe(cell) for cell in row.cells] for row in rows)
    return out.getvalue()


def as_json(profile: DocumentProfile, rows: Iterable[FlatRow]) -> str:
    """Return profile and rows as one object."""
    made = {
        "profile": profile.model_dump(mode="json"),
        "rows": [{**row.model_dump(mode="json"), "scale": plain_number(row.scale)} for row in rows],
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def as_text(profile: DocumentProfile, rows: Sequence[FlatRow]) -> str:
    """Return profile and rows for a reader; the rows of a table under its title."""
    return "\n".join((*_profile_lines(profile), "", *_table_lines(rows)))


def _profile_lines(profile: DocumentProfile) -> Iterator[str]:
    basis: dict[str, str] = dict(profile.basis)
    yield profile.title or "No title"
    quarter = str(profile.quarter) if profile.quarter else ""
    year = str(profile.fiscal_year) if profile.fiscal_year else ""
    for field, value in (
        ("organisation", profile.organisation),
        ("kind", profile.kind.replace("_", " ")),
        ("fiscal_year", year),
        ("quarter", quarter),
        ("period_end", profile.period_end),
        ("currency", profile.currency),
        ("scale", plain_number(profile.scale) if profile.scale != 1 else ""),
        ("language", profile.language),
    ):
        read = f" ({basis[field].replace('_', ' ')})" if value and field in basis else ""
        yield f"  {field.replace('_', ' '):<14}{value or '-'}{read}"
    if profile.aliases:
        yield f"  {'also called':<14}{', '.join(profile.aliases)}"


def _table_lines(rows: Sequence[FlatRow]) -> Iterator[str]:
    if not rows:
        yield "No table rows were read."
    place: tuple[int, str] | None = None
    for row in rows:
        if place != (row.page, row.title):
            place = (row.page, row.title)
            yield f"Page {row.page}{': ' if row.title else ''}{row.title}"
        name = PATH_SIGN.join(part for part in (*row.path, row.row) if part)
        scale = f" x {plain_number(row.scale)}" if row.scale != 1 else ""
        under = f" [{row.column}]" if row.column else ""
        yield f"  {name}{under}: {row.value}{f' ({row.unit}{scale})' if row.unit or scale else ''}"

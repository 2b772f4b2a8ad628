"""Facts as files: a table of facts for Excel, every value linked to its place, and as CSV."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from masis.domain.facts.periods import spoken
from masis.domain.facts.values import Cell, FactTable, Line, Statement
from masis.domain.facts.wording import change_words, place_words, share_words, unit_words
from masis.export.ledger_csv import spreadsheet_safe
from masis.export.rows import plain_number

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

Address = Callable[[Statement], str]
"""Where the place of a value is opened."""
HEADS = (
    "organisation", "line", "within", "period", "value", "unit", "firmness", "role", "printed", "document",
    "page", "address",
)  # fmt: skip
_AMBER, _GREY, _LINK = "FDF0D5", "566273", "1F4E8C"
_WIDTHS = (22, 38, 14)


def as_csv(table: FactTable, address: Address) -> str:
    """Return one row a statement; values are in full, without a scale."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADS)
    for row in statement_rows(table, address):
        writer.writerow([spreadsheet_safe(cell) for cell in row])
    return out.getvalue()


def statement_rows(table: FactTable, address: Address) -> Iterator[tuple[str, ...]]:
    """Yield every statement under ``HEADS``: what leads, what agrees, what differs, what is planned."""
    for line in table.lines:
        for cell in line.cells:
            for role, statement in _roles(cell):
                place = statement.place
                yield (
                    line.organisation, line.name, line.within, spoken(cell.period),
                    plain_number(statement.fact.value), statement.unit, statement.firmness, role,
                    statement.fact.shown, place.document_title, place.page_label, address(statement),
                )  # fmt: skip


def as_workbook(table: FactTable, address: Address) -> bytes:
    """Return a workbook: the table as it is shown, and all its statements behind it."""
    from openpyxl import Workbook

    book = Workbook()
    del book["Sheet"]
    sheet = book.create_sheet("Facts")
    _fill(sheet, table, address)
    behind = book.create_sheet("Statements")
    behind.append([head.capitalize() for head in HEADS])
    for row in statement_rows(table, address):
        behind.append([spreadsheet_safe(cell) for cell in row])
        link = behind.cell(row=behind.max_row, column=len(HEADS))
        link.hyperlink = row[-1]
    behind.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(sheet: "Worksheet", table: FactTable, address: Address) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    columns = table.shown_periods
    sheet.append(
        ["Organisation", "Line", "Unit", *map(spoken, columns), "Change (computed)", "Share (computed)"]
    )
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for line in table.lines:
        name = " · ".join(part for part in (line.name, line.within) if part)
        sheet.append([spreadsheet_safe(part) for part in (line.organisation, name, unit_words(line))])
        _values(sheet, line, columns, address)
        for column, words in ((len(columns) + 4, change_words(line)), (len(columns) + 5, share_words(line))):
            computed = sheet.cell(row=sheet.max_row, column=column, value=words or None)
            computed.font = Font(italic=True, color=_GREY)
    sheet.append([])
    sheet.append([_legend(table)])
    sheet.freeze_panes = "D2"
    for number in range(1, len(columns) + 6):
        width = _WIDTHS[number - 1] if number <= len(_WIDTHS) else 16
        sheet.column_dimensions[get_column_letter(number)].width = width


def _values(sheet: "Worksheet", line: Line, columns: Sequence[str], address: Address) -> None:
    from openpyxl.comments import Comment
    from openpyxl.styles import Font, PatternFill

    for number, period in enumerate(columns, 4):
        known = line.cell(period)
        if known is None:
            continue
        cell = sheet.cell(row=sheet.max_row, column=number, value=known.value / line.scale)
        decimals = max(0, -int((known.quantum / line.scale).normalize().as_tuple().exponent))
        cell.number_format = "#,##0" + (f".{'0' * decimals}" if decimals else "")
        cell.hyperlink = address(known.lead)
        cell.font = Font(color=_LINK, underline="single")
        if known.disputed:
            cell.fill = PatternFill("solid", fgColor=_AMBER)
        cell.comment = Comment("\n".join(_told(known)), "MASIS")


def _told(cell: Cell) -> Iterator[str]:
    for role, statement in _roles(cell):
        firm = f", {statement.firmness.replace('_', ' ')}" if statement.firmness else ""
        yield f"{role}: {statement.fact.shown}{firm} ({place_words(statement)})"


def _roles(cell: Cell) -> Iterator[tuple[str, Statement]]:
    yield "shown", cell.lead
    yield from (("agrees", statement) for statement in cell.agreeing[1:])
    yield from (("differs", statement) for group in cell.differing for statement in group)
    yield from (("planned", statement) for statement in cell.planned)


def _legend(table: FactTable) -> str:
    amber = " Amber: the documents give other values too, see the comment." if _any_disputed(table) else ""
    stated = f"“{table.measure}” as the documents state it. A value opens its place."
    return f"{stated}{amber} Change and share are computed."


def _any_disputed(table: FactTable) -> bool:
    return any(cell.disputed for line in table.lines for cell in line.cells)

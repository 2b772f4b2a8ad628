"""Tables: a table as records; every value with its row path, column header, period, unit and scale."""

from decimal import Decimal

from pydantic import Field

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

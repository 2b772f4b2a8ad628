"""Table drafts: tables as a reader found them, before units are read and places in the text known."""

from typing import NamedTuple


class DraftRow(NamedTuple):
    """A row: its label, the labels it stands under, one text a column."""

    label: str
    path: tuple[str, ...]
    values: tuple[str, ...]
    """Empty where the row has no value; all empty for a label that heads other rows."""


class TableDraft(NamedTuple):
    """A table with one header a column, all header lines joined."""

    corner: str
    headers: tuple[str, ...]
    """One a column of values; all empty where none could be bound."""
    rows: tuple[DraftRow, ...]
    title: str = ""
    around: tuple[str, ...] = ()
    """Words that may declare unit and scale, the nearest first."""
    sign: str = ""
    """The currency sign of the table it continues."""

"""Windows: the few statements the reader sees at once."""

from collections.abc import Sequence
from typing import Final

from masis.domain.language.tables import Row, Table
from masis.domain.value import Value

MOST_WINDOWS: Final = 25
"""Windows a question may be read against: about six tenths of a second on one core."""


class ReaderWindow(Value):
    """A row, or a sentence after the one before it, under the words that say what they are about."""

    context: str
    """``title › heading``."""
    statements: tuple[str, ...]


class ClaimWindows(Value):
    """A claim with the windows it is read against."""

    claim: str
    before: str = ""
    """The sentence before it, where it points back to that."""
    windows: tuple[ReaderWindow, ...]


def context_of(title: str, heading: str) -> str:
    """Return the words in front of a window: title and heading, each once."""
    return " › ".join(part for part in dict.fromkeys((title.strip(), heading.strip())) if part)


def row_text(table: Table, row: Row, columns: Sequence[int] = ()) -> str:
    """Write a row, or the cells at some places of it, as ``path › label – column: value; …``."""
    label = " › ".join((*row.path, row.label)).strip(" ›") or table.title
    cells = [row.cells[at] for at in columns] or row.cells
    pairs = ((table.header_of(cell), cell.text) for cell in cells)
    values = "; ".join(f"{header}: {text}" if header else text for header, text in pairs)
    return f"{label} – {values}"

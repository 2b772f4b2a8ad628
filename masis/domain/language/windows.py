"""Windows: the few statements the reader sees at once, and what it makes of them."""

from typing import Final

from masis.domain.language.tables import Row, Table
from masis.domain.value import Value

MOST_WINDOWS: Final = 25
"""Windows a question may be read against: about a fifth of a second on one core."""


class ReaderWindow(Value):
    """A row, or a sentence after the one before it, under the words that say what they are about."""

    context: str
    """``title › heading``."""
    statements: tuple[str, ...]


class WindowReading(Value):
    """What the reader makes of a window for a question; every score is a log-odds, 0 an even bet."""

    spans: tuple[float, ...]
    """For each statement: its best answer span against "not in this window"."""
    answerable: float
    not_here: float
    """Raw score of "not in this window"."""
    direct: float
    """How well its last statement answers by itself, as the head trained on filings reads it."""

    @property
    def scores(self) -> tuple[float, ...]:
        """How well each statement answers: its span and the window as a whole."""
        return tuple(span + self.answerable for span in self.spans)


class ClaimWindows(Value):
    """A claim with the windows it is read against."""

    claim: str
    windows: tuple[ReaderWindow, ...]


def context_of(title: str, heading: str) -> str:
    """Return the words in front of a window: title and heading, each once."""
    return " › ".join(part for part in dict.fromkeys((title.strip(), heading.strip())) if part)


def row_text(table: Table, row: Row) -> str:
    """Write a row as ``path › label – column: value; …``, as the reader was taught."""
    label = " › ".join((*row.path, row.label)).strip(" ›") or table.title
    pairs = ((table.header_of(cell), cell.text) for cell in row.cells)
    values = "; ".join(f"{header}: {text}" if header else text for header, text in pairs)
    return f"{label} – {values}"

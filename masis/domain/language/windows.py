"""Windows: passages cut into the few statements the reader sees at once, and what it makes of them."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from masis.domain.language.sentences import split_sentences
from masis.domain.language.tables import Row, Table
from masis.domain.language.words import stems
from masis.domain.value import Value

MOST_WINDOWS: Final = 25
"""Windows a question may be read against: about a fifth of a second on one core."""
_MOST_STATEMENTS: Final = 4
_ROOM: Final = 88
"""Estimated tokens of a window beside its question and context; the reader takes 128 in all."""
_CLAIM_WINDOWS: Final = 3
_PIECE = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")


class ReaderWindow(Value):
    """Two to four neighbouring statements of a passage, under the words that say what they are about."""

    context: str
    """``title › heading``."""
    statements: tuple[str, ...]
    first: int = 0
    """Number of its first statement in the passage."""


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


class Verdict(Value):
    """Log-odds of each relation between a claim and one window."""

    supported: float
    contradicted: float
    not_stated: float


class ClaimReading(Value):
    """What the reader makes of a claim in each of its windows, nearest first."""

    windows: tuple[Verdict, ...]

    @property
    def supported(self) -> float:
        """Log-odds of support in the window that supports it best; very low without a window."""
        return max((verdict.supported for verdict in self.windows), default=-20.0)

    @property
    def contradicted(self) -> float:
        """Log-odds of contradiction in the nearest window; very low without a window."""
        return self.windows[0].contradicted if self.windows else -20.0


class ClaimWindows(Value):
    """A claim with the windows it is judged against, nearest first."""

    claim: str
    windows: tuple[ReaderWindow, ...]


def context_of(title: str, heading: str) -> str:
    """Return the words in front of a window: title and heading, each once."""
    return " › ".join(part for part in dict.fromkeys((title.strip(), heading.strip())) if part)


def statements_of(text: str, table: Table | None = None, offset: int = 0) -> tuple[str, ...]:
    """Return a passage's sentences, and its table rows as records, in reading order.

    ``offset`` is where ``text`` begins in the page, which the rows' places count from.
    """
    rows = sorted(table.rows, key=lambda row: row.char_start) if table is not None else []
    found: list[str] = []
    position = 0
    for row in rows:
        start = min(max(row.char_start - offset, position), len(text))
        found.extend(_sentences(text[position:start]))
        position = max(position, min(row.char_end - offset, len(text)))
        if table is not None and row.cells:
            found.append(row_text(table, row))
    return (*found, *_sentences(text[position:]))


def row_text(table: Table, row: Row) -> str:
    """Write a row as ``path › label – column: value; …``, as the reader was taught."""
    label = " › ".join((*row.path, row.label)).strip(" ›") or table.title
    pairs = ((table.header_of(cell), cell.text) for cell in row.cells)
    values = "; ".join(f"{header}: {text}" if header else text for header, text in pairs)
    return f"{label} – {values}"


def windows_of(context: str, statements: Sequence[str]) -> tuple[ReaderWindow, ...]:
    """Cut a passage into windows of up to four statements, the last of one opening the next."""
    windows: list[ReaderWindow] = []
    sizes = [size(statement) for statement in statements]
    start = 0
    while start < len(statements):
        end = start + 1
        while (
            end < len(statements) and end - start < _MOST_STATEMENTS and sum(sizes[start : end + 1]) <= _ROOM
        ):
            end += 1
        windows.append(ReaderWindow(context=context, statements=tuple(statements[start:end]), first=start))
        if end >= len(statements):
            break
        start = end - 1 if end - start > 1 else end
    return tuple(windows)


def claim_windows(claim: str, statements: Sequence[str]) -> ClaimWindows:
    """Return the windows to judge a claim against: the nearest three, and its nearest sentences put together.

    Nearness is shared words by their rarity among the windows.
    """
    windows = windows_of("", statements)
    bags = [frozenset(stems(" ".join(window.statements))) for window in windows]
    spread = Counter(stem for bag in bags for stem in bag)
    wanted = frozenset(stems(claim))

    def shared(bag: frozenset[str]) -> float:
        return sum(math.log(1 + len(bags) / spread[stem]) for stem in wanted & bag)

    order = sorted(range(len(windows)), key=lambda number: (-shared(bags[number]), number))
    nearest = tuple(windows[number] for number in order[:_CLAIM_WINDOWS])
    gathered = _gathered(wanted, statements, spread)
    apart = len(statements) > _CLAIM_WINDOWS and gathered is not None
    return ClaimWindows(claim=claim, windows=(*nearest, gathered) if apart and gathered else nearest)


def _gathered(wanted: frozenset[str], statements: Sequence[str], spread: Counter[str]) -> ReaderWindow | None:
    """Put together the statements that cover a claim's words, each adding what the others leave open."""
    bags = [frozenset(stems(statement)) for statement in statements]
    left, picked = set(wanted), set[int]()
    for _ in range(_MOST_STATEMENTS):
        worth = {
            number: sum(math.log(1 + len(bags) / max(1, spread[stem])) for stem in left & bag)
            for number, bag in enumerate(bags)
            if number not in picked and left & bag
        }
        if not worth:
            break
        best = max(worth, key=lambda number: (worth[number], -number))
        picked.add(best)
        left -= bags[best]
    if not picked:
        return None
    ordered = sorted(picked)
    return ReaderWindow(context="", statements=tuple(statements[n] for n in ordered), first=ordered[0])


def size(text: str) -> int:
    """Estimate how many tokens the reader makes of a text: long words and figures fall into pieces."""
    return sum(
        (len(piece) + 1) // 2 if piece[0].isdigit() else 1 + (len(piece) - 1) // 9
        for piece in _PIECE.findall(text)
    )


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(text[span.start : span.end] for span in split_sentences(text))

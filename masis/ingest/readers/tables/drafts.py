"""Drafts: tables before units are read, from the grid of any file, each row with the labels it stands under.

What stands under which label is told by how far labels are set in, by totals and by the style of headings.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass, field
from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.currencies import SIGNS
from masis.ingest.readers.tables.header_rows import names_of
from masis.ingest.readers.tables.headers import is_scale

_OTHER = re.compile(r"[^\d.]")
MOST_PARTS = 30
"""Rows that one row may add up."""
_FEWEST_PARTS = 2
_TOTAL = re.compile(r"(?:sub)?total\b", re.IGNORECASE)
_NO_SECTION = re.compile(r"commitments and contingenc", re.IGNORECASE)
"""A line that every balance sheet prints without a figure, though nothing stands under it."""
_CENTRED = -5.0
"""Where a heading stands that is set in the middle: over all that are set at the left."""
_STEP = 1.5
"""Points from which on a label is indented."""
_DEEPEST = 5
"""Headings of one indentation that may stand in each other."""
_BRACKETS = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W_]+")
_SPACE = 3.0
"""How far a space sets a label in, in the points of a page."""


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
    """Words of its own that may declare unit and scale, the nearest first."""
    head: tuple[str, ...] = ()
    """Those of ``around`` that are lines over its columns."""
    beyond: tuple[str, ...] = ()
    """Words that speak for all tables of the page."""
    sign: str = ""
    """The currency sign of the table it continues."""
    lead: str = ""
    """The sentence that leads over to it."""


def number_of(text: str) -> Decimal:
    """Return the number of a printed value; 0 for a mark that stands for none."""
    digits = _OTHER.sub("", text).strip(".")
    number = Decimal(digits) if digits and digits.count(".") < 2 else Decimal(0)
    below = text.lstrip(f"{SIGNS} ").startswith(("(", "-", "−", "–", "△", "▲")) or text.endswith(("-", "−"))
    return -number if below else number


def adds_up(above: Sequence[Sequence[str]], values: Sequence[str]) -> bool:
    """Tell whether the values of a row are the sums of some rows right above it, in every column it has."""
    return bool(parts_of_sum(above, values))


def parts_of_sum(above: Sequence[Sequence[str]], values: Sequence[str]) -> int:
    """Return how many rows right above a row add up to it, in every column it has; 0 where none do."""
    wanted = {number: number_of(value) for number, value in enumerate(values) if any(map(str.isdigit, value))}
    if not wanted or any("%" in values[number] for number in wanted):
        return 0
    sums = dict.fromkeys(wanted, Decimal(0))
    for count, row in enumerate(reversed(above[-MOST_PARTS:]), start=1):
        for number in sums:
            sums[number] += number_of(row[number])
        if count >= _FEWEST_PARTS and sums == wanted:
            return count
    return 0


@dataclass(slots=True)
class _Parent:
    label: str
    left: float
    style: tuple[bool, bool] = (False, False)
    inner_style: tuple[bool, bool] | None = None
    """Style of the headings that stand under it without being indented."""
    has_indented: bool = False
    rows: int = 0
    """With figures, that stand under it."""
    has_values: bool = False
    """True for a row with figures of its own; only what is indented stands under it."""
    dates: bool = False
    """True for a row whose date holds for the rows below, until the next such row."""


@dataclass(slots=True)
class Parents:
    """The labels that are open at a row."""

    totals: InitVar[Iterable[str]] = ()
    """The labels of all rows of the table that are totals."""
    _totalled: frozenset[tuple[str, ...]] = frozenset()
    """The words of what has a total of its own name."""
    _closed: str = ""
    """The last label that a total has closed."""
    _is_summed: bool = False
    """True right behind a sum without a label."""
    _open: list[_Parent] = field(default_factory=list)

    def __post_init__(self, totals: Iterable[str]) -> None:
        self._totalled = frozenset(tuple(words) for total in totals for words in _ended_by(total))

    def open(self, label: str, left: float, *, is_bold: bool, is_centred: bool = False) -> tuple[str, ...]:
        """Open a label without figures and return those it stands under."""
        left = _CENTRED if is_centred else left
        style = (label.isupper(), is_bold)
        self._drop_rows()
        self._closed = ""
        while self._open and self._open[-1].left >= left - _STEP and not self._holds(style, left):
            self._open.pop()
        path = self.path
        if not _NO_SECTION.match(label):
            self._open.append(_Parent(label, left, style))
        return path

    def _drop_rows(self) -> None:
        while self._open and (self._open[-1].has_values and not self._open[-1].dates):
            self._open.pop()

    def _holds(self, style: tuple[bool, bool], left: float) -> bool:
        """Tell whether a heading that is not indented stands under the last one all the same."""
        last = self._open[-1]
        if last.dates:
            return True
        if last.left > left + _STEP:
            return False
        if last.style[1] and not style[1] and not last.has_values:  # a plain heading stands under a bold one
            return True
        if not last.rows and last.inner_style is None and len(self._open) < _DEEPEST:
            last.inner_style = style  # right below a heading without rows: one inside it
            return True
        return last.inner_style is not None and last.inner_style == style

    def drop_last(self) -> None:
        """Close the label opened last, which turns out to have figures beside it."""
        if self._open:
            self._open.pop()

    def over(self, label: str, left: float, *, dates: bool, is_sum: bool) -> tuple[str, ...]:
        """Return the labels a row with figures stands under; a sum stands under none of its parts."""
        is_sum = is_sum or not label or is_total(label)
        if dates:
            self._open = [parent for parent in self._open if not parent.dates]
        while self._open and self._is_over(self._open[-1], left, is_sum=is_sum):
            self._open.pop()
        if not label and self._is_summed and self._open:  # a sum of sums
            self._open.pop()
        self._is_summed = not label
        for parent in self._open:
            parent.rows += 1
        if self._open and left > self._open[-1].left + _STEP and not is_sum:
            self._open[-1].has_indented = True
        is_bare = label.casefold() == "total"  # of what was closed before: ``less ...``, ``Total``
        return (self._closed,) if is_bare and self._closed and not self._open else self.path

    def has_part(self, left: float) -> bool:
        """Tell whether a row would stand under another with figures, which it may rather add up."""
        return bool(self._open) and self._open[-1].has_values and self._open[-1].left < left - _STEP

    @staticmethod
    def _is_over(parent: _Parent, left: float, *, is_sum: bool) -> bool:
        """Tell whether a row stands outside of a parent."""
        if parent.dates:
            return False
        if parent.left > left + _STEP or (parent.has_values and (is_sum or parent.left >= left - _STEP)):
            return True
        return parent.has_indented and parent.left >= left - _STEP and not is_sum

    def close(self, label: str, left: float, *, dates: bool) -> None:
        """Close what a total ends; open what a row with figures may head."""
        if not label:
            return
        if not is_total(label):
            self._open.append(_Parent(label, left, has_values=True, dates=dates))
            return
        ended = next((at for at, parent in enumerate(self._open) if _ends(label, parent.label)), None)
        if ended is not None:
            self._closed = self._open[ended].label
            del self._open[ended:]
        elif self._ends_last(label, left):
            self._open.pop()

    def _ends_last(self, label: str, left: float) -> bool:
        if not self._open or label.lower().startswith("sub"):
            return False
        last = self._open[-1]
        return (
            not last.dates
            and last.rows > 1  # the first row under a heading is no sum of others
            and last.inner_style is None
            and last.left >= left - _STEP
            and last.label[:1].isalpha()
            and tuple(_words(last.label)) not in self._totalled
        )

    @property
    def path(self) -> tuple[str, ...]:
        """The open labels, outermost first."""
        return tuple(parent.label for parent in self._open)


def is_total(label: str) -> bool:
    """Tell a row that says it is a total."""
    return bool(_TOTAL.match(label))


def _ends(total: str, parent: str) -> bool:
    """Tell the total of what stands under a label: it names the label, which may say total itself."""
    words = _words(parent)
    return bool(words) and words in _ended_by(total)


def _ended_by(total: str) -> tuple[list[str], list[str]]:
    return _words(_TOTAL.sub("", total, count=1)), _words(total)


def _words(label: str) -> list[str]:
    return _WORD.findall(_BRACKETS.sub("", label).casefold())


def draft_of(
    rows: Sequence[Sequence[str]],
    header_rows: int,
    title: str = "",
    caption: str = "",
    indents: Sequence[int] = (),
) -> TableDraft:
    """Turn a grid of clean cells into a draft.

    ``indents`` are the spaces by which the label of each row is set in.
    """
    width = max(map(len, rows), default=0)
    headers = names_of(rows[:header_rows], width)
    corner, names = (headers[0], headers[1:]) if width else ("", [])
    around = tuple(text for text in (corner, *names, caption, title) if text)
    return TableDraft(
        corner, tuple(names), tuple(_rows(rows[header_rows:], width, indents[header_rows:])), title, around
    )


def _rows(rows: Sequence[Sequence[str]], width: int, indents: Sequence[int]) -> list[DraftRow]:
    """Return the rows; a label without values heads those below it."""
    found: list[DraftRow] = []
    parents = Parents([row[0] for row in rows if row and is_total(row[0]) and any(row[1:])])
    for number, row in enumerate(rows):
        label, *values = (*row, *[""] * (width - len(row)))
        left = _SPACE * indents[number] if number < len(indents) else 0.0
        if any(values):
            is_sum = parents.has_part(left) and adds_up(
                [earlier.values for earlier in found[-MOST_PARTS:]], values
            )
            path = parents.over(label, left, dates=False, is_sum=is_sum)
            parents.close(label, left, dates=False)
        elif label and values and not is_scale(label):  # nothing stands under what figures are in
            path = parents.open(label, left, is_bold=False)
        else:
            path = parents.path
        found.append(DraftRow(label, path, tuple(values)))
    return found

"""Table parents: under which labels a row stands, by indentation, by totals, by the style of headings."""

import re
from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field

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


@dataclass(slots=True)
class _Parent:
    label: str
    left: float
    style: tuple[bool, bool] = (False, False)
    inner_style: tuple[bool, bool] | None = None
    """Style of the headings that stand under it without being indented."""
    has_indented: bool = False
    has_rows: bool = False
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
        """Read what the totals of the table end."""
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
        if not last.has_rows and last.inner_style is None and len(self._open) < _DEEPEST:
            last.inner_style = style  # right below a heading without rows: one inside it
            return True
        return last.inner_style is not None and last.inner_style == style

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
            parent.has_rows = True
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

"""Table figures: which words of a PDF row are values, with the signs that belong to them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from masis.ingest.readers.lines import Word

_FIGURE = re.compile(
    r"[(\[]?[-+−–]?[$€£¥]?\(?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\)?%?\)?(?:pts?|bps|x)?\*?\Z"
    r"|[($-]{0,2}\.\d+\)?%?\Z|\d+%?[-–]\d+%\Z"
)
_DASH = re.compile(r"[$(]?[—–\-−]+%?\)?\Z")
_CURRENCY = re.compile(r"\(?[$€£¥#]\(?\Z")
_TAIL = re.compile(r"(?:[)%*]|ppts?|pts?|bps)+\Z")
_NOTE = re.compile(r"(?:\([a-z]{1,2}\))+\Z")
_MARK = re.compile(r"(?:[*†#]{1,2}|N/?[MA]\*?|n/?[ma])\Z")
"""What may stand for a value, or behind one as the sign of a note."""
_EMPTY_MARK = re.compile(r"(?:N/?[MA]|n/?[ma])\*?\Z")
_YEAR = re.compile(r"(?:FY)?(?:19|20)\d\d(?:[A-Z]|\(\w\))?\Z|['’]?\d\d/['’]?\d\d\Z")
_GROUPED = re.compile(r"\(?\$?\d{1,3},\d{3}")
_COUNTED = re.compile(r"(?:years?|months?|weeks?|days?|hours?|yrs?\.?)\Z", re.IGNORECASE)
_BETWEEN = frozenset({"to", "-", "–", "—", "and"})
CELL_GAP = 0.5
"""A gap of this part of the height parts two cells."""

Words = Sequence[Word]
_of_word = lru_cache(maxsize=8192)
"""The same words and figures come back all through a document."""


@dataclass(slots=True)
class Cell:
    """Words beside each other in one row."""

    text: str
    left: float
    right: float
    base: float
    size: float

    @property
    def center(self) -> float:
        """Where its middle stands."""
        return (self.left + self.right) / 2


def joined_cell(words: Words) -> Cell:
    """Join the words of one cell."""
    text = " ".join(word.text for word in words)
    return Cell(text, words[0].left, max(word.right for word in words), words[0].base, words[0].size)


@_of_word
def is_year(text: str) -> bool:
    """Tell a year or a split year from an amount."""
    return bool(_YEAR.match(text))


@_of_word
def is_currency(text: str) -> bool:
    """Tell a currency sign that stands alone."""
    return bool(_CURRENCY.match(text))


@_of_word
def is_figure(text: str) -> bool:
    """Tell a figure, and the marks that stand for one."""
    return bool(_FIGURE.match(text) or _DASH.match(text) or _MARK.match(text))


@_of_word
def ends_a_figure(text: str) -> bool:
    """Tell a figure and what may stand right behind one."""
    return is_figure(text) or bool(_TAIL.match(text) or _NOTE.match(text))


def is_valued(cell: Words) -> bool:
    """Tell a cell of values: figures with their signs, or a range."""
    return is_range(cell) or all(ends_a_figure(word.text) or is_currency(word.text) for word in cell)


def is_range(cell: Words) -> bool:
    """Tell ``5 to 10`` and ``3 - 15 years``."""
    words = [word.text for word in cell]
    if len(words) == 4 and _COUNTED.match(words[-1]):
        words.pop()
    return len(words) == 3 and words[1] in _BETWEEN and all(_FIGURE.match(text) for text in words[::2])


def is_term(cell: Words) -> bool:
    """Tell ``8.5 years`` and ``1 to 3 years``: values in a row of their like, else names of columns."""
    if not cell or not counts(cell[-1].text):
        return False
    return is_range(cell) or (len(cell) == 2 and bool(_FIGURE.match(cell[0].text)))


@_of_word
def counts(text: str) -> bool:
    """Tell the word behind a figure that says what it counts."""
    return bool(_COUNTED.match(text))


def are_terms(cells: Sequence[Words], middle: float) -> bool:
    """Tell a row whose every value says what it counts; a header of terms has no label of its own."""
    first = cells[0][0]
    has_label = len(first.text) > 1 and first.text[0].isalpha() and first.left < middle
    return has_label and len(cells) > 1 and all(is_term(cell) for cell in cells[1:])


def have_figures(cells: Sequence[Words], middle: float) -> bool:
    """Tell whether a row has values; left of ``middle`` a lone figure names the row."""
    if _GROUPED.match(cells[0][-1].text):
        return True
    if sum(len(cell) == 1 and bool(_EMPTY_MARK.match(cell[0].text)) for cell in cells[1:]) > 1:
        return True
    return are_terms(cells, middle) or any(
        (_FIGURE.match(word.text) and not is_year(word.text)) or _DASH.match(word.text)
        for number, cell in enumerate(cells)
        if is_valued(cell) and not is_term(cell)
        for word in cell
        if number or word.left > middle
    )


def are_years(cells: Sequence[Words]) -> bool:
    """Tell a row that heads columns with years."""
    words = [word for cell in cells for word in cell]
    if len(words) > 1 and all(is_year(word.text) for word in words):
        return True
    return any(
        (number > 0 and len(cell) == 1 and is_year(cell[0].text))
        or (len(cell) > 1 and all(is_year(word.text) for word in cell))
        for number, cell in enumerate(cells)
    )


def figures_behind(cell: Words) -> int:
    """Return where figures begin that stand close behind a label: ``Common stock issued 5,061 5,061``."""
    cut = len(cell)
    while cut > 1 and any(pattern.match(cell[cut - 1].text) for pattern in (_FIGURE, _CURRENCY, _TAIL)):
        cut -= 1
    figures = cell[cut:]
    grouped = sum("," in word.text for word in figures)
    clear = grouped > 1 and all("," in word.text or is_currency(word.text) for word in figures)
    return cut if clear else len(cell)


def values_of(cell: Words, before: Sequence[Cell]) -> list[Cell]:
    """Return a cell for each value: a currency sign belongs to the next one, ``%`` to the last."""
    if is_range(cell) or is_term(cell):
        return [joined_cell(cell)]
    found: list[Cell] = []
    sign: Word | None = None
    for word in cell:
        last = found[-1] if found else before[-1] if before else None
        if is_currency(word.text):
            sign = word
        elif _TAIL.match(word.text) and last is not None and not _MARK.match(word.text):
            last.text += word.text
        elif _MARK.match(word.text) and last is not None and word.left - last.right < CELL_GAP * word.size:
            continue
        elif is_figure(word.text):
            text, left = (sign.text + word.text, sign.left) if sign else (word.text, word.left)
            found.append(Cell(text, left, word.right, word.base, word.size))
            sign = None
    return found

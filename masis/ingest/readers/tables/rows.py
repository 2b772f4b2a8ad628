"""Rows: the words of a PDF page as rows of labels and values, whatever lines they came in."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from masis.domain.language.currencies import SIGN
from masis.ingest.readers.lines import Line, Word
from masis.ingest.readers.tables.figures import (
    CURRENCY,
    DASH,
    FIGURE,
    LETTER_SIGN,
    MARK,
    TAIL,
    ends_a_figure,
    is_currency,
    is_figure,
    of_word,
    opens,
)
from masis.ingest.readers.tables.marks import are_marks, words_of
from masis.ingest.readers.tables.spaced import with_whole_numbers
from masis.ingest.readers.tables.whole_cells import with_whole_cells

_VALUED = re.compile(r"[\d—–\-−]|\b[Nn]/?[MAma]\b")
"""What stands in every row of values, years or dates."""
_EMPTY_MARK = re.compile(r"(?:N/?[MA]|n/?[ma])\*?\Z")
_YEAR = re.compile(
    r"(?:FY)?(?:19|20)\d\d(?:[A-Z]|\(\w\))?\Z|['’]?\d\d/['’]?\d\d\Z|(?:19|20)\d\d[/–](?:19|20)?\d\d\Z"
)
_GROUPED = re.compile(rf"\(?{SIGN}?\d{{1,3}}(?:,\d{{2}})*,\d{{3}}")
_COUNTED = re.compile(r"(?:years?|months?|weeks?|days?|hours?|yrs?\.?)\Z", re.IGNORECASE)
_BETWEEN = frozenset({"to", "-", "–", "—", "and"})
CELL_GAP = 0.5
"""A gap of this part of the height parts two cells."""

Words = Sequence[Word]
_SMALL = 0.8
_NUMBERED = re.compile(r"\(\d\)\Z")
_MARKED = re.compile(r"\(\d\)\Z|[A-Z]\Z")
"""What may stand behind a year: the sign of a note, or a letter that says restated or expected."""
_SAME_COLUMN = 3.0
"""Points by which the letters of one column may stand apart."""
_DAY = re.compile(r"\d{1,2},\Z")
_DATE = re.compile(
    r"(?:[A-Z][a-z]{2,8}\.? \d{1,2}, ?|\d{1,2} [A-Z][a-z]{2,8}\.? |Q[1-4] |[QH][1-4][ /]|[A-Z][a-z]{2,8}\.? )"
    r"['’]?(?:19|20)?\d\d(?:\s?\(\w\))?\Z"
)
_FEWEST_DATES = 2
_NOTED = re.compile(r"\s?\(\w\)\Z|\s[A-Z]\Z")
"""The sign of a note behind a year, or what marks it as restated or expected: ``2024 R``."""
_FEWEST_BESIDE = 2
_FEWEST_SET_WIDE = 5
_LEAST_WIDE = 0.6
_LEAST_EVEN = 0.9
_MOST_WIDE = 1.6
"""A wider gap, in heights of the line, parts cells."""
_LONGEST_WORDED = 32
"""Characters of words that may stand in a column of figures."""


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
    text = " ".join([word.text for word in words])
    return Cell(text, words[0].left, max([word.right for word in words]), words[0].base, words[0].size)


@of_word
def is_year(text: str) -> bool:
    """Tell a year or a split year from an amount."""
    return bool(_YEAR.match(text))


@of_word
def is_dating(text: str) -> bool:
    """Tell a year or a date, with the sign of a note or without."""
    bare = _NOTED.sub("", text)
    return is_year(bare) or is_date(bare)


@of_word
def is_date(text: str) -> bool:
    """Tell a cell that is nothing but a day, a month or a quarter with its year."""
    return bool(_DATE.match(text))


def is_valued(cell: Words) -> bool:
    """Tell a cell of values: figures with their signs, or a range; a letter alone is none."""
    if len(cell) == 1 and LETTER_SIGN.match(cell[0].text):
        return False
    return is_range(cell) or all(ends_a_figure(word.text) or is_currency(word.text) for word in cell)


def is_range(cell: Words) -> bool:
    """Tell ``5 to 10`` and ``3 - 15 years``."""
    if not 3 <= len(cell) <= 4:
        return False
    words = [word.text for word in cell]
    if len(words) == 4 and _COUNTED.match(words[-1]):
        words.pop()
    return len(words) == 3 and words[1] in _BETWEEN and all(FIGURE.match(text) for text in words[::2])


def is_term(cell: Words) -> bool:
    """Tell ``8.5 years`` and ``1 to 3 years``: values in a row of their like, else names of columns."""
    if not cell or not counts(cell[-1].text):
        return False
    return is_range(cell) or (len(cell) == 2 and bool(FIGURE.match(cell[0].text)))


@of_word
def counts(text: str) -> bool:
    """Tell the word behind a figure that says what it counts."""
    return bool(_COUNTED.match(text))


def are_terms(cells: Sequence[Words], middle: float) -> bool:
    """Tell a row whose every value says what it counts; a header of terms has no label of its own."""
    first = cells[0][0]
    has_label = len(first.text) > 1 and first.text[0].isalpha() and first.left < middle
    return has_label and len(cells) > 1 and all(is_term(cell) for cell in cells[1:])


def is_noted_year(cell: Words) -> bool:
    """Tell a year with the sign of a note or a mark behind it: ``2019 (1)``, ``2019 R``."""
    return len(cell) > 1 and is_year(cell[0].text) and all(_MARKED.match(word.text) for word in cell[1:])


def are_spans(cells: Sequence[Words]) -> bool:
    """Tell names of columns that are spans: ``1 to 3``, ``3 to 5 years``; no label stands before them."""
    spans = sum(is_range(cell) or is_range(cell[:3]) for cell in cells)
    others = [cell for cell in cells if not is_range(cell[:3])]
    return spans > 1 and not any(is_valued(cell) for cell in others)


def are_noted(cells: Sequence[Words]) -> bool:
    """Tell the lowest line of a header of which some cells end in a sign: ``programs``, ``(2)``."""
    behind = cells[1:]
    signs = sum(len(cell) == 1 and bool(_NUMBERED.match(cell[0].text)) for cell in behind)
    worded = sum(any(map(str.isalpha, cell[0].text)) or bool(_DAY.match(cell[0].text)) for cell in behind)
    return signs > 0 and worded >= _FEWEST_BESIDE and signs + worded == len(behind)


def have_figures(cells: Sequence[Words], middle: float) -> bool:
    """Tell whether a row has values; left of ``middle`` a lone figure names the row."""
    if are_noted(cells) or (cells[0][0].left > middle and are_spans(cells)):
        return False
    if _GROUPED.match(cells[0][-1].text):
        return True
    if sum(len(cell) == 1 and bool(_EMPTY_MARK.match(cell[0].text)) for cell in cells[1:]) > 1:
        return True
    return are_terms(cells, middle) or any(
        (FIGURE.match(word.text) and not is_year(word.text)) or DASH.match(word.text)
        for number, cell in enumerate(cells)
        if is_valued(cell) and not is_term(cell) and not is_noted_year(cell)
        for word in cell
        if number or word.left > middle
    )


def are_years(cells: Sequence[Words]) -> bool:
    """Tell a row that heads columns with years or dates."""
    words = [word for cell in cells for word in cell]
    if len(words) > 1 and all(is_year(word.text) for word in words):
        return True
    if sum(is_date(" ".join(word.text for word in cell)) for cell in cells) >= _FEWEST_DATES:
        return True
    return any(
        (number > 0 and ((len(cell) == 1 and is_year(cell[0].text)) or is_noted_year(cell)))
        or (len(cell) > 1 and all(is_year(word.text) for word in cell))
        for number, cell in enumerate(cells)
    )


def figures_behind(cell: Words) -> int:
    """Return where figures begin that stand close behind a label: ``Common stock issued 5,061 5,061``."""
    cut = len(cell)
    while cut > 1 and any(pattern.match(cell[cut - 1].text) for pattern in (FIGURE, CURRENCY, TAIL)):
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
        elif TAIL.match(word.text) and last is not None and not MARK.match(word.text):
            last.text += word.text
        elif MARK.match(word.text) and last is not None and word.left - last.right < CELL_GAP * word.size:
            continue
        elif is_figure(word.text):
            text, left = (sign.text + word.text, sign.left) if sign else (word.text, word.left)
            found.append(Cell(text, left, word.right, word.base, word.size))
            sign = None
    return found


@dataclass(slots=True)
class TableRow:
    """What stands at one height: labels are words, values are figures."""

    base: float
    size: float
    left: float
    right: float
    bold: bool
    text: str
    lines: frozenset[int]
    """Places of its words among the lines of the page."""
    labels: list[Cell] = field(default_factory=list)
    values: list[Cell] = field(default_factory=list)
    worded: list[Cell] = field(default_factory=list)
    """Words that stand in the columns of values: ``Flat``, ``SOFR + 0.620``."""
    years: bool = False
    """True for a row of years or dates, which heads columns."""

    @property
    def cells(self) -> list[Cell]:
        """All that stands in it, from left to right."""
        return sorted([*self.labels, *self.values], key=lambda cell: cell.left)


_Placed = tuple[Word, int]


def table_rows(lines: Sequence[Line], numbers: Sequence[int], width: float) -> list[TableRow]:
    """Return some lines of a page as rows from top to bottom; note signs and dots are left out."""
    sizes = sorted(word.size for number in numbers for word in lines[number].words)
    usual = sizes[len(sizes) // 2] if sizes else 0.0
    by_line = {
        number: [*words_of(lines[number])] for number in numbers if not are_marks(lines[number].words, usual)
    }
    whole = with_whole_cells(with_whole_numbers(by_line))
    kept = [(word, number) for number, words in whole.items() for word in words]
    left = min((word.left for word, _ in kept), default=0.0)
    right = max((word.right for word, _ in kept), default=0.0)
    third = width / 3
    middle = third if left < third else left + (right - left) / 3
    rows = _by_height(kept)
    marks = _marks_of(rows)
    return [_row(row, lines, middle, marks) for row in rows]


def _marks_of(rows: Sequence[Sequence[_Placed]]) -> frozenset[Word]:
    """Return the letters that might be a currency sign and stand below or above other single letters.

    A column of letters is one of marks, such as red, amber and green; a sign repeats.
    """
    letters = [word for row in rows for word, _ in row if len(word.text) == 1 and word.text.isupper()]
    others = sorted(word.center for word in letters if not is_currency(word.text))
    signs = (word for word in letters if is_currency(word.text))
    return frozenset(word for word in signs if _is_near(word.center, others))


def _is_near(center: float, others: Sequence[float]) -> bool:
    at = bisect_left(others, center - _SAME_COLUMN)
    return at < len(others) and others[at] <= center + _SAME_COLUMN


def ends_in_figure(line: Line) -> bool:
    """Tell a line that may be a row of a table from most lines of prose."""
    return ends_a_figure(line.segments[-1].text.rsplit(" ", 1)[-1])


def _by_height(words: Sequence[_Placed]) -> list[list[_Placed]]:
    rows: list[list[_Placed]] = []
    for placed in sorted(words, key=lambda placed: -placed[0].base):
        word, first = placed[0], rows[-1][0][0] if rows else placed[0]
        if rows and _is_level(first, word):
            rows[-1].append(placed)
        else:
            rows.append([placed])
    return [sorted(row, key=lambda placed: placed[0].left) for row in rows]


def _is_level(first: Word, word: Word) -> bool:
    if first.base == word.base and first.size == word.size > 0:
        return True
    alike = _SMALL < word.size / first.size < 1 / _SMALL
    return abs(first.base - word.base) < (0.33 if alike else 0.55) * max(word.size, first.size)


def _row(
    placed: Sequence[_Placed], lines: Sequence[Line], middle: float, marks: frozenset[Word] = frozenset()
) -> TableRow:
    words = [word for word, _ in placed]
    size = max([word.size for word in words])
    row = TableRow(
        base=words[0].base,
        size=size,
        left=words[0].left,
        right=max([word.right for word in words]),
        bold=lines[placed[0][1]].bold,
        text=" ".join([word.text for word in words]),
        lines=frozenset([number for _, number in placed]),
    )
    _sort_cells(row, _cells(words, size, marks), middle)
    return row


def _cells(words: list[Word], size: float, marks: frozenset[Word] = frozenset()) -> list[list[Word]]:
    """Return the words of a row that stand close together."""
    gaps = [word.left - before.right for before, word in pairwise(words)]
    if not gaps or max(gaps) <= CELL_GAP * size or _is_set_wide(words, gaps, size):
        return [words]
    cells: list[list[Word]] = [[words[0]]]
    for before, word, gap in zip(words, words[1:], gaps, strict=False):
        if gap > CELL_GAP * size and (before in marks or not opens(before.text, word.text)):
            cells.append([word])
        else:
            cells[-1].append(word)
    return cells


def _is_set_wide(words: Words, gaps: Sequence[float], size: float) -> bool:
    """Tell a line of prose whose spaces were widened to fill it: all gaps alike, most of it words."""
    if len(words) < _FEWEST_SET_WIDE or max(gaps) > _MOST_WIDE * size:
        return False
    small = 2 * sum(word.text[:1].islower() for word in words) >= len(words)
    worded = 2 * len({word.text for word in words if word.text[:1].isalpha()}) > len(words)
    return min(gaps) > (_LEAST_WIDE if small else _LEAST_EVEN) * max(gaps) and worded


def _sort_cells(row: TableRow, cells: Sequence[list[Word]], middle: float) -> None:
    """Tell the labels of a row from its values; ``middle``: left of it a lone figure names the row."""
    if not _VALUED.search(row.text):
        row.labels = [joined_cell(cell) for cell in cells]
        return
    has_figures = have_figures(cells, middle)
    row.years = not has_figures and are_years(cells)
    terms = are_terms(cells, middle)
    for number, cell in enumerate(cells):
        is_value = is_valued(cell) or (number and (terms or is_term(cell)))
        if has_figures and is_value and (number or cell[0].left > middle):
            row.values += values_of(cell, row.values)
            continue
        cut = figures_behind(cell) if has_figures and number == 0 else len(cell)
        row.labels.append(joined_cell(cell[:cut]))
        row.values += values_of(cell[cut:], row.values)
    _take_words(row)
    if len(row.labels) > 4 and 0 < len(row.values) < 3:  # prose set wide
        row.labels, row.values = [joined_cell([word for cell in cells for word in cell])], []


def _take_words(row: TableRow) -> None:
    """Count short words behind a figure as values: ``12 years``, ``down 32%``."""
    if not row.values:
        return
    first = min(value.right for value in row.values)
    for cell in [cell for cell in row.labels if cell.left > first and counts(cell.text)]:
        value = max((value for value in row.values if value.left < cell.left), key=lambda value: value.left)
        value.text = f"{value.text} {cell.text}"
        row.labels.remove(cell)
    behind = [cell for cell in row.labels if cell.left > first]
    if len(behind) <= len(row.values) + 1 and all(len(cell.text) <= _LONGEST_WORDED for cell in behind):
        row.labels = [cell for cell in row.labels if cell.left <= first]
        row.values = sorted([*row.values, *behind], key=lambda cell: cell.left)

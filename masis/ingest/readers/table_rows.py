"""Table rows: the words of a PDF page as rows of labels and values, whatever lines they came in."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from masis.ingest.readers.lines import Line, Word

_FIGURE = re.compile(
    r"[(\[]?[-+−–]?[$€£¥]?\(?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?\)?%?\)?(?:pts?|bps|x)?\*?\Z"
    r"|[($-]{0,2}\.\d+\)?%?\Z|\d+%?[-–]\d+%\Z"
)
_DASH = re.compile(r"[$(]?[—–\-−]+%?\)?\Z")
_CURRENCY = re.compile(r"\(?[$€£¥]\(?\Z")
_TAIL = re.compile(r"(?:[)%*]|pts?|bps|ppts?)+\Z")
_COUNTED = re.compile(r"(?:years?|months?|weeks?|days?|hours?|yrs?\.?)\Z", re.IGNORECASE)
_BETWEEN = frozenset({"to", "-", "–", "—", "and"})
_NOTE = re.compile(r"(?:\([a-z]{1,2}\)|[*†#]{1,2}|N/?[MA]\*?|n/?[ma])\Z")
_EMPTY_MARK = re.compile(r"(?:N/?[MA]|n/?[ma])\*?\Z")
_RAISED = re.compile(r"\([a-z\d]\)\Z|[\d*]\Z")
_YEAR = re.compile(r"(?:FY)?(?:19|20)\d\d(?:[A-Z]|\(\w\))?\Z|['’]?\d\d/['’]?\d\d\Z")
_NOTE_SIGN = re.compile(r"(?:\([a-z\d]{1,2}\)|[\d*†‡,]{1,3}|[a-z])+\Z")
_DOTS = re.compile(r"\.{3,}\Z")
_GROUPED = re.compile(r"\(?\$?\d{1,3},\d{3}")
_LEADER = re.compile(r"[._…]+\Z")
_LONGEST_WORDED = 32
_CELL_GAP = 0.5
"""A gap of this part of the height parts two cells."""


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
    """True for a row of years, which heads columns."""


_Placed = tuple[Word, int]


def table_rows(lines: Sequence[Line], numbers: Sequence[int], width: float) -> list[TableRow]:
    """Return some lines of a page as rows from top to bottom; raised note signs and dots are left out."""
    words = [
        (word, number)
        for number in numbers
        for word in (lines[number].words or _words_of(lines[number]))
        if not _LEADER.match(word.text)
    ]
    if not words:
        return []
    usual = sorted(word.size for word, _ in words)[len(words) // 2]
    kept = [placed for placed in words if placed[0].size > 0.8 * usual or not _RAISED.match(placed[0].text)]
    return [_row(row, lines, width) for row in _by_height(kept)]


def _words_of(line: Line) -> Iterator[Word]:
    """Yield the words of a line of which only the segments are known."""
    for segment in line.segments:
        step = (segment.right - segment.left) / max(len(segment.text), 1)
        for found in re.finditer(r"\S+", segment.text):
            left, right = (segment.left + step * place for place in found.span())
            yield Word(found.group(), left, right, line.bottom, line.top - line.bottom)


def _by_height(words: Sequence[_Placed]) -> list[list[_Placed]]:
    rows: list[list[_Placed]] = []
    for placed in sorted(words, key=lambda placed: -placed[0].base):
        word, first = placed[0], rows[-1][0][0] if rows else placed[0]
        alike = 0.8 < word.size / first.size < 1.25
        if rows and abs(first.base - word.base) < (0.33 if alike else 0.55) * max(word.size, first.size):
            rows[-1].append(placed)
        else:
            rows.append([placed])
    return [sorted(row, key=lambda placed: placed[0].left) for row in rows]


def _row(placed: Sequence[_Placed], lines: Sequence[Line], width: float) -> TableRow:
    words = [_bare(word) for word, _ in placed]
    size = max(word.size for word in words)
    cells: list[list[Word]] = [[words[0]]]
    for before, word in pairwise(words):
        if word.left - before.right > _CELL_GAP * size and not _CURRENCY.match(before.text):
            cells.append([word])
        else:
            cells[-1].append(word)
    row = TableRow(
        base=words[0].base,
        size=size,
        left=words[0].left,
        right=max(word.right for word in words),
        bold=lines[placed[0][1]].bold,
        text=" ".join(word.text for word in words),
        lines=frozenset(number for _, number in placed),
    )
    _sort_cells(row, cells, width / 3)
    return row


def _bare(word: Word) -> Word:
    """Take off the sign of a note and the dots that lead to a figure."""
    text = (
        word.text[: -word.raised]
        if word.raised and _NOTE_SIGN.match(word.text, len(word.text) - word.raised)
        else word.text
    )
    text = _DOTS.sub("", text) or text
    return word if text == word.text else word._replace(text=text)


def _sort_cells(row: TableRow, cells: Sequence[list[Word]], middle: float) -> None:
    """Tell the labels of a row from its values; ``middle``: left of it a lone figure names the row."""
    has_figures = _has_figures(cells, middle)
    row.years = not has_figures and _is_year_row(cells)
    for number, cell in enumerate(cells):
        if has_figures and _is_valued(cell) and (number or cell[0].left > middle):
            row.values += _values(cell, row.values)
            continue
        cut = _figures_behind_words(cell) if has_figures and number == 0 else len(cell)
        row.labels.append(joined_cell(cell[:cut]))
        row.values += _values(cell[cut:], row.values)
    _take_words(row)
    if len(row.labels) > 4 and 0 < len(row.values) < 3:  # prose set wide
        row.labels, row.values = [joined_cell([word for cell in cells for word in cell])], []


def _take_words(row: TableRow) -> None:
    """Count short words behind a figure as values: ``12 years``, ``down 32%``."""
    if not row.values:
        return
    first = min(value.right for value in row.values)
    behind = [cell for cell in row.labels if cell.left > first]
    if len(behind) <= len(row.values) + 1 and all(len(cell.text) <= _LONGEST_WORDED for cell in behind):
        row.labels = [cell for cell in row.labels if cell.left <= first]
        row.values = sorted([*row.values, *behind], key=lambda cell: cell.left)


def _has_figures(cells: Sequence[list[Word]], middle: float) -> bool:
    if _GROUPED.match(cells[0][-1].text) or _are_empty_marks(cells[1:]):
        return True
    return any(
        (_FIGURE.match(word.text) and not _YEAR.match(word.text)) or _DASH.match(word.text)
        for number, cell in enumerate(cells)
        if _is_valued(cell)
        for word in cell
        if number or word.left > middle
    )


def _are_empty_marks(cells: Sequence[list[Word]]) -> bool:
    return sum(len(cell) == 1 and bool(_EMPTY_MARK.match(cell[0].text)) for cell in cells) > 1


def _is_year_row(cells: Sequence[list[Word]]) -> bool:
    words = [word for cell in cells for word in cell]
    if len(words) > 1 and all(_YEAR.match(word.text) for word in words):
        return True
    return any(
        (number > 0 and len(cell) == 1 and _YEAR.match(cell[0].text))
        or (len(cell) > 1 and all(_YEAR.match(word.text) for word in cell))
        for number, cell in enumerate(cells)
    )


def _is_valued(cell: Sequence[Word]) -> bool:
    """Tell a cell of values: figures with their signs, a range, a figure with what it counts."""
    if _is_range(cell):
        return True
    return all(_is_figure(word.text) or _CURRENCY.match(word.text) or _TAIL.match(word.text) for word in cell)


def _is_range(cell: Sequence[Word]) -> bool:
    """Tell ``5 to 10`` and ``3 - 15 years``."""
    words = [word.text for word in cell]
    if len(words) == 4 and _COUNTED.match(words[-1]):
        words.pop()
    return len(words) == 3 and words[1] in _BETWEEN and all(_FIGURE.match(text) for text in words[::2])


def _is_figure(text: str) -> bool:
    return bool(_FIGURE.match(text) or _DASH.match(text) or _NOTE.match(text))


def _figures_behind_words(cell: Sequence[Word]) -> int:
    """Return where figures begin that stand close behind the label: ``Common stock issued 5,061 5,061``."""
    cut = len(cell)
    while cut > 1 and any(pattern.match(cell[cut - 1].text) for pattern in (_FIGURE, _CURRENCY, _TAIL)):
        cut -= 1
    figures = cell[cut:]
    grouped = sum("," in word.text for word in figures)
    clear = grouped > 1 and all("," in word.text or _CURRENCY.match(word.text) for word in figures)
    return cut if clear else len(cell)


def _values(cell: Sequence[Word], before: Sequence[Cell]) -> list[Cell]:
    """Return a cell for each value: a currency sign belongs to the next one, ``%`` to the last."""
    if _is_range(cell):
        return [joined_cell(cell)]
    found: list[Cell] = []
    sign: Word | None = None
    for word in cell:
        last = found[-1] if found else before[-1] if before else None
        if _CURRENCY.match(word.text):
            sign = word
        elif _TAIL.match(word.text) and last is not None and not _NOTE.match(word.text):
            last.text += word.text
        elif _NOTE.match(word.text) and last is not None and word.left - last.right < _CELL_GAP * word.size:
            continue
        elif _is_figure(word.text):
            text, left = (sign.text + word.text, sign.left) if sign else (word.text, word.left)
            found.append(Cell(text, left, word.right, word.base, word.size))
            sign = None
    return found


def joined_cell(words: Sequence[Word]) -> Cell:
    """Join the words of one cell."""
    text = " ".join(word.text for word in words)
    right = max(word.right for word in words)
    return Cell(text, words[0].left, right, words[0].base, words[0].size)


def ends_in_figure(line: Line) -> bool:
    """Tell a line that may be a row of a table from most lines of prose."""
    last = line.segments[-1].text.rsplit(" ", 1)[-1]
    return _is_figure(last) or bool(_TAIL.match(last))


def is_year(text: str) -> bool:
    """Tell a year or a split year from an amount."""
    return bool(_YEAR.match(text))


def is_empty_mark(text: str) -> bool:
    """Tell a mark that stands for no value."""
    return bool(_DASH.match(text) or _EMPTY_MARK.match(text))

"""Headers: which header cell stands over which columns of figures."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from masis.domain.language.currencies import NAME, SIGN
from masis.domain.language.units import IN_SCALE
from masis.ingest.readers.lines import Rule
from masis.ingest.readers.tables.boxes import boxed
from masis.ingest.readers.tables.grid import TableColumn
from masis.ingest.readers.tables.rows import Cell, TableRow

_SCALE = re.compile(
    rf"\W*(?:{NAME}|amounts|tables?|shares|data|{SIGN})?[,\s]*(?:\bin\b\s+)?(?:{SIGN}\s*)?"
    rf"\b{IN_SCALE}\b.{{0,140}}\Z",
    re.IGNORECASE,
)
_SPANNING = re.compile(
    r"ended\b|ending\b|change|variance|increase|december 31|years? |\bvs\.?\s\S", re.IGNORECASE
)
"""What often stands over several columns."""
_PERIOD = re.compile(r"\b(?:19|20)\d\d\b|\b(?:ended|ending)\b", re.IGNORECASE)
_NEVER = 1e9
_NEAR_EDGE = 8.0
_REACHED = 2.0
"""Points of the name of a column that words above it stand over which span it."""
_HANGING = 70.0
_STACKED = 4.0
"""Points between the middles of two lines of one header cell."""
_CONTINUED = 2.0
"""Points between the middles of two lines of one wrapped cell that spans columns."""
_NEXT_LINE = 1.4
_WRAPPED = re.compile(r"\d{1,2},?(?:\s(?:19|20)\d\d)?\Z|[a-z(]")
"""How the second line of a wrapped cell opens."""
_UNDATED = re.compile(
    r"(?P<day>[a-z]{3,9}\.? \d{1,2},?|\d{1,2} [a-z]{3,9}|\byears?)\W*\Z|\b(?:ended|ending)\W*\Z",
    re.IGNORECASE,
)
"""Words that a year is to follow: ``Years ended December 31,``; ``day``: nothing but a year."""
_ONLY_YEAR = re.compile(r"(?:FY)?(?:19|20)\d\d[A-Z]?(?:\s?\(\w\))*\Z")
_ONLY_DATE = re.compile(r"[A-Z][a-z]{2,8}\.? \d{1,2},?(?: (?:19|20)\d\d)?(?:\s?\(\w\))*\Z")
_CENTRED = 6.0
"""Points by which a cell may miss the middle of the columns it spans."""
_OFF_CENTRE = 8.0
_OVER_RULE = 15.0
"""Points by which a cell may miss the middle of the columns over the line drawn under it."""
_SKIPPED = 6.0
"""What it costs to leave a column between two cells without either."""
_UNDER = 1.1
"""Heights of a line within which what is drawn below it underlines it."""
_BROKEN_RULE = 0.8
"""Points between two pieces of one drawn line."""

Hits = list[list[int]]
"""The columns of each cell."""
Spread = tuple[float, Hits]
"""Cost of a way to share columns among cells, and the columns of each."""
Join = Callable[[Sequence[str]], str]
"""How the lines of one cell are joined."""


class Bound(NamedTuple):
    """Header words over each column, and what stands left of them."""

    headers: list[str]
    left: list[str]


def is_scale(text: str) -> bool:
    """Tell words that only say what figures are in: ``(in millions, except per share data)``."""
    return bool(_SCALE.match(text))


class Zone(NamedTuple):
    """Where header cells stand that name columns."""

    edge: float
    """Left edge of the values."""
    limit: float
    """Right edge of the labels."""

    def holds(self, cell: Cell) -> bool:
        """Tell a cell over the values from one over the labels: narrow values hang right below their name."""
        if cell.left > self.limit and cell.right > self.edge:
            return True
        return cell.center > self.edge - _NEAR_EDGE or cell.left > max(self.limit, self.edge - _HANGING)

    def over(self, cells: Sequence[Cell], count: int) -> list[Cell]:
        """Return the cells that name columns; as many right of all labels as columns name one each."""
        behind = [cell for cell in cells if cell.left > self.limit]
        return behind if len(behind) == count else [cell for cell in cells if self.holds(cell)]


def bind(rows: Sequence[TableRow], binder: "Binder", zone: Zone, join: Join) -> Bound:
    """Bind header rows to columns."""
    headers: list[list[str]] = [[] for _ in binder.columns]
    left: list[str] = []
    lines: list[_Line] = []
    for row in reversed(rows):
        cells = row.cells
        over = zone.over(cells, len(binder.columns))
        if len(over) < 2:
            over = [cell for cell in over if not is_scale(cell.text)]
        left[:0] = [cell.text for cell in cells if cell not in over]
        if not over:
            continue
        if lines and len(over) < len(binder.columns) and _go_on(over, lines[-1].cells):
            lines[-1] = _Line([_stacked(*pair) for pair in zip(over, lines[-1].cells, strict=True)], row.size)
        else:
            lines.append(_Line(over, row.size))
    for line in lines:
        for cell, places in zip(line.cells, binder.hits(line.cells, line.size), strict=True):
            for place in places:
                headers[place].insert(0, cell.text)
    return Bound([join(words) for words in headers], left)


class _Line(NamedTuple):
    """Header cells side by side."""

    cells: Sequence[Cell]
    size: float


def _go_on(upper: Sequence[Cell], lower: Sequence[Cell]) -> bool:
    """Tell the two lines of wrapped cells, fewer than there are columns: ``Year ended December``, ``31,``."""
    return len(upper) == len(lower) and all(
        abs(above.center - below.center) < _CONTINUED
        and above.base - below.base < _NEXT_LINE * max(above.size, below.size)
        and bool(_WRAPPED.match(below.text))
        for above, below in zip(upper, lower, strict=True)
    )


def _stacked(upper: Cell, lower: Cell) -> Cell:
    left, right = min(upper.left, lower.left), max(upper.right, lower.right)
    return Cell(f"{upper.text} {lower.text}", left, right, lower.base, lower.size)


@dataclass(slots=True)
class Binder:
    """Binds one header row after the other, from the lowest upwards."""

    columns: Sequence[TableColumn]
    rules: Sequence[Rule] = ()
    labels: float = 0.0
    """Where the labels end."""
    _cells: Sequence[Cell] = ()
    """Of the row below."""
    _hits: Sequence[list[int]] = ()
    _is_full: bool = False
    """True once a row has named each column for itself."""
    _named: dict[int, tuple[float, float]] = field(default_factory=dict)
    """How far the names of single columns reach: they may be wider than the values."""
    _edges: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    """Where the lines of those names begin and end."""

    def hits(self, over: Sequence[Cell], size: float) -> Hits:
        """Return the columns of each cell of a header row of height ``size``."""
        self._is_full = self._is_full or len(over) == len(self.columns)
        found = self._bound(over, size)
        self._cells, self._hits = over, found
        for cell, hit in zip(over, found, strict=True):
            if len(hit) == 1:
                left, right = self._named.get(hit[0], (cell.left, cell.right))
                self._named[hit[0]] = (min(left, cell.left), max(right, cell.right))
                self._edges.setdefault(hit[0], []).append((cell.left, cell.right))
        return found

    def _bound(self, over: Sequence[Cell], size: float) -> Hits:
        if len(over) == len(self.columns):
            return [[number] for number in range(len(self.columns))]
        in_boxes = boxed(over, self.columns, self._edges, size, self.labels) if self._is_full else None
        if in_boxes is not None:
            return in_boxes
        stacked = [self._below(cell) for cell in over]
        whole = [hit for hit in stacked if hit is not None]
        ruled = self._by_rules(over, size)
        if ruled is not None:
            return ruled
        if len(over) == 1 and (spanned := self._dated_by(over[0]) or self._spanned(over[0])):
            return [spanned]
        is_upper = len(over) == len(self._cells) or not self._covered_below()
        if len(whole) == len(over) and is_upper and not all(_PERIOD.search(cell.text) for cell in over):
            return whole
        nearest = [self._nearest(cell) for cell in over]
        return nearest if len(over) > len(self.columns) else self._by_middle(over, stacked, nearest)

    def _dated_by(self, cell: Cell) -> list[int]:
        """Return the columns side by side whose years or dates below complete these words, if any."""
        undated = _UNDATED.search(cell.text)
        if undated is None or len(self._cells) != len(self.columns):
            return []
        dated = [
            number
            for number, below in enumerate(self._cells)
            if _ONLY_YEAR.match(below.text) or (not undated["day"] and _ONLY_DATE.match(below.text))
        ]
        whole = [*range(len(self.columns))]
        is_over = self.columns[0].left < cell.center < self.columns[-1].right
        if not is_over or len(dated) < 2 or dated != whole[dated[0] : dated[-1] + 1]:
            return []
        apart = self._off(cell, dated[0], dated[-1])
        return whole if self._off(cell, 0, whole[-1]) < apart else dated

    def _below(self, cell: Cell) -> list[int] | None:
        """Return the columns of the cell of which this one is the upper line."""
        pairs = zip(self._cells, self._hits, strict=True)
        return next((hit for lower, hit in pairs if abs(cell.center - lower.center) < _STACKED), None)

    def _covered_below(self) -> bool:
        """Tell whether the row below stands over every column."""
        return len({number for hit in self._hits for number in hit}) == len(self.columns)

    def _nearest(self, cell: Cell) -> list[int]:
        return [min(range(len(self.columns)), key=lambda number: self._off(cell, number, number))]

    def _off(self, cell: Cell, low: int, high: int) -> float:
        """Return how far a cell is from the middle of columns, or from the right edge of a single one."""
        middle = abs(cell.center - (self.columns[low].left + self.columns[high].right) / 2)
        if low == high:
            return min(middle, abs(cell.right - self.columns[low].right))
        if low in self._named and high in self._named:
            named = abs(cell.center - (self._named[low][0] + self._named[high][1]) / 2)
            return min(middle, named)
        return middle

    def _by_rules(self, over: Sequence[Cell], size: float) -> Hits | None:
        """Give each cell the columns over the line drawn under it; share them where cells share a line."""
        low, high = over[0].base - _UNDER * size, over[0].base + 1
        if self._cells:  # what is drawn under the next line is not drawn under this one
            low = max(low, self._cells[0].base + 0.3 * size)
        drawn = _whole_rules([rule for rule in self.rules if low < rule.height < high])
        under = [next((rule for rule in drawn if _stands_on(cell, rule)), None) for cell in over]
        if not all(under):
            return None
        parts = [
            [number for number, column in enumerate(self.columns) if _lies_on(column, rule)]
            for rule in under
            if rule is not None
        ]
        if len(drawn) > len(over):  # a line under every column says nothing of what spans them
            return None
        if len(set(under)) == len(over):
            fit = all(
                part and self._off(cell, part[0], part[-1]) < _OVER_RULE
                for cell, part in zip(over, parts, strict=True)
            )
            return parts if fit else None
        ruled = sorted({number for part in parts for number in part})
        return self._shared(over, ruled) if len(ruled) >= len(over) else None

    def _shared(self, over: Sequence[Cell], ruled: Sequence[int]) -> Hits | None:
        cost, parts = self._spread(over, ruled[0], ruled[-1])
        nearest = [self._nearest(cell)[0] for cell in over]
        plain = sum(self._off(cell, near, near) for cell, near in zip(over, nearest, strict=True))
        if cost >= 25 * len(over) or cost >= 3 + plain:
            return None
        return [[number for number in part if number in ruled] for part in parts]

    def _by_middle(self, over: Sequence[Cell], stacked: Sequence[list[int] | None], nearest: Hits) -> Hits:
        """Let cells that stand over the middle of several columns span them."""
        options = [
            self._spread(over, low, high)
            for low in range(len(self.columns))
            for high in range(low + len(over) - 1, len(self.columns))
        ]
        if len(over) > 1:
            fitting = [option for option in options if self._fit(over, option[1], stacked)]
            if fitting:
                return max(fitting, key=lambda option: (sum(map(len, option[1])), -option[0]))[1]
            if None not in stacked:
                return [hit for hit in stacked if hit is not None]
            shares = self._equal(over)
            if shares and not any(stacked):
                return shares
        elif stacked[0] is None:
            cost, parts = min(options, key=lambda option: option[0])
            near = nearest[0][0]
            if cost < _STACKED and self._off(over[0], near, near) > 2 * _OFF_CENTRE:
                return parts
        if any(_SPANNING.search(cell.text) for cell in over):
            cost, parts = min(
                options, key=lambda option: option[0] / len(over) - 1.5 * sum(map(len, option[1]))
            )
            return parts if cost < 14 * len(over) else nearest
        return [
            hit or self._reached(cell) or near for hit, cell, near in zip(stacked, over, nearest, strict=True)
        ]

    def _spanned(self, cell: Cell) -> list[int]:
        """Return the columns that a cell spans whose words reach over the names of several; else none."""
        if self._below(cell) is not None or not self._is_full or len(self._named) < len(self.columns):
            return []
        reached = [
            number
            for number, (left, right) in self._named.items()
            if min(cell.right, right) - max(cell.left, left) > _REACHED
        ]
        if len(reached) < 2:
            return []
        ends = (min(reached), max(reached))
        if self._off(cell, 0, len(self.columns) - 1) < _CENTRED:
            ends = (0, len(self.columns) - 1)
        elif self._off(cell, *ends) >= _CENTRED:
            wider = [(low, high) for low in range(ends[0] + 1) for high in range(ends[1], len(self.columns))]
            ends = min(wider, key=lambda pair: self._off(cell, *pair))
        return [*range(ends[0], ends[1] + 1)]

    def _equal(self, over: Sequence[Cell]) -> Hits:
        """Share named columns evenly where each cell stands about over the middle of its share, or none."""
        wide, rest = divmod(len(self.columns), len(over))
        if rest or wide < 2 or not self._is_full:
            return []
        parts = [[*range(first * wide, (first + 1) * wide)] for first in range(len(over))]
        near = all(
            self._off(cell, part[0], part[-1]) < _OVER_RULE for cell, part in zip(over, parts, strict=True)
        )
        return parts if near else []

    def _fit(self, over: Sequence[Cell], parts: Hits, stacked: Sequence[list[int] | None]) -> bool:
        """Tell whether each cell stands over the middle, or the right edge, of several columns."""
        if len(parts) != len(over):
            return False
        for cell, part, hit in zip(over, parts, stacked, strict=True):
            right = abs(cell.right - self.columns[part[-1]].right)
            apart = min(self._off(cell, part[0], part[-1]), right if self._is_full and not hit else _NEVER)
            if len(part) < 2 or apart >= _CENTRED:
                return False
            near = self._nearest(cell)[0]
            if not self._is_full and self._off(cell, near, near) <= _OFF_CENTRE:
                return False
        return True

    def _reached(self, cell: Cell) -> list[int]:
        """Return the columns a wide cell reaches over."""
        return [
            number
            for number, column in enumerate(self.columns)
            if min(cell.right, column.right) - max(cell.left, column.left) > (column.right - column.left) / 2
        ]

    def _spread(self, cells: Sequence[Cell], low: int, high: int) -> Spread:
        """Share columns ``low`` to ``high`` among cells, in order, so that each stands over its middle."""
        best: dict[tuple[int, int], Spread] = {(0, low): (0.0, [])}
        for number, cell in enumerate(cells):
            left = len(cells) - number - 1
            for (count, begin), (cost, parts) in [*best.items()]:
                if count != number:
                    continue
                for start in range(begin, min(begin + (2 if number else 1), high + 1 - left)):
                    for stop in range(start + 1, high + 2 - left):
                        added = cost + self._off(cell, start, stop - 1) + _SKIPPED * (start - begin)
                        if (number + 1, stop) not in best or added < best[number + 1, stop][0]:
                            best[number + 1, stop] = (added, [*parts, [*range(start, stop)]])
        return best.get((len(cells), high + 1), (_NEVER, []))


def _whole_rules(rules: Sequence[Rule]) -> list[Rule]:
    """Join the pieces of drawn lines."""
    whole: list[Rule] = []
    for rule in sorted(rules):
        if whole and rule.left - whole[-1].right < _BROKEN_RULE:
            last = whole[-1]
            whole[-1] = Rule(last.left, max(last.right, rule.right), last.height)
        else:
            whole.append(rule)
    return whole


def are_underlined(cells: Sequence[Cell], rules: Sequence[Rule]) -> bool:
    """Tell whether a line is drawn right under each cell."""
    return bool(cells) and all(
        any(
            cell.base - _UNDER * cell.size < rule.height < cell.base + 1 and _stands_on(cell, rule)
            for rule in rules
        )
        for cell in cells
    )


def _stands_on(cell: Cell, rule: Rule) -> bool:
    return rule.left - 7 < cell.center < rule.right + 7


def _lies_on(column: TableColumn, rule: Rule) -> bool:
    return rule.left - 2 < column.right - 2 < rule.right + 2

"""Figure derivation: whether a number can be worked out from the source's figures, and how."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from masis.domain.figure_checking import Said
from masis.domain.language.periods import covered
from masis.domain.language.quantities import Figure
from masis.domain.language.vocabulary import listed
from masis.domain.source_index import Fact
from masis.domain.wording import sides, words

_GROWTH = listed(
    """
    rose rise risen rising rises fell fall fallen falls falling grew grow grown growing grows growth
    increase increased increases increasing decrease decreased decreases decline declined declines
    change changed up down higher lower more less reduction reduced drop dropped gained gain
    improved improvement widened narrowed climbed shrank expanded
    """
)
_DIFFERENCE = _GROWTH | listed(
    """
    difference gap exceeded exceeds above below short fewer added
    """
)
_SUM = listed(
    """
    total totalled totaled totals combined together sum altogether aggregate overall jointly
    """
)
_SHARE = listed(
    """
    share portion proportion accounted accounts accounting represented represents represent made
    equal equals ratio margin
    """
)
_RATIO = listed("times ratio multiple x multiplied fold cover coverage")
_MEAN = listed("average mean averaged")
# More operands than this would let chance find a match (own choice).
_MOST_OPERANDS = 80
_MOST_STATED = 12

_Formula = tuple[Decimal, str]


def derive(said: Said, sentence: str, facts: Sequence[Fact], stated: Sequence[Fact]) -> str:
    """Return the formula that gives the sentence's number, or an empty text.

    Only operations the sentence has words for are tried, and only on figures that belong together: of
    one row, one column or neighbouring sentences, and, when the sentence states its operands, on those.
    """
    spoken = frozenset(words(sentence))
    for formula in _formulas(said, spoken, _operands(said, facts, stated)):
        value, text = formula
        if _fits(said, spoken, value):
            return f"{text} = {_shown(said.figure.mantissa)}{_suffix(said.figure)}"
    return ""


def _operands(said: Said, facts: Sequence[Fact], stated: Sequence[Fact]) -> list[tuple[Fact, Fact]]:
    """Return the pairs of figures a derived number may come from."""
    named = [
        f
        for f in stated[:_MOST_STATED]
        if f.figure.unit != said.figure.unit or said.figure.unit not in {"%", "x"}
    ]
    pairs = [(a, b) for a, b in combinations(named, 2) if a.figure.unit == b.figure.unit and _distinct(a, b)]
    if pairs:
        return pairs
    related = [f for f in facts if f.unit >= 0 and (f.context & said.bag or f.cell is None or not f.local)][
        :_MOST_OPERANDS
    ]
    return [
        (a, b) for a, b in combinations(related, 2) if a.figure.unit == b.figure.unit and _belong(said, a, b)
    ]


def _distinct(a: Fact, b: Fact) -> bool:
    return a is not b and a.figure.value != b.figure.value


def _belong(said: Said, a: Fact, b: Fact) -> bool:
    """Tell whether two figures stand together: same row, same column, or close in the prose."""
    if a.cell and b.cell:
        if a.cell.table != b.cell.table:
            return False
        return a.cell.row == b.cell.row or (
            a.cell.column == b.cell.column and bool((a.local | b.local) & said.bag)
        )
    if a.cell or b.cell or abs(a.unit - b.unit) > 1:
        return False
    return bool((a.context | b.context) & said.bag)


def _formulas(said: Said, spoken: frozenset[str], pairs: list[tuple[Fact, Fact]]) -> Iterator[_Formula]:
    """Yield value and text of every operation the sentence speaks of."""
    unit = said.figure.unit
    for a, b in pairs:
        same_unit = a.figure.unit == unit or (unit == "pp" and a.figure.unit == "%")
        for first, second in ((a, b), (b, a)):
            for applies, operation in _OPERATIONS:
                if applies(unit, spoken, same_unit) and _ordered(said, first, second, operation):
                    yield from operation(first.figure, second.figure)
    yield from _sums(said, spoken, pairs)


def _sums(said: Said, spoken: frozenset[str], pairs: list[tuple[Fact, Fact]]) -> Iterator[_Formula]:
    """Yield the totals of whole columns, and of all figures of one sentence."""
    if not spoken & _SUM:
        return
    groups: dict[tuple[str, int], dict[int, Figure]] = {}
    for fact in (f for pair in pairs for f in pair):
        if fact.figure.unit == said.figure.unit:
            key = ("column", fact.cell.column) if fact.cell else ("unit", fact.unit)
            groups.setdefault(key, {})[fact.figure.start] = fact.figure
    for figures in groups.values():
        listed = [figures[start] for start in sorted(figures)]
        if len(listed) > 2:
            yield sum((f.value for f in listed), Decimal(0)), " + ".join(_shown(f.mantissa) for f in listed)


def _ordered(said: Said, later: Fact, earlier: Fact, operation: "_Operation") -> bool:
    """For growth: the later figure must be of the later period, and of the period the sentence names."""
    if operation is not _growth and operation is not _difference:
        return True
    if not later.periods or not earlier.periods:
        return not later.base or earlier.base
    if said.periods and not any(covered(p, later.periods | earlier.periods) for p in said.periods):
        return False
    if max(later.periods) == max(earlier.periods):
        return operation is _difference
    return max(later.periods) > max(earlier.periods)


def _growth(later: Figure, earlier: Figure) -> Iterator[_Formula]:
    if earlier.value > 0:
        text = f"({_shown(later.mantissa)} - {_shown(earlier.mantissa)}) / {_shown(earlier.mantissa)}"
        yield (later.value - earlier.value) / earlier.value * 100, text


def _difference(later: Figure, earlier: Figure) -> Iterator[_Formula]:
    yield later.value - earlier.value, f"{_shown(later.mantissa)} - {_shown(earlier.mantissa)}"


def _sum(a: Figure, b: Figure) -> Iterator[_Formula]:
    yield a.value + b.value, f"{_shown(a.mantissa)} + {_shown(b.mantissa)}"


def _share(part: Figure, whole: Figure) -> Iterator[_Formula]:
    if 0 < part.value <= whole.value:
        yield part.value / whole.value * 100, f"{_shown(part.mantissa)} / {_shown(whole.mantissa)}"


def _ratio(a: Figure, b: Figure) -> Iterator[_Formula]:
    if b.value:
        yield a.value / b.value, f"{_shown(a.mantissa)} / {_shown(b.mantissa)}"


def _mean(a: Figure, b: Figure) -> Iterator[_Formula]:
    yield (a.value + b.value) / 2, f"({_shown(a.mantissa)} + {_shown(b.mantissa)}) / 2"


_Operation = Callable[[Figure, Figure], Iterator[_Formula]]
_Applies = Callable[[str, frozenset[str], bool], bool]
_OPERATIONS: tuple[tuple[_Applies, _Operation], ...] = (
    (lambda unit, spoken, _: unit == "%" and bool(spoken & _GROWTH), _growth),
    (lambda unit, spoken, same: unit != "%" and same and bool(spoken & _DIFFERENCE), _difference),
    (lambda unit, spoken, same: unit != "pp" and same and bool(spoken & _SUM), _sum),
    (lambda unit, spoken, same: unit == "%" and not same and bool(spoken & _SHARE), _share),
    (lambda unit, spoken, same: unit == "x" and not same and bool(spoken & _RATIO), _ratio),
    (lambda _, spoken, same: same and bool(spoken & _MEAN), _mean),
)


def _fits(said: Said, spoken: frozenset[str], value: Decimal) -> bool:
    """Compare with the sentence's precision, and its direction with the sign of the result."""
    up = any((0, 0) in sides(word) for word in spoken)
    down = any((0, 1) in sides(word) for word in spoken)
    if value < 0 and not said.figure.negative and up and not down:
        return False
    if value > 0 and down and not up:
        return False
    step = said.figure.quantum
    if said.figure.bound == "about":
        step = max(step, said.figure.value / 20)
    return abs(abs(value) - said.figure.value) <= step / 2


def _suffix(figure: Figure) -> str:
    return f" {figure.unit}" if figure.unit in {"%", "pp", "x"} else ""


def _shown(value: Decimal) -> str:
    """Write a number plainly, with thousands separators and without trailing zeros of a product."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text and len(text.partition(".")[2]) > 1 else text

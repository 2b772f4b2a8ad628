"""Figure checking: whether a number of a sentence is the number the source gives for the same thing."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from masis.domain.language.periods import Period, covered
from masis.domain.language.quantities import Figure
from masis.domain.language.units import CURRENCIES
from masis.domain.language.vocabulary import listed
from masis.domain.source_index import Fact, SourceIndex
from masis.domain.wording import Name, name_in, sides, stem, words

# "around 200" may stand for a value this far away; "over 190" for one this far above (own choice, both
# tested on cases written for this project).
_ABOUT_SHARE = Decimal("0.05")
_BEYOND_SHARE = Decimal("0.15")
# Units whose figures are told apart by the words around them; minutes and bare numbers are not.
_COMPARABLE = frozenset({"%", "pp", "x", "people", "customer", "site", "store", "MW", "GWh"})
_DOWN_WORDS = listed(
    """
    loss losses negative minus deficit outflow outflows down charge
    """
)


class Said(NamedTuple):
    """A number of the sentence with what the sentence ties it to."""

    figure: Figure
    periods: frozenset[Period]
    local: frozenset[str]
    after: frozenset[str]
    base: bool
    bag: frozenset[str]
    """Content stems of the whole sentence."""
    names: tuple[Name, ...]
    named: frozenset[str]
    """Stems of those names."""
    downward: bool
    """Whether the sentence speaks of a loss or a fall, so that a minus may be left out."""


def speaks_of_fall(sentence: str) -> bool:
    """Tell whether a sentence has a word that stands for a minus sign."""
    return any(word in _DOWN_WORDS or (0, 1) in sides(word) for word in words(sentence))


def same_value(said: Figure, source: Figure) -> bool:
    """Tell whether two figures agree in unit and value; the sentence may round but not add precision."""
    if said.unit and source.unit and said.unit != source.unit:
        return False
    if not said.unit and said.scale == 1 and not said.spelled:
        return _close(said, said.value, source.mantissa, source.quantum / source.scale) or _near(said, source)
    bare = not source.unit and source.scale == 1
    if bare and (said.unit in CURRENCIES or said.unit in {"%", "pp"} or said.scale != 1):
        return False  # the digits are there, but nothing says that they are money, a percentage or millions
    return _near(said, source)


def _near(said: Figure, source: Figure) -> bool:
    return _close(said, said.value, source.value, source.quantum)


def _close(said: Figure, value: Decimal, source: Decimal, source_quantum: Decimal) -> bool:
    """Compare with the rounding the sentence's own precision and words allow."""
    quantum = said.quantum * (value / said.value) if said.value else said.quantum
    difference = source - value
    if difference == 0:
        return True
    if said.bound == "over":
        return 0 <= difference <= abs(value) * _BEYOND_SHARE
    if said.bound == "under":
        return 0 <= -difference <= abs(value) * _BEYOND_SHARE
    if said.bound == "about":
        return abs(difference) <= min(_round_step(value) / 2, abs(value) * _ABOUT_SHARE)
    return quantum > source_quantum and abs(difference) <= quantum / 2


def _round_step(value: Decimal) -> Decimal:
    """Return the step a round number stands on: 10 million for 200 million read as about."""
    normal = value.normalize()
    exponent = normal.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def sign_clash(said: Said, fact: Fact) -> bool:
    """Tell whether one has a minus that nothing in the other explains."""
    if said.figure.negative == fact.figure.negative:
        return False
    if fact.figure.negative:
        # A bracketed number in prose is a comparison more often than a negative; only tables are sure.
        written = fact.figure.text.lstrip("€$£ ")
        sure = fact.cell is not None or written[:1] in "-−–" or "(" in fact.figure.text[1:]
        return sure and not said.downward
    return not said.downward


def clash(said: Said, fact: Fact, index: SourceIndex) -> str:
    """Return why a fact with the right value is about something else; empty when it is not."""
    if sign_clash(said, fact):
        return "sign"
    if fact.unit < 0:
        return ""
    if fact.cell is not None:
        return _table_clash(said, fact, index.facts)
    if _periods_clash(said.periods, fact.periods):
        return "period"
    if _local_clash(said, fact, index.facts):
        return "measure"
    return "name" if _name_clash(said, fact, index) else ""


def _periods_clash(said: frozenset[Period], source: frozenset[Period]) -> bool:
    """Tell whether both are tied to periods and none of one is covered by the other."""
    if not said or not source:
        return False
    agree = any(covered(p, source) for p in said) or any(covered(p, said) for p in source)
    return not agree


def _table_clash(said: Said, fact: Fact, facts: Sequence[Fact]) -> str:
    """Check row and column: the sentence's row words and period must lead to this cell."""
    cell = fact.cell
    if cell is None:
        return ""
    same_table = [f for f in facts if f.cell is not None and f.cell.table == cell.table]
    if _periods_clash(said.periods, fact.periods):
        return "period"
    rows = {f.cell.row: f.local for f in same_table if f.cell}
    if _better_label(said, fact.local, rows.values()):
        return "row"
    columns = {f.cell.column: f.column for f in same_table if f.cell}
    return "column" if _better_label(said, fact.column, columns.values()) else ""


def _better_label(said: Said, own: frozenset[str], labels: Iterable[frozenset[str]]) -> bool:
    """Tell whether the sentence means another label than this one: named in full, or nearer to the number."""
    near = said.local | said.after
    complete = bool(own) and own <= said.bag
    for label in labels:
        if label == own or not label or not label <= said.bag:
            continue
        nearer = bool(label & near) and not own & near
        farther = bool(own & near) and not label & near
        if own < label or nearer or not (complete or farther):
            return True
    return False


def _local_clash(said: Said, fact: Fact, facts: Sequence[Fact]) -> bool:
    """Tell whether the words around the number name another measure of the same passage, and not this one."""
    wanted = said.local | said.after
    comparable = fact.figure.unit in CURRENCIES | _COMPARABLE
    if said.base or not wanted or not comparable or fact.context <= wanted:
        return False
    strangers = not wanted & fact.context
    for other in facts:
        if other.cell or other.figure.unit != fact.figure.unit or same_value(said.figure, other.figure):
            continue
        gain = (wanted & other.context) - fact.context
        if len(gain) >= 2 or (gain and (strangers or gain & said.named)):
            return True
    return False


def _name_clash(said: Said, fact: Fact, index: SourceIndex) -> bool:
    """Tell whether a name of the sentence stands with another value and not with this one."""
    here = _surroundings(index, fact.unit)
    for name in said.names:
        if not name.sure and stem(name.text) not in index.stems:
            continue
        if name_in(name.text, here, frozenset(), ""):
            continue
        for other in index.facts:
            if other.unit in {fact.unit, -1} or other.figure.unit != fact.figure.unit:
                continue
            there = index.units[other.unit].text.casefold()
            if name_in(name.text, there, frozenset(), "") and not same_value(said.figure, other.figure):
                return True
    return False


def _surroundings(index: SourceIndex, unit: int) -> str:
    """Return the unit and the one before it, where "it" and "the company" find their name."""
    first = index.units[max(0, unit - 1)]
    preamble_end = len(index.folded) - len(index.text.casefold())
    return f"{index.folded[:preamble_end]} {first.text.casefold()} {index.units[unit].text.casefold()}"


def relevance(said: Said, fact: Fact, index: SourceIndex) -> int:
    """Return how much a fact seems to speak of what the number of the sentence speaks of."""
    bag = index.units[fact.unit].bag if fact.unit >= 0 else frozenset[str]()
    context = fact.local | fact.column if fact.cell else bag
    score = 2 * len(context & said.bag) + 2 * len(fact.local & said.local)
    agree = bool(said.periods) and any(covered(p, fact.periods) for p in said.periods)
    return score + (3 if agree and score else 0)

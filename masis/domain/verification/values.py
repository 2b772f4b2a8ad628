"""Values: whether the value of a fact is the one a figure gives, in unit, rounding and bound."""

from decimal import Decimal
from math import log10

from masis.domain.language.currencies import CURRENCIES
from masis.domain.language.quantities import Bound, Figure
from masis.domain.verification.facts import Fact

# "around 200" may stand for a value this far away; "over 190" for one this far beyond (own choice).
_ABOUT_SHARE = Decimal("0.05")
_BEYOND_SHARE = Decimal("0.15")
_BEYOND_WORDS = Decimal("0.35")
_FAR_OFF = 20
"""A value this many times larger or smaller is no other value of the same fact."""
SIDES: dict[Bound, int] = {"over": 1, "at_least": 1, "under": -1, "at_most": -1, "nearly": -1}
"""On which side of its number a bound lies."""
_INCLUSIVE: frozenset[Bound] = frozenset({"exact", "about", "at_least", "at_most"})


def same_value(said: Figure, fact: Fact) -> bool:
    """Tell whether two values agree but for their sign; the sentence may round but not add precision."""
    return stated_as(said, fact) or read_as(said, fact)


def stated_as(said: Figure, fact: Fact) -> bool:
    """Tell whether two values agree as they are given."""
    return units_agree(said, fact) and close(said, abs(fact.value), fact.quantum, fact.bound)


def read_as(said: Figure, fact: Fact) -> bool:
    """Tell whether they agree once a scale is read into one of them that nothing states."""
    if not units_agree(said, fact):
        return False
    bare = said.scale == 1 and said.unit not in CURRENCIES and fact.origin == "cell"
    divisors = (1000, 10**6) if bare and fact.unit not in CURRENCIES else ()
    scales = (*fact.scales, *(Decimal(1) / divisor for divisor in divisors))
    return any(close(said, abs(fact.value) * scale, fact.quantum * scale, fact.bound) for scale in scales)


def units_agree(said: Figure, fact: Fact) -> bool:
    """Tell whether two values can be of one kind."""
    rates = {"%", "pp", "x"}
    if said.unit == fact.unit or not said.unit or not fact.unit:
        return not (said.unit in rates and not fact.unit and fact.origin == "sentence")
    return not ({said.unit, fact.unit} & rates) and not {said.unit, fact.unit} <= CURRENCIES


def close(said: Figure, value: Decimal, quantum: Decimal, meant: Bound = "exact") -> bool:
    """Tell whether a value carries a figure; ``meant`` is how exactly the source means the value.

    A bound has to hold of the value as printed: the rounding that "about" allows would let 199.6 pass for
    "over 200".
    """
    difference = abs(value - said.value)
    if said.bound in SIDES:
        return holds(said, value, meant) and difference <= _reach(said)
    if said.bound == "about" and difference <= _about(said):
        return True
    return not difference or (said.quantum > quantum and difference <= said.quantum / 2)


def holds(said: Figure, value: Decimal, meant: Bound = "exact") -> bool:
    """Tell whether a value lies on the side a bound names; the limit itself does where the source says so."""
    side = SIDES.get(said.bound, 0)
    if meant != "about" and SIDES.get(meant, side) != side:
        return False
    if value == said.value:
        return said.bound in _INCLUSIVE or SIDES.get(meant) == side
    return not side or (value > said.value) == (side > 0)


def _reach(said: Figure) -> Decimal:
    """Return how far beyond its limit a value may lie before nobody would use that limit."""
    if said.bound == "nearly":
        return max(_about(said), said.quantum if said.spelled else said.quantum / 2)
    if said.multiple:
        return said.value  # what more than tripled is not said to have more than doubled
    return said.value * (_BEYOND_WORDS if said.spelled else _BEYOND_SHARE)


def _about(said: Figure) -> Decimal:
    return min(_round_step(said.value) / 2, said.value * _ABOUT_SHARE)


def _round_step(value: Decimal) -> Decimal:
    """Return the step a round number stands on: 10 million for 200 million read as about."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)


def same_digits(said: Figure, fact: Fact) -> bool:
    """Tell whether only the scale differs, by a factor of a thousand or more."""
    if not fact.value or not said.value or not units_agree(said, fact):
        return False
    ratio = abs(fact.value / said.value)
    power = round(log10(float(ratio)) / 3) * 3
    if not power or abs(power) > 9:
        return False
    moved = said.model_copy(
        update={"value": said.value * Decimal(10) ** power, "quantum": said.quantum * Decimal(10) ** power}
    )
    return close(moved, abs(fact.value), fact.quantum)


def comparable(said: Figure, fact: Fact) -> bool:
    """Tell whether a value is of a size in which the same thing could have been stated otherwise."""
    value, other = said.value, abs(fact.value)
    if fact.scales or not value or fact.unit != said.unit:
        return True
    return same_digits(said, fact) or value / _FAR_OFF < other < value * _FAR_OFF


def significant(figure: Figure) -> int:
    """Return how many digits of a figure mean something."""
    if figure.spelled:
        return 1
    digits = str(figure.value / figure.quantum if figure.quantum else figure.value).split(".")[0]
    stripped = digits.strip("-").rstrip("0").lstrip("0")
    return max(1, len(stripped))

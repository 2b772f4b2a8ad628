"""Derivation: growth, differences, shares and sums worked out from facts, with the formula as text."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, permutations
from typing import NamedTuple

from masis.domain.language.currencies import SIGNS
from masis.domain.language.units import RATES, read_digits
from masis.domain.language.words import lexicon
from masis.domain.verification.facts import Fact
from masis.domain.verification.matching import Said, label_share, nearness, period_state
from masis.domain.verification.values import close, significant

_LEAST_NAMED = 0.5
"""Share of an operand's label that the sentence must have."""
_FEWEST_DIGITS = 3
"""Sums of fewer digits than this come about by chance."""
_OPERANDS = 12
"""So many of the nearest facts are tried."""
_NEARLY = 0.3
"""An operand fits the sentence worse than the nearest fact by at most this."""
_DIGITS = re.compile(r"\d[\d,.']*\d|\d")
_AVERAGES = frozenset({"averag", "mean"})


class Derived(NamedTuple):
    """A value that follows from facts."""

    fact: Fact
    """The operand the sentence is about."""
    formula: str


def derivations(said: Said, facts: Sequence[Fact]) -> Iterator[Derived]:
    """Yield the ways in which the facts nearest to a figure give its value."""
    named = [fact for fact in facts if label_share(said, fact) >= _LEAST_NAMED]
    named.sort(key=lambda fact: -nearness(said, fact))
    near = [fact for fact in named if period_state(said, fact) >= 0][:_OPERANDS]
    near = [fact for fact in near if nearness(said, fact) >= nearness(said, near[0]) - _NEARLY]
    unit = said.figure.unit
    if not said.figure.value:
        return
    if unit == "%" and (said.change or said.up or said.down):
        yield from _growth(said, near, facts)
    if unit == "%" and not said.change:
        yield from (*_shares(said, near, facts), *_sums(said, near))
        if _AVERAGES & said.sentence:
            yield from _over_periods(said, named[: 2 * _OPERANDS])
    elif unit == "x":
        yield from _multiples(said, near, facts)
    elif unit != "%":
        yield from _amounts(said, near, facts)
        yield from _over_periods(said, named[: 2 * _OPERANDS])


def _amounts(said: Said, near: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Derived]:
    if said.change or said.compares:
        yield from _differences(said, near, facts)
    if significant(said.figure) >= _FEWEST_DIGITS:
        yield from _sums(said, near)
    if said.compares:
        yield from _gaps(said, near)


def _growth(said: Said, near: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact, earlier in _series(said, near, facts):
        if not earlier.value or fact.unit in RATES:
            continue
        change = (fact.value - earlier.value) / abs(earlier.value) * 100
        if _fits(said, change):
            text = f"({_shown(fact)} - {_shown(earlier)}) / {_shown(earlier)} = {change:.1f} %"
            yield Derived(fact, text)


def _multiples(said: Said, near: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact, earlier in _series(said, near, facts):
        if earlier.value > 0 and fact.unit not in RATES:
            ratio = fact.value / earlier.value
            if close(said.figure, ratio, Decimal("0.001")):
                yield Derived(fact, f"{_shown(fact)} / {_shown(earlier)} = {ratio:.2f}")


def _differences(said: Said, near: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact, earlier in _series(said, near, facts):
        unit = "pp" if fact.unit == "%" else fact.unit
        change = fact.value - earlier.value
        if unit == said.figure.unit and _fits(said, change, (fact.quantum + earlier.quantum) / 2):
            yield Derived(fact, f"{_shown(fact)} - {_shown(earlier)} = {_plain(change, fact)}")


def _shares(said: Said, near: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Derived]:
    for fact in near:
        wholes = [other for other in facts if _is_whole(said, fact, other)]
        for whole in wholes:
            share = fact.value / whole.value * 100
            if close(said.figure, share, Decimal("0.001")):
                yield Derived(fact, f"{_shown(fact)} / {_shown(whole)} = {share:.1f} %")


def _is_whole(said: Said, part: Fact, whole: Fact) -> bool:
    """Tell whether one value can be a share of the other: same kind, same period, a total or named too."""
    if part.unit != whole.unit or part.unit in RATES or not 0 < part.value < whole.value:
        return False
    if part.periods != whole.periods:
        return False
    other = (whole.concepts - said.sentence) & lexicon().measures
    total = not whole.concepts or whole.attribute.casefold().startswith(("total", "net", "consolidated"))
    return not other and ((total and _same_table(part, whole)) or label_share(said, whole) == 1.0)


def _sums(said: Said, near: Sequence[Fact]) -> Iterator[Derived]:
    """Add, or take apart, two or three facts of one period whose labels the sentence names."""
    named = [fact for fact in near if label_share(said, fact) >= 0.5 and fact.unit == said.figure.unit]
    for count in (2, 3):
        for group in combinations(named, count):
            if len({fact.periods for fact in group}) == 1 and _each_named(said, group):
                total = sum((fact.value for fact in group), Decimal(0))
                if _fits_plain(said, total):
                    text = " + ".join(_shown(fact) for fact in group)
                    yield Derived(_merged(group), f"{text} = {_plain(total, group[0])}")


def _gaps(said: Said, near: Sequence[Fact]) -> Iterator[Derived]:
    """Take one fact from another of the same period, both named by the sentence."""
    named = [fact for fact in near if label_share(said, fact) >= 0.5 and fact.unit == said.figure.unit]
    for first, second in permutations(named, 2):
        if (
            first.periods == second.periods
            and first.value > second.value >= 0
            and _each_named(said, (first, second))
        ):
            gap = first.value - second.value
            if _fits_plain(said, gap):
                text = f"{_shown(first)} - {_shown(second)} = {_plain(gap, first)}"
                yield Derived(_merged((first, second)), text)


def _over_periods(said: Said, near: Sequence[Fact]) -> Iterator[Derived]:
    """Add up, or average, one thing over the periods that the sentence names or counts."""
    series: dict[tuple[object, ...], list[Fact]] = {}
    for fact in near:
        if fact.unit == said.figure.unit and fact.periods and not fact.change:
            series.setdefault(_thing(said, fact), []).append(fact)
    for facts in series.values():
        for group in _spans(said, facts):
            total = sum((fact.value for fact in group), Decimal(0))
            text = " + ".join(_shown(fact) for fact in group)
            sure = significant(said.figure) >= _FEWEST_DIGITS or said.all
            mean = total / len(group)
            if _AVERAGES & said.sentence and _fits_plain(said, mean):
                text = f"({text}) / {len(group)} = {_plain(mean, group[0])}"
            elif sure and said.figure.unit not in RATES and _fits_plain(said, total):
                text = f"{text} = {_plain(total, group[0])}"
            else:
                continue
            yield from (Derived(fact, text) for fact in group)


def _thing(said: Said, fact: Fact) -> tuple[object, ...]:
    """Return what the values of one thing have in common: their row, or in prose the words they answer to."""
    if fact.origin == "cell":
        return fact.chunk_id, fact.char_start, fact.attribute
    return fact.document_id, fact.concepts & said.sentence


def _spans(said: Said, facts: Sequence[Fact]) -> Iterator[tuple[Fact, ...]]:
    """Yield one value for each period named, else for each run of as many periods as the sentence counts."""
    by_year: dict[str, list[Fact]] = {}
    for fact in facts:
        for label in fact.periods:
            by_year.setdefault(label, []).append(fact)
    wanted = [label for label in said.told if label in by_year]
    runs = [wanted] if len(said.told) > 1 and len(wanted) == len(said.told) else []
    if said.spans and not runs:
        years = sorted((label for label in by_year if label.isdigit()), reverse=True)
        ends = [year for year in years if not said.told or year == said.told[-1]]
        runs = [years[years.index(end) :][: said.spans] for end in ends[:1]]
    for run in runs:
        values = [by_year[label] for label in sorted(run)]
        if len(run) > 1 and all(len({fact.value for fact in found}) == 1 for found in values):
            yield tuple(found[0] for found in values)


def _merged(group: Sequence[Fact]) -> Fact:
    """Return the first operand with what is said of the others: together they are what the figure is of."""
    concepts = frozenset[str]().union(*(fact.concepts for fact in group))
    scope = frozenset[str]().union(*(fact.scope for fact in group))
    return group[0].model_copy(update={"concepts": concepts, "scope": scope})


def _each_named(said: Said, group: Sequence[Fact]) -> bool:
    """Tell whether the sentence has words for each of the facts that it has not for the others."""
    words = [
        (fact.concepts if fact.origin == "sentence" else fact.concepts | fact.scope) & said.sentence
        for fact in group
    ]
    return not any(mine <= other for mine, other in permutations(words, 2))


def _told_alike(said: Said, fact: Fact, other: Fact) -> bool:
    """Tell whether two sentences give the same thing, each for a period of its own."""
    prose = fact.origin == other.origin == "sentence" and bool(fact.periods and other.periods)
    held = fact.concepts & said.sentence
    return prose and bool(held) and _thing(said, fact) == _thing(said, other)


def _series(said: Said, near: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield a fact with one of the same row or sentence, or the like in prose, for an earlier period."""
    for fact in near:
        earlier = [
            other
            for other in facts
            if other is not fact
            and other.unit == fact.unit
            and not other.change
            and (_same_place(fact, other) or _told_alike(said, fact, other))
            and _later(fact, other)
        ]
        yield from ((fact, other) for other in earlier if _precedes(said, fact, other, earlier))


def _same_place(fact: Fact, other: Fact) -> bool:
    return other.chunk_id == fact.chunk_id and other.char_start == fact.char_start


def _precedes(said: Said, fact: Fact, other: Fact, earlier: Sequence[Fact]) -> bool:
    """Tell whether growth is measured from a value: of the period named, the one before, or a year before."""
    told = {*said.told}
    if not fact.periods or not other.periods or set(said.told[1:]) & set(other.periods):
        return True
    if told & set(fact.periods) and told & set(other.periods):
        return True  # ``from 65 in 2017 to 132 in 2019``, whatever stood between
    before = {str(int(label[:4]) - 1) + label[4:] for label in fact.periods if label[:4].isdigit()}
    last = max(max(fact.periods) for fact in earlier if fact.periods)
    return bool(before & set(other.periods)) or max(other.periods) == last


def _later(fact: Fact, other: Fact) -> bool:
    """Tell whether a fact's period lies after the other's; unknown periods may."""
    if not fact.periods or not other.periods:
        return fact.origin == "sentence" and other.base and not fact.base
    return max(fact.periods) > max(other.periods)


def _fits(said: Said, change: Decimal, slack: Decimal = Decimal(0)) -> bool:
    """Tell whether a change is the one that is said; operands may have been rounded before."""
    if (change < 0 and said.up and not said.down) or (change > 0 and said.down and not said.up):
        return False
    near = said.figure.bound in {"exact", "about"} and abs(abs(change) - said.figure.value) <= slack
    return near or close(said.figure, abs(change), Decimal("0.001"))


def _fits_plain(said: Said, value: Decimal) -> bool:
    return close(said.figure, value, Decimal("0.001"))


def _same_table(fact: Fact, other: Fact) -> bool:
    return fact.chunk_id == other.chunk_id and fact.origin == other.origin == "cell"


def _shown(fact: Fact) -> str:
    return fact.shown.strip().lstrip(f"{SIGNS} ")


def _plain(value: Decimal, like: Fact) -> str:
    """Write a result in the scale an operand is printed in."""
    printed = _DIGITS.search(like.shown)
    number = read_digits(printed.group())[0] if printed else Decimal(0)
    scaled = value * number / abs(like.value) if number and like.value else value
    return f"{scaled.normalize():,f}"

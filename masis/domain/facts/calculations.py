"""Calculations: what a question wants worked out of looked-up values, and the sentence that shows it."""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, NamedTuple

from masis.domain.facts.periods import kind_of, order_of, spoken
from masis.domain.facts.wording import valued
from masis.domain.language.grammar import words_of_way
from masis.domain.language.questions import Part, year_before
from masis.domain.language.words import concepts, stems
from masis.domain.verification.asked_facts import unit_of
from masis.domain.verification.facts import Fact, moves

Kind = Literal["change", "mean", "sum", "gap", "share"]
_PERCENT_CHANGE = re.compile(
    r"(?:%|\bper ?cent(?:age)?)\s+(?:chang|increas|decreas|growth|rise|fall|drop|declin|did|has|have)"
    r"|\bhow fast\b", re.IGNORECASE
)  # fmt: skip
_PERCENT, _RATES = re.compile(r"%|\bper ?cent(?:age)?\b", re.IGNORECASE), frozenset({"%", "x"})
_FOOTNOTES = re.compile(r"\s*\(\d{1,2}\)")
_TO = re.compile(r"\b(?:to|through|until)\b|[-–]", re.IGNORECASE)
_MEAN, _CHANGE = frozenset({"averag", "mean"}), frozenset({"chang"})
_TOGETHER, _SUM = frozenset({"sum", "combin", "altogeth", "togeth"}), frozenset({"sum", "total", "combin"})
_COMPARING = frozenset({"more", "less", "fewer", "greater", "than"})
CALCULATING = frozenset({"averag", "mean", "sum", "differ", "chang", "increas", "decreas", "growth"})
"""Stems that say what shall be worked out, unless a row is called by them."""
_OF_WHOLE = frozenset({"share", "portion", "proport", "fraction", "part"})
_NOT_WORKED_OUT = frozenset({"why", "describe", "advise", "list", "rank"})
_MOST_PERIODS, _STEP = 5, Decimal("0.01")
_SHARE = re.compile(
    r"\b(?:share|proportion|percentage|percent|portion|part|fraction|%) (?:of|in) (?P<whole>.+?) "
    r"(?:was|were|is|are|did|does|do|came|comes|went|goes) (?:from |for |by |spent on )?(?P<part>.+)"
    r"|(?P<part2>.+?) as an? (?:percentage|percent|share|proportion|%) of (?P<whole2>.+)",
    re.IGNORECASE,
)  # fmt: skip


class Plan(NamedTuple):
    """What to look up and what to do with it."""

    kind: Kind
    periods: tuple[str, ...]
    """One value of one thing for each, oldest first; or one period for all things."""
    things: tuple[str, ...] = ()
    """Two things in the words of the question; empty for one thing over several periods."""
    rate: bool = False
    """Whether the values are asked in per cent: of such no change in per cent is told."""
    percent: bool = False
    """Whether the result alone is asked in per cent: the values it is worked out of are not."""

    @property
    def aside(self) -> frozenset[str]:
        """Stems of the question that are no words of the thing."""
        return CALCULATING | {"share": _OF_WHOLE, "gap": _COMPARING}.get(self.kind, frozenset())

    @property
    def free(self) -> frozenset[str]:
        """Stems that a row may hold and need not."""
        return words_of_way() if self.kind == "change" else frozenset()


class Operand(NamedTuple):
    """A looked-up value with what it is called."""

    called: str
    period: str
    fact: Fact
    said: str
    """As the table gives it, unit and scale spoken."""
    scale: Decimal

    @property
    def name(self) -> str:
        """What it is called, without footnote marks: figures of a sentence must be the source's."""
        return _FOOTNOTES.sub("", self.called)


def plan_of(part: Part) -> Plan | None:
    """Return what a part wants worked out; ``None`` where it wants one value, or more than is known here."""
    periods = tuple(sorted(dict.fromkeys(part.periods), key=order_of))
    alike = len({kind_of(period) for period in periods}) == 1
    if part.denied or part.superlative or part.operation in _NOT_WORKED_OUT or not alike:
        return None
    said = frozenset((*stems(part.text), *concepts(part.text)))
    moved = part.moving or bool(_CHANGE & said) or bool(moves(part.text))
    if moved and len(periods) == 1 and not _MEAN & said and part.operation == "change":
        periods = (year_before(periods[0]), *periods)
    return (
        _of_things(part, periods, moved=moved)
        if len(periods) == 1
        else _of_periods(part, periods, said, moved=moved)
    )


def _of_things(part: Part, periods: tuple[str, ...], *, moved: bool) -> Plan | None:
    """Return what is wanted of two things in one period."""
    share = _SHARE.search(part.text)
    if moved:
        return None
    if len(part.sides) == 2:
        return Plan("gap", periods, part.sides)
    things = _both(share) if share else ()
    return Plan("share", periods, things, percent=True) if things else None


def _of_periods(part: Part, periods: tuple[str, ...], said: frozenset[str], *, moved: bool) -> Plan | None:
    """Return what is wanted of one thing over several periods."""
    if part.sides or _SHARE.search(part.text):
        return None
    if not moved and said & (_MEAN | _SUM):
        kind: Kind = "mean" if _MEAN & said else "sum"
        # ``total assets in 2018 and 2019`` may be one of each.
        return _over(part, kind, periods) if said & (_MEAN | _TOGETHER) else None
    if len(periods) != 2 or not (moved or part.operation == "compare"):
        return None
    percent, of_change = bool(_PERCENT.search(part.text)), bool(_PERCENT_CHANGE.search(part.text))
    return Plan("change", periods, rate=percent and not of_change, percent=of_change)


def _both(found: re.Match[str]) -> tuple[str, ...]:
    things = (found["part"] or found["part2"], found["whole"] or found["whole2"])
    return tuple(things) if all(stems(thing) for thing in things) else ()


def _over(part: Part, kind: Kind, periods: tuple[str, ...]) -> Plan | None:
    """Take a stretch of years year by year; of ``between 2017 and 2019`` nothing says whether 2018 counts."""
    first, last = periods[0], periods[-1]
    if len(periods) == 2 and first.isdigit() and last.isdigit() and int(last) - int(first) > 1:
        between = part.text[part.text.find(first) + 4 : part.text.rfind(last)]
        if not _TO.search(between):
            return None
        periods = tuple(str(year) for year in range(int(first), int(last) + 1))
    return Plan(kind, periods) if len(periods) <= _MOST_PERIODS else None


def without_percent(text: str) -> str:
    """Return a question without its words for per cent."""
    return " ".join(_PERCENT.sub(" ", text).split())


def worked_out(plan: Plan, operands: Sequence[Operand]) -> str:
    """Return the sentence with operands and result; empty where they do not go together or give nothing.

    Values of different units, told on different scales, or below zero are never put together: a loss that
    falls may be one that grows.
    """
    units = {unit_of(operand.fact) or operand.fact.unit for operand in operands}
    scales = {operand.scale for operand in operands}
    lowest = min((operand.fact.value for operand in operands), default=Decimal(-1))
    if len(units) != 1 or len(scales) != 1 or len(operands) < 2 or lowest < 0:
        return ""
    unit = units.pop()
    if plan.kind in {"mean", "sum"}:
        said = _total(plan, operands, unit)
    else:
        first, second = operands
        work = {"change": _change, "gap": _gap, "share": _share}[plan.kind]
        said = work(first, second, unit)
    return f"{said} (computed)" if said else ""


def _change(older: Operand, newer: Operand, unit: str) -> str:
    change = newer.fact.value - older.fact.value
    if not change:
        return ""
    by = _amount(abs(change), (older, newer), unit)
    if unit not in _RATES and older.fact.value:
        by = f"{by}, which is {_percent(abs(change) / older.fact.value)}"
    ends = f"from {older.said} {_when(older)} to {newer.said} {_when(newer)}"
    return f"{newer.name} {'rose' if change > 0 else 'fell'} by {by}, {ends}"


def _gap(first: Operand, second: Operand, unit: str) -> str:
    gap = first.fact.value - second.fact.value
    by = f"{_amount(abs(gap), (first, second), unit)} {'more' if gap > 0 else 'less'}"
    told = f"{first.name} came to {first.said} {_when(first)}, {by} than {second.name} with {second.said}"
    return told if gap else ""


def _share(part: Operand, whole: Operand, unit: str) -> str:
    if unit in _RATES or not 0 < part.fact.value < whole.fact.value:
        return ""
    share = _percent(part.fact.value / whole.fact.value)
    return f"{part.name} came to {part.said} {_when(part)}, {share} of {whole.name} with {whole.said}"


def _total(plan: Plan, operands: Sequence[Operand], unit: str) -> str:
    total = sum((operand.fact.value for operand in operands), Decimal(0))
    *first, last = (f"{operand.said} {_when(operand)}" for operand in operands)
    told, name = f"{', '.join(first)} and {last}", operands[0].name
    if plan.kind == "mean":
        return f"{name} averaged {_amount(total / len(operands), operands, unit)}: {told}"
    return "" if unit in _RATES else f"{name} came to {_amount(total, operands, unit)} in total: {told}"


def _percent(share: Decimal) -> str:
    return f"{(share * 100).quantize(_STEP, ROUND_HALF_UP).normalize():f}%"


def _amount(value: Decimal, operands: Sequence[Operand], unit: str) -> str:
    """Return a result on the scale of its operands, to their step or two digits more; a rate to one more."""
    step = min(operand.fact.quantum for operand in operands)
    if unit == "%" and len(operands) == 2 and value == abs(operands[0].fact.value - operands[1].fact.value):
        return f"{value.normalize():f} percentage points"
    finer = step / (10 if unit in _RATES else 100)
    return valued(value, step if not value % step else finer, unit, operands[0].scale).replace(" %", "%")


def _when(operand: Operand) -> str:
    at = "at" if kind_of(operand.period) == "day" else "in"
    return f"{at} {spoken(operand.period)}"

"""Matching: whether a fact of the evidence is what a figure of a sentence speaks of, by a fitted score."""

import json
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from math import exp, log10
from pathlib import Path
from typing import NamedTuple

from masis.domain.language.periods import find_periods, period_fit
from masis.domain.language.quantities import Bound, Figure
from masis.domain.language.units import CURRENCIES
from masis.domain.language.words import directions, fold, lexicon, names, negated, tokens
from masis.domain.verification.binding import Bound as Binding
from masis.domain.verification.binding import bind, measured_words
from masis.domain.verification.facts import Fact, is_movement

# "around 200" may stand for a value this far away; "over 190" for one this far beyond (own choice).
_ABOUT_SHARE = Decimal("0.05")
_BEYOND_SHARE = Decimal("0.15")
_BEYOND_WORDS = Decimal("0.35")
_BESIDE, _ABOVE = 0.5, 0.8
_NAMED = 1.4
"""A fact that holds nearly all words of a figure, and whose own are all said, is a rival of any size."""
_FAR_OFF = 20
"""A value this many times larger or smaller is no other value of the same fact."""
_SIDES: dict[Bound, int] = {"over": 1, "at_least": 1, "under": -1, "at_most": -1, "nearly": -1}
_INCLUSIVE: frozenset[Bound] = frozenset({"exact", "about", "at_least", "at_most"})
_FAR = 0.5
"""Weight of words of the sentence that stand away from the figure."""
_BEGINNING, _ALIKE = 5, 0.8
_NEUTRAL = frozenset({"net"})
"""Words of a label that do not make it a part of something."""
_UP = frozenset((pair, 0) for pair in ("movement", "result", "sign"))
_DOWN = frozenset((pair, 1) for pair in ("movement", "result", "sign"))
_RESULTS = frozenset({"profit", "margin", "flow"})
FEATURES = (
    "cover",
    "label",
    "exact",
    "period_agrees",
    "period_clashes",
    "period_unsaid",
    "unit_unknown",
    "sign_clashes",
    "counts_another",
    "rival",
    "dominated",
    "plainer",
    "part_for_all",
    "names_missing",
    "name_elsewhere",
    "measure_differs",
    "taken",
    "base_differs",
    "denial_differs",
    "cell",
)


class Said(NamedTuple):
    """A figure of a sentence with what the sentence ties it to."""

    figure: Figure
    near: frozenset[str]
    """Concepts of the words around it."""
    whole: frozenset[str]
    """Concepts of the sentence, those near other figures left out."""
    sentence: frozenset[str]
    periods: tuple[str, ...]
    change: bool
    """Whether it says how much something moved."""
    down: bool
    """Whether its words speak of a fall or a loss, so that a minus may be left out."""
    up: bool
    all: bool
    """Whether the sentence claims the thing as a whole."""
    names: frozenset[str]
    """Concepts of the names in it, those near other figures left out."""
    counted: frozenset[str] = frozenset()
    """Concepts of the things it counts."""
    base: bool = False
    """Whether it is what another value is compared with."""
    denied: bool = False
    """Whether the sentence denies something."""
    compares: bool = False
    """Whether the sentence holds one thing against another."""
    told: tuple[str, ...] = ()
    """Every period of the sentence."""
    spans: int = 0
    """How many years it counts: ``over the last two years``."""


class Weights(NamedTuple):
    """The fitted score and its lines."""

    bias: float
    weights: tuple[float, ...]
    supported: float
    """From this chance on a figure counts as bound."""
    differs: float
    """From this chance on another value counts as that of the same fact."""
    unbound: float
    """Under this chance a fact with the right value counts as one about something else."""


@lru_cache(maxsize=1)
def fitted() -> Weights:
    """Return the weights as fitted by ``scripts/fit_figures.py``."""
    raw = json.loads(Path(__file__).with_name("figure_weights.json").read_text(encoding="utf-8"))
    weights = tuple(float(raw["weights"][name]) for name in FEATURES)
    return Weights(raw["bias"], weights, raw["supported"], raw["differs"], raw["unbound"])


@lru_cache(maxsize=512)
def said_figures(sentence: str, apart_from: frozenset[str] = frozenset()) -> tuple[Said, ...]:
    """Return the figures of a sentence; the concepts of its organisation's name are left aside."""
    bounds = bind(sentence)
    every = measured_words(sentence) - apart_from
    claims_all = bool(lexicon().all & {fold(token.text) for token in tokens(sentence)})
    named = frozenset(measured_words(". ".join(name.text for name in names(sentence) if name.sure)))
    near = [bound.near - apart_from for bound in bounds]
    told = tuple(dict.fromkeys(p.label for mention in find_periods(sentence) for p in mention.periods))
    denied = negated(sentence)
    compares = any(pair in {"quantity", "movement"} for pair, _ in directions(sentence))
    spans = next((int(b.figure.value) for b in bounds if b.figure.unit in {"year", "quarter"}), 0)
    found: list[Said] = []
    for at, bound in enumerate(bounds):
        others = frozenset[str]().union(*(words for i, words in enumerate(near) if i != at))
        sides = _sides(bound, sentence)
        found.append(
            Said(
                figure=bound.figure,
                near=near[at],
                whole=every - (others - near[at]),
                sentence=every,
                periods=_labels(bound),
                change=is_movement(bound) or bound.figure.multiple,
                down=bound.figure.negative or bool(sides & _DOWN),
                all=claims_all,
                names=(named & every) - (others - near[at]),
                up=bool(sides & _UP),
                counted=bound.counted - apart_from,
                base=bound.base,
                denied=denied,
                compares=compares,
                told=told,
                spans=spans,
            )
        )
    return tuple(found)


def _sides(bound: Binding, sentence: str) -> frozenset[tuple[str, int]]:
    """Return the directions said of a figure, the nearest word of movement first."""
    sides = directions(bound.window) or directions(sentence)
    way = bound.moved[0]
    if not way:
        return sides
    others = frozenset(place for place in sides if place[0] != "movement")
    return others | {("movement", 0 if way > 0 else 1)}


def _labels(bound: Binding) -> tuple[str, ...]:
    return tuple(dict.fromkeys(period.label for mention in bound.mentions for period in mention.periods))


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
    if said.bound in _SIDES:
        return holds(said, value, meant) and difference <= _reach(said)
    if said.bound == "about" and difference <= _about(said):
        return True
    return not difference or (said.quantum > quantum and difference <= said.quantum / 2)


def holds(said: Figure, value: Decimal, meant: Bound = "exact") -> bool:
    """Tell whether a value lies on the side a bound names; the limit itself does where the source says so."""
    side = _SIDES.get(said.bound, 0)
    if meant != "about" and _SIDES.get(meant, side) != side:
        return False
    if value == said.value:
        return said.bound in _INCLUSIVE or _SIDES.get(meant) == side
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


def nearness(said: Said, fact: Fact) -> float:
    """Return how much of the figure's words a fact has, and of the fact's label the sentence."""
    return cover(said, fact) + 0.5 * label_share(said, fact)


def cover(said: Said, fact: Fact) -> float:
    """Return the share of the figure's words that the fact's label and scope hold, far words by half."""
    far = said.whole - said.near
    total = len(said.near) + _FAR * len(far)
    return (_held(said.near, fact) + _FAR * _held(far, fact)) / total if total else 0.0


def _held(words: frozenset[str], fact: Fact) -> float:
    """Return how many words a fact holds; what stands further from its value counts less."""
    close_by, anywhere = shared(words, fact.concepts | fact.within), shared(words, fact.concepts | fact.scope)
    share = _BESIDE if fact.origin == "sentence" else _ABOVE
    return close_by + share * (anywhere - close_by)


def label_share(said: Said, fact: Fact) -> float:
    """Return the share of the fact's own words that the sentence holds."""
    return shared(fact.concepts, said.sentence) / len(fact.concepts) if fact.concepts else 0.5


def shared(words: frozenset[str], held: frozenset[str]) -> float:
    """Return how many words are held, those with the same beginning (``canadian``, ``canada``) by most."""
    exact = words & held
    beginnings = {word[:_BEGINNING] for word in held if len(word) >= _BEGINNING}
    return len(exact) + _ALIKE * sum(word[:_BEGINNING] in beginnings for word in words - exact)


def period_state(said: Said, fact: Fact) -> float:
    """Return how the periods agree: 1, .5, 0 where one says none, -1."""
    if not said.periods or not fact.periods:
        return 0.0
    stated = frozenset(label for label in fact.periods if label[0].isdigit())
    if not stated:
        return 0.0
    return max(period_fit(label, stated) for label in said.periods)


def counts_another(said: Said, fact: Fact) -> bool:
    """Tell two numbers of things that are not the same things: 1,240 customers and 1,240 employees."""
    if not said.counted or not fact.counted or said.figure.unit == fact.unit != "":
        return False
    return not shared(said.counted, fact.counted)


def sign_clashes(said: Said, fact: Fact) -> bool:
    """Tell whether a result has the other sign, or a change the other direction."""
    if said.change and fact.direction:
        return (said.up and not said.down and fact.direction < 0) or (
            said.down and not said.up and fact.direction > 0
        )
    if said.figure.negative and fact.value > 0:
        return fact.origin == "cell" and fact.direction >= 0 and not directions(fact.attribute) & _DOWN
    return fact.value < 0 and not said.down and (bool(fact.concepts & _RESULTS) or said.up)


def comparable(said: Figure, fact: Fact) -> bool:
    """Tell whether a value is of a size in which the same thing could have been stated otherwise."""
    value, other = said.value, abs(fact.value)
    if fact.scales or not value or fact.unit != said.unit:
        return True
    return same_digits(said, fact) or value / _FAR_OFF < other < value * _FAR_OFF


def best_nearness(said: Said, facts: Iterable[Fact]) -> tuple[tuple[float, Fact], ...]:
    """Return the facts that could be meant, of the same kind of value and no other period, nearest first."""
    found = [
        (score, fact)
        for fact in facts
        if units_agree(said.figure, fact)
        and period_state(said, fact) >= 0
        and ((score := nearness(said, fact)) >= _NAMED or comparable(said.figure, fact))
    ]
    found.sort(key=lambda pair: -pair[0])
    return tuple(found[:40])


def measures(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> tuple[float, ...]:
    """Return the features of a figure and a fact, in the order of ``FEATURES``."""
    own = nearness(said, fact)
    plain = (lambda value: value) if said.figure.negative else abs  # a minus that is said tells two apart
    other = next((score for score, rival in rivals if plain(rival.value) != plain(fact.value)), 0.0)
    state = period_state(said, fact)
    unit, given = said.figure.unit, fact.unit
    return (
        cover(said, fact),
        label_share(said, fact),
        float(bool(fact.concepts) and fact.concepts == said.near),
        max(0.0, state),
        float(state < 0),
        float(not said.periods),
        float(not unit or not given),
        float(sign_clashes(said, fact)),
        float(counts_another(said, fact)),
        max(-1.0, min(1.0, other - own)),
        *_beside(said, fact, rivals),
        float(said.all and not fact.concepts & lexicon().all and bool(_unnamed(said, fact) - _NEUTRAL)),
        _missing(said.names, fact),
        float(_beside_another(said, fact, rivals)),
        _other_measure(said, fact),
        _taken(said, fact, rivals),
        float(fact.base and not said.base and state < 1),
        float(fact.origin == "sentence" and fact.denied != said.denied),
        float(fact.origin == "cell"),
    )


def _beside(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> tuple[float, float]:
    """Tell whether another fact has every word this one has and more, or as many with fewer of its own."""
    held, own = _words(said.whole, fact), _unnamed(said, fact)
    dominated = plainer = 0.0
    for _, rival in rivals:
        if abs(rival.value) == abs(fact.value) or period_state(said, rival) < period_state(said, fact):
            continue
        theirs = _words(said.whole, rival)
        if held < theirs:
            dominated = max(dominated, float(min(2, len(theirs - held))))
        if held <= theirs and _unnamed(said, rival) < own:
            plainer = 1.0
    return dominated, plainer


def _words(words: frozenset[str], fact: Fact) -> frozenset[str]:
    """Return the words a fact holds: a cell in all that stands around it, a figure of prose beside it."""
    held = fact.concepts | fact.within if fact.origin == "sentence" else fact.concepts | fact.scope
    beginnings = {word[:_BEGINNING] for word in held if len(word) >= _BEGINNING}
    return frozenset(word for word in words if word in held or word[:_BEGINNING] in beginnings)


def _unnamed(said: Said, fact: Fact) -> frozenset[str]:
    """Return the words of a fact's label and parents that the sentence does not have."""
    own = fact.concepts | fact.within
    return own - said.sentence


def _missing(words: frozenset[str], fact: Fact) -> float:
    """Return the share of the sentence's names that nothing around the fact has."""
    return 1 - shared(words, fact.concepts | fact.scope) / len(words) if words else 0.0


def _beside_another(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> bool:
    """Tell whether a name of the sentence stands beside another value of the same sentence or row."""
    strange = frozenset(
        name for name in said.names if not shared(frozenset({name}), fact.concepts | fact.within)
    )
    return bool(strange) and any(
        rival.char_start == fact.char_start
        and rival.chunk_id == fact.chunk_id
        and rival.value != fact.value
        and shared(strange, rival.concepts) > 0
        for _, rival in rivals
    )


def _taken(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> float:
    """Return the share of the words beside a figure that stand beside another value of its place instead.

    "33,378 full-time employees" is not "16,555 full-time and 33,378 part-time employees".
    """
    lacking = frozenset(w for w in said.near if not shared(frozenset({w}), fact.concepts | fact.within))
    held = [
        shared(lacking, rival.concepts)
        for _, rival in rivals
        if rival.value != fact.value
        and rival.origin == fact.origin
        and rival.chunk_id == fact.chunk_id
        and (
            rival.char_start == fact.char_start
            if fact.origin == "sentence"
            else rival.concepts != fact.concepts
        )
    ]
    return min(1.0, max(held, default=0.0)) if lacking else 0.0


def _other_measure(said: Said, fact: Fact) -> float:
    """Tell whether sentence and fact speak of different measures: revenue, cost, profit."""
    known = lexicon().measures
    asked, given = said.whole & known, (fact.concepts | fact.scope) & known
    label = (fact.concepts & known) - said.sentence
    if asked and given and not asked & given:
        return 1.0
    return 0.5 if asked and label else 0.0


def significant(figure: Figure) -> int:
    """Return how many digits of a figure mean something."""
    if figure.spelled:
        return 1
    digits = str(figure.value / figure.quantum if figure.quantum else figure.value).split(".")[0]
    stripped = digits.strip("-").rstrip("0").lstrip("0")
    return max(1, len(stripped))


def chance(values: Sequence[float]) -> float:
    """Return the chance that figure and fact belong together."""
    known = fitted()
    slope = known.bias + sum(w * v for w, v in zip(known.weights, values, strict=True))
    return 1 / (1 + exp(min(500.0, max(-500.0, -slope))))

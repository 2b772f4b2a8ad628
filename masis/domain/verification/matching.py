"""Matching: whether a fact of the evidence is what a figure of a sentence speaks of, by a fitted score."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import NamedTuple

from masis.domain.language.periods import find_periods, period_fit
from masis.domain.language.quantities import Figure
from masis.domain.language.questions import year_before
from masis.domain.language.words import directions, fold, lexicon, names, negated, tokens
from masis.domain.once import kept_at_work
from masis.domain.verification.binding import Bound, bind, measured_words
from masis.domain.verification.facts import Fact, is_movement
from masis.domain.verification.values import SIDES, comparable, units_agree

_BESIDE, _ABOVE = 0.5, 0.8
_NAMED = 1.4
"""A fact that holds nearly all words of a figure, and whose own are all said, is a rival of any size."""
_FAR = 0.5
"""Weight of words of the sentence that stand away from the figure."""
_BEGINNING, _ALIKE = 5, 0.8
_NEUTRAL = frozenset({"net"})
"""Words of a label that do not make it a part of something."""
_A_YEAR_EARLIER = re.compile(r"(?:\s[\w-]+){0,3}\s(?:a|one) year (?:earlier|before|ago)\b", re.IGNORECASE)
_UP = frozenset((pair, 0) for pair in ("movement", "result", "sign", "quality"))
_DOWN = frozenset((pair, 1) for pair in ("movement", "result", "sign", "quality"))
_RESULTS = frozenset({"profit", "margin", "flow"})
FEATURES = (
    "cover",
    "label",
    "exact",
    "period_agrees",
    "period_clashes",
    "period_unsaid",
    "sign_clashes",
    "counts_another",
    "rival",
    "plainer",
    "part_for_all",
    "names_missing",
    "name_elsewhere",
    "measure_differs",
    "taken",
    "taken_by_named",
    "base_differs",
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
    values: frozenset[Decimal] = frozenset()
    """Values of the figures of the sentence; one set for all of them."""
    repeated: bool = False
    """Whether another figure has its value too."""

    def is_beside(self, value: Decimal) -> bool:
        """Tell whether another figure of the sentence has a value."""
        return value in self.values and (self.repeated or value != self.figure.value)


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


@kept_at_work(512)
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
    beside_figures = Counter(word for words in near for word in words)
    times = Counter(bound.figure.value for bound in bounds)
    values = frozenset(times)
    found: list[Said] = []
    for at, bound in enumerate(bounds):
        others = frozenset(word for word, beside in beside_figures.items() if beside > (word in near[at]))
        sides = _sides(bound, sentence)
        found.append(
            Said(
                figure=bound.figure,
                near=near[at],
                whole=every - (others - near[at]),
                sentence=every,
                periods=_year_before(bound, told) or _labels(bound),
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
                values=values,
                repeated=times[bound.figure.value] > 1,
            )
        )
    return tuple(found)


def _sides(bound: Bound, sentence: str) -> frozenset[tuple[str, int]]:
    """Return the directions said of a figure, the nearest word of movement first."""
    sides = directions(bound.window) or directions(sentence)
    way = bound.moved[0]
    if way or any(pair == "movement" for pair, _ in sides):
        sides = frozenset(place for place in sides if place[0] != "quality")  # a ratio worsens by rising
    if not way:
        return sides
    others = frozenset(place for place in sides if place[0] != "movement")
    return others | {("movement", 0 if way > 0 else 1)}


def _labels(bound: Bound) -> tuple[str, ...]:
    """Return the periods of a figure; ``the first quarter`` beside its date says no more than the date."""
    said = dict.fromkeys(period for mention in bound.mentions for period in mention.periods)
    return tuple(period.label for period in said if period.year or not any(other.year for other in said))


def _year_before(bound: Bound, told: Sequence[str]) -> tuple[str, ...]:
    """Return the period that ``a year earlier`` gives a figure beside the first one that is told."""
    behind = _A_YEAR_EARLIER.match(bound.window, bound.at + len(bound.figure.text))
    dated = [label for label in told if label[0].isdigit()]
    return (year_before(dated[0]),) if behind and dated else ()


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
    if said.figure.bound in SIDES and fact.origin == "sentence" and said.denied != fact.denied:
        return True  # "no customer exceeded 10%" is no "more than 10%"
    if said.change and fact.direction:
        return (said.up and not said.down and fact.direction < 0) or (
            said.down and not said.up and fact.direction > 0
        )
    if said.figure.negative and fact.value > 0:
        return fact.origin == "cell" and fact.direction >= 0 and not directions(fact.attribute) & _DOWN
    return fact.value < 0 and not said.down and (bool(fact.concepts & _RESULTS) or said.up)


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
    return (
        cover(said, fact),
        label_share(said, fact),
        float(bool(fact.concepts) and fact.concepts == said.near),
        max(0.0, state),
        float(state < 0),
        float(not said.periods),
        float(sign_clashes(said, fact)),
        float(counts_another(said, fact)),
        max(-1.0, min(1.0, other - own)),
        float(_plainer(said, fact, rivals)),
        float(said.all and not fact.concepts & lexicon().all and bool(_unnamed(said, fact) - _NEUTRAL)),
        _missing(said.names, fact),
        float(_beside_another(said, fact, rivals)),
        _other_measure(said, fact),
        *_taken(said, fact, rivals),
        float(fact.base and not said.base and state < 1),
        float(fact.origin == "cell"),
    )


def _plainer(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> bool:
    """Tell whether another fact has as many of the words with fewer of its own that the sentence lacks."""
    held, own = _words(said.whole, fact), _unnamed(said, fact)
    return any(
        abs(rival.value) != abs(fact.value)
        and period_state(said, rival) >= period_state(said, fact)
        and _unnamed(said, rival) < own
        and held <= _words(said.whole, rival)
        for _, rival in rivals
    )


def outdone(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> bool:
    """Tell whether another value of the passage is what is said: it has all the words of this one and more.

    Of a row's two columns "fair value" means the one called so; of two rows, that of the named region.
    """
    held, own, state = _words(said.whole, fact), _unnamed(said, fact), period_state(said, fact)
    return any(
        rival.chunk_id == fact.chunk_id
        and abs(rival.value) != abs(fact.value)
        and not said.is_beside(abs(rival.value))
        and (rival.unit, rival.change) == (fact.unit, fact.change)
        and period_state(said, rival) >= state
        and held < _words(said.whole, rival)
        and _unnamed(said, rival) <= own
        for _, rival in rivals
    )


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


def _taken(said: Said, fact: Fact, rivals: Sequence[tuple[float, Fact]]) -> tuple[float, float]:
    """Tell whether words beside a figure stand beside another value: of its place, or wholly named anywhere.

    "33,378 full-time employees" is not "16,555 full-time and 33,378 part-time employees".
    """
    lacking = frozenset(w for w in said.near if not shared(frozenset({w}), fact.concepts | fact.within))
    here = named = 0.0
    for _, rival in rivals if lacking else ():
        if rival.value == fact.value or rival.origin != fact.origin:
            continue
        if rival.chunk_id == fact.chunk_id:
            here = max(here, _held_beside(lacking, fact, rival))
        if rival.concepts <= said.sentence and rival.unit == fact.unit and rival.change == fact.change:
            named = max(named, shared(lacking, rival.concepts))
    return min(1.0, here), min(1.0, named)


def _held_beside(lacking: frozenset[str], fact: Fact, rival: Fact) -> float:
    """Return how many words a fact lacks stand by another value: in its sentence, row or column."""
    same = rival.char_start == fact.char_start
    if fact.origin == "sentence":
        return shared(lacking, rival.concepts) if same else 0.0
    if same:
        return shared(lacking - fact.scope, rival.scope)
    return shared(lacking, rival.concepts) if rival.concepts != fact.concepts else 0.0


def _other_measure(said: Said, fact: Fact) -> float:
    """Tell whether sentence and fact speak of different measures: revenue, cost, profit."""
    known = lexicon().measures
    asked, given = said.whole & known, (fact.concepts | fact.scope) & known
    label = (fact.concepts & known) - said.sentence
    if asked and given and not asked & given:
        return 1.0
    return 0.5 if asked and label else 0.0


def chance(values: Sequence[float]) -> float:
    """Return the chance that figure and fact belong together."""
    known = fitted()
    slope = known.bias + sum(w * v for w, v in zip(known.weights, values, strict=True))
    return 1 / (1 + exp(min(500.0, max(-500.0, -slope))))

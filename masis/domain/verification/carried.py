"""Carried: the chance that passages bear a claim out, from what the reader and the code make of them."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log, log1p
from pathlib import Path
from typing import Final, NamedTuple

from masis.domain.verification.figures import FigureFinding

SIGNALS: Final = (
    "backing",
    "backing_prose",
    "bound",
    "weakest",
    "figures",
    "unsure",
    "absent",
    "differs",
    "worked_out",
    "opposed",
    "unnamed",
    "words_prose",
)
_MOST_READ: Final = 8.0
_MOST_BOUND: Final = 5.0
_MOST_WORDS: Final = 6.0
"""The log-odds of the reader, of a figure's binding and of the words count up to these."""


class Chance(NamedTuple):
    """The fitted chance of claims of one kind."""

    bias: float
    weights: Mapping[str, float]
    """By signal; those that are not named have none."""
    stands: float
    """From this chance on a claim stands."""


class Weights(NamedTuple):
    """The fitted chances with their lines."""

    prose: Chance
    figures: Chance
    """Of claims that figures bind. How many they are tells nothing: in a writer's set true ones have more."""
    doubted: float
    """From this chance on what seems to speak against a claim is no proof: the highest line that calls at
    most .03 of true statements wrong, companies left out (.036 of those with figures, which have a chance of
    their own now)."""
    unsourced: float
    """Under this chance a claim whose words are mostly elsewhere is not in its source."""


@lru_cache(maxsize=1)
def fitted() -> Weights:
    """Return the weights as ``scripts/fit_carried.py`` wrote them."""
    raw = json.loads(Path(__file__).with_name("carried_weights.json").read_text(encoding="utf-8"))
    prose, figures = Chance(**raw["prose"]), Chance(**raw["figures"])
    return Weights(prose, figures, raw["doubted"], raw["unsourced"])


def signals(
    backing: Sequence[float],
    figures: Sequence[FigureFinding],
    words: float,
    *,
    bound: bool,
    opposed: bool,
    unnamed: bool,
) -> tuple[float, ...]:
    """Return the numbers of a claim, in the order of ``SIGNALS``.

    ``backing`` holds the log-odds of each place that was read, ``words`` the chance by its words alone;
    ``bound`` tells whether figures bind it, ``opposed`` whether a passage says the opposite, ``unnamed``
    whether none has a period or name of it.
    """
    states = [figure.state for figure in figures]
    best = _within(max(backing, default=-_MOST_READ), _MOST_READ)
    bindings = [_binding(figure) for figure in figures if figure.state != "differs"]
    return (
        best,
        0.0 if bound else best,
        float(bound),
        _within(min(bindings, default=0.0), _MOST_BOUND) if bound else 0.0,
        log1p(len(figures)),
        float("not_verified" in states),
        float("absent" in states),
        float("differs" in states),
        float(any(figure.formula for figure in figures)),
        float(opposed),
        float(unnamed),
        0.0 if bound else _within(_log_odds(words), _MOST_WORDS),
    )


def carried(values: Sequence[float]) -> float:
    """Return the chance that a claim with these signals is borne out."""
    named = dict(zip(SIGNALS, values, strict=True))
    model = fitted().figures if named["bound"] else fitted().prose
    slope = model.bias + sum(weight * named[name] for name, weight in model.weights.items())
    return 1 / (1 + exp(-slope))


def _binding(figure: FigureFinding) -> float:
    """Return the log odds that the best fact is the one a figure means."""
    return _log_odds(0.0 if figure.state == "absent" else figure.chance)


def _log_odds(chance: float) -> float:
    return log(max(1e-4, chance) / max(1e-4, 1 - chance))


def _within(value: float, most: float) -> float:
    return max(-most, min(most, value))

"""Calibration: how often an answer of a given confidence is right, fitted on outcomes, never on a guess."""

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Literal

from pydantic import Field

from masis.domain.calibration.curves import Line, Pairs, Steps, isotonic, logistic
from masis.domain.value import Value

Source = Literal["review", "known", "self_test"]
Method = Literal["logistic", "isotonic"]

LEAST_OUTCOMES = 30
LEAST_OF_EACH = 5
"""Right answers and wrong ones: a curve through one kind only says nothing."""
LEAST_FOR_STEPS = 200
"""Outcomes from which on the isotonic curve is considered: on made-up outcomes of many shapes the logistic
one is nearer to the truth with 36 and 80 outcomes, as near with 250, and farther off with 578."""
_FOLDS = 5
_STANDARD_ERRORS = 2.0


class Outcome(Value):
    """An answer with its confidence, and whether it was right."""

    confidence: float = Field(ge=0.0, le=1.0)
    right: bool
    clean: bool = True
    """Nothing but its confidence could keep the answer from being finalized."""
    source: Source = "known"
    at: datetime | None = None


class Need(Value):
    """What is there to fit on, and what is still missing."""

    outcomes: int
    right: int
    wrong: int

    @property
    def enough(self) -> bool:
        """Whether a calibrated confidence may be shown."""
        return self.outcomes >= LEAST_OUTCOMES and min(self.right, self.wrong) >= LEAST_OF_EACH

    @property
    def missing(self) -> str:
        """What is missing, as a sentence; empty when there is enough."""
        if self.enough:
            return ""
        return (
            f"A calibrated confidence needs {LEAST_OUTCOMES} judged answers, at least {LEAST_OF_EACH} right "
            f"and {LEAST_OF_EACH} wrong ones; so far there are {self.outcomes}, {self.right} right and "
            f"{self.wrong} wrong."
        )


class Fit(Value):
    """A monotone curve from confidence to the chance of being right."""

    method: Method
    knots: tuple[tuple[float, float], ...] = ()
    """Isotonic: (confidence, chance), straight between them and flat beyond."""
    slope: float = 0.0
    intercept: float = 0.0
    outcomes: int
    right: int
    log_loss: float
    """Mean over the held-out fifths."""
    other_log_loss: float
    """The same of the method that was not chosen."""

    def chance(self, confidence: float) -> float:
        """Return how often answers of this confidence were right."""
        if self.method == "logistic":
            return Line(self.slope, self.intercept).chance(confidence)
        return Steps(self.knots).chance(confidence)


class Calibrated(Value):
    """A calibrated confidence as a run keeps it."""

    value: float = Field(ge=0.0, le=1.0)
    outcomes: int
    right: int
    method: Method


def need_of(outcomes: Sequence[Outcome]) -> Need:
    """Count what there is to fit on."""
    right = sum(outcome.right for outcome in outcomes)
    return Need(outcomes=len(outcomes), right=right, wrong=len(outcomes) - right)


def fit(outcomes: Iterable[Outcome]) -> Fit | None:
    """Fit both curves; the isotonic one is kept where it is clearly better; ``None``: too few outcomes.

    The order of the outcomes does not matter, and equal outcomes give equal curves.
    """
    pairs = tuple(sorted((outcome.confidence, outcome.right) for outcome in outcomes))
    right = sum(label for _, label in pairs)
    if not Need(outcomes=len(pairs), right=right, wrong=len(pairs) - right).enough:
        return None
    return _fitted(pairs)


@lru_cache(maxsize=64)
def _fitted(pairs: tuple[tuple[float, bool], ...]) -> Fit:
    losses = {"logistic": _losses(pairs, "logistic"), "isotonic": _losses(pairs, "isotonic")}
    means = {method: math.fsum(some) / len(some) for method, some in losses.items()}
    counts = {"outcomes": len(pairs), "right": sum(label for _, label in pairs)}
    if len(pairs) >= LEAST_FOR_STEPS and _clearly_less(losses["isotonic"], losses["logistic"]):
        return Fit(
            method="isotonic",
            knots=isotonic(pairs).knots,
            log_loss=means["isotonic"],
            other_log_loss=means["logistic"],
            **counts,
        )
    line = logistic(pairs)
    return Fit(
        method="logistic",
        slope=line.slope,
        intercept=line.intercept,
        log_loss=means["logistic"],
        other_log_loss=means["isotonic"],
        **counts,
    )


def _clearly_less(free: Sequence[float], simple: Sequence[float]) -> bool:
    """Tell whether the free curve is better beyond chance; else the simpler one stays."""
    gains = [worse - better for worse, better in zip(simple, free, strict=True)]
    mean = math.fsum(gains) / len(gains)
    spread = math.sqrt(math.fsum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1))
    return mean > _STANDARD_ERRORS * spread / math.sqrt(len(gains))


def held_out(pairs: Pairs, method: Method) -> list[tuple[float, bool]]:
    """Return the chance each outcome gets from a curve fitted without its fifth, and whether it was right."""
    make: Callable[[Pairs], Line | Steps] = logistic if method == "logistic" else isotonic
    by_kind = [[pair for pair in sorted(pairs) if pair[1] is kind] for kind in (False, True)]
    folds = [[p for some in by_kind for p in some[k::_FOLDS]] for k in range(_FOLDS)]  # both kinds in each
    found: list[tuple[float, bool]] = []
    for k, held in enumerate(folds):
        curve = make([pair for j, fold in enumerate(folds) if j != k for pair in fold])
        found += [(curve.chance(confidence), label) for confidence, label in held]
    return found


def _losses(pairs: Pairs, method: Method) -> list[float]:
    """Return the log loss of each held-out outcome, in the same order for both methods."""
    losses = []
    for chance, label in held_out(pairs, method):
        bounded = min(max(chance, 1e-6), 1 - 1e-6)
        losses.append(-math.log(bounded if label else 1 - bounded))
    return losses

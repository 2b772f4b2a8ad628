"""Finalizing: the confidence line of a workspace, and where a risk setting puts it."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from masis.domain.calibration.confidence import Calibrated, Fit, Outcome
from masis.domain.calibration.rates import upper_bound
from masis.domain.value import Value

RISKS = (0.05, 0.1, 0.2, 0.3)
"""What can be chosen as the largest share of wrong answers among the finalized."""
NOTHING_PASSES = 1.01
"""A line above every confidence: all answers go to a person."""


class FinalizeLine(Value):
    """The confidence an answer needs, and why that much."""

    value: float = Field(ge=0.0, le=NOTHING_PASSES)
    set_by: Literal["default", "risk_setting", "fork"] = "default"
    most_wrong: float | None = None


class RiskLine(Value):
    """What a risk setting comes to on the outcomes at hand."""

    most_wrong: float
    line: float | None
    """``None``: no line keeps the risk, so nothing may be finalized."""
    answers: int = 0
    """Clean answers at or above the line."""
    wrong: int = 0
    bound: float = 1.0
    """Upper 95 % bound of the share of wrong ones among them."""
    of: int = 0
    """Clean answers at or above the lowest line allowed."""


class Standard(Value):
    """What a run is held to in its workspace."""

    line: FinalizeLine
    fit: Fit | None = None

    def calibrated(self, confidence: float) -> Calibrated | None:
        """Return the calibrated confidence; ``None`` until there are enough outcomes."""
        if self.fit is None:
            return None
        value = round(self.fit.chance(confidence), 4)
        return Calibrated(
            value=value, outcomes=self.fit.outcomes, right=self.fit.right, method=self.fit.method
        )


def risk_line(outcomes: Sequence[Outcome], most_wrong: float, floor: float) -> RiskLine:
    """Return the lowest line at which even the upper bound of the wrong share keeps the setting.

    Only answers count that nothing but their confidence holds back. The line is never below ``floor``:
    a risk setting can ask for more than the contract does, not for less.
    """
    clean = sorted(
        (
            (outcome.confidence, outcome.right)
            for outcome in outcomes
            if outcome.clean and outcome.confidence >= floor
        ),
        reverse=True,
    )
    best = RiskLine(most_wrong=most_wrong, line=None, of=len(clean))
    wrong = 0
    for number, (confidence, right) in enumerate(clean, 1):
        wrong += not right
        if number < len(clean) and clean[number][0] == confidence:
            continue  # answers of one confidence stand on one side of a line together
        bound = upper_bound(wrong, number)
        if bound <= most_wrong:
            lowest = floor if number == len(clean) else confidence
            found = {"line": lowest, "answers": number, "wrong": wrong, "bound": bound}
            best = best.model_copy(update=found)
    return best


def finalize_line(outcomes: Sequence[Outcome], most_wrong: float | None, floor: float) -> FinalizeLine:
    """Return the line in force: the contract's, or the one a risk setting asks for."""
    if most_wrong is None:
        return FinalizeLine(value=floor)
    line = risk_line(outcomes, most_wrong, floor).line
    value = NOTHING_PASSES if line is None else line
    return FinalizeLine(value=value, set_by="risk_setting", most_wrong=most_wrong)

"""Calibration: monotone, bounded, the same whatever the order, and silent while there is too little."""

import random
from collections.abc import Callable

import pytest

from masis.domain.calibration.acceptance import (
    NOTHING_PASSES,
    FinalizeLine,
    Standard,
    finalize_line,
    risk_line,
)
from masis.domain.calibration.confidence import LEAST_OF_EACH, LEAST_OUTCOMES, Outcome, fit, held_out, need_of
from masis.domain.calibration.curves import isotonic, logistic
from masis.domain.calibration.rates import upper_bound

GRID = [number / 50 for number in range(51)]


def dice(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - repeatable, no secret


def outcomes(seed: int, count: int, *, steep: float = 1.0) -> list[Outcome]:
    source = dice(seed)
    made = []
    for _ in range(count):
        confidence = round(source.choice((source.random(), source.uniform(0.85, 0.95))), 3)
        made.append(Outcome(confidence=confidence, right=source.random() < confidence**steep))
    return made


def pairs(some: list[Outcome]) -> list[tuple[float, bool]]:
    return [(one.confidence, one.right) for one in some]


@pytest.mark.parametrize("seed", range(40))
def test_a_fit_rises_stays_a_chance_and_does_not_look_at_the_order(seed: int) -> None:
    some = outcomes(seed, dice(seed).randint(40, 300), steep=dice(seed).choice((0.3, 1, 4)))
    shuffled = dice(seed + 1).sample(some, len(some))
    found = fit(some)
    if found is None:
        assert not need_of(some).enough
        return
    assert found == fit(shuffled)
    heights = [found.chance(x) for x in GRID]
    assert heights == sorted(heights)
    assert all(0 < height < 1 for height in heights)
    for curve in (logistic(pairs(some)), isotonic(pairs(some))):
        heights = [curve.chance(x) for x in GRID]
        assert heights == sorted(heights)
        assert all(0 < height < 1 for height in heights)


def test_more_confidence_never_means_less_chance_even_when_the_outcomes_say_so() -> None:
    upside_down = [Outcome(confidence=0.9, right=False)] * 20 + [Outcome(confidence=0.2, right=True)] * 20
    found = fit(upside_down)
    assert found is not None
    assert found.chance(0.9) == pytest.approx(0.5, abs=0.02)
    assert found.chance(0.2) == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    "some",
    [
        [],
        [Outcome(confidence=0.9, right=True)] * 200,
        [Outcome(confidence=0.9, right=True)] * (LEAST_OUTCOMES - LEAST_OF_EACH - 1)
        + [Outcome(confidence=0.3, right=False)] * LEAST_OF_EACH,
        [Outcome(confidence=0.9, right=True)] * 100
        + [Outcome(confidence=0.3, right=False)] * (LEAST_OF_EACH - 1),
    ],
)
def test_too_few_outcomes_fit_nothing_and_say_what_is_missing(some: list[Outcome]) -> None:
    assert fit(some) is None
    assert "needs 30 judged answers" in need_of(some).missing
    standard = Standard(line=FinalizeLine(value=0.65), fit=fit(some))
    assert standard.calibrated(0.9) is None


def test_separable_outcomes_stay_finite_and_one_confidence_gives_its_share() -> None:
    apart = [Outcome(confidence=0.9, right=True)] * 30 + [Outcome(confidence=0.1, right=False)] * 30
    found = fit(apart)
    assert found is not None
    assert 0.9 < found.chance(0.9) < 1
    same = [Outcome(confidence=0.9, right=number < 30) for number in range(40)]
    found = fit(same)
    assert found is not None
    assert found.chance(0.9) == pytest.approx(0.75, abs=0.03)


def made(seed: int, count: int, chance: Callable[[float], float]) -> list[Outcome]:
    """Draw outcomes of confidences that lie close together, as stated ones do."""
    source = dice(seed)
    drawn = [round(source.uniform(0.75, 0.95), 3) for _ in range(count)]
    return [Outcome(confidence=one, right=source.random() < chance(one)) for one in drawn]


def test_a_curve_follows_outcomes_though_their_confidences_lie_close_together() -> None:
    found = fit(made(1, 150, lambda c: (c - 0.74) / 0.22))
    assert found is not None
    assert found.method == "logistic"
    assert found.chance(0.76) < 0.25
    assert found.chance(0.94) > 0.75


def test_few_outcomes_or_a_small_gain_keep_the_logistic_curve() -> None:
    def step(confidence: float) -> float:
        return 0.05 if confidence < 0.8 else 0.5

    few, many, gentle = (
        fit(made(2, 150, step)),
        fit(made(2, 600, step)),
        fit(made(2, 600, lambda c: c)),
    )
    assert few is not None
    assert many is not None
    assert gentle is not None
    assert (few.method, many.method, gentle.method) == ("logistic", "isotonic", "logistic")
    assert many.log_loss < many.other_log_loss
    assert many.chance(0.79) < 0.15


def test_a_truthful_confidence_is_left_about_as_it_is() -> None:
    source = dice(4)
    drawn = [round(source.uniform(0.05, 0.95), 3) for _ in range(3000)]
    found = fit([Outcome(confidence=one, right=source.random() < one) for one in drawn])
    assert found is not None
    assert [found.chance(x) for x in (0.1, 0.5, 0.9)] == pytest.approx([0.1, 0.5, 0.9], abs=0.04)


def test_held_out_chances_cover_every_outcome_once() -> None:
    some = pairs(outcomes(3, 101))
    held = held_out(some, "isotonic")
    assert len(held) == len(some)
    assert sum(label for _, label in held) == sum(label for _, label in some)


@pytest.mark.parametrize("seed", range(20))
def test_a_risk_line_keeps_its_bound_and_never_goes_under_the_floor(seed: int) -> None:
    some = outcomes(seed, 400, steep=0.3)
    for most_wrong in (0.05, 0.1, 0.2, 0.3):
        found = risk_line(some, most_wrong, 0.65)
        assert found == risk_line(some[::-1], most_wrong, 0.65)
        if found.line is None:
            assert finalize_line(some, most_wrong, 0.65).value == NOTHING_PASSES
            continue
        above = [one for one in some if one.confidence >= found.line]
        assert found.line >= 0.65
        assert (found.answers, found.wrong) == (len(above), sum(not one.right for one in above))
        assert upper_bound(found.wrong, found.answers) <= most_wrong
        lower = {one.confidence for one in some if 0.65 <= one.confidence < found.line}
        for line in lower:
            rest = [one for one in some if one.confidence >= line]
            assert upper_bound(sum(not one.right for one in rest), len(rest)) > most_wrong


def test_a_stricter_risk_never_lowers_the_line() -> None:
    some = outcomes(8, 500, steep=0.5)
    lines = [finalize_line(some, risk, 0.65).value for risk in (0.3, 0.2, 0.1, 0.05)]
    assert lines == sorted(lines)
    assert finalize_line(some, None, 0.65) == FinalizeLine(value=0.65)


def test_answers_that_something_else_holds_back_do_not_move_the_line() -> None:
    good = [Outcome(confidence=0.9, right=True)] * 100
    caught = [Outcome(confidence=0.95, right=False, clean=False)] * 50
    assert risk_line([*good, *caught], 0.05, 0.65).line == 0.65
    assert risk_line(caught, 0.3, 0.65).line is None

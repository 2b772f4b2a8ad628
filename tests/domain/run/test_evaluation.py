"""Scores are bounded, clamped and weighed as the contract says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.run.evaluation import WEIGHTS, Scores, evaluate
from tests.builders import audit, critique, scores


def uncited(count: int) -> tuple[str, ...]:
    return tuple(f"Claim {number}." for number in range(count))


def test_the_weights_add_up_to_one() -> None:
    assert math.fsum(WEIGHTS.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("hallucination", "fabricated", "uncited_claims", "faithfulness", "clamps"),
    [
        (False, (), 0, 0.95, []),
        (False, (), 4, 0.95, []),
        (False, (), 5, 0.50, ["uncited_5"]),
        (False, (), 9, 0.50, ["uncited_5"]),
        (False, (), 10, 0.30, ["uncited_10"]),
        (True, (), 0, 0.40, ["hallucination"]),
        (False, ("x",), 0, 0.40, ["fabricated_citation"]),
        (True, ("x",), 12, 0.30, ["hallucination", "fabricated_citation", "uncited_10"]),
        (True, (), 6, 0.40, ["hallucination", "uncited_5"]),
    ],
)
def test_faithfulness_is_clamped_whatever_the_model_said(
    hallucination: bool,
    fabricated: tuple[str, ...],
    uncited_claims: int,
    faithfulness: float,
    clamps: list[str],
) -> None:
    found = audit(fabricated=fabricated, uncited_claims=uncited(uncited_claims))
    result = evaluate(scores(0.95), found, critique(hallucination_detected=hallucination))
    assert result.faithfulness == faithfulness
    assert [clamp.name for clamp in result.clamps] == clamps
    assert all(clamp.before == 0.95 for clamp in result.clamps)
    assert result.overall_score == round(0.35 * faithfulness + 0.65 * 0.95, 3)


def test_a_clamp_that_does_not_bite_is_not_listed() -> None:
    assert evaluate(scores(0.2), audit(fabricated=("x",)), critique()).clamps == ()


def test_overall_is_weighed_and_rounded_to_three() -> None:
    given_scores = scores(faithfulness=0.811, relevance=0.733, completeness=0.671, reasoning_quality=0.592)
    assert evaluate(given_scores, audit(), critique()).overall_score == 0.724


any_scores = st.builds(
    Scores,
    faithfulness=st.floats(),
    relevance=st.floats(),
    completeness=st.floats(),
    reasoning_quality=st.floats(),
)


@given(any_scores, st.booleans(), st.integers(0, 3), st.integers(0, 20))
def test_any_scores_give_a_bounded_scorecard_that_findings_never_raise(
    raw: Scores, hallucination: bool, fabricated: int, uncited_claims: int
) -> None:
    found = audit(fabricated=("x",) * fabricated, uncited_claims=uncited(uncited_claims))
    clean = evaluate(raw, audit(), critique())
    result = evaluate(raw, found, critique(hallucination_detected=hallucination))
    assert 0.0 <= result.overall_score <= clean.overall_score <= 1.0
    assert result.faithfulness <= clean.faithfulness
    assert (result.relevance, result.completeness) == (clean.relevance, clean.completeness)

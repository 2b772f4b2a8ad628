"""Penalties are exactly those of the contract, and the code's findings always win."""

import math
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.run.critique import combine, normalise_confidence
from masis.domain.verification.claims import ClaimVerdict
from tests.builders import audit, claim, conflict, opinion


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (0.83, 0.83),
        (0, 0.0),
        (1, 1.0),
        (85, 0.85),
        (100, 1.0),
        (10, 0.10),
        (250, 1.0),
        (-0.2, 0.0),
        (-90, 0.0),
        ("0.7", 0.7),
        ("very", 0.0),
        (None, 0.0),
        ([], 0.0),
        (math.nan, 0.0),
        (math.inf, 0.0),
        (-math.inf, 0.0),
        (10**400, 0.0),
    ],
    ids=repr,
)
def test_confidence_is_normalised(raw: object, expected: float) -> None:
    assert normalise_confidence(raw) == pytest.approx(expected)


@given(st.floats(allow_nan=True, allow_infinity=True) | st.integers() | st.text() | st.none())
def test_confidence_always_lies_between_0_and_1(raw: object) -> None:
    assert 0.0 <= normalise_confidence(raw) <= 1.0


@pytest.mark.parametrize(
    ("fabricated", "uncited", "verdicts", "factor"),
    [
        (0, 0, [], 1.0),
        (1, 0, [], 0.5),
        (7, 0, [], 0.5),
        (0, 1, [], 0.97),
        (0, 2, [], 0.94),
        (0, 13, [], 0.61),
        (0, 14, [], 0.60),
        (0, 200, [], 0.60),
        (0, 0, ["contradicted"], 0.5),
        (0, 0, ["number_mismatch"], 0.5),
        (0, 0, ["contradicted", "number_mismatch", "contradicted"], 0.5),
        (2, 0, ["contradicted"], 0.25),
        (2, 20, ["number_mismatch"], 0.15),
        (0, 0, ["not_in_source"], 0.5),
        (0, 0, ["contradicted", "not_in_source"], 0.5),
        (0, 0, ["not_verified"], 0.97),
        (0, 1, ["not_verified", "not_verified"], 0.91),
        (0, 10, ["not_verified"] * 10, 0.60),
        (0, 0, ["not_verified", "number_mismatch"], 0.485),
        (0, 0, ["supported", "uncited", "hedge", "heading"], 1.0),
    ],
)
def test_penalties(fabricated: int, uncited: int, verdicts: list[str], factor: float) -> None:
    found = audit(
        fabricated=tuple(f"x{n}" for n in range(fabricated)),
        uncited_claims=tuple(f"Claim {n}." for n in range(uncited)),
    )
    critique = combine(opinion(0.8), found, [claim(verdict=verdict) for verdict in verdicts])
    assert critique.confidence == pytest.approx(0.8 * factor)
    assert math.prod(penalty.factor for penalty in critique.penalties) == pytest.approx(factor)
    broken = fabricated > 0 or bool({"contradicted", "number_mismatch", "not_in_source"} & set(verdicts))
    assert critique.hallucination_detected is broken
    assert critique.needs_retry is broken


@given(
    st.floats(),
    st.integers(0, 40),
    st.integers(0, 40),
    st.lists(st.sampled_from(get_args(ClaimVerdict))),
)
def test_a_finding_never_raises_confidence_and_never_takes_back_an_alarm(
    raw: float, fabricated: int, uncited: int, verdicts: list[str]
) -> None:
    found = audit(
        fabricated=tuple(f"x{n}" for n in range(fabricated)),
        uncited_claims=tuple(f"Claim {n}." for n in range(uncited)),
    )
    ledger = [claim(verdict=verdict) for verdict in verdicts]
    alarmed = combine(opinion(raw, hallucination_detected=True, needs_retry=True), found, ledger)
    assert 0.0 <= alarmed.confidence <= alarmed.model_confidence <= 1.0
    assert alarmed.hallucination_detected
    assert alarmed.needs_retry


def test_a_sentence_that_cites_a_made_up_id_alone_is_punished_once() -> None:
    made_up = claim(verdict="not_in_source", citations=("chunk_99",))
    critique = combine(opinion(0.8), audit(fabricated=("chunk_99",)), [made_up])
    assert [penalty.name for penalty in critique.penalties] == ["fabricated_citation"]
    assert critique.confidence == pytest.approx(0.4)


def test_what_is_not_verified_is_no_hallucination() -> None:
    critique = combine(opinion(), audit(), [claim(verdict="not_verified", text="Costs fell.")])
    assert not critique.hallucination_detected
    assert not critique.needs_retry
    assert critique.unsupported_claims == ("Costs fell.",)


def test_what_the_code_found_is_told_to_the_writer() -> None:
    found = audit(fabricated=("chunk_99",), uncited_claims=("The market is large.",))
    ledger = [claim(verdict="number_mismatch", text="Revenue was 19.", reason="The source says 12.")]
    critique = combine(opinion(unsupported_claims=("Revenue was 19.", "Also this.")), found, ledger)
    assert critique.unsupported_claims == ("Revenue was 19.", "Also this.")
    assert [(issue.kind, issue.decided_by) for issue in critique.issues] == [
        ("citation", "code"),
        ("citation", "code"),
        ("figure", "code"),
    ]
    assert critique.issues[-1].suggestion == "The source says 12."


def test_conflicts_are_kept_and_said_in_words() -> None:
    critique = combine(opinion(conflicts=(conflict(),)), audit(), [])
    assert critique.conflicts == (conflict(),)
    assert "114 % (Annual report, p. 1); 111 % (Board pack, p. 1)" in critique.conflicting_evidence[0]

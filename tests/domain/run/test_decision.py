"""The supervisor's rule: conflict, what holds answers, ceiling, no gain, retry, in this order."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.run.decision import Signals, decide
from masis.domain.run.gate import PartOutcome
from tests.builders import signals

STALLED = {"previous_confidence": 0.50, "confidence": 0.51, "new_cited_evidence": False, "retry_count": 1}


ABSENT: dict[str, Any] = {"outcome": "absent"}
PASSAGES: dict[str, Any] = {"outcome": "passages"}
TOLD_OFF: dict[str, Any] = {"hallucination": True, "needs_retry": True, "fabricated_citation": True}


@pytest.mark.parametrize(
    ("changes", "action", "reason", "cause"),
    [
        ({}, "finalize", "clean", None),
        ({"confidence": 0.65}, "finalize", "clean", None),
        ({"max_retries": 0}, "finalize", "clean", None),
        ({"out_of_budget": True, "confidence": 0.0}, "escalate", "budget_reached", "budget_reached"),
        ({"confidence": 0.649}, "retry", "low_confidence", None),
        (TOLD_OFF, "finalize", "what_holds_answers", None),
        ({"needs_retry": True, "retry_count": 2}, "finalize", "what_holds_answers", None),
        ({**TOLD_OFF, "confidence": 0.649}, "retry", None, None),
        ({"conflict": True}, "escalate", "conflict", "conflict"),
        ({"conflict": True, "confidence": 0.1}, "escalate", "conflict", "conflict"),
        ({"conflict": True, **ABSENT, "retry_count": 2}, "escalate", "conflict", "conflict"),
        (ABSENT, "retry", "not_answered", None),
        (PASSAGES, "retry", "not_answered", None),
        ({"confidence": 0.3, "retry_count": 1}, "retry", "low_confidence", None),
        ({"confidence": 0.3, "retry_count": 2}, "escalate", "retries_exhausted", "low_confidence"),
        ({"confidence": 0.3, "max_retries": 0}, "escalate", "retries_exhausted", "low_confidence"),
        ({**ABSENT, "retry_count": 2}, "escalate", "retries_exhausted", "insufficient_evidence"),
        ({**ABSENT, "retry_count": 1}, "escalate", "not_answered", "insufficient_evidence"),
        ({**PASSAGES, "retry_count": 1}, "escalate", "not_answered", "no_verified_answer"),
        ({**PASSAGES, "max_retries": 0}, "escalate", "retries_exhausted", "no_verified_answer"),
        (STALLED, "escalate", "no_gain", "no_gain"),
        ({**STALLED, "conflict": True}, "escalate", "conflict", "conflict"),
        ({**STALLED, **ABSENT}, "escalate", "no_gain", "insufficient_evidence"),
        ({**STALLED, **PASSAGES}, "escalate", "no_gain", "no_verified_answer"),
        ({**STALLED, "new_cited_evidence": True}, "retry", "low_confidence", None),
        ({**STALLED, "confidence": 0.52}, "retry", "low_confidence", None),
        ({**STALLED, "previous_confidence": 0.28, "confidence": 0.30}, "retry", "low_confidence", None),
        ({**STALLED, "previous_confidence": None}, "retry", "low_confidence", None),
        ({**STALLED, "confidence": 0.40}, "escalate", "no_gain", "no_gain"),
        ({**STALLED, "confidence": 0.70, "previous_confidence": 0.70}, "finalize", "clean", None),
        ({**STALLED, "retry_count": 2}, "escalate", "retries_exhausted", "low_confidence"),
    ],
)
def test_decisions(changes: dict[str, Any], action: str, reason: str | None, cause: str | None) -> None:
    decision = decide(signals(**changes))
    assert (decision.action, decision.cause) == (action, cause)
    assert reason in {None, decision.reason}


def test_a_retry_names_everything_that_is_wrong() -> None:
    decision = decide(signals(confidence=0.1, hallucination=True, outcome="passages"))
    assert decision.problems == ("hallucination", "not_answered", "low_confidence")
    assert decision.reason == "hallucination, not_answered, low_confidence"


any_signals = st.builds(
    Signals,
    confidence=st.floats(0, 1),
    previous_confidence=st.none() | st.floats(0, 1),
    new_cited_evidence=st.booleans(),
    hallucination=st.booleans(),
    needs_retry=st.booleans(),
    fabricated_citation=st.booleans(),
    conflict=st.booleans(),
    outcome=st.sampled_from(get_args(PartOutcome)),
    retry_count=st.integers(0, 6),
    max_retries=st.integers(0, 5),
)


@given(any_signals)
def test_equal_signals_give_equal_decisions(given_signals: Signals) -> None:
    assert decide(given_signals) == decide(given_signals.model_copy())


@given(any_signals)
def test_what_answers_every_part_surely_is_finalized_and_nothing_else(given_signals: Signals) -> None:
    decision = decide(given_signals)
    holds = (
        given_signals.confidence >= 0.65
        and given_signals.outcome == "answered"
        and not given_signals.conflict
    )
    assert (decision.action == "finalize") is holds
    assert (decision.cause is not None) is (decision.action == "escalate")
    assert bool(decision.problems) is not holds
    if given_signals.retry_count >= given_signals.max_retries or given_signals.conflict:
        assert decision.action != "retry"

"""The supervisor's rule: clean, ceiling, no gain, retry, in this order."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.decision import Signals, decide
from tests.builders import signals

STALLED = {"previous_confidence": 0.50, "confidence": 0.51, "new_cited_evidence": False, "retry_count": 1}


@pytest.mark.parametrize(
    ("changes", "action", "reason", "cause"),
    [
        ({}, "finalize", "clean", None),
        ({"confidence": 0.65}, "finalize", "clean", None),
        ({"max_retries": 0}, "finalize", "clean", None),
        ({"confidence": 0.649}, "retry", "low_confidence", None),
        ({"hallucination": True}, "retry", "hallucination", None),
        ({"needs_retry": True}, "retry", "needs_retry", None),
        ({"fabricated_citation": True}, "retry", "fabricated_citation", None),
        ({"conflict": True}, "retry", "conflict", None),
        ({"answered": False}, "retry", "insufficient_evidence", None),
        ({"confidence": 0.3, "retry_count": 1}, "retry", "low_confidence", None),
        ({"confidence": 0.3, "retry_count": 2}, "escalate", "retries_exhausted", "low_confidence"),
        ({"confidence": 0.3, "max_retries": 0}, "escalate", "retries_exhausted", "low_confidence"),
        ({"hallucination": True, "retry_count": 2}, "escalate", "retries_exhausted", "low_confidence"),
        ({"conflict": True, "retry_count": 2}, "escalate", "retries_exhausted", "conflict"),
        (
            {"conflict": True, "answered": False, "retry_count": 2},
            "escalate",
            "retries_exhausted",
            "conflict",
        ),
        ({"answered": False, "retry_count": 2}, "escalate", "retries_exhausted", "insufficient_evidence"),
        ({"answered": False, "retry_count": 1}, "escalate", "insufficient_evidence", "insufficient_evidence"),
        (STALLED, "escalate", "no_gain", "no_gain"),
        ({**STALLED, "conflict": True}, "escalate", "no_gain", "conflict"),
        ({**STALLED, "answered": False}, "escalate", "no_gain", "insufficient_evidence"),
        ({**STALLED, "new_cited_evidence": True}, "retry", "low_confidence", None),
        ({**STALLED, "confidence": 0.52}, "retry", "low_confidence", None),
        ({**STALLED, "previous_confidence": 0.28, "confidence": 0.30}, "retry", "low_confidence", None),
        ({**STALLED, "previous_confidence": None}, "retry", "low_confidence", None),
        ({**STALLED, "confidence": 0.40}, "escalate", "no_gain", "no_gain"),
        ({**STALLED, "confidence": 0.70, "previous_confidence": 0.70}, "finalize", "clean", None),
        ({**STALLED, "retry_count": 2}, "escalate", "retries_exhausted", "low_confidence"),
    ],
)
def test_decisions(changes: dict[str, Any], action: str, reason: str, cause: str | None) -> None:
    decision = decide(signals(**changes))
    assert (decision.action, decision.reason, decision.cause) == (action, reason, cause)


def test_a_retry_names_everything_that_is_wrong() -> None:
    decision = decide(signals(confidence=0.1, hallucination=True, conflict=True))
    assert decision.problems == ("hallucination", "conflict", "low_confidence")
    assert decision.reason == "hallucination, conflict, low_confidence"


any_signals = st.builds(
    Signals,
    confidence=st.floats(0, 1),
    previous_confidence=st.none() | st.floats(0, 1),
    new_cited_evidence=st.booleans(),
    hallucination=st.booleans(),
    needs_retry=st.booleans(),
    fabricated_citation=st.booleans(),
    conflict=st.booleans(),
    answered=st.booleans(),
    retry_count=st.integers(0, 6),
    max_retries=st.integers(0, 5),
)


@given(any_signals)
def test_equal_signals_give_equal_decisions(given_signals: Signals) -> None:
    assert decide(given_signals) == decide(given_signals.model_copy())


@given(any_signals)
def test_only_clean_drafts_are_finalized_and_every_other_is_retried_or_escalated(
    given_signals: Signals,
) -> None:
    decision = decide(given_signals)
    clean = (
        given_signals.confidence >= 0.65
        and given_signals.answered
        and not given_signals.hallucination
        and not given_signals.needs_retry
        and not given_signals.fabricated_citation
        and not given_signals.conflict
    )
    assert (decision.action == "finalize") is clean
    assert (decision.cause is not None) is (decision.action == "escalate")
    if given_signals.retry_count >= given_signals.max_retries:
        assert decision.action != "retry"

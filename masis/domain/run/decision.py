"""Decision: retry, finalize or escalate, from the signals alone."""

from typing import Literal

from pydantic import Field

from masis.domain.run.gate import PartOutcome
from masis.domain.value import Value

Action = Literal["retry", "finalize", "escalate"]
EscalationCause = Literal[
    "conflict",
    "low_confidence",
    "no_gain",
    "no_evidence",
    "weak_evidence",
    "insufficient_evidence",
    "no_verified_answer",
    "retrieval_unavailable",
    "model_unavailable",
    "budget_reached",
    "contested",
]


class Signals(Value):
    """All the supervisor looks at; the same signals always give the same decision."""

    confidence: float = Field(ge=0.0, le=1.0)
    """Of the draft struck to what holds; the flags below are those of the whole draft."""
    previous_confidence: float | None = None
    """Best confidence of the earlier iterations; ``None`` on the first."""
    new_cited_evidence: bool = True
    """Whether this draft cites a chunk no earlier draft cited."""
    hallucination: bool = False
    needs_retry: bool = False
    fabricated_citation: bool = False
    conflict: bool = False
    outcome: PartOutcome = "answered"
    """Of the part of the question that came off worst."""
    out_of_budget: bool = False
    """Whether the audit did not take place because a cap on model calls is reached."""
    retry_count: int = Field(default=0, ge=0)
    max_retries: int = Field(default=2, ge=0)
    low_confidence_threshold: float = 0.65


class Decision(Value):
    """What happens next, why, and for an escalation its cause."""

    action: Action
    reason: str
    cause: EscalationCause | None = None
    problems: tuple[str, ...] = ()
    """What keeps the draft from being finalized; empty for a clean one."""


LEAST_GAIN = 0.02
"""A retry that raises the confidence by less, and cites nothing new, was in vain."""


def decide(signals: Signals) -> Decision:
    """Finalize what answers every part surely enough; else retry while that can help, else escalate.

    Whatever a model recommends, such a draft needs no other round; a conflict within the evidence is for a
    person at once, because another round reads the same documents.
    """
    problems = problems_of(signals)
    if signals.conflict:
        return Decision(action="escalate", reason="conflict", cause="conflict", problems=problems)
    if signals.outcome == "answered" and signals.confidence >= signals.low_confidence_threshold:
        return Decision(action="finalize", reason="what_holds_answers" if problems else "clean")
    if signals.out_of_budget:
        return Decision(action="escalate", reason="budget_reached", cause="budget_reached", problems=problems)
    stop = _reason_to_stop(signals)
    if stop is None:
        return Decision(action="retry", reason=", ".join(problems), problems=problems)
    return Decision(
        action="escalate",
        reason=stop,
        cause=escalation_cause(conflict=False, outcome=signals.outcome, no_gain=stop == "no_gain"),
        problems=problems,
    )


def problems_of(signals: Signals) -> tuple[str, ...]:
    """Name everything that is wrong with the draft."""
    checks = {
        "hallucination": signals.hallucination,
        "fabricated_citation": signals.fabricated_citation,
        "conflict": signals.conflict,
        "not_answered": signals.outcome != "answered",
        "low_confidence": signals.confidence < signals.low_confidence_threshold,
        "needs_retry": signals.needs_retry,
    }
    return tuple(name for name, present in checks.items() if present)


def escalation_cause(*, conflict: bool, outcome: PartOutcome, no_gain: bool) -> EscalationCause:
    """Return the cause a human can do most about: a conflict first, then a gap in the documents."""
    if conflict:
        return "conflict"
    if outcome == "absent":
        return "insufficient_evidence"
    if outcome == "passages":
        return "no_verified_answer"
    return "no_gain" if no_gain else "low_confidence"


def _reason_to_stop(signals: Signals) -> str | None:
    if signals.retry_count >= signals.max_retries:
        return "retries_exhausted"
    if _stalled(signals):
        return "no_gain"
    if signals.outcome != "answered" and signals.retry_count >= 1:
        # The wider, gap-driven search has been made once; another would read the same passages.
        return "not_answered"
    return None


def _stalled(signals: Signals) -> bool:
    if signals.previous_confidence is None or signals.new_cited_evidence:
        return False
    gain = round(signals.confidence - signals.previous_confidence, 9)
    return gain < LEAST_GAIN

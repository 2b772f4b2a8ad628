"""Decision: retry, finalize or escalate, from the signals alone."""

from typing import Literal

from pydantic import Field

from masis.domain.value import Value

Action = Literal["retry", "finalize", "escalate"]
EscalationCause = Literal[
    "conflict",
    "low_confidence",
    "no_gain",
    "no_evidence",
    "weak_evidence",
    "insufficient_evidence",
    "retrieval_unavailable",
    "model_unavailable",
]


class Signals(Value):
    """All the supervisor looks at; the same signals always give the same decision."""

    confidence: float = Field(ge=0.0, le=1.0)
    previous_confidence: float | None = None
    """Best confidence of the earlier iterations; ``None`` on the first."""
    new_cited_evidence: bool = True
    """Whether this draft cites a chunk no earlier draft cited."""
    hallucination: bool = False
    needs_retry: bool = False
    fabricated_citation: bool = False
    conflict: bool = False
    answered: bool = True
    """False when the draft itself says the documents do not hold the answer."""
    retry_count: int = Field(default=0, ge=0)
    max_retries: int = Field(default=2, ge=0)
    low_confidence_threshold: float = 0.65


class Decision(Value):
    """What happens next, why, and for an escalation its cause."""

    action: Action
    reason: str
    cause: EscalationCause | None = None

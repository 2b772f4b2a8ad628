"""Outcome: the best draft so far, and how it is shown when a run ends."""

from masis.domain.critique import Critique
from masis.domain.decision import EscalationCause, escalation_cause
from masis.domain.draft import Attempt, better
from masis.domain.escalation import message_for
from masis.domain.run.gate import Outcome
from masis.graph.reading import attempt_of, best_of
from masis.state import JsonObject, MASISState


def published(attempt: Attempt) -> MASISState:
    """Show a draft as the answer, with the audit, scores and evidence that belong to it."""
    full = attempt.model_dump(mode="json")
    metrics: JsonObject = {"last_citation_audit": full["citation_audit"]}
    if full["evaluation"] is not None:
        metrics["evaluation"] = full["evaluation"]
    return MASISState(
        best=full,
        final_answer=attempt.text,
        outcome=attempt.outcome,
        struck=full["struck"],
        parts=full["parts"],
        confidence=attempt.critique.confidence,
        critique=full["critique"],
        claims=full["claims"],
        evidence=full["evidence"],
        metrics=metrics,
    )


def escalated(cause: EscalationCause, best: Attempt | None) -> MASISState:
    """Hand the run to a human: the cause in words, and the best draft if there is one."""
    update = MASISState() if best is None else published(best)
    return {
        **update,
        "requires_human_review": True,
        "status": "needs_clarification",
        "clarification_question": message_for(cause),
        "cause": cause,
        "outcome": _outcome(cause, best),
    }


def _outcome(cause: EscalationCause, best: Attempt | None) -> Outcome:
    """Return how a run ended that a person has to look at."""
    if cause == "conflict":
        return "conflict"
    if cause in {"retrieval_unavailable", "model_unavailable"}:
        return "unavailable"
    return best.outcome if best else "absent"


def interrupted(state: MASISState, cause: EscalationCause, *, in_audit: bool) -> MASISState:
    """Escalate out of turn: an unscored draft of this round competes with the finished ones."""
    best = best_of(state)
    attempt = attempt_of(state, scored=False) if in_audit else None
    return escalated(cause, best if attempt is None else better(best, attempt))


def stuck(best: Attempt) -> EscalationCause:
    """Return why a run ends whose last search found nothing, though a draft was written before."""
    return escalation_cause(conflict=is_conflicting(best.critique), outcome=best.outcome, no_gain=True)


def is_conflicting(critique: Critique) -> bool:
    """Tell whether the audit found sources that contradict each other."""
    return bool(critique.conflicts or critique.conflicting_evidence)

"""Outcome: the best draft so far, and how it is shown when a run ends."""

from masis.domain.calibration.acceptance import FinalizeLine, Standard
from masis.domain.run.critique import Critique
from masis.domain.run.decision import Decision, EscalationCause, Signals, escalation_cause
from masis.domain.run.draft import Attempt, better, cites_something_new
from masis.domain.run.escalation import message_for
from masis.domain.run.gate import Outcome
from masis.graph.deps import Deps
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


def escalated(cause: EscalationCause, best: Attempt | None, why: str = "") -> MASISState:
    """Hand the run to a human: the cause (or ``why``) in words, and the best draft if there is one."""
    update = MASISState() if best is None else published(best)
    return {
        **update,
        "requires_human_review": True,
        "status": "needs_clarification",
        "clarification_question": why or message_for(cause),
        "cause": cause,
        "outcome": _outcome(cause, best),
    }


def _outcome(cause: EscalationCause, best: Attempt | None) -> Outcome:
    """Return how a run ended that a person has to look at."""
    if cause == "conflict":
        return "conflict"
    if cause in {"retrieval_unavailable", "model_unavailable"}:
        return "unavailable"
    if best is None:
        return "unavailable" if cause == "budget_reached" else "absent"
    return best.outcome


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


def shown_after(decision: Decision, state: MASISState, attempt: Attempt) -> Attempt:
    """Return the draft a person would see now.

    What answers is shown though an earlier draft was surer; of a conflict, the draft that met it.
    """
    ends = decision.action == "finalize" or decision.cause == "conflict"
    return attempt if ends else better(best_of(state), attempt)


def signals_of(state: MASISState, attempt: Attempt, threshold: float) -> Signals:
    """Return what the decision on this round's draft goes by."""
    earlier = state["metrics"]["confidence_history"][:-1]  # of this run: guidance deserves a fresh look
    rounds = [entry for entry in state["trace"] if entry["node"] == "synthesizer"][:-1]
    cited_before = {chunk_id for entry in rounds for chunk_id in entry["cited"]}
    return Signals(
        confidence=attempt.critique.confidence,
        previous_confidence=max(earlier, default=None),
        new_cited_evidence=cites_something_new(attempt.citation_audit, cited_before),
        hallucination=attempt.hallucinated,
        needs_retry=(attempt.critique.draft or attempt.critique).needs_retry,
        fabricated_citation=bool(attempt.fabricated),
        conflict=is_conflicting(attempt.critique),
        outcome=attempt.outcome,
        out_of_budget=bool(budget_refusal(state)),
        retry_count=state["retry_count"],
        max_retries=state["max_retries"],
        low_confidence_threshold=threshold,
    )


def budget_refusal(state: MASISState) -> str:
    """Return which cap kept the last draft from being audited; nothing when none did."""
    audit = next((entry for entry in reversed(state["trace"]) if entry["node"] == "critic"), {})
    return f"{audit['failed']} What was found so far is kept." if audit.get("out_of_budget") else ""


def standard_of(deps: Deps, workspace_id: str) -> Standard:
    """Return the workspace's standard, or the contract's line where nobody looks after one."""
    if deps.standard is None:
        return Standard(line=FinalizeLine(value=deps.low_confidence_threshold))
    return deps.standard(workspace_id)

"""Supervisor: retry, finalize or escalate; the only place that decides."""

from langgraph.runtime import Runtime

from masis.domain.calibration.acceptance import Standard
from masis.domain.calibration.confidence import Calibrated
from masis.domain.run.decision import Decision, EscalationCause, decide, escalation_cause
from masis.domain.run.draft import Attempt
from masis.domain.run.trace import SupervisorEntry
from masis.graph.deps import Deps, deps_of
from masis.graph.outcome import budget_refusal, escalated, published, shown_after, signals_of, standard_of
from masis.graph.reading import attempt_of, guidance_of, iteration_of
from masis.state import JsonObject, MASISState


def supervisor(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the findings of this round; write the decision and the best draft so far."""
    attempt = attempt_of(state, scored=True)
    if attempt is None:
        return {"trace": [_start(state).plain()]}
    deps = deps_of(runtime)
    standard = standard_of(deps, state["workspace_id"])
    decision = decide(signals_of(state, attempt, standard.line.value))
    shown = shown_after(decision, state, attempt)
    update = _carried_out(state, decision, attempt, shown)
    metrics = {**update.get("metrics", {}), **_measured(standard, deps, shown)}
    entry = _entry(update.get("retry_count", state["retry_count"]), state, decision, attempt, shown)
    return {**update, "metrics": metrics, "trace": [_held_to(standard, entry, attempt).plain()]}


def _carried_out(state: MASISState, decision: Decision, attempt: Attempt, shown: Attempt) -> MASISState:
    if decision.action == "retry":
        return _retry(state, decision, attempt, shown)
    if decision.action == "finalize":
        return {**published(shown), "status": "success", "outcome": "answered"}
    why = budget_refusal(state) if decision.cause == "budget_reached" else ""
    return escalated(_cause(decision, shown), shown, why)


def _cause(decision: Decision, shown: Attempt) -> EscalationCause:
    """Return why a person is asked: what is wrong with the draft they see, not with the last one."""
    if decision.cause == "budget_reached":
        return decision.cause
    conflict, no_gain = decision.cause == "conflict", decision.reason == "no_gain"
    return escalation_cause(conflict=conflict, outcome=shown.outcome, no_gain=no_gain)


def _retry(state: MASISState, decision: Decision, attempt: Attempt, best: Attempt) -> MASISState:
    reason: JsonObject = {
        "iteration": attempt.iteration,
        "confidence": attempt.critique.confidence,
        "reason": decision.reason,
        "citation_issue": bool(attempt.fabricated or attempt.uncited),
        "hallucination": attempt.hallucinated,
    }
    return {
        "retry_count": state["retry_count"] + 1,
        "best": best.model_dump(mode="json"),
        "final_answer": best.text,
        "metrics": {"retry_reasons": [reason]},
    }


def _start(state: MASISState) -> SupervisorEntry:
    reason = "first_pass" if guidance_of(state) is None else "sent_on_by_a_reviewer"
    return SupervisorEntry(
        iteration=iteration_of(state), decision="start", confidence=0.0, retry_count=0, reason=reason
    )


def _entry(
    retries: int, state: MASISState, decision: Decision, attempt: Attempt, best: Attempt
) -> SupervisorEntry:
    return SupervisorEntry(
        iteration=iteration_of(state),
        decision=decision.action,
        confidence=attempt.critique.confidence,
        retry_count=retries,
        reason=decision.reason,
        cause=decision.cause,
        problems=decision.problems,
        best_iteration=best.iteration,
    )


def _calibrated(standard: Standard, attempt: Attempt) -> Calibrated | None:
    """Return the calibrated confidence of a draft; a draft that says nothing is there has none."""
    return standard.calibrated(attempt.critique.confidence) if attempt.answered else None


def _held_to(standard: Standard, entry: SupervisorEntry, attempt: Attempt) -> SupervisorEntry:
    """Say in the trace what the decision went by."""
    sure = _calibrated(standard, attempt)
    return entry.model_copy(
        update={
            "finalize_line": standard.line.value,
            "line_set_by": standard.line.set_by,
            "calibrated_confidence": sure.value if sure else None,
        }
    )


def _measured(standard: Standard, deps: Deps, shown: Attempt) -> JsonObject:
    """Return what the run's metrics keep of it; the calibrated confidence only where there is a curve."""
    sure = _calibrated(standard, shown)
    kept: JsonObject = {"low_confidence_threshold": standard.line.value}
    if deps.embedder:
        kept["embedder"] = deps.embedder
    if standard.fit is not None:
        kept["calibrated_confidence"] = sure.model_dump(mode="json") if sure else None
    return kept

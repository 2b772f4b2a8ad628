"""Supervisor: retry, finalize or escalate; the only place that decides."""

from langgraph.runtime import Runtime

from masis.domain.decision import Decision, EscalationCause, Signals, decide, escalation_cause
from masis.domain.draft import Attempt, better, cites_something_new
from masis.domain.trace import SupervisorEntry
from masis.graph.deps import Deps, deps_of
from masis.graph.outcome import escalated, is_conflicting, published
from masis.graph.reading import attempt_of, best_of, guidance_of, iteration_of
from masis.graph.standard import held_to, measured, standard_of
from masis.state import JsonObject, MASISState


def supervisor(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the findings of this round; write the decision and the best draft so far."""
    attempt = attempt_of(state, scored=True)
    if attempt is None:
        return {"trace": [_start(state).plain()]}
    deps = deps_of(runtime)
    standard = standard_of(deps, state["workspace_id"])
    decision = decide(_signals(state, attempt, standard.line.value))
    # What answers is shown though an earlier draft was surer; of a conflict, the draft that met it.
    ends = decision.action == "finalize" or decision.cause == "conflict"
    shown = attempt if ends else better(best_of(state), attempt)
    update = _carried_out(state, decision, attempt, shown)
    metrics = {**update.get("metrics", {}), **measured(standard, deps, shown)}
    entry = _entry(update.get("retry_count", state["retry_count"]), state, decision, attempt, shown)
    return {**update, "metrics": metrics, "trace": [held_to(standard, entry, attempt).plain()]}


def _carried_out(state: MASISState, decision: Decision, attempt: Attempt, shown: Attempt) -> MASISState:
    if decision.action == "retry":
        return _retry(state, decision, attempt, shown)
    if decision.action == "finalize":
        return {**published(shown), "status": "success", "outcome": "answered"}
    return escalated(_cause(decision, shown), shown)


def _cause(decision: Decision, shown: Attempt) -> EscalationCause:
    """Return why a person is asked: what is wrong with the draft they see, not with the last one."""
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


def _signals(state: MASISState, attempt: Attempt, threshold: float) -> Signals:
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
        retry_count=state["retry_count"],
        max_retries=state["max_retries"],
        low_confidence_threshold=threshold,
    )


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

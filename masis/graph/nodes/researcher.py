"""Researcher: fetch the evidence that qualifies, or say what was searched in vain."""

from langgraph.runtime import Runtime

from masis.domain.evidence import EvidenceSelection
from masis.domain.language.questions import parse
from masis.domain.run.critique import Critique
from masis.domain.run.planning import opened_by
from masis.domain.run.research import DOCUMENTS
from masis.domain.run.trace import NearMiss, NoEvidenceEntry, ResearcherEntry, Searched, cost, spent
from masis.domain.verification.statements import passage_of
from masis.domain.verification.support import unknown_names
from masis.graph.deps import Deps, deps_of
from masis.graph.opening import Earlier
from masis.graph.outcome import escalated, stuck
from masis.graph.reading import (
    best_of,
    calls_before,
    earlier_plan,
    evidence_of,
    guidance_of,
    iteration_of,
    question_of,
    worked_out,
)
from masis.graph.research import Research, research
from masis.state import JsonObject, MASISState

NEAREST = 5


def researcher(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the question, what a reviewer asked for and, on a retry, the gaps; write ``evidence``."""
    searched = _searched(state)
    allowed = bool(state.get("allow_web"))
    retry = state["retry_count"] > 0 or bool(searched.gap_questions)
    found = research(
        deps_of(runtime),
        searched,
        retry=retry,
        allow_web=allowed,
        earlier=earlier_plan(state),
        before=_before(state),
    )
    selection = found.selection
    if not selection.evidence:
        return _nothing(state, searched, found)
    scores = tuple(round(chunk.score, 4) for chunk in selection.evidence)
    entry = ResearcherEntry(
        iteration=iteration_of(state),
        retry_count=state["retry_count"],
        chunks=len(selection.evidence),
        filtered_out=len(selection.dropped),
        avg_score=round(selection.average_score, 4),
        threshold_used=selection.threshold,
        augmented_query_used=bool(searched.gap_questions),
        scores=scores,
        searched=searched,
        tools=found.calls,
        worked_out=found.worked_out,
        tool_warnings=found.warnings,
        nearest_misses=_nearest(selection),
        **spent(found.usage),
    )
    return {
        "evidence": [chunk.model_dump(mode="json") for chunk in selection.evidence],
        "metrics": {
            **_counts(found),
            "retrieval_scores": list(scores),
            "avg_retrieval_score": entry.avg_score,
        },
        "trace": [entry.plain()],
    }


def _searched(state: MASISState) -> Searched:
    retry = state["retry_count"] > 0 and state["critique"] is not None
    gaps = Critique.model_validate(state["critique"]).logical_gaps if retry else ()
    guidance = guidance_of(state)
    asked_for = (guidance.note,) if guidance and guidance.note else ()
    return Searched(
        workspace_id=state["workspace_id"],
        question=question_of(state),
        gap_questions=(*asked_for, *state.get("asked_for", ()), *gaps),
    )


def _before(state: MASISState) -> Earlier:
    """Return what rounds before opened, and what a reviewer asked for."""
    guidance, calls = guidance_of(state), calls_before(state)
    ids = frozenset(opened_by(calls))
    return Earlier(
        opened=tuple(chunk for chunk in evidence_of(state) if chunk.chunk_id in ids),
        calls=calls,
        worked_out=worked_out(state),
        guidance=guidance.note if guidance else "",
    )


def _counts(found: Research) -> JsonObject:
    model = cost(found.usage) if found.usage.calls else {}
    return {**model, "retrieval_calls": found.counts[DOCUMENTS], "tool_calls": found.counts}


def _nothing(state: MASISState, searched: Searched, found: Research) -> MASISState:
    """End the run with evidence of absence; a draft of an earlier round is kept."""
    selection = found.selection
    entry = NoEvidenceEntry(
        iteration=iteration_of(state),
        retry_count=state["retry_count"],
        results_before_filter=len(selection.dropped),
        threshold_used=selection.threshold,
        augmented_query_used=bool(searched.gap_questions),
        searched=searched,
        tools=found.calls,
        tool_warnings=found.warnings,
        nearest_misses=_nearest(selection),
        unnamed=_unnamed(searched.question, selection),
        **spent(found.usage),
    )
    best = best_of(state)
    cause = stuck(best) if best else "weak_evidence" if selection.dropped else "no_evidence"
    update = escalated(cause, best)
    metrics = {**update.get("metrics", {}), **_counts(found)}
    return {**update, "metrics": metrics, "trace": [entry.plain()]}


def _nearest(selection: EvidenceSelection) -> tuple[NearMiss, ...]:
    return tuple(NearMiss.of(chunk) for chunk in selection.dropped[:NEAREST])


def _unnamed(question: str, selection: EvidenceSelection) -> tuple[str, ...]:
    """Return the names of a question that no passage has; a search for words would find a rare one."""
    asked = parse(question).names
    unknown = unknown_names(question, [passage_of(chunk) for chunk in selection.dropped])
    return tuple(name for name in asked if name in unknown)

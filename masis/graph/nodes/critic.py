"""Critic: audit the draft by code and by the auditor, and decide nothing."""

from langgraph.runtime import Runtime

from masis.analysts.verifying import second_look
from masis.domain.citations import CitationAudit, audit_citations
from masis.domain.claims import build_ledger
from masis.domain.critique import Critique, Issue, Opinion, combine
from masis.domain.draft import Draft
from masis.domain.precedence import applied
from masis.domain.trace import CriticEntry, cost, spent
from masis.domain.usage import Usage
from masis.errors import ModelUnavailable, ServiceUnavailable
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import evidence_of, iteration_of, question_of, rules_for
from masis.state import MASISState


def critic(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the draft and its evidence; write ``critique``, ``claims`` and ``confidence``."""
    draft, evidence = Draft(text=state["draft_answer"] or ""), evidence_of(state)
    audit = audit_citations(draft.text, [chunk.chunk_id for chunk in evidence])
    ledger, problem = second_look(build_ledger(draft.text, evidence), evidence, deps_of(runtime).verifier)
    question = question_of(state)
    failed = problem or None
    try:
        opinion = deps_of(runtime).auditor.audit(question, draft, evidence, ledger)
    except ServiceUnavailable as outage:
        failed, opinion = str(outage) or type(outage).__name__, _no_opinion(outage)
    opinion, settled = applied(opinion, rules_for(state, deps_of(runtime)))
    critique = combine(opinion, audit, ledger).model_copy(update={"settled": settled})
    return {
        "critique": critique.model_dump(mode="json"),
        "claims": [claim.model_dump(mode="json") for claim in ledger],
        "confidence": critique.confidence,
        "metrics": {
            **cost(opinion.usage),
            "confidence_history": [critique.confidence],
            "last_citation_audit": audit.model_dump(mode="json"),
        },
        "trace": [_entry(state, opinion, critique, audit, failed).plain()],
    }


def _no_opinion(outage: ServiceUnavailable) -> Opinion:
    """Stand in for an auditor that failed: nothing is approved that nobody audited."""
    issue = Issue(
        kind="gap", severity="high", suggestion="The audit did not take place; check the draft by hand."
    )
    usage = Usage(calls=outage.calls) if isinstance(outage, ModelUnavailable) else Usage()
    return Opinion(confidence=0.0, needs_retry=True, issues=(issue,), usage=usage)


def _entry(
    state: MASISState, opinion: Opinion, critique: Critique, audit: CitationAudit, failed: str | None
) -> CriticEntry:
    return CriticEntry(
        iteration=iteration_of(state),
        confidence=critique.confidence,
        model_confidence=critique.model_confidence,
        hallucination=critique.hallucination_detected,
        needs_retry=critique.needs_retry,
        conflicts=len(critique.conflicts) or len(critique.conflicting_evidence),
        invalid_citations=len(audit.fabricated),
        uncited_claims=len(audit.uncited_claims),
        fabricated=audit.fabricated,
        gap_questions=critique.logical_gaps,
        penalties=critique.penalties,
        precedence=tuple(rule_id for one in critique.settled for rule_id in one.rule_ids),
        failed=failed,
        **spent(opinion.usage),
    )

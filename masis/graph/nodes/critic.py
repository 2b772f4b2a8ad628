"""Critic: audit the draft by code and by the auditor, and decide nothing."""

from langgraph.runtime import Runtime

from masis.domain.critique import Critique, Issue, Opinion
from masis.domain.draft import Draft
from masis.domain.evidence import EvidenceChunk
from masis.domain.precedence import applied
from masis.domain.run.checks import conflicts_in, judged, with_conflicts
from masis.domain.run.gate import PartVerdict, weakest
from masis.domain.run.publishing import Published, with_open_parts
from masis.domain.trace import CriticEntry, cost, spent
from masis.domain.usage import Usage
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.errors import ModelUnavailable, ServiceUnavailable
from masis.graph.auditing import gate_of, looked_at
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import evidence_of, iteration_of, question_of, rules_for
from masis.state import MASISState


def critic(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the draft and its evidence; write what of it holds, with critique, claims and confidence."""
    deps, evidence, question = deps_of(runtime), evidence_of(state), question_of(state)
    ledger, audit, held, failed = looked_at(question, state["draft_answer"] or "", evidence, deps)
    whole = not held.states_something
    text, claims = (state["draft_answer"] or "", ledger) if whole else (held.text, held.claims)
    opinion, outage = _opinion(deps, question, text, evidence, claims)
    opinion = with_conflicts(opinion, conflicts_in(question, ledger, evidence))
    opinion, settled = applied(opinion, rules_for(state, deps))
    parts = gate_of(deps).decide(question, held.claims, evidence)
    held = with_open_parts(held, parts)
    critique = judged(opinion, audit, ledger, held).model_copy(update={"settled": settled})
    entry = _entry(state, opinion, critique, audit, held)
    return {
        "held_answer": held.text,
        "struck": [one.model_dump(mode="json") for one in held.struck],
        "parts": [part.model_dump(mode="json") for part in parts],
        "critique": critique.model_dump(mode="json"),
        "claims": [claim.model_dump(mode="json") for claim in held.claims],
        "confidence": critique.confidence,
        "metrics": {
            **cost(opinion.usage),
            "confidence_history": [critique.confidence],
            "last_citation_audit": held.citation_audit.model_dump(mode="json"),
        },
        "trace": [_decided(entry, parts, outage or failed).plain()],
    }


def _opinion(
    deps: Deps, question: str, text: str, evidence: tuple[EvidenceChunk, ...], claims: tuple[Claim, ...]
) -> tuple[Opinion, str]:
    """Return the auditor's opinion, or what stands in for it and why: nothing is approved unaudited."""
    try:
        return deps.auditor.audit(question, Draft(text=text), evidence, claims), ""
    except ServiceUnavailable as outage:
        usage = Usage(calls=outage.calls) if isinstance(outage, ModelUnavailable) else Usage()
        told = "The audit did not take place; check the draft by hand."
        issue = Issue(kind="gap", severity="high", suggestion=told)
        opinion = Opinion(confidence=0.0, needs_retry=True, issues=(issue,), usage=usage)
        return opinion, str(outage) or type(outage).__name__


def _entry(
    state: MASISState, opinion: Opinion, critique: Critique, audit: CitationAudit, held: Published
) -> CriticEntry:
    of_draft = critique.draft or critique
    return CriticEntry(
        iteration=iteration_of(state),
        confidence=critique.confidence,
        draft_confidence=critique.draft.confidence if critique.draft else None,
        model_confidence=critique.model_confidence,
        hallucination=of_draft.hallucination_detected,
        needs_retry=of_draft.needs_retry,
        conflicts=len(critique.conflicts) or len(critique.conflicting_evidence),
        invalid_citations=len(audit.fabricated),
        uncited_claims=len(audit.uncited_claims),
        fabricated=audit.fabricated,
        gap_questions=critique.logical_gaps,
        penalties=of_draft.penalties,
        struck=held.struck,
        precedence=tuple(rule_id for one in critique.settled for rule_id in one.rule_ids),
        **spent(opinion.usage),
    )


def _decided(entry: CriticEntry, parts: tuple[PartVerdict, ...], failed: str) -> CriticEntry:
    """Add what the gate decided, and what could not be asked."""
    return entry.model_copy(update={"outcome": weakest(parts), "parts": parts, "failed": failed or None})

"""Critic: audit the draft by code and by an analyst, and decide nothing."""

from collections.abc import Sequence
from typing import NamedTuple

from langgraph.runtime import Runtime

from masis.analysts.base import SupportedClaimGate
from masis.analysts.verifying import second_look
from masis.domain.evidence import EvidenceChunk
from masis.domain.review.precedence import applied
from masis.domain.run.checks import conflicts_in, judged, with_conflicts, without_outdated
from masis.domain.run.contesting import heard
from masis.domain.run.critique import Critique, Issue, Opinion
from masis.domain.run.draft import Draft
from masis.domain.run.gate import PartVerdict, weakest
from masis.domain.run.publishing import Published, publish, with_open_parts
from masis.domain.run.trace import CriticEntry, cost, spent
from masis.domain.usage import Usage
from masis.domain.verification.citations import CitationAudit, audit_citations
from masis.domain.verification.claims import Claim
from masis.domain.verification.ledger import build_ledger
from masis.errors import BudgetReached, ServiceUnavailable
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import evidence_of, iteration_of, question_of, rules_for
from masis.state import MASISState


def critic(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the draft and its evidence; write what of it holds, with critique, claims and confidence."""
    deps, evidence, question = deps_of(runtime), evidence_of(state), question_of(state)
    draft = state["draft_answer"] or ""
    looked = _looked_at(question, draft, evidence, deps)
    opinion, outage = _opinion(deps, question, draft, evidence, looked)
    ledger, audit, held, failed = _contested(looked, opinion, draft, evidence)
    gate = deps.gate or SupportedClaimGate()
    found = conflicts_in(question, ledger, evidence) or gate.disputes(question, held.claims, evidence)
    opinion, settled = applied(with_conflicts(opinion, found), rules_for(state, deps))
    parts = gate.decide(question, held.claims, evidence)
    held = with_open_parts(held, parts)
    critique = judged(opinion, audit, ledger, held).model_copy(update={"settled": settled})
    entry = _entry(state, opinion, critique, audit, held)
    return {
        "held_answer": held.text,
        "struck": [statement.model_dump(mode="json") for statement in held.struck],
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
    deps: Deps, question: str, draft: str, evidence: tuple[EvidenceChunk, ...], looked: "_LookedAt"
) -> tuple[Opinion, str]:
    """Return the critic's opinion, or what stands in for it and why: nothing is approved unaudited."""
    given, claims = Draft(text=draft), looked.ledger
    if looked.held.states_something:
        given, claims = Draft(text=looked.held.text, left_out=looked.left_out), looked.held.claims
    try:
        return deps.critic.audit(question, given, evidence, claims), ""
    except ServiceUnavailable as outage:
        usage = Usage.of(outage)
        told = "The audit did not take place; check the draft by hand."
        issue = Issue(kind="gap", severity="high", suggestion=told)
        opinion = Opinion(
            confidence=0.0,
            needs_retry=True,
            issues=(issue,),
            usage=usage,
            out_of_budget=isinstance(outage, BudgetReached),
        )
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
        precedence=tuple(rule_id for settlement in critique.settled for rule_id in settlement.rule_ids),
        out_of_budget=opinion.out_of_budget or None,
        **spent(opinion.usage),
    )


def _decided(entry: CriticEntry, parts: tuple[PartVerdict, ...], failed: str) -> CriticEntry:
    """Add what the gate decided, and what could not be asked."""
    return entry.model_copy(update={"outcome": weakest(parts), "parts": parts, "failed": failed or None})


class _LookedAt(NamedTuple):
    """A draft's ledger and citation audit, what of it holds, and how the verifier failed, if it did."""

    ledger: tuple[Claim, ...]
    audit: CitationAudit
    held: Published
    failed: str

    @property
    def left_out(self) -> tuple[Claim, ...]:
        """The sentences that are not published."""
        return tuple(claim for claim in self.ledger if claim.position not in self.held.kept)

    @property
    def positions(self) -> tuple[int, ...]:
        """Where each sentence that an auditor is given stands in the ledger."""
        if not self.held.states_something:
            return tuple(claim.position for claim in self.ledger)
        return (*self.held.kept, *(claim.position for claim in self.left_out))


def _looked_at(question: str, draft: str, evidence: Sequence[EvidenceChunk], deps: Deps) -> _LookedAt:
    """Check every sentence of a draft, and strike those that do not hold."""
    audit = audit_citations(draft, [chunk.chunk_id for chunk in evidence])
    ledger, failed = second_look(build_ledger(draft, evidence, deps.reader), evidence, deps.verifier)
    ledger = without_outdated(question, ledger, evidence)
    return _LookedAt(ledger, audit, publish(draft, ledger, audit), failed)


def _contested(
    looked: _LookedAt, opinion: Opinion, draft: str, evidence: Sequence[EvidenceChunk]
) -> _LookedAt:
    """Let the auditor's opinions of single sentences count, as far as they may, and publish anew."""
    places = looked.positions
    rows = {places[row.at]: row for row in opinion.rows if row.at < len(places)}
    ledger = heard(looked.ledger, rows, evidence)
    if ledger == looked.ledger:
        return looked
    return looked._replace(ledger=ledger, held=publish(draft, ledger, looked.audit))

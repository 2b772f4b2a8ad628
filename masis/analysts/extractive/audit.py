"""Auditing: the extractive critic, which gives its opinion from code alone."""

from collections.abc import Sequence

from masis.analysts.extractive.gate import FittedGate, fitted
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.critique import Issue, Opinion
from masis.domain.run.draft import Draft
from masis.domain.run.gate import PartVerdict
from masis.domain.verification.claims import Claim

LINE = 0.65
"""The confidence from which a run finalizes by default (``LOW_CONF_THRESHOLD``); the gate's line meets it."""
_NOT_CLAIMS = frozenset({"hedge", "heading"})
_FALSE = frozenset({"number_mismatch", "contradicted", "not_in_source"})


class ExtractiveCritic:
    """Weigh a draft by how likely each part of the question is answered, and by its support."""

    def __init__(self, gate: FittedGate) -> None:
        self._gate = gate

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion:
        """Return confidence, gaps and unsupported claims; equal input, equal opinion."""
        del draft  # the ledger holds every sentence of it
        parts = self._gate.decide(question, ledger, evidence)
        claims = [claim for claim in ledger if claim.verdict not in _NOT_CLAIMS]
        weak = [claim for claim in claims if claim.verdict != "supported"]
        gaps = tuple(part.part for part in parts if part.outcome != "answered")
        return Opinion(
            confidence=confidence(parts, claims),
            hallucination_detected=any(claim.verdict in _FALSE for claim in claims),
            unsupported_claims=tuple(claim.text for claim in weak),
            logical_gaps=gaps,
            # Without any evidence a second search by the same words finds nothing either.
            needs_retry=bool(evidence) and bool(weak or gaps),
            issues=_issues(parts, weak),
        )


def confidence(parts: Sequence[PartVerdict], claims: Sequence[Claim]) -> float:
    """Return 0..1: the chance of the weakest part, drawn so that the gate's line falls on ``LINE``.

    What is not supported takes its share of the claims off, at most a quarter.
    """
    if not parts:
        return 0.0
    line = fitted()[1]
    least = min(part.chance for part in parts)
    drawn = LINE + (1 - LINE) * (least - line) / (1 - line) if least >= line else LINE * least / line
    supported = sum(claim.verdict == "supported" for claim in claims) / len(claims) if claims else 0.0
    return round(min(1.0, max(0.0, drawn * (0.75 + 0.25 * supported))), 3)


def _issues(parts: Sequence[PartVerdict], weak: Sequence[Claim]) -> tuple[Issue, ...]:
    gaps = [
        Issue(
            kind="gap",
            severity="high",
            claim=part.part,
            suggestion="Add a document that covers this, or ask for it in the words the documents use.",
            decided_by="code",
        )
        for part in parts
        if part.outcome != "answered"
    ]
    unsupported = [
        Issue(
            kind="unsupported", severity="high", claim=claim.text, suggestion=claim.reason, decided_by="code"
        )
        for claim in weak
    ]
    return (*unsupported, *gaps)

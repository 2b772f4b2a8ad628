"""Auditing: the extractive auditor, which gives its opinion from code alone."""

from collections.abc import Sequence

from masis.analysts.extract.certainty import certainty
from masis.analysts.extract.coverage import PartCoverage, cover_parts, mean_coverage
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.verification.claims import Claim
from masis.domain.critique import Issue, Opinion
from masis.domain.draft import Draft
from masis.domain.evidence import EvidenceChunk

_NOT_CLAIMS = frozenset({"hedge", "heading"})
_FALSE = frozenset({"number_mismatch", "contradicted"})


class ExtractiveAuditor:
    """Weigh a draft by coverage, support and how certain its evidence is to answer."""

    def __init__(self, vectors: VectorCache) -> None:
        """Share the sentence vectors with the other analysts."""
        self._vectors = vectors

    def audit(
        self, question: str, draft: Draft, evidence: Sequence[EvidenceChunk], ledger: Sequence[Claim]
    ) -> Opinion:
        """Return confidence, gaps and unsupported claims; equal input, equal opinion."""
        del draft  # the ledger holds every sentence of it
        parts = cover_parts(question, ledger, evidence, self._vectors)
        claims = [claim for claim in ledger if claim.verdict not in _NOT_CLAIMS]
        weak = [claim for claim in claims if claim.verdict != "supported"]
        covered = mean_coverage(parts)
        gaps = tuple(part.gap for part in parts if part.share < 1)
        return Opinion(
            confidence=confidence(
                coverage=covered,
                support=mean_support(claims),
                strength=certainty(question, evidence, self._vectors)
                if covered
                else strength(claims, evidence),
            ),
            hallucination_detected=any(claim.verdict in _FALSE for claim in claims),
            unsupported_claims=tuple(claim.text for claim in weak),
            logical_gaps=gaps,
            # Without any evidence a second search by the same words finds nothing either.
            needs_retry=bool(evidence) and bool(weak or gaps),
            issues=_issues(parts, weak),
        )


def confidence(*, coverage: float, support: float, strength: float) -> float:
    """Return 0..1, rising with each of coverage, support and strength.

    Nothing answered: ``.05 + .2 r``. Otherwise ``(.30 + .40 c + c (.05 s + .20 r)) (.5 + .5 s)``, so that a
    full, well supported answer lands between .75 and .95, ordered by how certain it is to be the answer that
    was asked for.
    """
    if coverage <= 0:
        return round(0.05 + 0.2 * strength, 3)
    raw = (0.30 + 0.40 * coverage + coverage * (0.05 * support + 0.20 * strength)) * (0.5 + 0.5 * support)
    return round(min(1.0, raw), 3)


def mean_support(claims: Sequence[Claim]) -> float:
    """Return the mean support of the claims; a supported one counts at least a half, any other 0."""
    if not claims:
        return 0.0
    return sum(0.5 + 0.5 * claim.support for claim in claims if claim.verdict == "supported") / len(claims)


def strength(claims: Sequence[Claim], evidence: Sequence[EvidenceChunk]) -> float:
    """Return how near the cited passages are to the question: .25 cosine gives 0, .65 gives 1."""
    cited = {chunk_id for claim in claims for chunk_id in claim.citations}
    used = [chunk for chunk in evidence if chunk.chunk_id in cited] or list(evidence)
    if not used:
        return 0.0
    best = max(max((chunk.score - 0.25) / 0.4, 0.9 * chunk.keyword_score) for chunk in used)
    return min(1.0, max(0.0, best))


def _issues(parts: Sequence[PartCoverage], weak: Sequence[Claim]) -> tuple[Issue, ...]:
    gaps = [
        Issue(
            kind="gap",
            severity="medium" if part.share else "high",
            claim=part.part.text,
            suggestion="Add a document that covers this, or ask for it in the words the documents use.",
            decided_by="code",
        )
        for part in parts
        if part.share < 1
    ]
    unsupported = [
        Issue(
            kind="unsupported", severity="high", claim=claim.text, suggestion=claim.reason, decided_by="code"
        )
        for claim in weak
    ]
    return (*unsupported, *gaps)

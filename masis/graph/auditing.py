"""Auditing: what code finds in a draft and what of it holds, before anybody gives an opinion."""

from collections.abc import Sequence
from typing import NamedTuple

from masis.analysts.base import Gate
from masis.analysts.gate import SupportedClaimGate
from masis.analysts.verifying import second_look
from masis.domain.evidence import EvidenceChunk
from masis.domain.run.checks import without_outdated
from masis.domain.run.publishing import Published, publish
from masis.domain.verification.citations import CitationAudit, audit_citations
from masis.domain.verification.claims import Claim
from masis.domain.verification.ledger import build_ledger
from masis.graph.deps import Deps


class LookedAt(NamedTuple):
    """A draft's ledger and citation audit, what of it holds, and how the verifier failed, if it did."""

    ledger: tuple[Claim, ...]
    audit: CitationAudit
    held: Published
    failed: str


def looked_at(question: str, draft: str, evidence: Sequence[EvidenceChunk], deps: Deps) -> LookedAt:
    """Check every sentence of a draft, and strike those that do not hold."""
    audit = audit_citations(draft, [chunk.chunk_id for chunk in evidence])
    ledger, failed = second_look(build_ledger(draft, evidence, deps.reader), evidence, deps.verifier)
    ledger = without_outdated(question, ledger, evidence)
    return LookedAt(ledger, audit, publish(draft, ledger, audit), failed)


def gate_of(deps: Deps) -> Gate:
    """Return the run's gate, or the stand-in."""
    return deps.gate or SupportedClaimGate()

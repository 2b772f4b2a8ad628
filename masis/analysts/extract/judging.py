"""Judging: four scores worked out from the ledger and the question, each by a plain formula."""

from collections.abc import Sequence

from masis.analysts.extract.auditing import mean_support
from masis.analysts.extract.coverage import PartCoverage, cover_parts, mean_coverage
from masis.analysts.extractive.vectors import VectorCache
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim
from masis.domain.evaluation import Scores
from masis.domain.evidence import EvidenceChunk


class ExtractiveJudge:
    """Score an answer; faithfulness from support, completeness from parts, relevance from likeness."""

    def __init__(self, vectors: VectorCache) -> None:
        """Share the sentence vectors with the other analysts."""
        self._vectors = vectors

    def score(
        self,
        question: str,
        answer: str,
        evidence: Sequence[EvidenceChunk],
        audit: CitationAudit,
        ledger: Sequence[Claim],
    ) -> Scores:
        """Return the four scores, each 0..1.

        faithfulness: mean support of the claims, 0 for one that is not supported; 1 when nothing is claimed.
        relevance: mean likeness of each part's best claim to the part, 0 for a part without one.
        completeness: share of the parts answered. reasoning_quality: half the share of cited claims, half
        whether each answered part opens with a claim that answers it.
        """
        del answer  # the ledger holds every sentence of it
        parts = cover_parts(question, ledger, evidence, self._vectors)
        claims = [claim for claim in ledger if claim.verdict not in {"hedge", "heading"}]
        uncited = len(audit.uncited_claims) + len(audit.fabricated)
        cited_share = 1 - min(1.0, uncited / len(claims)) if claims else 0.0
        return Scores(
            faithfulness=round(_faithfulness(claims), 3),
            relevance=round(sum(_likeness(part) for part in parts) / max(1, len(parts)), 3),
            completeness=round(mean_coverage(parts), 3),
            reasoning_quality=round(0.5 * cited_share + 0.5 * _opening(parts, claims), 3),
        )


def _faithfulness(claims: Sequence[Claim]) -> float:
    return mean_support(claims) if claims else 1.0


def _likeness(part: PartCoverage) -> float:
    """Return the better of words and meaning: full at cover .8 or at cosine .75."""
    if part.best is None:
        return 0.0
    return part.share * min(1.0, max(part.best.cover_around / 0.8, part.best.cosine / 0.75))


def _opening(parts: Sequence[PartCoverage], claims: Sequence[Claim]) -> float:
    if not claims or not parts:
        return 0.0
    first = claims[0].text
    answered = [part for part in parts if part.best is not None]
    if not answered:
        return 0.0
    opens = any(part.best is not None and part.best.unit.text in first for part in answered)
    return (0.5 + 0.5 * opens) * len(answered) / len(parts)

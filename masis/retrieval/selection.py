"""Selection: stand-in until the domain's own rule is merged."""

from collections.abc import Sequence

from masis.domain.evidence import EvidenceChunk, EvidenceSelection, by_score


def select(candidates: Sequence[EvidenceChunk], threshold: float, keyword_floor: float) -> EvidenceSelection:
    """Keep what reaches the threshold, or whose keyword evidence is strong."""
    kept, dropped = [], []
    for chunk in candidates:
        good = chunk.score >= threshold or chunk.keyword_score >= keyword_floor
        (kept if good else dropped).append(chunk)
    return EvidenceSelection(evidence=by_score(kept), dropped=by_score(dropped), threshold=threshold)

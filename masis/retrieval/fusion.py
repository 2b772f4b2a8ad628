"""Fusion: one order out of dense and keyword scores, by a convex combination.

Scores are brought to 0..1 by minimum and maximum over the candidates. Reciprocal ranks would lose
how far apart two candidates are, which cost recall on long reports.
"""

from collections.abc import Mapping


def convex(dense: Mapping[str, float], sparse: Mapping[str, float], dense_weight: float) -> dict[str, float]:
    """Return the fused score, 0 to 1, of every candidate in either mapping.

    A candidate that a mapping lacks has the least score there: cosine as the worst of the others,
    keyword score zero (it shares no term, or too little to be listed).
    """
    candidates = dense.keys() | sparse.keys()
    worst = min(dense.values(), default=0.0)
    by_meaning = _spread({name: dense.get(name, worst) for name in candidates})
    by_words = _spread({name: sparse.get(name, 0.0) for name in candidates})
    return {
        name: dense_weight * by_meaning[name] + (1 - dense_weight) * by_words[name] for name in candidates
    }


def best_first(fused: Mapping[str, float], limit: int) -> tuple[str, ...]:
    """Return the best ``limit`` candidates; ties by name, so equal inputs give equal evidence."""
    return tuple(sorted(fused, key=lambda name: (-fused[name], name))[:limit])


def _spread(scores: Mapping[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    if high <= low:  # no difference, no say
        return dict.fromkeys(scores, 0.0)
    return {name: (score - low) / (high - low) for name, score in scores.items()}

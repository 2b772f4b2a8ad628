"""Measures of public sets: figures of ranked retrieval, and the halves to fit and to report on."""

import math
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import TypeVar

from masis.evaluation.results import Measure

T = TypeVar("T")


def recall_at(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the share of the relevant ids among the first ``k``; 0 when nothing is relevant."""
    wanted = set(relevant)
    return len(wanted & set(ranked[:k])) / len(wanted) if wanted else 0.0


def reciprocal_rank(ranked: Sequence[str], relevant: Collection[str]) -> float:
    """Return 1 / rank of the first relevant id, 0 when none was found; its mean is the MRR."""
    wanted = set(relevant)
    return next((1 / rank for rank, found in enumerate(ranked, 1) if found in wanted), 0.0)


def ndcg_at(ranked: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Return the normalised discounted cumulative gain of the first ``k`` with gains of 0 and 1."""
    wanted = set(relevant)
    if not wanted:
        return 0.0
    seen: set[str] = set()
    gain = 0.0
    for rank, found in enumerate(ranked[:k], 1):
        if found in wanted and found not in seen:
            seen.add(found)
            gain += 1 / math.log2(rank + 1)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(wanted)) + 1))
    return gain / ideal


def precision_at_recall(scores: Sequence[float], positive: Sequence[bool], recall: float) -> float | None:
    """Return the best precision among the thresholds that reach at least this recall."""
    total = sum(positive)
    if not total:
        return None
    ordered = sorted(zip(scores, positive, strict=True), key=lambda pair: -pair[0])
    taken = found = 0
    best = 0.0
    for _, tied in groupby(ordered, key=lambda pair: pair[0]):
        labels = [label for _, label in tied]
        taken, found = taken + len(labels), found + sum(labels)
        if found / total >= recall - 1e-12:
            best = max(best, found / taken)
    return best


def halves(rows: Sequence[T], groups: Sequence[str]) -> tuple[tuple[str, tuple[T, ...]], ...]:
    """Return all rows, and the rows of every second group, by name, as the half to report on.

    Whoever fits on a set may look at the other half, which starts with the first name.
    """
    odd = set(sorted(set(groups))[1::2])
    pairs = list(zip(rows, groups, strict=True))
    report = tuple(row for row, group in pairs if group in odd)
    fit = tuple(row for row, group in pairs if group not in odd)
    named = (("all", tuple(rows)), ("report half", report), ("fit half", fit))
    return tuple((name, half) for name, half in named if half)


def of_half(half: str, measures: Sequence[Measure]) -> list[Measure]:
    """Say behind each name which rows it was measured on."""
    return [measure.model_copy(update={"name": f"{measure.name} · {half}"}) for measure in measures]

"""Binding: which period, and which words, each number of a sentence belongs to."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from masis.domain.language.periods import Period, PeriodMention
from masis.domain.language.quantities import Figure
from masis.domain.language.vocabulary import listed
from masis.domain.wording import content_stems


class Bound(NamedTuple):
    """What one number is tied to."""

    periods: frozenset[Period] = frozenset()
    """Empty when the text does not say, or says it unclearly."""
    local: frozenset[str] = frozenset()
    """Stems of the words in front of the number, back to the clause or the number before it."""
    after: frozenset[str] = frozenset()
    """Stems of the words behind it, up to the next clause, number or end."""
    base: bool = False
    """True for the figure compared with: ``from X``, ``compared with X``."""


_AFTER_WORDS = listed(
    """
    in for during at as of the end by on over year fiscal financial ended ending months to until
    through quarter half full-time employees staff people customers sites stores respectively both
    per
    """
)
_BASE_ROLE = re.compile(
    r"(?:\b(?:from|against|versus|vs\.?|than|compared\s(?:with|to)|previously|formerly|after)|\()\s*"
    r"(?:(?:about|around|approximately|nearly|only|just|a|an|the)\s+)*[€$£]?\Z",
    re.I,
)
_BASE_PERIOD = re.compile(
    r"\b(?:from|against|versus|vs\.?|than|compared\s(?:with|to)|since|after|exceeded|over)\s+(?:in\s+|the\s+)?\Z",
    re.I,
)
_LABEL_GAP = re.compile(r"\s*(?:[:=–—|]|was|were|at|is)?\s*[-−(]?\s*\Z")
_CLAUSE_BREAK = re.compile(r"[,;:()]\s*|\s(?:and|but|while|whereas|compared)\b", re.I)
_LABEL_MARKS = " :=(–—-−€$£"
_LOOKBACK = 40


def bind(text: str, figures: Sequence[Figure], mentions: Sequence[PeriodMention]) -> tuple[Bound, ...]:
    """Tie each number of ``text`` to a period and to the words that say what it measures."""
    paired = _respectively(text, figures, mentions)
    years = {period for mention in mentions for period in mention.periods}
    only = frozenset(years) if len({p.year for p in years if p.year}) == 1 else frozenset[Period]()
    bounds: list[Bound] = []
    used = -1
    local: frozenset[str] = frozenset()
    for i, figure in enumerate(figures):
        left = figures[i - 1].end if i else 0
        right = figures[i + 1].start if i + 1 < len(figures) else len(text)
        ahead = text[left : figure.start].rstrip(_LABEL_MARKS)
        local = _stems(_CLAUSE_BREAK.split(ahead)[-1]) or local
        if not i:
            local = local or _stems(text[: figure.start])
        after = _stems(_CLAUSE_BREAK.split(text[figure.end : right])[0])
        base = bool(_BASE_ROLE.search(text[max(0, figure.start - _LOOKBACK) : figure.start]))
        index = paired.get(i, _mention_for(text, figure, mentions, (left, right, used)))
        if index is None:
            periods = frozenset[Period]() if base else only
        else:
            periods, used = frozenset(mentions[index].periods), max(used, index)
        bounds.append(Bound(periods, local, after, base=base))
    return tuple(bounds)


def _stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


def _respectively(
    text: str, figures: Sequence[Figure], mentions: Sequence[PeriodMention]
) -> dict[int, int | None]:
    """Pair figures and periods in order where the sentence says ``respectively``."""
    if "respectively" not in text.lower() or len(figures) != len(mentions):
        return {}
    return {i: i for i in range(len(figures))}


def _mention_for(
    text: str, figure: Figure, mentions: Sequence[PeriodMention], window: tuple[int, int, int]
) -> int | None:
    """Return the index of the period mention a figure is tied to, looking no further than its neighbours."""
    left, right, used = window
    label: int | None = None
    leading: int | None = None
    first = bisect_left(mentions, left, key=lambda mention: mention.start)
    for index in range(first, len(mentions)):
        mention = mentions[index]
        if mention.start >= figure.end:
            if mention.start < right and label is None and _follows(text, figure, mention):
                return index
            break
        if mention.end > figure.start:
            continue
        if _LABEL_GAP.match(text, mention.end, figure.start) and _gap_is_label(text, mention, figure):
            label = index
        if index > used and not _BASE_PERIOD.search(text[max(0, mention.start - _LOOKBACK) : mention.start]):
            leading = index
    if label is not None:
        return label
    return leading


def _gap_is_label(text: str, mention: PeriodMention, figure: Figure) -> bool:
    return bool(_LABEL_GAP.fullmatch(text[mention.end : figure.start]))


def _follows(text: str, figure: Figure, mention: PeriodMention) -> bool:
    """Tell ``199.6 million in 2024`` from ``199.6 million (2023: 176.2)``."""
    gap = text[figure.end : mention.start]
    after = text[mention.end :].lstrip()[:1]
    if gap.strip() == "(":
        return after == ")"
    return after != ":" and all(word in _AFTER_WORDS for word in gap.lower().split())

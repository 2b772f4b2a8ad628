"""Binding: which period, and which words, each figure of a sentence belongs to."""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import NamedTuple

from masis.domain.language.currencies import CURRENCIES, SIGNS
from masis.domain.language.periods import PeriodMention, find_periods
from masis.domain.language.quantities import Figure, degrees, numbers, rescaled
from masis.domain.language.units import declared_unit
from masis.domain.language.vocabulary import listed
from masis.domain.language.words import concepts, is_movement, lexicon, sided, tokens


class Bound(NamedTuple):
    """A figure of a sentence with what the sentence ties it to."""

    figure: Figure
    mentions: tuple[PeriodMention, ...]
    """Empty when the sentence does not say, or says it unclearly."""
    before: str
    """The words in front of the figure, back to the clause or the figure before it."""
    after: str
    """The words behind it, up to the next clause or figure."""
    base: bool = False
    """True for the figure compared with: ``from X``, ``compared with X``."""
    window: str = ""
    """All words between the figure before it and the figure after it."""
    at: int = 0
    """Where the figure stands in the window."""

    @property
    def clause(self) -> str:
        """The window without what follows the clause of the figure."""
        end = _CLAUSE.search(self.window, self.at + len(self.figure.text))
        return self.window[: end.start()] if end else self.window

    @property
    def near(self) -> frozenset[str]:
        """Concepts of the words on both sides."""
        return measured_words(f"{self.before} {self.after}")

    @property
    def counted(self) -> frozenset[str]:
        """Concepts of the things a bare number counts: the words right behind it."""
        if self.figure.unit in UNCOUNTED:
            return frozenset()
        found = _COUNTED.match(self.window, self.at + len(self.figure.text))
        words = list(tokens(_SUSPENDED.sub(" ", found.group()))) if found else []
        end = next((at for at, word in enumerate(words) if not word.content), len(words))
        return measured_words(" ".join(word.text for word in words[:end]))

    @property
    def moved(self) -> tuple[int, bool]:
        """Where the nearest word of movement says that it went (1 up, -1 down, 0), and whether it follows."""
        found = [
            (_distance(token.start, token.end, self), 1 - 2 * side, token.start > self.at)
            for token, places in sided(self.clause)
            for pair, side in places
            if pair == "movement"
        ]
        return min(found)[1:] if found else (0, False)


UNCOUNTED = CURRENCIES | {"%", "pp", "x"}
"""Units of amounts and rates; a figure of any other unit, or of none, counts things."""
_COUNTED = re.compile(r"(?:[\s-]+[^\W\d_][\w'’]*(?:-\s(?:and|or)\b)?){1,4}")
_SUSPENDED = re.compile(r"\b[\w]+-\s(?:and|or)\b")
_FOLLOWING = listed(
    """
    in for during at as of the end by on over year fiscal financial ended ending months to until
    through quarter half full both per respectively its their
    """
)
_BASE = re.compile(
    r"(?:\b(?:from|against|versus|vs\.?|(?<!more\s)(?<!less\s)(?<!fewer\s)(?<!greater\s)than"
    r"|compared\s(?:with|to)|previously|formerly|after)|\()\s*"
    rf"(?:(?:about|around|approximately|nearly|only|just|a|an|the)\s+)*[{SIGNS}]?\Z",
    re.I,
)
_BASE_PERIOD = re.compile(
    r"\b(?:from|against|versus|vs\.?|than|compared\s(?:with|to)|since|after|exceeded|over)\s+(?:in\s+|the\s+)?\Z",
    re.I,
)
_LABEL_GAP = re.compile(r"\s*(?:[:=–—|]|was|were|at|is)?\s*[-−(]?\s*\Z")
_CLAUSE = re.compile(r"[,;:()]\s*|\s(?:and|but|while|whereas|compared|yet|though)\b", re.I)
_COMPARISON = re.compile(r"\b(?:from|against|versus|vs\.?|than|compared\s(?:with|to))\b", re.I)
_SHORT_GAP = re.compile(r"(?:\s+[\w-]+){1,5}\s+(?:in|for|during|at|of|on)(?:\s+the)?(?:\s+fiscal)?\s+", re.I)
_LISTED = re.compile(rf"\s*(?:,\s*(?:and|or)?|and|or)\s*[{SIGNS}]?", re.I)
_MARKS = f" :=(–—-−{SIGNS}"
_LOOKBACK = 40


def bind(text: str) -> tuple[Bound, ...]:
    """Tie each number of a sentence to its periods and to the words that say what it measures."""
    mentions = find_periods(text)
    worded = degrees(text)
    counted = [
        number
        for number in numbers(text, mentions)
        if not any(degree.start < number.end and number.start < degree.end for degree in worded)
    ]
    figures = sorted((*map(_declared(text), counted), *worded), key=lambda figure: figure.start)
    paired = _respectively(text, figures, mentions)
    compared = tuple(found.span() for found in _COMPARISON.finditer(text))
    years = {period.year for mention in mentions for period in mention.periods if period.year}
    only = _shared(text, figures, mentions) if len(years) == 1 else ()
    bounds: list[Bound] = []
    used, before = -1, ""
    for i, figure in enumerate(figures):
        left = figures[i - 1].end if i else 0
        right = figures[i + 1].start if i + 1 < len(figures) else len(text)
        ahead = text[left : figure.start].rstrip(_MARKS)
        clause = _CLAUSE.split(ahead)[-1]
        before = clause if measured_words(clause) else before
        if not i and not measured_words(before):
            before = text[: figure.start]
        after = _CLAUSE.split(text[figure.end : right])[0]
        base = _is_base(text, figure)
        index = paired.get(i, _mention_for(text, figure, mentions, (left, right, used)))
        if index is None:
            tied = () if base else tuple(m for m in only if not _is_compared(compared, figure, m))
        else:
            tied, used = (mentions[index],), max(used, index)
        bounds.append(Bound(figure, tied, before, after, base, text[left:right], figure.start - left))
    return tuple(bounds)


def _declared(text: str) -> Callable[[Figure], Figure]:
    """Return what gives a bare number the unit that words before it declare: ``(EUR million)``."""
    declared = declared_unit(text)
    if declared is None:
        return lambda figure: figure
    unit, scale = declared
    return lambda figure: rescaled(figure, unit, scale) if _is_bare(figure) else figure


def _is_bare(figure: Figure) -> bool:
    return not figure.unit and figure.scale == 1 and not figure.spelled


def _distance(start: int, end: int, bound: Bound) -> int:
    """Return how many characters lie between a word of the window and the figure."""
    return start - bound.at if start > bound.at else bound.at - end


def measured_words(text: str) -> frozenset[str]:
    """Return the concepts of a text, words of periods, hedging and movement left out."""
    for mention in reversed(find_periods(text)):
        text = f"{text[: mention.start]} {text[mention.end :]}"
    known = lexicon()
    return frozenset(
        concept
        for concept in concepts(text)
        if concept not in known.period | known.hedging and not is_movement(concept)
    )


def _respectively(
    text: str, figures: Sequence[Figure], mentions: Sequence[PeriodMention]
) -> dict[int, int | None]:
    """Pair figures and periods that stand in two lists of one length: ``$3 and $4 in 2021 and 2022``."""
    if "respectively" in text.lower() and len(figures) == len(mentions):
        return {i: i for i in range(len(figures))}
    paired: dict[int, int | None] = {}
    listed_periods = _lists(text, [(mention.start, mention.end) for mention in mentions])
    for members in _lists(text, [(figure.start, figure.end) for figure in figures]):
        fitting = [run for run in listed_periods if len(run) == len(members)]
        if fitting:
            at = figures[members[0]].start
            nearest = min(fitting, key=lambda run: abs(mentions[run[0]].start - at))
            paired.update(zip(members, nearest, strict=True))
    return paired


def _lists(text: str, spans: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the runs of two or more spans with nothing but commas and ``and`` between them."""
    runs: list[list[int]] = []
    for at in range(1, len(spans)):
        if not _LISTED.fullmatch(text[spans[at - 1][1] : spans[at][0]]):
            continue
        if runs and runs[-1][-1] == at - 1:
            runs[-1].append(at)
        else:
            runs.append([at - 1, at])
    return runs


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
        if _LABEL_GAP.fullmatch(text[mention.end : figure.start]):
            label = index
        if index > used and not _BASE_PERIOD.search(text[max(0, mention.start - _LOOKBACK) : mention.start]):
            leading = index
    return label if label is not None else leading


def _is_base(text: str, figure: Figure) -> bool:
    """Tell whether a figure is what another one is compared with."""
    return bool(_BASE.search(text[max(0, figure.start - _LOOKBACK) : figure.start]))


def _shared(
    text: str, figures: Sequence[Figure], mentions: Sequence[PeriodMention]
) -> tuple[PeriodMention, ...]:
    """Return the periods that may hold for every figure: not one that stands behind what is compared with.

    In "16.2 million, after 8.7 million in 2023" the year is that of the second figure alone.
    """
    bases = [figure for figure in figures[1:] if _is_base(text, figure)]
    return tuple(
        mention
        for mention in mentions
        if not any(figure.end <= mention.start and _follows(text, figure, mention) for figure in bases)
    )


def _is_compared(compared: Sequence[tuple[int, int]], figure: Figure, mention: PeriodMention) -> bool:
    """Tell whether a period behind a figure belongs to what the figure is compared with."""
    first = bisect_left(compared, figure.end, key=lambda span: span[0])
    return first < len(compared) and compared[first][1] <= mention.start


def _follows(text: str, figure: Figure, mention: PeriodMention) -> bool:
    """Tell ``199.6 million in 2024`` from ``199.6 million (2023: 176.2)``."""
    gap = text[figure.end : mention.start]
    after = text[mention.end :].lstrip()[:1]
    if gap.strip() == "(":
        return after == ")"
    if _SHORT_GAP.fullmatch(gap) and not _COMPARISON.search(gap):
        return after != ":"
    return after != ":" and all(word in _FOLLOWING for word in gap.lower().split())

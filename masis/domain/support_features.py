"""Support features: how much of a sentence its sources hold, as the numbers the fitted score works on."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log1p
from typing import NamedTuple

from masis.domain.figures import FigureFindings
from masis.domain.language.vocabulary import listed
from masis.domain.source_index import SourceIndex
from masis.domain.support import Passage, Statement
from masis.domain.support_places import concludes, copied_pairs
from masis.domain.support_weights import COMMON, FAIRLY_COMMON
from masis.domain.wording import NEGATIONS, name_in, names, same_direction, stem, words

# How writers speak of their sources and lead from one sentence to the next: no news, wherever it stands.
_FRAMING = frozenset(
    stem(word)
    for word in listed(
        """
        additionally therefore overall furthermore moreover thus hence finally based given provided passage
        passages text texts document documents source sources mentioned mentions mention states stated
        explains explained describes described lists listed shows shown notes noted respectively specifically
        for example instance conclusion summary following it's that's there's here's
        """
    )
)
# How much a new word weighs: one that every other text has is hardly news.
_COMMON_WEIGHT, _FAIRLY_WEIGHT, _RARE_WEIGHT = 1.0, 2.5, 4.5
# A long word that shares this beginning with a word of the source counts as half known.
_SAME_BEGINNING = 5
_HEDGED = re.compile(
    r"\b(?:may|might|could|possibly|perhaps|likely|probably|seems?|appears?|suggests?|should|would)\b", re.I
)
FEATURES = (
    "cover",
    "cover_best",
    "weighted_cover",
    "weighted_cover_best",
    "bigrams",
    "trigrams",
    "run",
    "new",
    "new_weight",
    "new_hard_weight",
    "new_best",
    "best_score",
    "length",
    "figures",
    "figures_matched",
    "figures_missing",
    "figures_wrong",
    "names",
    "unknown_names",
    "hedged",
    "denied",
    "new_at_start",
    "list_item",
    "copied_pairs",
    "named_elsewhere",
    "concludes",
)


class Features(NamedTuple):
    """The numbers of one sentence, in the order of ``FEATURES``, and the words its sources lack."""

    values: tuple[float, ...]
    new: tuple[str, ...]


def features(
    statement: Statement,
    sources: Sequence[SourceIndex],
    passages: Sequence[Passage | None],
    findings: FigureFindings,
) -> Features:
    """Compare a sentence with everything it cites, and with the passage that carries it best."""
    ordered = [one for one in statement.stems if one not in _FRAMING]
    wanted = tuple(dict.fromkeys(ordered))
    known = frozenset[str]().union(*(index.stems for index in sources))
    known |= same_direction(known)
    best = max((p for p in passages if p), key=lambda p: p.score, default=None)
    near = best.stems | same_direction(best.stems) if best else frozenset[str]()
    new = [one for one in wanted if one not in known]
    hard = [one for one in new if not _half_known(one, known)]
    beside = [one for one in wanted if one not in near]
    total = _weight(wanted)
    values = (
        1 - len(new) / max(1, len(wanted)),
        1 - len(beside) / max(1, len(wanted)),
        1 - _weight(new) / max(1.0, total),
        1 - _weight(beside) / max(1.0, total),
        *_grams(ordered, sources),
        log1p(len(new)),
        log1p(_weight(new)),
        log1p(_weight(hard)),
        log1p(len(beside)),
        best.score if best else 0.0,
        log1p(len(ordered)),
        *_facts(statement, sources, findings),
        _new_share(ordered[: max(1, len(ordered) // 3)], known),
        float(statement.item),
        *copied_pairs(statement.text, sources),
        float(concludes(statement.text)),
    )
    return Features(values, _worded(statement.text, new))


def _facts(
    statement: Statement, sources: Sequence[SourceIndex], findings: FigureFindings
) -> tuple[float, ...]:
    """Return what became of the figures and names, and whether the sentence hedges or denies."""
    sure = [one for one in names(statement.text) if one.sure]
    unknown = [
        one
        for one in sure
        if not any(name_in(one.text, index.folded, index.stems, index.initials) for index in sources)
    ]
    return (
        log1p(len(findings.matched) + len(findings.missing) + len(findings.mismatched)),
        log1p(len(findings.matched)),
        log1p(len(findings.missing)),
        float(bool(findings.mismatched)),
        log1p(len(sure)),
        log1p(len(unknown)),
        float(bool(_HEDGED.search(statement.text))),
        float(any(word in NEGATIONS for word in words(statement.text))),
    )


def _grams(ordered: Sequence[str], sources: Sequence[SourceIndex]) -> tuple[float, float, float]:
    """Return the share of pairs and triples of words that the sources hold, and of the longest copied run."""
    if len(ordered) < 2:
        whole = float(all(any(one in index.stems for index in sources) for one in ordered))
        return whole, whole, whole
    known = frozenset[tuple[str, str]]().union(*(index.pairs for index in sources))
    pairs = list(pairwise(ordered))
    both = sum(pair in known for pair in pairs) / len(pairs)
    runs = [_longest_run(ordered, index.sequence) for index in sources]
    triples = list(zip(ordered, ordered[1:], ordered[2:], strict=False))
    held = sum((a, b) in known and (b, c) in known for a, b, c in triples)
    return both, held / len(triples) if triples else both, max(runs, default=0) / len(ordered)


def _longest_run(ordered: Sequence[str], sequence: Sequence[str]) -> int:
    """Return the length of the longest run of words that stands in both, in time of one table."""
    wanted = frozenset(ordered)
    best, before = 0, [0] * (len(ordered) + 1)
    for word in sequence:
        if word not in wanted:
            before = [0] * (len(ordered) + 1) if any(before) else before
            continue
        row = [0] * (len(ordered) + 1)
        for at, one in enumerate(ordered, 1):
            if one == word:
                row[at] = before[at - 1] + 1
                best = max(best, row[at])
        before = row
    return best


def _new_share(stems: Sequence[str], known: frozenset[str]) -> float:
    return sum(one not in known for one in stems) / max(1, len(stems))


def _half_known(word: str, known: frozenset[str]) -> bool:
    start = word[:_SAME_BEGINNING]
    return len(start) == _SAME_BEGINNING and any(one.startswith(start) for one in known)


def _weight(stems: Iterable[str]) -> float:
    return sum(
        _COMMON_WEIGHT if one in COMMON else _FAIRLY_WEIGHT if one in FAIRLY_COMMON else _RARE_WEIGHT
        for one in stems
    )


def _worded(text: str, stems: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a text behind some stems, rare ones first, for the reason a reader is given."""
    told = {stem(word): word for word in words(text)}
    ordered = sorted((one for one in stems if one in told), key=lambda one: -_weight((one,)))
    return tuple(told[one] for one in ordered)

"""Support: how far the words of the cited passages carry a sentence, as a fitted score over few features."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp, log1p
from pathlib import Path
from typing import NamedTuple

from masis.domain.language.organisations import is_ordinary
from masis.domain.language.periods import find_periods
from masis.domain.language.words import (
    Name,
    concept,
    concepts,
    directions,
    fold,
    names,
    negated,
    stems,
    tokens,
)
from masis.domain.verification.figures import FigureFinding
from masis.domain.verification.statements import Passage, Source, is_item, plain, small_words

FEATURES = (
    "cover",
    "cover_best",
    "pairs",
    "small_pairs",
    "run",
    "new",
    "new_hard",
    "new_rare",
    "new_best",
    "length",
    "figures",
    "figures_absent",
    "names",
    "unknown_names",
    "hedged",
    "denied",
    "new_at_start",
    "list_item",
    "named_elsewhere",
    "concludes",
    "turned",
    "names_far",
)
# How writers speak of their sources and lead from one sentence to the next: no news, wherever it stands.
_FRAMING = frozenset(
    stems(
        "additionally therefore overall furthermore moreover thus hence finally based given provided passage "
        "passages text texts document source sources mention states explain describe lists shows notes "
        "respectively specifically example instance conclusion summary following"
    )
)
_HEDGED = re.compile(
    r"\b(?:may|might|could|possibly|perhaps|likely|probably|seems?|appears?|suggests?|should|would)\b", re.I
)
_CONCLUSION = re.compile(
    r"\W*(?:\d+[.)]\s*)?(?:therefore|overall|in summary|in conclusion|so|thus|finally)\b", re.I
)
_NAMED = re.compile(r"\bpassages?\s*#?(?P<numbers>\d+(?:(?:\s*(?:,|&|\band\b|\bor\b))+\s*\d+)*)", re.I)
_SAME_BEGINNING = 5
_WINDOW_GAIN = 0.15
"""A second sentence is only quoted when it adds this much."""
_FIGURE_WEIGHT, _PAIR_WEIGHT = 0.3, 0.15


class Best(NamedTuple):
    """The words of one passage that carry a sentence best."""

    start: int
    end: int
    score: float
    cover: float
    bag: frozenset[str]
    sides: frozenset[tuple[str, int]]
    """Directions and other sides its words take."""


class Features(NamedTuple):
    """The numbers of one sentence, in the order of ``FEATURES``, and the words its sources lack."""

    values: tuple[float, ...]
    new: tuple[str, ...]


class Weights(NamedTuple):
    """A fitted score with its lines."""

    bias: float
    weights: Mapping[str, float]
    supported: float
    """From this chance on a sentence stands by its words."""
    unsupported: float
    """Under this chance it is not in its source."""


@lru_cache(maxsize=1)
def fitted() -> Weights:
    """Return the weights as ``scripts/fit_support.py`` wrote them."""
    return Weights(**json.loads(Path(__file__).with_name("support_weights.json").read_text(encoding="utf-8")))


def best_of(sentence: str, passage: Passage, findings: Sequence[FigureFinding]) -> Best | None:
    """Return the sentence, row or pair of sentences that carries a claim best."""
    wanted, pairs = frozenset(stems(sentence)), frozenset(pairwise(stems(sentence)))
    spots = {
        finding.fact.char_start
        for finding in findings
        if finding.fact and finding.fact.chunk_id == passage.chunk.chunk_id and finding.state != "absent"
    }
    best: Best | None = None
    for start in range(len(passage.sources)):
        for run in (passage.sources[start : start + 1], passage.sources[start : start + 2]):
            if len(run) == 2 and any(source.row for source in run):
                continue
            found = _best(run, wanted, pairs, spots)
            gain = _WINDOW_GAIN if len(run) > 1 else 0.0
            if best is None or found.score > best.score + gain:
                best = found
    return best


def _best(
    run: Sequence[Source], wanted: frozenset[str], pairs: frozenset[tuple[str, str]], spots: set[int]
) -> Best:
    bag = frozenset[str]().union(*(source.bag for source in run))
    own = frozenset(pair for source in run for pair in pairwise(source.words))
    cover = sum(_known(word, bag) for word in wanted) / len(wanted) if wanted else 0.0
    paired = len(pairs & own) / len(pairs) if pairs else cover
    figure = float(any(source.start in spots for source in run)) if spots else cover
    rest = 1 - _FIGURE_WEIGHT - _PAIR_WEIGHT
    score = rest * cover + _PAIR_WEIGHT * paired + _FIGURE_WEIGHT * figure
    sides = frozenset[tuple[str, int]]().union(*(directions(source.text) for source in run))
    return Best(run[0].start, run[-1].end, score, cover, bag, sides)


def _known(word: str, bag: frozenset[str]) -> bool:
    return word in bag or concept(word) in bag


def features(
    sentence: str,
    passages: Sequence[Passage],
    bests: Sequence[Best | None],
    findings: Sequence[FigureFinding],
) -> Features:
    """Compare a sentence with everything it cites, and with the words that carry it best."""
    ordered = [word for word in stems(sentence) if word not in _FRAMING]
    wanted = list(dict.fromkeys(ordered))
    known = frozenset[str]().union(*(passage.bag for passage in passages))
    near = max((best for best in bests if best), key=lambda best: best.score, default=None)
    beside = near.bag if near else frozenset[str]()
    new = [word for word in wanted if not _known(word, known)]
    hard = [word for word in new if not _half_known(word, known)]
    far = [word for word in wanted if not _known(word, beside)]
    first = ordered[: max(1, len(ordered) // 3)]
    sure = [name for name in names(sentence) if name.sure]
    unknown = unknown_names(sentence, passages)
    copied, elsewhere = _copied_pairs(sentence, passages)
    values = (
        1 - len(new) / max(1, len(wanted)),
        1 - len(far) / max(1, len(wanted)),
        _pairs(ordered, passages),
        copied,
        max((_longest_run(ordered, passage) for passage in passages), default=0) / max(1, len(ordered)),
        log1p(len(new)),
        log1p(len(hard)),
        log1p(sum(not is_ordinary(word) for word in hard)),
        log1p(len(far)),
        log1p(len(ordered)),
        log1p(len(findings)),
        log1p(sum(finding.state == "absent" for finding in findings)),
        log1p(len(sure)),
        log1p(len(unknown)),
        float(bool(_HEDGED.search(sentence))),
        float(negated(sentence)),
        sum(word in new for word in first) / max(1, len(first)),
        float(is_item(sentence)),
        elsewhere,
        float(bool(_CONCLUSION.match(sentence))),
        log1p(len(directions(sentence) - near.sides)) if near else 0.0,
        sum(not _in_bag(name.text, beside) for name in sure) / max(1, len(sure)),
    )
    return Features(values, _worded(sentence, new))


def support_score(found: Features) -> float:
    """Return the chance that the sentence is supported, by its words."""
    model = fitted()
    slope = model.bias + sum(
        model.weights[name] * value for name, value in zip(FEATURES, found.values, strict=True)
    )
    return 1 / (1 + exp(min(500.0, max(-500.0, -slope))))


def unknown_names(sentence: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """Return the names of a sentence that no cited passage, title or profile has."""
    known = frozenset[str]().union(*(passage.bag for passage in passages))
    folded = " ".join(passage.folded for passage in passages)
    initials = "".join(word[0] for word in small_words(folded))
    dated = [(mention.start, mention.end) for mention in find_periods(sentence)]
    return tuple(
        dict.fromkeys(
            name.text
            for name in names(sentence)
            if not any(start < name.end and name.start < end for start, end in dated)
            and _is_name(name, sentence)
            and not _has_name(name.text, known, folded, initials)
        )
    )


def _is_name(name: Name, sentence: str) -> bool:
    """Tell a name from a word that has its capital from opening the sentence."""
    return name.sure or sentence[name.end : name.end + 2] in {"'s", "’s"} or not is_ordinary(name.text)


def _has_name(name: str, known: frozenset[str], folded: str, initials: str) -> bool:
    """Tell whether a text has a name: as written, a word of it, or spelled out for an abbreviation."""
    bare = fold(name)
    if bare in folded:
        return True
    if any(_known(word, known) or _half_known(word, known) for word in (*stems(name), *concepts(name))):
        return True
    letters = "".join(letter for letter in bare if letter.isalpha())
    return name.isupper() and 1 < len(letters) <= 6 and letters in initials


def _in_bag(name: str, bag: frozenset[str]) -> bool:
    return any(_known(word, bag) or _half_known(word, bag) for word in (*stems(name), *concepts(name)))


def _half_known(word: str, known: frozenset[str]) -> bool:
    start = word[:_SAME_BEGINNING]
    return len(start) == _SAME_BEGINNING and any(other.startswith(start) for other in known)


def _pairs(ordered: Sequence[str], passages: Sequence[Passage]) -> float:
    pairs = list(pairwise(ordered))
    if not pairs:
        return float(all(any(word in passage.bag for passage in passages) for word in ordered))
    return sum(any(pair in passage.pairs for passage in passages) for pair in pairs) / len(pairs)


def _longest_run(ordered: Sequence[str], passage: Passage) -> int:
    """Return the length of the longest run of words that stands in one source."""
    best = 0
    for source in passage.sources:
        places: dict[str, list[int]] = {}
        for at, word in enumerate(source.words):
            places.setdefault(word, []).append(at)
        before: dict[int, int] = {}
        for word in ordered:
            before = {at: before.get(at - 1, 0) + 1 for at in places.get(word, ())}
            best = max(best, *before.values()) if before else best
    return best


def _copied_pairs(sentence: str, passages: Sequence[Passage]) -> tuple[float, float]:
    """Return the largest share of word pairs of a passage, and how far one named by number falls short."""
    words = small_words(_NAMED.sub(" ", plain(sentence)))
    pairs = list(pairwise(words))
    if not pairs or not passages:
        return 0.0, 0.0
    shares = [sum(pair in passage.small_pairs for pair in pairs) / len(pairs) for passage in passages]
    numbers = [int(n) for m in _NAMED.finditer(sentence) for n in re.findall(r"\d{1,3}", m["numbers"])]
    named = [shares[number - 1] for number in numbers if 0 < number <= len(shares)]
    return max(shares), max(shares) - max(named) if named else 0.0


def _worded(sentence: str, roots: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a sentence behind some stems, for the reason a reader is given."""
    told = {token.stem: token.text for token in tokens(sentence)}
    return tuple(told[root] for root in roots if root in told)

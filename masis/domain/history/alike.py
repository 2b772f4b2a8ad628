"""Alike: which texts of two lists say the same, and which say it with a change; the same both ways round."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

NEAR_IDENTICAL = 0.85
"""Share of common words from which two texts with the same figures say the same (own choice)."""
RELATED = 0.5
"""Share of common words from which one text is the other with something changed (own choice)."""
MOST_PAIRS = 250_000
"""Above this many possible pairs only equal texts are matched, so that no input takes minutes."""

_MARKER = re.compile(r"^(?:[-*•#>|+]+\s*|\d{1,3}[.)]\s+)+")
_SIGNS = str.maketrans(dict.fromkeys("–—‑−", "-") | dict.fromkeys("“”„«»‘’‚", "'") | {'"': "'"})
_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_DECISIVE = re.compile(r"\d|^(?:no|not|never|none|nor|without|unaudited|preliminary|restated)$")


class Match(NamedTuple):
    """Two texts that belong together: places in the left and right list, and whether they say the same."""

    left: int
    right: int
    same: bool


class _Text(NamedTuple):
    words: frozenset[str]
    decisive: frozenset[str]


def normalised(text: str) -> str:
    """Return what two texts are compared by: no case, list marks, spaces or kinds of quotes and dashes."""
    plain = unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()
    plain = _MARKER.sub("", " ".join(plain.replace("*", "").split()))
    return re.sub(r"\s+(?=[%.,;:])", "", plain).strip(" .;:,")


def matches(left: Sequence[str], right: Sequence[str]) -> tuple[Match, ...]:
    """Pair equal texts first, then the most similar ones; nobody is paired twice.

    ``matches(right, left)`` gives the same pairs turned round: the measure is symmetric, and a tie goes
    to the pair that stands closest to the same place, then to the one that stands first.
    """
    olds, news = [normalised(text) for text in left], [normalised(text) for text in right]
    found = _equal(olds, news)
    free_left = sorted({*range(len(olds))} - {match.left for match in found})
    free_right = sorted({*range(len(news))} - {match.right for match in found})
    if len(free_left) * len(free_right) <= MOST_PAIRS:
        found += _similar({i: _read(olds[i]) for i in free_left}, {j: _read(news[j]) for j in free_right})
    return tuple(sorted(found))


def _equal(olds: Sequence[str], news: Sequence[str]) -> list[Match]:
    """Pair the first of equal texts with the first, the second with the second."""
    places: dict[str, list[int]] = {}
    for number, text in enumerate(news):
        places.setdefault(text, []).append(number)
    free = {text: iter(numbers) for text, numbers in places.items()}
    found: list[Match] = []
    for number, text in enumerate(olds):
        other = next(free.get(text, iter(())), None)
        if other is not None:
            found.append(Match(number, other, same=True))
    return found


def _similar(olds: dict[int, _Text], news: dict[int, _Text]) -> list[Match]:
    scored = [
        (-score, abs(i - j), min(i, j), i, j, old.decisive == new.decisive and score >= NEAR_IDENTICAL)
        for i, old in olds.items()
        for j, new in news.items()
        if (score := _overlap(old.words, new.words)) >= RELATED
    ]
    found: list[Match] = []
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for *_, i, j, same in sorted(scored):
        if i not in taken_left and j not in taken_right:
            taken_left.add(i)
            taken_right.add(j)
            found.append(Match(i, j, same))
    return found


def _read(text: str) -> _Text:
    words = frozenset(_WORD.findall(text))
    return _Text(words, frozenset(word for word in words if _DECISIVE.search(word)))


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right) if left and right else 0.0

"""Additions: a clause hung on to a sentence of which the sources have nothing."""

import re
from collections.abc import Sequence

from masis.domain.source_index import SourceIndex
from masis.domain.wording import content_stems, same_direction, stem, words

_TAIL = re.compile(
    r",\s+(?:and\s+)?(?:which|who|whose|where|because|since|so|as|making|leading|causing|giving|allowing"
    r"|prompting|sparking|pleasing|boosting|raising|marking|reflecting|thanks to|due to|driven by|much to)\s",
    re.IGNORECASE,
)
_FEWEST = 2
_LEAST_NEW = 0.75
_SAME_BEGINNING = 5


def added(sentence: str, sources: Sequence[SourceIndex]) -> tuple[str, ...]:
    """Return the words of a hung-on clause that is nearly all news to the sources."""
    known = frozenset[str]().union(*(index.stems for index in sources))
    known |= same_direction(known)
    for match in _TAIL.finditer(sentence):
        tail = re.split(r"[,;]\s", sentence[match.end() :], maxsplit=1)[0]
        told = frozenset(content_stems(tail))
        new = {one for one in told if one not in known and not _half_known(one, known)}
        if len(new) >= _FEWEST and len(new) >= _LEAST_NEW * len(told) and not re.search(r"\d", tail):
            return tuple(word for word in words(tail) if stem(word) in new)
    return ()


def _half_known(word: str, known: frozenset[str]) -> bool:
    start = word[:_SAME_BEGINNING]
    return len(start) == _SAME_BEGINNING and any(one.startswith(start) for one in known)

"""Support places: how much of a sentence one source holds word by word, and whether it names that one."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from masis.domain.source_index import SourceIndex

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NAMED = re.compile(r"\bpassages?\s*#?(?P<numbers>\d+(?:(?:\s*(?:,|&|\band\b|\bor\b))+\s*\d+)*)", re.I)
_MARKER = re.compile(r"\A\W*\d{1,3}[.)]")
_CONCLUSION = re.compile(
    r"\W*(?:\d+[.)]\s*)?(?:therefore|overall|in summary|in conclusion|so|thus|finally)\b", re.I
)


def copied_pairs(text: str, sources: Sequence[SourceIndex]) -> tuple[float, float]:
    """Return the largest share of word pairs that one source holds, and how far the named ones fall short.

    Small words count: they say how words belong together. "(Passage 2)" for what stands in passage 1 is no
    support; numbers are those of the cited passages, in order.
    """
    pairs = list(pairwise(_tokens(_NAMED.sub(" ", _MARKER.sub("", text)))))
    if not pairs or not sources:
        return 0.0, 0.0
    shares = [sum(pair in _pairs(index.text) for pair in pairs) / len(pairs) for index in sources]
    named = [shares[number - 1] for number in _numbers(text) if 0 < number <= len(sources)]
    return max(shares), max(shares) - max(named) if named else 0.0


def concludes(text: str) -> bool:
    """Tell whether a sentence opens as a conclusion, which sums up rather than adds."""
    return bool(_CONCLUSION.match(text))


def _numbers(text: str) -> list[int]:
    return [int(one) for match in _NAMED.finditer(text) for one in re.findall(r"\d{1,3}", match["numbers"])]


def _tokens(text: str) -> list[str]:
    return [match.group() for match in _TOKEN.finditer(text.casefold())]


@lru_cache(maxsize=1024)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(_tokens(text)))

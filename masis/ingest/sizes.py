"""Sizes: how much room a passage takes in the embedder's window."""

import unicodedata
from functools import lru_cache
from itertools import accumulate

TARGET = 900
"""Size a passage is filled to, in characters of plain English prose."""
MOST = 1100
"""Size no passage exceeds; title and heading still fit beside it in 256 tokens."""
LEAST = 150
"""Size under which a passage is joined to a neighbour where that fits."""

# Fitted so that a token of English prose, of a table of figures and of Chinese takes about the same size,
# 4 to 5; see tests/ingest/test_chunking.py, which counts real tokens.
_LETTER = 1.0
_DIGIT = 2.0
_MARK = 4.0
_OTHER_SCRIPT = 4.0
_IDEOGRAPH = 5.0
_LAST_LATIN = 0x24F


class Ruler:
    """Measures spans of one text; a digit or sign takes as many tokens as several letters do."""

    def __init__(self, text: str) -> None:
        """Sum up the weights once, so that every span is measured by one subtraction."""
        self._sums = (0.0, *accumulate(map(_weight, text)))

    def size(self, start: int, end: int) -> float:
        """Return the size of a span, in characters of plain prose."""
        return self._sums[end] - self._sums[start]

    def reach(self, start: int, size: float, end: int) -> int:
        """Return the furthest offset up to ``end`` at which the span from ``start`` still fits."""
        low, high = start, end
        while low < high:
            middle = (low + high + 1) // 2
            if self.size(start, middle) <= size:
                low = middle
            else:
                high = middle - 1
        return low


@lru_cache(maxsize=4096)
def _weight(character: str) -> float:
    if character.isspace():
        return _LETTER
    if character.isalpha():
        if ord(character) <= _LAST_LATIN:
            return _LETTER
        return _IDEOGRAPH if unicodedata.east_asian_width(character) in "WF" else _OTHER_SCRIPT
    return _DIGIT if character.isdigit() else _MARK

"""Spaced numbers: figures whose thousands a space sets apart, ``214 600``, are one word of a page again."""

import re
from collections.abc import Mapping, Sequence

from masis.domain.language.currencies import SIGN
from masis.domain.language.tables import GROUPED_OTHERWISE
from masis.ingest.readers.lines import Word

_FIRST_GROUP = re.compile(rf"[(\[]?[-+−–△▲]?{SIGN}?[-−–]?\(?[1-9]\d{{0,2}}(?: \d{{3}})*\Z")
_NEXT_GROUP = re.compile(r"\d{3}(?:[.,]\d+)?\)?%?\)?\*?[-−]?\Z")
_GAP = 0.5
"""A wider gap, in heights of the print, parts two cells."""
_NEAR = 4
"""Lines above and below that tell how thousands are set apart here: a page may hold tables of both kinds."""


def with_whole_numbers(by_line: Mapping[int, Sequence[Word]]) -> dict[int, Sequence[Word]]:
    """Join the words of a number on each line around which most thousands are set apart by spaces."""
    lines = [*by_line]
    joined = {line: _joined(words) for line, words in by_line.items()}
    spaced = [len(by_line[line]) - len(joined[line]) for line in lines]
    otherwise = [sum(bool(GROUPED_OTHERWISE.search(word.text)) for word in by_line[line]) for line in lines]
    found: dict[int, Sequence[Word]] = {}
    for at, line in enumerate(lines):
        near = slice(max(0, at - _NEAR), at + _NEAR + 1)
        whole = spaced[at] and not otherwise[at] and sum(spaced[near]) > sum(otherwise[near])
        found[line] = joined[line] if whole else by_line[line]
    return found


def _joined(words: Sequence[Word]) -> list[Word]:
    joined: list[Word] = []
    for word in words:
        before = joined[-1] if joined else word
        if (
            joined
            and _NEXT_GROUP.match(word.text)
            and _FIRST_GROUP.match(before.text)
            and 0 < word.left - before.right < _GAP * word.size
        ):
            joined[-1] = before._replace(text=f"{before.text} {word.text}", right=word.right)
        else:
            joined.append(word)
    return joined

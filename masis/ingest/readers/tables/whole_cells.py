"""Whole cells: the words of a page's cell that holds several figures are one word again.

``22 (19.5)``, ``-27.6 (-34.1, -20.5)``, ``12.4 ± 1.1``, ``41 / 37 / 38``. A bracketed figure by itself may as
well be a negative in a column of its own: it belongs to the figure before it where most of those around it
stand right behind one, a space away.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from masis.domain.language.currencies import SIGN
from masis.domain.language.twofold import BESIDE, INTERVAL, SINGLE
from masis.ingest.readers.lines import Word

_SPACE = 0.36
"""A wider gap, in heights of the print, is none of one cell."""
_NEAR = 4
"""Lines above and below that tell whether brackets stand behind figures here."""
_LONGEST = 9
"""Words of a cell."""
_FIGURE = rf"[-+−–]?(?:{SIGN})?[-−–]?\d[\d.,'’ ]*%?"
_FIRST = re.compile(rf"{_FIGURE}(?:/\d+)?\Z")
_ASIDE = rf"\s(?:{INTERVAL}|{SINGLE})"
WHOLE_CELL = rf"{_FIGURE}(?:(?:{BESIDE})*(?:{_ASIDE}){{1,2}}|(?:\s?±\s?\d|\s/\s\d)[\d.,/ ]*)"
"""Pattern of a cell of several figures, its words joined."""
_YEAR = re.compile(r"(?:19|20)\d\d(?:/\d\d)?\Z")
_SURE = re.compile(rf"(?:{BESIDE})*(?:\s?{INTERVAL})?(?:\s?{SINGLE})?\Z", re.IGNORECASE)
_SINGLE = re.compile(rf"\s?(?:{SINGLE})\Z")
_BRACKETED = re.compile(rf"[$€£(\[]*(?:{SINGLE})\Z")

Words = Sequence[Word]


def with_whole_cells(by_line: Mapping[int, Words]) -> dict[int, Words]:
    """Join the words of cells that hold several figures."""
    lines = [*by_line]
    sure = {line: _joined(words, _is_sure) for line, words in by_line.items()}
    pairs = {line: _joined(words, _is_pair) for line, words in sure.items()}
    behind = [len(sure[line]) - len(pairs[line]) for line in lines]
    alone = [sum(bool(_BRACKETED.match(word.text)) for word in pairs[line]) for line in lines]
    found: dict[int, Words] = {}
    for at, line in enumerate(lines):
        near = slice(max(0, at - _NEAR), at + _NEAR + 1)
        found[line] = pairs[line] if sum(behind[near]) > sum(alone[near]) else sure[line]
    return found


def _is_sure(_: str, rest: str) -> bool:
    """Tell what no columns of their own can be: two figures in brackets, a spread, figures behind slashes."""
    return not _SINGLE.match(rest) and bool(_SURE.match(rest))


def _is_pair(first: str, rest: str) -> bool:
    return bool(_SINGLE.match(rest)) and not _YEAR.match(first)


def _joined(words: Words, belongs: Callable[[str, str], bool]) -> list[Word]:
    """Join each figure with what stands a space behind it, as far as it ``belongs`` to it."""
    joined: list[Word] = []
    at = 0
    while at < len(words):
        end = _end_of_cell(words, at, belongs)
        joined.append(_one(words[at:end]))
        at = end
    return joined


def _end_of_cell(words: Words, start: int, belongs: Callable[[str, str], bool]) -> int:
    """Return where the cell ends that a word opens: the farthest end of what belongs to its figure."""
    first = words[start]
    if not _FIRST.match(first.text):
        return start + 1
    end, rest = start + 1, ""
    for at in range(start + 1, min(start + _LONGEST, len(words))):
        word, before = words[at], words[at - 1]
        if not 0 < word.left - before.right < _SPACE * word.size:
            break
        rest = f"{rest} {word.text}"
        if belongs(first.text, rest):
            end = at + 1
    return end


def _one(words: Words) -> Word:
    """Return the words of a cell as one."""
    if len(words) == 1:
        return words[0]
    return words[0]._replace(text=" ".join(word.text for word in words), right=words[-1].right)

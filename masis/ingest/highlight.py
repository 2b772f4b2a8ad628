"""Highlight: find cited words of the stored page text among the characters of the PDF page.

The stored text was cleaned and laid out; its letters and digits still follow each other as on the page,
so both sides are compared by those alone.
"""

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

_CONTEXT = 48


class _Letters(NamedTuple):
    """Letters and digits of a text, and where each came from."""

    text: str
    origin: list[int]


def locate(stored: str, highlight: tuple[int, int], on_page: str) -> tuple[int, ...]:
    """Return the offsets into ``on_page`` of the cited words; empty when they are not there."""
    wanted, page = _letters(stored), _letters(on_page)
    first = _position(wanted.origin, highlight[0])
    last = _position(wanted.origin, highlight[1])
    if first >= last:
        return ()
    whole = _find(wanted.text, first, last, page.text)
    if whole is not None:
        return tuple(dict.fromkeys(page.origin[whole : whole + last - first]))
    return _by_lines(stored, highlight, wanted, page)


def _by_lines(stored: str, highlight: tuple[int, int], wanted: _Letters, page: _Letters) -> tuple[int, ...]:
    """Locate each line, and in a table each cell: on the page they may stand in another order."""
    found: list[int] = []
    start = highlight[0]
    for piece in stored[highlight[0] : highlight[1]].replace("|", "\n").split("\n"):
        first, last = (_position(wanted.origin, place) for place in (start, start + len(piece)))
        at = _find(wanted.text, first, last, page.text) if last > first else None
        if at is not None:
            found.extend(page.origin[at : at + last - first])
        start += len(piece) + 1
    return tuple(dict.fromkeys(found))


def _letters(text: str) -> _Letters:
    letters: list[str] = []
    origin: list[int] = []
    for offset, character in enumerate(text):
        # Taken apart: an accent the file sets as a sign of its own is no difference, marks are no letters.
        plain = character if character.isascii() else unicodedata.normalize("NFKD", character)
        for letter in plain.lower():
            if letter.isalnum():
                letters.append(letter)
                origin.append(offset)
    return _Letters("".join(letters), origin)


def _position(origin: Sequence[int], offset: int) -> int:
    return bisect_left(origin, offset)


def _find(wanted: str, first: int, last: int, page: str) -> int | None:
    """Find ``wanted[first:last]`` in ``page``; where it occurs often, the surroundings decide."""
    words = wanted[first:last]
    best, best_fit = None, -1
    at = page.find(words)
    while at >= 0:
        fit = _common_end(wanted[:first], page[:at]) + _common_start(wanted[last:], page[at + len(words) :])
        if fit > best_fit:
            best, best_fit = at, fit
        at = page.find(words, at + 1)
    return best


def _common_start(one: str, other: str) -> int:
    count = 0
    for a, b in zip(one[:_CONTEXT], other[:_CONTEXT], strict=False):
        if a != b:
            break
        count += 1
    return count


def _common_end(one: str, other: str) -> int:
    return _common_start(one[-_CONTEXT:][::-1], other[-_CONTEXT:][::-1])

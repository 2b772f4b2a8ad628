"""Marks: the words of a line without the raised signs of notes and the dots that lead to a figure."""

import re
from collections.abc import Iterator, Sequence

from masis.domain.language.currencies import SIGNS
from masis.ingest.readers.lines import Line, Word

_SMALL = 0.8
_SMALLER = 0.88
"""A letter or a star alone is a sign from here on: a figure may be printed smaller than its label."""
_LETTER_SIGN = re.compile(r"[a-z*†‡]\Z")
_RAISED = re.compile(r"\([a-z\d]\)\Z|[\d*†‡]{1,2}\Z|[a-z]\Z")
_NOTE_SIGN = re.compile(r"(?:\([a-z\d]{1,2}\)|[\d*†‡,]{1,3}|[a-z])+\Z")
_ORDINAL = re.compile(r".*\d(?:st|nd|rd|th)\Z", re.IGNORECASE)
"""``1st``: its raised letters are no sign of a note."""
_GLUED_SIGN = re.compile(rf"(.*[\d)%—-])([{SIGNS}])\Z")
_SIGNS = tuple(SIGNS)
_DOTTED = (".", "_", "…")
_LEADER = re.compile(r"[._…]+\Z")
_DOTS = re.compile(r"\.{3,}\Z")


def is_only_marks(line: Line) -> bool:
    """Tell a line of nothing but note signs and dots."""
    return all(_RAISED.match(word.text) or _LEADER.match(word.text) for word in line.words)


def words_of(line: Line) -> Iterator[Word]:
    """Yield the words of a line, without raised signs and the dots that lead to a figure."""
    if not line.words:
        yield from _evenly(line)
        return
    largest = max([word.size for word in line.words])
    for word in line.words:
        text = word.text
        is_leader = text.startswith(_DOTTED) and _LEADER.match(text)
        if is_leader or (word.size < largest and _is_mark(word, largest)):
            continue
        bare = _bare(word) if word.raised or text.endswith("...") else word
        if bare.text.endswith(_SIGNS):
            yield from _parted(bare)
        else:
            yield bare


def are_marks(words: Sequence[Word], size: float) -> bool:
    """Tell whether all words are raised signs beside print of height ``size``."""
    return bool(words) and all(_is_mark(word, size) for word in words)


def _parted(word: Word) -> Iterator[Word]:
    """Yield a figure and the currency sign of the next one apart."""
    found = _GLUED_SIGN.match(word.text)
    if not found:
        yield word
        return
    cut = word.right - (word.right - word.left) / len(word.text)
    yield word._replace(text=found[1], right=cut)
    yield word._replace(text=found[2], left=cut)


def _is_mark(word: Word, size: float) -> bool:
    if word.size >= _SMALL * size:
        return word.size < _SMALLER * size and bool(_LETTER_SIGN.match(word.text))
    return bool(_RAISED.match(word.text))


def _bare(word: Word) -> Word:
    text = word.text
    if word.raised and not _ORDINAL.match(text) and _NOTE_SIGN.match(text, len(text) - word.raised):
        text = text[: -word.raised]
    if text.endswith("..."):
        text = _DOTS.sub("", text) or text
    return word if text == word.text else word._replace(text=text)


def _evenly(line: Line) -> Iterator[Word]:
    """Yield the words of a line of which only the segments are known."""
    for segment in line.segments:
        step = (segment.right - segment.left) / max(len(segment.text), 1)
        for found in re.finditer(r"\S+", segment.text):
            left, right = (segment.left + step * place for place in found.span())
            yield Word(found.group(), left, right, line.bottom, line.top - line.bottom)

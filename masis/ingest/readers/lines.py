"""Lines: what a PDF page holds as plain values, and how wrapped lines join."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_FEWEST_LETTERS = 150
_FEWEST_VOWELS = 0.27
"""Part of the letters: languages in Latin script have .35 and more, codes of a font's glyphs below .25."""
_MOST_UNKNOWN = 0.2
_UNKNOWN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]+")
_LETTER, _LATIN = re.compile(r"[^\W\d_]+"), re.compile("[a-zß-ɏ]+")

Box = tuple[float, float, float, float]
"""left, bottom, right, top; upwards, as in the file."""
_NO_LETTER = re.compile(r"[\W\d_]+")
_HYPHEN = re.compile(r"(?<=[^\W_])[-\x02\xad\ufffe‐]$")
_WIDE_GAP = 0.9
"""A gap of this many font sizes between two words separates columns, not words."""
_MARKER = re.compile(r"\W{0,2}(?:\d{1,2}[.)]|[a-z][.)])?\s*$")
"""The sign or number of a list item, which belongs to the words behind the gap."""


class Word(NamedTuple):
    """A word between its advance edges; two words on one baseline never overlap."""

    text: str
    left: float
    right: float
    base: float
    """Height of its baseline."""
    size: float
    """Height of its box, about a fifth more than the font size."""
    raised: int = 0
    """Signs at its end that are set small and high, as those of a note are."""

    @property
    def center(self) -> float:
        """Where its middle stands."""
        return (self.left + self.right) / 2


class Segment(NamedTuple):
    """Words of one line without a wide gap between them."""

    text: str
    left: float
    right: float


@dataclass(frozen=True)
class Line:
    """One line of a page; coordinates grow upwards, as in the file."""

    segments: tuple[Segment, ...]
    bottom: float
    top: float
    size: float
    bold: bool
    words: tuple[Word, ...] = ()

    def __hash__(self) -> int:
        return hash((self.bottom, self.top))

    @cached_property
    def text(self) -> str:
        """The words of the line."""
        return " ".join([segment.text for segment in self.segments])

    @property
    def left(self) -> float:
        """Left edge of the first word."""
        return self.segments[0].left

    @cached_property
    def right(self) -> float:
        """Right edge of the last word."""
        return max([segment.right for segment in self.segments])


def segments_of(words: Sequence[Word], size: float) -> Iterator[Segment]:
    """Yield the runs of words of one line that no wide gap parts; ``size`` is its font's."""
    begin, gap = 0, _WIDE_GAP * size
    for number in range(1, len(words) + 1):
        if number < len(words) and words[number].left - words[number - 1].right <= gap:
            continue
        run = words[begin:number]
        if number < len(words) and _MARKER.match(" ".join(word.text for word in run)):
            continue
        yield Segment(" ".join(word.text for word in run), run[0].left, run[-1].right)
        begin = number


class Rule(NamedTuple):
    """A thin line drawn from side to side, as under a header."""

    left: float
    right: float
    height: float


class RawPage(NamedTuple):
    """A page as PDFium or OCR sees it."""

    lines: tuple[Line, ...]
    has_image: bool
    image_share: float
    """Part of the page its largest picture covers."""
    drawn: bool
    """True when anything at all is on the page."""
    height: float
    width: float = 0.0
    rules: tuple[Rule, ...] = ()
    scanned: bool = False
    """True when its words were read from a picture."""

    @property
    def is_garbled(self) -> bool:
        """True when its characters make no words: a font that does not say which letters its glyphs are."""
        text = "".join(segment.text for line in self.lines for segment in line.segments).replace(" ", "")
        plain = text.lower() if text.isascii() else unicodedata.normalize("NFD", text.lower())
        unknown, latin = _count(_UNKNOWN, text), _count(_LATIN, plain)
        if latin < _FEWEST_LETTERS or 2 * latin < _count(_LETTER, plain):
            return unknown > len(text) / 2
        return (
            unknown > _MOST_UNKNOWN * len(text) or sum(map(plain.count, "aeiouyæøœ")) < _FEWEST_VOWELS * latin
        )


def _count(signs: re.Pattern[str], text: str) -> int:
    """Return how many characters of a text are such signs, of which the pattern takes runs."""
    return sum(map(len, signs.findall(text)))


def joined(lines: Sequence[str], hyphenated: Collection[str] = ()) -> str:
    """Join wrapped lines; a hyphen that only marks the line end goes."""
    text = ""
    for line in lines:
        following = line.strip()
        if not _HYPHEN.search(text):
            text = f"{text} {following}".strip()
            continue
        head = text[:-1]
        compound = f"{_NO_LETTER.split(head)[-1]}-{_NO_LETTER.split(following, maxsplit=1)[0]}".lower()
        broken = head[-1].isalpha() and following[:1].islower() and compound not in hyphenated
        text = head + following if broken else f"{head}-{following}"
    return text

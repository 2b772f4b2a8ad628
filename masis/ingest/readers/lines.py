"""Lines: what a PDF page holds, as plain values any layout rule can work on."""

from typing import NamedTuple

Box = tuple[float, float, float, float]
"""left, bottom, right, top; upwards, as in the file."""


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


class Line(NamedTuple):
    """One line of a page; coordinates grow upwards, as in the file."""

    segments: tuple[Segment, ...]
    bottom: float
    top: float
    size: float
    bold: bool
    words: tuple[Word, ...] = ()

    @property
    def text(self) -> str:
        """The words of the line."""
        return " ".join(segment.text for segment in self.segments)

    @property
    def left(self) -> float:
        """Left edge of the first word."""
        return self.segments[0].left

    @property
    def right(self) -> float:
        """Right edge of the last word."""
        return max(segment.right for segment in self.segments)


class Rule(NamedTuple):
    """A thin line drawn from side to side, as under a header."""

    left: float
    right: float
    height: float


class RawPage(NamedTuple):
    """A page as PDFium sees it."""

    lines: tuple[Line, ...]
    has_image: bool
    image_share: float
    """Part of the page its largest picture covers."""
    drawn: bool
    """True when anything at all is on the page."""
    height: float
    width: float = 0.0
    rules: tuple[Rule, ...] = ()

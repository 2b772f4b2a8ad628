"""PDF style: colours, measures and paragraph styles of the printed report."""

from functools import cache
from typing import TYPE_CHECKING

from masis.domain.run.report import RunVerdict
from masis.export.fonts import BOLD, REGULAR, register

if TYPE_CHECKING:
    from reportlab.lib.styles import ParagraphStyle

INK, QUIET, FAINT, LINE, PAPER = "#1c2430", "#5a6675", "#8a95a3", "#d9dfe6", "#f6f8fa"
ACCENT, AMBER, AMBER_PAPER, GREEN, GREEN_PAPER = "#1f4e8c", "#92500b", "#fdf1dc", "#1a6b3c", "#e9f6ee"
RED = "#a3262a"

MARGIN = 56.0
"""Points, on every side."""

VERDICT_COLOURS: dict[RunVerdict, tuple[str, str]] = {
    "finalized": (GREEN, GREEN_PAPER),
    "needs_review": (AMBER, AMBER_PAPER),
}
PLAIN_COLOURS = (QUIET, PAPER)

_STYLES: dict[str, tuple[float, float, str, float, float]] = {  # size, leading, colour, before, after
    "eyebrow": (7.5, 10, QUIET, 0, 6),
    "body": (9.5, 15, INK, 0, 7),
    "item": (9.5, 15, INK, 0, 4),
    "small": (7.8, 11.5, INK, 0, 0),
    "quiet": (7.8, 11.5, QUIET, 0, 0),
    "note": (7.8, 11.5, QUIET, 2, 8),
    "quote": (8.6, 13.2, INK, 0, 0),
    "mono": (6.6, 10, QUIET, 0, 0),
}
_HEADS: dict[str, tuple[float, float, str, float, float]] = {
    "title": (17, 23, INK, 0, 12),
    "section": (11.5, 16, INK, 20, 8),
    "part": (10, 14, INK, 8, 5),
    "head": (7.2, 10, QUIET, 0, 0),
    "strong": (8.6, 12.5, INK, 0, 0),
    "fact": (8.2, 12, INK, 0, 0),
    "figure": (11, 14, INK, 0, 0),
    "verdict": (10.5, 15, INK, 0, 3),
}


@cache
def styles() -> "dict[str, ParagraphStyle]":
    """Return every paragraph style by name."""
    from reportlab.lib.styles import ParagraphStyle

    register()
    made = {}
    for group, font in ((_STYLES, REGULAR), (_HEADS, BOLD)):
        for name, (size, leading, colour, before, after) in group.items():
            made[name] = ParagraphStyle(
                name,
                fontName=font,
                fontSize=size,
                leading=leading,
                textColor=colour,
                spaceBefore=before,
                spaceAfter=after,
                splitLongWords=1,
                allowWidows=0,
                allowOrphans=0,
                keepWithNext=name == "part",
            )
    made["item"] = ParagraphStyle("item", parent=made["item"], leftIndent=14, bulletIndent=2)
    return made


def title_style(text: str) -> "ParagraphStyle":
    """Return a title that stays a title however long the question is."""
    from reportlab.lib.styles import ParagraphStyle

    base = styles()["title"]
    for most, size in ((120, 17.0), (300, 13.0), (900, 10.5)):
        if len(text) <= most:
            return ParagraphStyle("title-fit", parent=base, fontSize=size, leading=size * 1.36)
    return ParagraphStyle("title-long", parent=base, fontName=REGULAR, fontSize=9.5, leading=14.5)

"""Fonts: DejaVu Sans for everything it holds, the viewer's own font for Chinese, Japanese and Korean."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from masis.domain.printable import printable

REGULAR, BOLD = "DejaVuSans", "DejaVuSans-Bold"
MISSING = "□"

_FOLDER = Path(__file__).parent
_KANA = re.compile("[\u3040-\u30ff]")
_HANGUL = re.compile("[\u1100-\u11ff\uac00-\ud7af]")
_EAST_ASIAN = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+")
_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def bold_file() -> Path:
    """Return where the bold font lies."""
    return _FOLDER / "DejaVuSans-Bold.ttf"


@cache
def register() -> frozenset[int]:
    """Make the fonts known to reportlab and return the characters DejaVu Sans holds."""
    from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
    from reportlab.pdfbase.ttfonts import TTFont

    regular = TTFont(REGULAR, str(_FOLDER / "DejaVuSans.ttf"))
    bold = TTFont(BOLD, str(bold_file()))
    registerFont(regular)
    registerFont(bold)
    registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)
    return frozenset(regular.face.charToGlyph) & frozenset(bold.face.charToGlyph)


@cache
def _viewer_font(name: str) -> str:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont

    registerFont(UnicodeCIDFont(name))
    return name


class Typesetter:
    """Gives every character of one report a font, and remembers what could not be set."""

    def __init__(self, whole: str) -> None:
        """Take the report's ``whole`` text: its script decides how shared Chinese characters are drawn."""
        self._held = register()
        self._east_asian = (
            "HeiseiMin-W3"
            if _KANA.search(whole)
            else "HYSMyeongJo-Medium"
            if _HANGUL.search(whole)
            else "STSong-Light"
        )
        self.borrowed = False
        self.missing: dict[str, None] = {}
        self.right_to_left = False

    def runs(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield stretches of text, each with the font that holds it; an empty name is the usual font."""
        at = 0
        text = unicodedata.normalize("NFC", printable(text))
        for found in _EAST_ASIAN.finditer(text):
            yield "", self._usual(text[at : found.start()])
            self.borrowed = True
            yield _viewer_font(self._east_asian), found.group()
            at = found.end()
        yield "", self._usual(text[at:])

    def markup(self, text: str) -> str:
        """Return text as reportlab's paragraph markup, nothing in it active."""
        parts = []
        for font, stretch in self.runs(text):
            safe = stretch.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            parts.append(f'<font name="{font}">{safe}</font>' if font else safe)
        return "".join(parts)

    def notes(self) -> tuple[str, ...]:
        """Say plainly what this PDF cannot show as it should."""
        notes = []
        if self.borrowed:
            notes.append(
                "Chinese, Japanese and Korean characters are drawn with a font of your PDF viewer "
                "and stay blank where it has none."
            )
        if self.missing:
            shown = " ".join(f"U+{ord(one):04X}" for one in list(self.missing)[:12])
            more = " and more" if len(self.missing) > 12 else ""
            notes.append(f"{MISSING} stands for a character this PDF's font does not hold ({shown}{more}).")
        if self.right_to_left:
            notes.append("Right-to-left text is not laid out in its reading direction.")
        if notes:
            notes.append("The Word, Markdown and JSON exports hold every character as it is.")
        return tuple(notes)

    def _usual(self, text: str) -> str:
        return "".join(self._character(one) for one in text)

    def _character(self, one: str) -> str:
        if one in "\n\t" or ord(one) in self._held:
            if not one.isascii() and unicodedata.bidirectional(one) in _RIGHT_TO_LEFT:
                self.right_to_left = True
            return one
        if unicodedata.category(one) in {"Cf", "Mn"}:  # joiners and variation marks draw nothing themselves
            return ""
        plain = unicodedata.normalize("NFKC", one)
        if plain != one and all(ord(part) in self._held for part in plain):
            return plain
        self.missing[one] = None
        return MISSING

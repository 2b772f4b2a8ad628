"""Figures: which words of a page are figures, currency signs, or what stands right behind a figure."""

import re
from functools import lru_cache

from masis.domain.language.currencies import CODE, LETTERS, SHORT, SIGN
from masis.ingest.readers.tables.whole_cells import WHOLE_CELL

of_word = lru_cache(maxsize=8192)
"""The same words and figures come back all through a document."""
_DIGITS = r"(?:\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:(?:,\d{3})+|(?:[ '’]\d{3})+|(?:\.\d{3})+(?=,))|\d+)"
_LETTERED = rf"(?:{SHORT}|{LETTERS}(?=[-+−–△▲(]*\d+[.,]\d))"
"""Letters that are a sign: ``R1`` is a name, ``R1,234`` and ``R12.50`` are amounts."""
FIGURE = re.compile(
    rf"[(\[]?[-+−–△▲]?(?:{SIGN}|{_LETTERED})?[-+−–△▲]?\(?{_DIGITS}(?:\.\d+|,\d{{1,2}})?(?::1)?\)?%?\)?(?:pts?|bps|x)?\*?[-−]?\Z"
    rf"|[($-]{{0,2}}\.\d+\)?%?\Z|\d+%?[-–]\d+%\Z|{WHOLE_CELL}\Z"
)
DASH = re.compile(r"[$(]?[—–\-−]+%?\)?\Z")
CURRENCY = re.compile(rf"\(?(?:{SIGN}|{CODE}|{LETTERS}|[#≤≥])\(?\Z")
LETTER_SIGN = re.compile(rf"{LETTERS}\Z")
"""Letters that may be a sign, or a mark in a column of its own."""
TAIL = re.compile(r"(?:[)%*]|ppts?|pts?|bps)+\Z")
_NOTE = re.compile(r"(?:\([a-z]{1,2}\))+\Z")
MARK = re.compile(r"(?:[*†#]{1,2}|N/?[MA]\*?|n/?[ma])\Z")
"""What may stand for a value, or behind one as the sign of a note."""


@of_word
def is_currency(text: str) -> bool:
    """Tell a currency sign that stands alone, or another that opens a figure: ``≤``."""
    return bool(CURRENCY.match(text))


def opens(sign: str, text: str) -> bool:
    """Tell whether a currency sign belongs to what stands behind it; letters alone want an amount there."""
    if not is_currency(sign):
        return False
    if LETTER_SIGN.match(sign):
        return bool(FIGURE.match(sign + text)) and not text.endswith("%")
    return not text[:1].isalpha() and not is_currency(text)


@of_word
def is_figure(text: str) -> bool:
    """Tell a figure, and the marks that stand for one."""
    return bool(FIGURE.match(text) or DASH.match(text) or MARK.match(text))


@of_word
def ends_a_figure(text: str) -> bool:
    """Tell a figure and what may stand right behind one."""
    return is_figure(text) or bool(TAIL.match(text) or _NOTE.match(text))

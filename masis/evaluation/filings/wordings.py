"""Wordings: whether a text holds a value or a few words, with a figure's own borders respected."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

_SIGNS = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-", "−": "-"})
_CURRENCY = re.compile(r"[$€£¥]\s?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PERCENT = re.compile(r"(?<=[\d)])\s*(?:%|per\s?cent\b)")
_SHORT_SCALES = ((re.compile(r"(?<=\d)\s?bn\b"), " billion"), (re.compile(r"(?<=\d)\s?mn\b"), " million"))


def plain(text: str) -> str:
    """Return a text in small letters, its percent signs, thousands, dashes and scales written one way."""
    bare = _CURRENCY.sub("", unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS))
    bare = _PERCENT.sub("%", _THOUSANDS.sub("", bare))
    for short, long in _SHORT_SCALES:
        bare = short.sub(long, bare)
    return " ".join(bare.split())


def holds(text: str, wording: str) -> bool:
    """Tell whether a text holds a wording: ``107`` is neither in ``1,107`` nor in ``107.5``."""
    pattern = _pattern(wording)
    return pattern is not None and pattern.search(plain(text)) is not None


def holds_any(text: str, wordings: Sequence[str]) -> bool:
    """Tell whether a text holds one of several wordings."""
    return any(holds(text, wording) for wording in wordings)


@cache
def _pattern(wording: str) -> re.Pattern[str] | None:
    wanted = plain(wording)
    if not wanted:
        return None
    before = r"(?<![\w.])(?<!\d,)" if wanted[0].isdigit() else r"(?<!\w)" if wanted[0].isalnum() else ""
    after = r"(?!\w)(?![.,]\d)" if wanted[-1].isdigit() else r"(?!\w)" if wanted[-1].isalnum() else ""
    return re.compile(before + re.escape(wanted) + after)

"""Matching: whether a text says what was expected.

Two rules, each with the figures measured by it: ``contains`` compares words without articles and punctuation
(golden questions, probes); ``holds`` compares the characters as they stand, signs and scales written one way,
and knows where a figure ends (questions over documents).
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from masis.domain.language.currencies import SIGNS

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_DIGIT_COMMA = re.compile(r"(?<=\d),(?=\d{3})")
_NOT_WORD = re.compile(r"[^\w.%]+|(?<!\d)\.|\.(?!\d)")
_CURRENCY = re.compile(rf"[{SIGNS}]")

_SIGNS = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "‑": "-", "−": "-"})
_NARROW = re.compile(r"(?<=\d)\u202f(?=\d{3})")
"""What MASIS says in place of the signs between thousands that a reader may take for another thing."""
_SPACED = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_LETTERS = re.compile(r"(?<!\w)(?:r|rs\.?)(?=\d)")
"""What stands for rand and rupees right in front of a figure."""
_CURRENCY_SIGN = re.compile(rf"(?:(?<!\w)(?:us|ca?|a|au|nz|hk|s|nt|r)(?=\$))?[{SIGNS}]\s?|{_LETTERS.pattern}")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PERCENT = re.compile(r"(?<=[\d)])\s*(?:%|per\s?cent\b)")
_SHORT_SCALES = ((re.compile(r"(?<=\d)\s?bn\b"), " billion"), (re.compile(r"(?<=\d)\s?mn\b"), " million"))


def normalised(text: str) -> str:
    """Return a text in the usual comparison form: no case, articles, punctuation or digit commas."""
    folded = _LETTERS.sub("", unicodedata.normalize("NFKC", text).casefold())
    bare = _NOT_WORD.sub(" ", _CURRENCY.sub(" ", _DIGIT_COMMA.sub("", folded)))
    return " ".join(_ARTICLE.sub(" ", bare).split())


def contains(answer: str, expected: str) -> bool:
    """Tell whether the answer holds the expected words, at word borders."""
    said = f" {normalised(_NARROW.sub('', answer))} "
    return any(f" {wanted} " in said for wanted in map(normalised, _spellings(expected)) if wanted)


def _spellings(wording: str) -> frozenset[str]:
    """Return a wording as it stands, and with nothing where spaces set thousands apart."""
    return frozenset((wording, _SPACED.sub("", wording)))


def contains_any(answer: str, expected: Sequence[str]) -> bool:
    """Tell whether the answer holds one of several ways to say it."""
    return any(contains(answer, wording) for wording in expected)


def plain(text: str) -> str:
    """Return a text in small letters, its percent signs, thousands, dashes and scales written one way."""
    bare = _CURRENCY_SIGN.sub("", unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS))
    bare = _PERCENT.sub("%", _THOUSANDS.sub("", bare))
    for short, long in _SHORT_SCALES:
        bare = short.sub(long, bare)
    return " ".join(bare.split())


def holds(text: str, wording: str) -> bool:
    """Tell whether a text holds a wording: ``107`` is neither in ``1,107`` nor in ``107.5``."""
    said = plain(_NARROW.sub("", text))
    patterns = map(_pattern, _spellings(wording))
    return any(pattern is not None and pattern.search(said) for pattern in patterns)


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

"""Matching: whether an answer contains what was expected, as words or as an exact figure."""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.figures import extract_figures

_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_DIGIT_COMMA = re.compile(r"(?<=\d),(?=\d{3})")
_NOT_WORD = re.compile(r"[^\w.%]+|(?<!\d)\.|\.(?!\d)")
_CURRENCY = re.compile(r"[$€£¥]")


def normalised(text: str) -> str:
    """Return a text in the usual comparison form: no case, articles, punctuation or digit commas."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = _NOT_WORD.sub(" ", _CURRENCY.sub(" ", _DIGIT_COMMA.sub("", folded)))
    return " ".join(_ARTICLE.sub(" ", bare).split())


def contains(answer: str, expected: str) -> bool:
    """Tell whether the answer holds the expected words, at word borders."""
    wanted = normalised(expected)
    return bool(wanted) and f" {wanted} " in f" {normalised(answer)} "


def contains_any(answer: str, expected: Sequence[str]) -> bool:
    """Tell whether the answer holds one of several ways to say it."""
    return any(contains(answer, one) for one in expected)


def exact_figure(answer: str, value: Decimal, tolerance: Decimal = Decimal(0)) -> bool:
    """Tell whether the answer states this number, its scale word or its sign aside."""
    for figure in extract_figures(answer):
        if figure.kind == "number" and any(
            abs(abs(one) - abs(value)) <= tolerance for one in (figure.value, figure.mantissa)
        ):
            return True
    return False

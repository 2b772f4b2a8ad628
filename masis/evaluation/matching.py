"""Matching: whether an answer contains what was expected, as words or as an exact figure."""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from masis.domain.language.periods import find_periods
from masis.domain.language.quantities import numbers

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
    return any(
        abs(abs(stated) - abs(value)) <= tolerance
        for figure in numbers(answer, find_periods(answer))
        for stated in (figure.value, figure.mantissa)
    )

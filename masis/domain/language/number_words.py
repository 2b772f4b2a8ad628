"""Number words: ``nineteen``, ``twenty-two``, ``two hundred and five``, each read as one number."""

import re
from decimal import Decimal
from functools import lru_cache

_BELOW_TWENTY = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen
"""
_SMALL = {word: Decimal(number) for number, word in enumerate(_BELOW_TWENTY.split(), start=1)}
_TENS = {
    f"{word}ty": Decimal(10 * number)
    for number, word in enumerate(("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"), start=2)
}
_PARTS = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
_HUNDRED, _THOUSAND, _STEP_OF_PARTS = Decimal(100), Decimal(1000), Decimal("0.1")
_BELOW_TEN = "|".join(list(_SMALL)[:9])
_BELOW_HUNDRED = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{_BELOW_TEN})\b)?|(?:{'|'.join(_SMALL)}))\b"
_BELOW_THOUSAND = rf"(?:{_BELOW_HUNDRED}\shundred\b(?:\s(?:and\s)?{_BELOW_HUNDRED})?|{_BELOW_HUNDRED})"
NUMBER_WORDS = (
    rf"(?!one\b(?!\s(?:hundred|thousand|million|billion|and\sa)\b)){_BELOW_THOUSAND}"
    rf"(?:\sthousand\s(?:and\s)?{_BELOW_THOUSAND}(?!\s(?:thousand|million|billion)))?"
    rf"(?:\sand\sa\s(?:{'|'.join(_PARTS)})\b)?"
)
"""Pattern of a number in words; "one" by itself is none."""
_COMPOSED = re.compile(r"[-\s]")


@lru_cache(maxsize=4096)
def spelled_number(words: str) -> tuple[Decimal, Decimal]:
    """Return a number given in words and its smallest step: 2400 and 1 of ``twenty-four hundred``.

    Raises ``KeyError`` for anything else than what ``NUMBER_WORDS`` matches.
    """
    total, current, step = Decimal(0), Decimal(0), Decimal(1)
    for word in _COMPOSED.split(words.lower()):
        if word == "hundred":
            current *= _HUNDRED
        elif word == "thousand":
            total, current, step = total + current * _THOUSAND, Decimal(0), _THOUSAND
        elif word in _PARTS:
            current, step = current + _PARTS[word], step * _STEP_OF_PARTS
        elif word not in {"and", "a"}:
            current, step = current + (_SMALL.get(word) or _TENS[word]), Decimal(1)
    return total + current, step

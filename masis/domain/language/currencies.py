"""Currencies: their codes, signs and names, read from ``currencies.toml``, and which one a mark means."""

import re
import tomllib
from pathlib import Path

_RAW: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("currencies.toml").read_text(encoding="utf-8")
)
CURRENCIES = frozenset(_RAW)
"""ISO codes."""
_ALIASES = {alias: code for code, given in _RAW.items() for alias in given.get("aliases", ())}
_SIGNS = {sign: code for code, given in _RAW.items() for sign in given["signs"]}
_LETTERS = {letters: code for code, given in _RAW.items() for letters in given.get("letters", ())}
_NAMES = {name.casefold(): code for code, given in _RAW.items() for name in given["names"]}
SPOKEN = {code: given["signs"][0] for code, given in _RAW.items() if given["signs"]}
"""The sign that a value is spoken with, by code."""


def _any(words: list[str]) -> str:
    """Return a pattern of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


SIGNS = "".join(sorted(sign for sign in _SIGNS if len(sign) == 1))
"""Signs of one character each, fit for a class of characters."""
SIGN = rf"(?:(?<![A-Za-z])(?:{_any([sign for sign in _SIGNS if len(sign) > 1])})|[{SIGNS}])"
"""Pattern of a sign: ``€``, ``US$``."""
CODE = f"(?:{_any([*CURRENCIES, *_ALIASES])})"
"""Pattern of a code: ``CHF``, ``RMB``."""
NAME = rf"(?i:{_any([*_NAMES])})(?:s\b|\b)"
"""Pattern of a name: ``euros``, ``Canadian dollars``."""
LETTERS = f"(?:{_any([*_LETTERS])})"
"""Pattern of letters that are a sign in front of a figure or a scale alone: ``R``, ``Rs.``."""
SHORT = f"(?:{_any([letters for letters in _LETTERS if not letters.isupper()])})"
"""Pattern of those that are short for a name, and nothing else: ``Rs.``; capitals alone may be a mark."""
_GROUPS = r"\d{1,3}(?:[ ,\u00a0\u202f]\d{2,3})+"
_LARGE = r"\d[\d.,]*\s?(?:(?i:thousand|million|billion|trillion|crore|lakh)s?|bn|mn|m)\b"
MARK = rf"(?:{SIGN}|{CODE}(?![a-z])|{SHORT}(?=\s?\d)|{LETTERS}(?=\s?(?:{_GROUPS}|{_LARGE})))"
"""Pattern of what stands in front of an amount. ``R 5`` is none: letters alone want a large figure behind."""
_BRACKETED = re.compile(r"\([^()]*\)")
_CODE_WORD = re.compile(r"\b[A-Z]{3}\b")


_EVERYDAY = frozenset({"dollar", "pound", "rand", "reais"})
_WHOLE_NAMES = {name.removesuffix("s"): code for name, code in _NAMES.items() if name not in _EVERYDAY}
"""Names that are a currency where nothing else stands in a label."""


def currency_of(mark: str) -> str:
    """Return the ISO code of a mark, code or name: ``$``, ``A$``, ``RMB``, ``Canadian dollars``."""
    if mark in CURRENCIES:
        return mark
    found = _SIGNS.get(mark) or _ALIASES.get(mark) or _LETTERS.get(mark)
    name = " ".join(mark.casefold().split())
    return found or _NAMES.get(name) or _NAMES.get(name.removesuffix("s"), "")


def named_currency(label: str) -> str:
    """Return the currency that a label is, or whose code it names: ``Swiss franc``, ``Bonds, CHF``."""
    plain = _BRACKETED.sub(" ", label).strip(" :.,*").casefold()
    codes = {code for code in _CODE_WORD.findall(label) if code in CURRENCIES}
    if "/" in label or len(codes) > 1:  # a rate between two
        return ""
    return next(iter(codes), "") or _WHOLE_NAMES.get(plain.removesuffix("s"), "")

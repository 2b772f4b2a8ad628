"""Typed: a question as it came in: signs that nobody sees taken out, a language other than English told."""

import re
from functools import lru_cache

from masis.domain.conversation.patterns import listed
from masis.domain.language.languages import language_name, language_of
from masis.domain.language.words import words

_NEVER_SHOWN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
_JOINERS = re.compile(r"(?<=[0-9A-Za-z\u00c0-\u024f])[\u200c\u200d]+(?=[0-9A-Za-z\u00c0-\u024f])")
"""Between Latin letters they do nothing; in Persian, Hindi and emoji they are part of the word."""
_FEWEST_WORDS = 3
"""Fewer words of Latin letters are as likely names or jargon as another language."""


def visible(text: str) -> str:
    """Return the text as a reader sees it; what was typed is kept elsewhere."""
    return _JOINERS.sub("", _NEVER_SHOWN.sub("", text))


@lru_cache(maxsize=256)
def other_language(question: str) -> str:
    """Return the name of the language a question is written in; empty for English and where nothing is sure.

    The model that tells languages apart is asked only when no word of the question is plainly English.
    """
    said = words(question)
    if listed("english") & {*said}:
        return ""
    latin = all(ord(letter) < 0x250 for letter in question if letter.isalpha())
    if latin and len(said) < _FEWEST_WORDS:
        return ""
    code = language_of(question)
    return language_name(code) if code not in {"", "en"} else ""


def language_note(language: str) -> str:
    """Return what works for a question in another language, and what does not."""
    return (
        f"This question looks like {language}, and questions are read in English: names, codes, years and "
        "figures in it are found, but not what it asks for, so that nothing found here says that the "
        "documents lack the answer."
    )

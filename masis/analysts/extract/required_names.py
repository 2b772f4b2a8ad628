"""Required names: which names of a question must stand in what answers it."""

import re

from masis.analysts.extract.demonyms import ADJECTIVES
from masis.analysts.extract.question import Part
from masis.domain.terms import word_list

_CLASS = re.compile(
    r"^(?:\w+ )?(?:what|which)(?: other)? (?P<first>[\w-]+) (?P<second>[\w-]+)", re.IGNORECASE
)
_TITLES = frozenset(
    word_list(
        """mr mrs ms miss dr prof professor sir lord lady justice judge general colonel captain admiral major
        attorney president chancellor senator governor reverend rev pope saint"""
    )
)
"""Words before a person's name; a text that gives the name may leave them out."""
_COMMON = frozenset(
    word_list("company companies group firm corporation board customer customers management directors")
)
"""Words that reports write with a capital for whom they are about."""


def required_names(part: Part, names: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """Return the names that must be found, each without the words that need not be.

    The European in ``which European country`` says of what kind the answer is: a text that names the country
    need not say that it is European. Titles, initials and ``the Company`` are left out by many texts as well.
    """
    asked = part.names if names is None else names
    match = _CLASS.match(part.text)
    kind = {match["first"].lower(), match["second"].lower()} & ADJECTIVES if match else set()
    bare = tuple(_without(name, kind) for name in asked)
    return tuple(name for name in bare if name and name.lower() not in _COMMON)


def _without(name: str, kind: set[str]) -> str:
    """Drop class adjectives, titles before a name and lone letters."""
    kept = [word for word in name.split() if word.lower() not in kind and len(word.strip(".")) > 1]
    while len(kept) > 1 and kept[0].lower().strip(".") in _TITLES:
        kept = kept[1:]
    return " ".join(kept)

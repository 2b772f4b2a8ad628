"""Invisible: signs without width that a copied question carries and that break its words in two."""

import re

_NEVER_SHOWN = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
_JOINERS = re.compile(r"(?<=[0-9A-Za-z\u00c0-\u024f])[\u200c\u200d]+(?=[0-9A-Za-z\u00c0-\u024f])")
"""Between Latin letters they do nothing; in Persian, Hindi and emoji they are part of the word."""


def visible(text: str) -> str:
    """Return the text as a reader sees it; what was typed is kept elsewhere."""
    return _JOINERS.sub("", _NEVER_SHOWN.sub("", text))

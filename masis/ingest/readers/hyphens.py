"""Hyphens: wrapped lines joined, with or without the hyphen at the line's end."""

import re
from collections.abc import Collection, Sequence

_HYPHEN = re.compile(r"(?<=[^\W_])[-\x02\xad\ufffe‐]$")


def joined(lines: Sequence[str], hyphenated: Collection[str] = ()) -> str:
    """Join wrapped lines; a hyphen that only marks the line end goes."""
    text = ""
    for line in lines:
        following = line.strip()
        if not _HYPHEN.search(text):
            text = f"{text} {following}".strip()
            continue
        head = text[:-1]
        compound = f"{_last_word(head)}-{_first_word(following)}".lower()
        broken = head[-1].isalpha() and following[:1].islower() and compound not in hyphenated
        text = head + following if broken else f"{head}-{following}"
    return text


def _last_word(text: str) -> str:
    return re.split(r"[\W\d_]+", text)[-1]


def _first_word(text: str) -> str:
    return re.split(r"[\W\d_]+", text, maxsplit=1)[0]

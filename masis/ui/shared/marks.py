"""Marks: the numbers that stand for passages while a person writes, in place of ids nobody can type."""

import re
from collections.abc import Iterable, Mapping

_GROUP = re.compile(r"\[[^\[\]]{1,400}\]")
_NAME = re.compile(r"[^\[\],;\s]+")


def numbered(chunk_ids: Iterable[str]) -> dict[str, str]:
    """Return a short mark for each passage, in their order."""
    return {chunk_id: str(number) for number, chunk_id in enumerate(dict.fromkeys(chunk_ids), 1)}


def short(text: str, marks: Mapping[str, str]) -> str:
    """Return a text with marks where it cites ids."""
    return _replaced(text, marks)


def long(text: str, marks: Mapping[str, str]) -> str:
    """Return a text that cites ids where a person wrote marks; any other mark stays as it was typed."""
    return _replaced(text, {mark: chunk_id for chunk_id, mark in marks.items()})


def _replaced(text: str, names: Mapping[str, str]) -> str:
    """Replace names in citations alone, and there only where every name of one is known."""

    def group(found: re.Match[str]) -> str:
        held = found[0]
        if not all(name in names for name in _NAME.findall(held)):
            return held
        return _NAME.sub(lambda name: names[name[0]], held)

    return _GROUP.sub(group, text)

"""Rewording: a question of a self-test as somebody asks it who does not have the document's words."""

import random
import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_ASKED = re.compile(r"What (?P<verb>was|were) (?P<rest>.+)\?\Z")

_ENDS = r"(?=\Z| (?:in|at|for|during|of|since|on)\b)"


class _Ways(NamedTuple):
    """The frames of a question, and the words that may stand for each other."""

    frames: tuple[str, ...]
    words: tuple[tuple[re.Pattern[str], str], ...]


@lru_cache(maxsize=1)
def _ways() -> _Ways:
    path = Path(__file__).with_suffix(".toml")
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    words = tuple((re.compile(rf"\b{re.escape(old)}\b{_ENDS}"), new) for old, new in read["words"].items())
    return _Ways(tuple(read["frames"]), words)


def reworded(question: str, source: random.Random) -> str:
    """Return a question in another frame, with one word changed for another of the same meaning.

    Otherwise every score of a self-test would be that of a text held against its own words.
    """
    found = _ASKED.match(question)
    if found is None:
        return question
    ways, rest = _ways(), found["rest"]
    for old, new in ways.words:
        if old.search(rest):
            rest = old.sub(new, rest, count=1)
            break
    return source.choice(ways.frames).format(verb=found["verb"], rest=rest)

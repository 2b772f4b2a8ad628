"""Rating: what a reader says of a final answer, and when that opens a case."""

import re
from datetime import datetime
from typing import Final

from masis.domain.value import Value
from masis.errors import InvalidInput

LONGEST_WHY: Final = 1000
"""Characters of a reason (own choice)."""
_WORD = re.compile(r"[^\W\d_]{3,}")
_FEWEST_WORDS: Final = 2
"""One word alone (“no”, “hello”) says nothing that a reviewer could look into (own choice)."""


class Rating(Value):
    """Whether a final answer was right, by one person; a later word of theirs takes its place."""

    run_id: str
    workspace_id: str
    person: str
    name: str
    right: bool
    why: str = ""
    at: datetime


def reason_against(why: str) -> str:
    """Return a reason without surplus space; ``InvalidInput`` where it names nothing to look into.

    Two words, or one with a figure, do: “wrong year”, “should be 4.2 million”.
    """
    tidy = " ".join(why.split())
    if len(tidy) > LONGEST_WHY:
        message = f"Please shorten what is wrong to {LONGEST_WHY:,} characters."
        raise InvalidInput(message)
    words = len({word.casefold() for word in _WORD.findall(tidy)})
    figure = any(sign.isdigit() for sign in tidy)
    if words + figure < _FEWEST_WORDS:
        message = "Please say in a few words what is wrong or missing, so that somebody can look into it."
        raise InvalidInput(message)
    return tidy

"""Query augmentation: the question plus what the critic found missing; nothing is ever taken away."""

from collections.abc import Sequence
from typing import Final

MAX_QUERY_CHARS: Final = 6000
"""Room for the longest question and a few gap questions; embedders cut earlier by themselves."""


def augment(question: str, gap_questions: Sequence[str]) -> str:
    """Return the question and each new gap question on a line of its own, the question first."""
    lines: dict[str, str] = {}
    room = MAX_QUERY_CHARS
    for text in (question, *gap_questions):
        line = " ".join(text.split())
        if not line or line.casefold() in lines:
            continue
        if lines and len(line) > room:
            break
        lines[line.casefold()] = line
        room -= len(line) + 1
    return "\n".join(lines.values())

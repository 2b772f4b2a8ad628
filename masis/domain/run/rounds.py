"""Rounds: the trace of a run round by round, and which of them changed nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Entry = Mapping[str, Any]


class Round(NamedTuple):
    """What the agents did between two decisions of the supervisor."""

    number: int
    entries: tuple[Entry, ...]
    idle: bool
    """Whether its draft is the one of the round before, word by word."""


def rounds_of(trace: Sequence[Entry]) -> tuple[Round, ...]:
    """Return the rounds in order, each once."""
    return tuple(_rounds(trace))


def _rounds(trace: Sequence[Entry]) -> Iterator[Round]:
    before = ""
    for number in sorted({int(entry.get("iteration", 1)) for entry in trace}):
        own = tuple(entry for entry in trace if int(entry.get("iteration", 1)) == number)
        draft = next((str(entry["draft"]) for entry in reversed(own) if entry.get("draft")), "")
        yield Round(number, own, idle=bool(draft) and draft == before)
        before = draft or before

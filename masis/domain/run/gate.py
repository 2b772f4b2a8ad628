"""Gate: what became of each part of a question, and what that makes of a run."""

from collections.abc import Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from masis.domain.value import Value

PartOutcome = Literal["answered", "passages", "absent"]
"""A supported statement fills its slots; relevant text without a verified answer; nothing about it."""
Outcome = Literal["answered", "passages", "absent", "conflict", "unavailable", "clarification"]

MOST_PASSAGES = 5


class PartVerdict(Value):
    """What the gate decided about one part of a question."""

    part: str
    """The part as a question of its own."""
    outcome: PartOutcome
    chance: float = Field(default=0.0, ge=0.0, le=1.0)
    """How likely the answer, or where there is none its best candidate, is to be right."""
    reason: str = ""
    """Why, in a sentence for a person."""
    position: int | None = None
    """Position of the claim that answers it."""
    passages: tuple[str, ...] = Field(default=(), max_length=MOST_PASSAGES)
    """Ids of the passages to read, the most telling first."""
    searched: tuple[str, ...] = ()
    """What was searched for, in the words of the search."""

    @model_validator(mode="after")
    def _rests_on_a_claim(self) -> Self:
        if self.outcome == "answered" and self.position is None:
            message = "An answered part names the claim that answers it."
            raise ValueError(message)
        return self


def weakest(parts: Sequence[PartVerdict]) -> PartOutcome:
    """Return the outcome of the part that came off worst; a question nobody could read is not answered."""
    order: tuple[PartOutcome, ...] = ("absent", "passages", "answered")
    return min((part.outcome for part in parts), key=order.index, default="passages")


def open_parts(parts: Sequence[PartVerdict]) -> tuple[PartVerdict, ...]:
    """Return the parts that are not answered."""
    return tuple(part for part in parts if part.outcome != "answered")

"""What the parts of a question make of a run."""

import pytest
from pydantic import ValidationError

from masis.domain.run.gate import PartOutcome, PartVerdict, open_parts, weakest


def parts(*outcomes: PartOutcome) -> tuple[PartVerdict, ...]:
    """Build one verdict an outcome."""
    return tuple(
        PartVerdict(part=f"Part {number}?", outcome=outcome, position=0 if outcome == "answered" else None)
        for number, outcome in enumerate(outcomes)
    )


@pytest.mark.parametrize(
    ("outcomes", "whole"),
    [
        (("answered", "answered"), "answered"),
        (("answered", "passages"), "passages"),
        (("passages", "absent"), "absent"),
        (("absent", "answered"), "absent"),
        ((), "passages"),
    ],
)
def test_the_weakest_part_makes_the_outcome(outcomes: tuple[PartOutcome, ...], whole: str) -> None:
    assert weakest(parts(*outcomes)) == whole


def test_open_parts_are_those_not_answered() -> None:
    assert [part.part for part in open_parts(parts("answered", "absent", "passages"))] == [
        "Part 1?",
        "Part 2?",
    ]


def test_an_answered_part_names_its_claim() -> None:
    with pytest.raises(ValidationError, match="names the claim"):
        PartVerdict(part="What was revenue?", outcome="answered")


def test_at_most_five_passages_are_to_be_read() -> None:
    with pytest.raises(ValidationError):
        PartVerdict(part="Why?", outcome="passages", passages=tuple("abcdef"))

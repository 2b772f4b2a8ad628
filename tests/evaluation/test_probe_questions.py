"""Probe questions: which sentences and rows ask for their figure, and what nobody can answer."""

import random

import pytest

from masis.domain.evidence import Chunk
from masis.evaluation.probe_questions import facts, sentences, unanswerable
from tests.builders import chunk


def prose(text: str) -> Chunk:
    return Chunk.model_validate(
        chunk(text=text, char_end=len(text)).model_dump(include=set(Chunk.model_fields))
    )


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Net profit was EUR 12.6 million in 2024.", ["What was net profit in 2024?"]),
        (
            "The number of employees rose by 4% to 1,184 in 2023.",
            ["What was the number of employees in 2023?"],
        ),
        ("It reached 70% of its planned output in December.", []),
        ("Net profit was about 7 in all, which nobody expected to happen.", []),
        ("The board met in Lyon and spoke about the plan for the year.", []),
    ],
    ids=["figure and year", "a rise to a figure", "no subject", "one digit is met by chance", "no figure"],
)
def test_a_sentence_asks_for_its_figure_or_for_nothing(text: str, asked: list[str]) -> None:
    assert [fact.question for fact in facts([prose(text)])] == asked


def test_a_sentence_that_is_only_a_part_is_left_out() -> None:
    whole = "The order backlog at the end of December was EUR 96.0 million."
    assert list(sentences(prose(f"{whole} EUR 12 million, of which"))) == [whole]


def test_the_unanswerable_twin_names_what_is_said_nowhere() -> None:
    (fact,) = facts([prose("Net profit was EUR 12.6 million in 2024.")])
    said = fact.sentence.casefold()
    found = [unanswerable(fact, said, random.Random(seed)) for seed in range(20)]  # noqa: S311 - repeatable
    assert {twin[1].split()[0] for twin in found if twin} == {"period", "name", "measure"}
    for twin in found:
        assert twin is not None
        assert twin[0] != fact.question
        assert twin[1].split(" ", 1)[1].removeprefix("the ").casefold() not in said

"""Rewording: a question asks for the same figure in other words, and the same seed words it alike."""

import random

import pytest

from masis.evaluation.rewording import reworded


def seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - repeatable, no secret


@pytest.mark.parametrize(
    ("question", "kept", "gone"),
    [
        ("What was net profit in 2024?", "net earnings in 2024", "profit"),
        ("What was the number of employees in 2023?", "the headcount in 2023", "employees"),
        ("What were operating costs in 2022?", "operating expenses in 2022", "costs"),
        (
            "What was the order backlog at the end of December?",
            "the order backlog at the end of December",
            "What",
        ),
    ],
)
def test_a_question_keeps_what_it_asks_for_in_other_words(question: str, kept: str, gone: str) -> None:
    for seed in range(12):
        asked = reworded(question, seeded(seed))
        assert kept in asked
        assert gone not in asked


@pytest.mark.parametrize("name", ["net revenue retention", "cost of revenues", "employees lost"])
def test_a_part_of_a_longer_name_is_left_alone(name: str) -> None:
    assert name in reworded(f"What was {name} in 2024?", seeded(1))


def test_the_same_seed_words_alike_and_what_is_no_such_question_stays() -> None:
    question = "What was revenue in 2024?"
    assert reworded(question, seeded(4)) == reworded(question, seeded(4))
    assert reworded("Who leads the firm?", seeded(4)) == "Who leads the firm?"

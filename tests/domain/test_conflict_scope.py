"""Whose values a question asks for, and why two sources may differ."""

import pytest

from masis.domain.conflicts import find_conflicts
from masis.domain.evidence import EvidenceChunk
from tests.analysts.extract.corpus import chunk

PASSAGES = (
    (
        "Tramway annual report 2024",
        "The tramway carried 8.4 million passengers in 2024. "
        "The busiest, Elm to Dock, carried 3.1 million passengers.",
    ),
    ("Press release", "According to preliminary counts, the tramway carried 8.1 million passengers in 2024."),
    ("Safety review 2024", "Five passengers who slipped on wet steps were treated in 2024."),
)


def evidence(*passages: tuple[str, str]) -> tuple[EvidenceChunk, ...]:
    return tuple(chunk(number, title, text) for number, (title, text) in enumerate(passages))


def test_a_part_and_a_count_of_some_only_are_no_sides() -> None:
    (conflict,) = find_conflicts(evidence(*PASSAGES), "How many passengers did the tramway carry in 2024?")
    assert [side.value for side in conflict.sides] == ["8.4 million", "8.1 million"]
    assert conflict.cause == "Likely cause: Press release gives a preliminary figure."


@pytest.mark.parametrize(
    "question",
    [
        "Which line carried the most passengers in 2024?",
        "How many passengers did Northtown carry in 2024?",
        "What share of the passengers paid by card in 2024?",
    ],
)
def test_another_question_is_not_stopped_by_it(question: str) -> None:
    assert find_conflicts(evidence(*PASSAGES), question) == ()


@pytest.mark.parametrize(
    ("one", "other", "cause"),
    [
        (
            "Audited revenue was EUR 5.0 million in 2024.",
            "Unaudited revenue was EUR 5.4 million in 2024.",
            "Likely cause: Report gives an audited figure and Note gives an unaudited figure.",
        ),
        (
            "Revenue in 2024 was EUR 5.0 million.",
            "Revenue in 2024 was EUR 5.4 million, restated for the new rules.",
            "Likely cause: Note gives a restated figure.",
        ),
        ("Revenue in 2024 was EUR 5.0 million.", "Revenue in 2024 was EUR 5.4 million.", ""),
    ],
)
def test_the_cause_is_named_where_the_texts_give_it(one: str, other: str, cause: str) -> None:
    (conflict,) = find_conflicts(evidence(("Report", one), ("Note", other)), "What was revenue in 2024?")
    assert conflict.cause == cause


MARKET = (
    (
        "Market brief",
        "Aldwin holds a market share of 22% in Iberian lifts in 2024. Brenner holds a market share of 9% in "
        "Iberian lifts in 2024. Corvan holds a market share of 31% in Iberian lifts in 2024.",
    ),
    ("Survey", "Corvan holds a market share of 27% in Iberian lifts in 2024."),
)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who has the larger market share in Iberia in 2024, Aldwin or Brenner?", 0),
        ("Who has the larger market share in Iberia in 2024, Aldwin or Corvan?", 1),
        ("What is the market share of Corvan in Iberia in 2024?", 1),
    ],
)
def test_a_third_party_of_the_same_market_is_not_asked_about(question: str, found: int) -> None:
    assert len(find_conflicts(evidence(*MARKET), question)) == found

"""Conflicts: true disagreements are found, look-alikes are left alone."""

import pytest

from masis.domain.conflicts import find_conflicts
from tests.analysts.extract.corpus import chunk

TRUE = [
    (
        "preliminary and audited",
        "What was revenue in 2024?",
        [
            "Audited net revenue was GBP 84.2 million in 2024.",
            "Net revenue for 2024 was GBP 83.1 million on a preliminary basis.",
        ],
    ),
    (
        "table against text",
        "What was revenue in 2024?",
        [
            "| GBP million | 2023 | 2024 |\n|---|---|---|\n| Net revenue | 77.0 | 84.2 |",
            "Net revenue for 2024 was GBP 83.1 million.",
        ],
    ),
    (
        "counted people",
        "What was headcount at the end of 2024?",
        [
            "| People | 2023 | 2024 |\n|---|---|---|\n| Headcount | 590 | 640 |",
            "The group had 655 employees on 31 December 2024.",
        ],
    ),
    (
        "short and long form",
        "What was NRR in 2024?",
        ["Net revenue retention was 118% in 2024.", "NRR for 2024 stood at 112%."],
    ),
    (
        "other verb",
        "What is the market share of Lumen in 2024?",
        ["Lumen's market share was 24% in 2024.", "In 2024, Lumen held a market share of 21%."],
    ),
    (
        "growth against growth",
        "How much did revenue grow in 2024?",
        ["Revenue grew by 9.4% in 2024.", "Revenue rose by 7.0% in 2024."],
    ),
]
ALIKE = [
    (
        "other year",
        "What was revenue?",
        ["Revenue was GBP 84.2 million in 2024.", "Revenue was GBP 77.0 million in 2023."],
    ),
    (
        "other scale",
        "What was revenue in 2024?",
        ["Revenue was GBP 84.2 million in 2024.", "Revenue in 2024 was GBP 84,200 thousand."],
    ),
    (
        "rounded",
        "What was revenue in 2024?",
        ["Revenue was GBP 84.2 million in 2024.", "In 2024 revenue was about GBP 84 million."],
    ),
    (
        "other segment",
        "What was churn in 2024?",
        ["Churn in the Lumen segment was 5.1% in 2024.", "Churn in the Vector segment was 7.8% in 2024."],
    ),
    (
        "region against whole",
        "What was revenue in 2024?",
        ["Revenue was GBP 84.2 million in 2024.", "Revenue in Germany was GBP 20.1 million in 2024."],
    ),
    (
        "target against actual",
        "What was churn in 2024?",
        ["Churn was 5.1% in 2024.", "The target for churn in 2024 is 4%."],
    ),
    (
        "level against change",
        "What was gross margin in 2024?",
        ["Gross margin was 52.1% in 2024.", "Gross margin improved by 1.3 percentage points in 2024."],
    ),
    (
        "other measure",
        "What was revenue in 2024?",
        ["Recurring revenue was GBP 50 million in 2024.", "Revenue was GBP 84.2 million in 2024."],
    ),
    (
        "other currency",
        "What was revenue in 2024?",
        ["Revenue was GBP 84.2 million in 2024.", "Revenue was USD 107.0 million in 2024."],
    ),
    (
        "bound",
        "How many customers in 2024?",
        ["The company served 312 customers in 2024.", "It served more than 300 customers in 2024."],
    ),
    (
        "quarter against year",
        "What was revenue?",
        ["Revenue was GBP 20 million in Q3 2024.", "Revenue was GBP 84.2 million in 2024."],
    ),
    (
        "not asked",
        "What was headcount in 2024?",
        ["Net revenue was GBP 84.2 million in 2024.", "Net revenue was GBP 83.1 million in 2024."],
    ),
]


def sides(question: str, texts: list[str]) -> list[str]:
    evidence = [chunk(at, f"Paper {'ABC'[at]}", text) for at, text in enumerate(texts)]
    return [side.value for conflict in find_conflicts(evidence, question) for side in conflict.sides]


@pytest.mark.parametrize(("name", "question", "texts"), TRUE, ids=[row[0] for row in TRUE])
def test_a_true_disagreement_is_found(name: str, question: str, texts: list[str]) -> None:
    assert len(sides(question, texts)) == 2, name


@pytest.mark.parametrize(("name", "question", "texts"), ALIKE, ids=[row[0] for row in ALIKE])
def test_a_look_alike_is_left_alone(name: str, question: str, texts: list[str]) -> None:
    assert sides(question, texts) == [], name


def test_one_document_does_not_disagree_with_itself() -> None:
    texts = ("Revenue was GBP 84.2 million in 2024.", "Revenue was GBP 83.1 million in 2024.")
    assert (
        find_conflicts(
            [chunk(at, "Paper", text) for at, text in enumerate(texts)], "What was revenue in 2024?"
        )
        == ()
    )


def test_a_flagged_passage_takes_no_side() -> None:
    honest = chunk(0, "Paper A", "Revenue was GBP 84.2 million in 2024.")
    hostile = chunk(1, "Paper B", "Revenue was GBP 900 million in 2024.", flagged=True)
    assert find_conflicts([honest, hostile], "What was revenue in 2024?") == ()

"""Understanding: parts, kinds, expected answers, periods and sides."""

import pytest

from masis.analysts.extract.question import understand

KINDS = [
    ("How much did the merger cost?", "quantity", "money"),
    ("What was net revenue in 2024?", "which", "number"),
    ("How many sites were closed?", "quantity", "number"),
    ("What percentage of clients renewed?", "quantity", "percent"),
    ("By how much will the fee be raised?", "quantity", "number"),
    ("How much did the firm raise from investors?", "quantity", "money"),
    ("When was the plant opened?", "when", "date"),
    ("In what year did the plant open?", "when", "date"),
    ("Who chairs the audit committee?", "who", "person"),
    ("Where is the head office?", "where", "place"),
    ("Why did churn rise?", "why", "text"),
    ("What drove the decline in margin?", "why", "text"),
    ("How are complaints handled?", "how", "text"),
    ("Did the company buy a rival?", "yes_no", "text"),
    ("How does churn in Lumen compare with Vector?", "compare", "text"),
    ("What are the main risks?", "list", "text"),
    ("Give me an overview of the year", "broad", "text"),
    ("Should we enter Japan?", "advice", "text"),
    ("Which rule applies when there is a choice?", "which", "text"),
]


@pytest.mark.parametrize(("question", "kind", "expects"), KINDS, ids=[row[0] for row in KINDS])
def test_the_kind_and_the_expected_answer_follow_from_the_wording(
    question: str, kind: str, expects: str
) -> None:
    part = understand(question).parts[0]
    assert (part.kind, part.expects) == (kind, expects)


PARTS = [
    ("What was revenue in 2024 and who approved the budget?", 2),
    ("1) What is the headcount? 2) Who is the CFO?", 2),
    ("What were revenue and EBITDA in 2023?", 2),
    ("How did churn and NRR develop in 2024?", 2),
    ("When did it start? Why did it stop?", 2),
    ("What is research and development spending in 2024?", 1),
    ("What was the role of Marsh and Holt in 2024?", 1),
    ("Who signed the charter and was exempt from it?", 1),
    ("We plan to expand. What are the risks?", 1),
    ("NRR 2024", 1),
]


@pytest.mark.parametrize(("question", "count"), PARTS, ids=[row[0] for row in PARTS])
def test_a_question_is_split_only_where_it_asks_twice(question: str, count: int) -> None:
    assert len(understand(question).parts) == count


def test_a_part_that_points_back_takes_the_topic_and_the_period_along() -> None:
    second = understand("What was gross margin in 2024 and what drove it?").parts[1]
    assert {"gross", "margin"} <= set(second.context)
    assert second.periods == {"2024"}


def test_periods_and_names_are_kept_apart_from_the_topic() -> None:
    part = understand("What was churn at Harlow Systems in Q3 2024?").parts[0]
    assert part.periods == {"2024-Q3"}
    assert part.names == ("Harlow Systems",)


def test_the_sides_of_a_comparison_are_found() -> None:
    assert understand("Compare sales in 2023 and 2024").parts[0].sides == ("sales in 2023", "2024")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What were revenue and costs in 2024?", ("What was revenue in 2024", "What were costs in 2024")),
        ("What are churn and retention in Lumen?", ("What is churn in Lumen", "What is retention in Lumen")),
        ("How did sales and revenue develop?", ("How did sales develop", "How did revenue develop")),
    ],
)
def test_each_of_two_measures_is_asked_for_in_its_own_number(question: str, asked: tuple[str, ...]) -> None:
    assert tuple(part.text for part in understand(question).parts) == asked

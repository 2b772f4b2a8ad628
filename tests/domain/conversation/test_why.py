"""Why: the claim of an answer is asked for its reason, in a question that reads as one."""

import pytest

from masis.domain.conversation.why import why_question

ASKED = "How did revenue develop in 2024?"


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("Revenue rose to EUR 12 million in 2024 [k1].", "Why did revenue rise to EUR 12 million in 2024?"),
        ("Revenue increased by 4 % in 2024 [k1].", "Why did revenue increase by 4 % in 2024?"),
        ("- Revenue was **EUR 12 million** in 2024 [k1].", "Why was revenue EUR 12 million in 2024?"),
        ("Lumen dropped its forecast for revenue [k1].", "Why did Lumen drop its forecast for revenue?"),
    ],
)
def test_a_claim_is_turned_round(answer: str, question: str) -> None:
    assert why_question(ASKED, answer) == question


def test_the_claim_that_the_question_was_about_goes_first() -> None:
    answer = "Costs rose by 3 % [k1]. Revenue rose by 4 % [k1]."
    assert why_question("How did revenue develop?", answer) == "Why did revenue rise by 4 %?"


@pytest.mark.parametrize(
    "answer", ["", "| Revenue | 12 |", "The documents do not say how revenue developed."]
)
def test_without_a_claim_the_question_itself_is_asked_about(answer: str) -> None:
    made = why_question(ASKED, answer)
    assert made.endswith("?")
    assert "revenue" in made.casefold()
    assert "2024" in made

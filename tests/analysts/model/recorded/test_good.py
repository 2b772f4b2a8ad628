"""Right answers as a careful writer words them: final without a retry, no true sentence struck."""

import pytest

from tests.analysts.model.recorded.conftest import SampleHouse
from tests.analysts.model.recorded.houses import FILINGS, Shelved, auditing, calls, citing
from tests.fakes.openai_server import FakeOpenAI

pytestmark = pytest.mark.slow

HAPPY = {"writer": 1, "auditor": 1, "judge": 1}
SAMPLE = {
    "When did the Brno plant open and what did it cost?": (
        "The Brno plant opened in May 2024, two months later than planned {The Brno plant opened}. "
        "It cost EUR 18.5 million {The Brno plant opened}."
    ),
    "What was gross margin in 2024?": (
        "Gross margin was 58.4% in 2024, up from 56.1% in 2023 {| Gross margin | 58.4% | 56.1% |}. "
        "It improved because subscriptions carry a higher margin than hardware and because the price of the "
        "radio module fell by 11% {price of the radio module fell by 11%}."
    ),
    "How much revenue came from subscriptions in 2024?": (
        "Subscription revenue was EUR 148.2 million in 2024 {| Subscription revenue | 148.2 |}, compared "
        "with EUR 121.7 million in 2023 {| Subscription revenue | 148.2 |}."
    ),
    "How high was free cash flow in 2024?": (
        "Free cash flow was EUR 17.9 million in 2024 {| Free cash flow | 17.9 |}, compared with EUR 11.3 "
        "million in 2023 {| Free cash flow | 17.9 |}."
    ),
}
FILED = {
    "How much revenue came from Adobe's Creative Cloud in fiscal 2022?": (
        "Adobe's Creative Cloud revenue was $10,459 million in fiscal 2022 {| Creative Cloud | $10,459}. "
        "That is 10% more than the $9,546 million of fiscal 2021 {| $10,459 | $9,546 | $7,736 | 10% |}."
    ),
    "How many people did Adobe employ at the end of fiscal 2022?": (
        "Adobe employed 29,239 people at the end of fiscal 2022 {29,239}."
    ),
    "How much merchandise inventory did Costco have at November 20, 2022?": (
        "Costco's merchandise inventories were $18,571 million at November 20, 2022 "
        "{| Merchandise inventories | 18,571}."
    ),
    "What was Adobe's Digital Media ARR at the end of fiscal 2022?": (
        "Adobe's Digital Media ARR was $13.97 billion at the end of fiscal 2022, up from $12.15 billion at "
        "the end of fiscal 2021 {Total Digital Media ARR grew to $13.97 billion}."
    ),
}
UNSURE = {
    "What was Intel's revenue in the fourth quarter of 2022?": (
        "Intel's revenue in the fourth quarter of 2022 was $14.0 billion, down 32 percent year over year "
        "{Fourth-quarter revenue was $14.0 billion}."
    ),
    "How much net income did Costco make in the first quarter of fiscal 2023?": (
        "Costco's net income for the first quarter of fiscal 2023 was $1,364 million, or $3.07 per diluted "
        "share {Net income for the quarter was $1,364 million}."
    ),
    "What cost savings does Intel aim for in 2023 and by the end of 2025?": (
        "Intel's cost-reduction targets are $3 billion in 2023 {cost-reduction targets of $3 billion}. "
        "It aims to achieve $8 billion to $10 billion by the end of 2025 {$8 billion to $10 billion by the}."
    ),
}
"""Right answers of which the gate is not sure: it has them from the evidence, not from the wording."""


@pytest.mark.parametrize("question", SAMPLE)
def test_a_right_answer_on_the_sample_is_final(fake: FakeOpenAI, house: SampleHouse, question: str) -> None:
    fake.say("writer", citing(SAMPLE[question]))
    fake.say("auditor", auditing())
    asked = house.ask(question)
    assert asked.report is not None
    assert (asked.ending, asked.report.struck) == ("answered", ())
    assert {claim.verdict for claim in asked.report.claims} == {"supported"}
    assert calls(fake) == HAPPY


@pytest.mark.parametrize("question", FILED)
def test_a_right_answer_on_filings_is_final(fake: FakeOpenAI, shelved: Shelved, question: str) -> None:
    fake.say("writer", citing(FILED[question]))
    fake.say("auditor", auditing())
    result = shelved.ask(fake, question, *FILINGS[question])
    assert (result["status"], result["struck"]) == ("success", [])
    assert {claim["verdict"] for claim in result["claims"]} == {"supported"}
    assert calls(fake) == HAPPY


@pytest.mark.parametrize("question", UNSURE)
def test_nothing_true_is_struck_where_the_gate_is_not_sure(
    fake: FakeOpenAI, shelved: Shelved, question: str
) -> None:
    fake.say("writer", citing(UNSURE[question]))
    fake.say("auditor", auditing())
    result = shelved.ask(fake, question, *FILINGS[question])
    assert result["struck"] == []
    assert {claim["verdict"] for claim in result["claims"]} == {"supported"}


def test_a_right_answer_is_final_though_its_auditor_wants_another_try(
    fake: FakeOpenAI, shelved: Shelved
) -> None:
    question = "What was Adobe's Digital Media ARR at the end of fiscal 2022?"
    fake.say("writer", citing(FILED[question]))
    fake.say("auditor", auditing(needs_retry=True, hallucination_detected=True, confidence=0.7))
    result = shelved.ask(fake, question, *FILINGS[question])
    assert (result["status"], calls(fake)) == ("success", HAPPY)

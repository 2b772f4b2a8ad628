"""Follow-ups: each form a person uses, and the whole question it stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.conversation.followup import resolve
from masis.domain.conversation.turns import Conversation, Turn

ANSWER = "Revenue rose to $12.4 million in 2024, driven by Pharma [k1]. Costs fell."
REVENUE = "How high was revenue in 2024?"
HARBOR = "What was Harbor's net revenue retention in Q1 2024?"
SEGMENT = "How did revenue of Harbor in the Consumer segment develop from 2022 to 2024?"
RISKS = "Which risks does the board name?"

CASES = [
    # another period
    (REVENUE, "and the year before?", "How high was revenue in 2023?"),
    (REVENUE, "And the year before that?", "How high was revenue in 2023?"),
    (REVENUE, "what about 2023?", "How high was revenue in 2023?"),
    (REVENUE, "2023?", "How high was revenue in 2023?"),
    (REVENUE, "next year?", "How high was revenue in 2025?"),
    (REVENUE, "and in Q3 2023?", "How high was revenue in Q3 2023?"),
    (REVENUE, "compared to the year before?", "How high was revenue in 2024 compared to 2023?"),
    (HARBOR, "and the quarter before?", "What was Harbor's net revenue retention in Q4 2023?"),
    (HARBOR, "and the year before?", "What was Harbor's net revenue retention in Q1 2023?"),
    (HARBOR, "and Q3?", "What was Harbor's net revenue retention in Q3 2024?"),
    (RISKS, "what about 2021?", "Which risks does the board name in 2021?"),
    ("Who is the CEO?", "and the CFO?", "Who is the CFO?"),
    ("Who is the CEO?", "and Harbor?", "Who is the CEO for Harbor?"),
    ("How high was churn in FY24?", "the year before?", "How high was churn in FY23?"),
    (SEGMENT, "what about 2021?", "How did revenue of Harbor in the Consumer segment develop in 2021?"),
    # another entity or place
    (REVENUE, "and in Pharma?", "How high was revenue in Pharma in 2024?"),
    (REVENUE, "in EMEA?", "How high was revenue in EMEA in 2024?"),
    (REVENUE, "Harbor?", "How high was revenue for Harbor in 2024?"),
    (HARBOR, "and Mill?", "What was Mill's net revenue retention in Q1 2024?"),
    (HARBOR, "and for Mill in 2023?", "What was Mill's net revenue retention in 2023?"),
    (
        SEGMENT,
        "and in Pharma?",
        "How did revenue of Harbor in the Pharma segment develop from 2022 to 2024?",
    ),
    # another measure or subject
    (REVENUE, "what about gross margin?", "How high was gross margin in 2024?"),
    (REVENUE, "and churn in 2023?", "How high was churn in 2023?"),
    (HARBOR, "what about gross margin?", "What was Harbor's gross margin in Q1 2024?"),
    (REVENUE, "And the main risks?", "What do the documents say about the main risks in 2024?"),
    (
        "What was AMD's data center revenue for 2022?",
        "and Intel?",
        "What was Intel's data center revenue for 2022?",
    ),
    (
        "How much revenue did Apple make in 2022?",
        "and gross margin?",
        "What was the gross margin of Apple in 2022?",
    ),
    (
        "What was the revenue of Pharma in 2024?",
        "And Logistics?",
        "What was the revenue of Logistics in 2024?",
    ),
    # another thing to hold it against
    (
        "What was Intel's revenue in 2022?",
        "compare that with Apple",
        "How did Intel's revenue compare with that of Apple in 2022?",
    ),
    (REVENUE, "compare that with the year before", "How high was revenue in 2024 compared with 2023?"),
    # why and more
    (REVENUE, "why?", "Why did revenue rise to $12.4 million in 2024?"),
    (REVENUE, "And why is that?", "Why did revenue rise to $12.4 million in 2024?"),
    (REVENUE, "tell me more", "What do the documents say in detail about revenue in 2024?"),
    # pointing back
    (REVENUE, "How did it change since 2022?", "How did revenue change since 2022?"),
    (REVENUE, "And why did it rise?", "Why did revenue rise in 2024?"),
    (REVENUE, "What are its drivers?", "What are revenue’s drivers in 2024?"),
    (REVENUE, "What happened in that year?", "What happened in 2024?"),
    (RISKS, "how are they mitigated?", f"{RISKS} How are they mitigated?"),
]
STANDALONE = [
    "Who is the CFO?",
    "churn",
    "NRR 2024",
    "How did Harbor's revenue develop?",
    "Does the company sell its products abroad?",
    "What does the report say about risks that matter?",
    "Why did churn rise in Q3?",
    "Compare margin and churn in 2023",
]
WHYS = [
    ("Container throughput was 4 % below plan [k1].", "Why was Container throughput 4 % below plan?"),
    ("The margin fell from 31 % to 28 % [k1].", "Why did the margin fall from 31 % to 28 %?"),
    ("In 2024, revenue grew by 8 % [k1].", "What explains revenue in 2024?"),
    (
        "Rows [k1]:\n\nRevenue – 2024: 12; 2023: 10 [k1].\n\nRevenue rose to 12 [k2].",
        "Why did revenue rise to 12?",
    ),
    ("Revenue was 12 in 2024 [k1]. Revenue grew by 8 % [k2].", "Why did revenue grow by 8 %?"),
    ("Insufficient evidence: the documents do not state it.", "What explains revenue in 2024?"),
    ("", "What explains revenue in 2024?"),
]


def after(question: str, answer: str = ANSWER, **turn: object) -> Conversation:
    return Conversation(turns=(Turn.model_validate({"question": question, "answer": answer, **turn}),))


@pytest.mark.parametrize(("before", "typed", "meant"), CASES, ids=[f"{b[:20]} + {t}" for b, t, _ in CASES])
def test_a_follow_up_carries_over_what_it_leaves_out(before: str, typed: str, meant: str) -> None:
    resolution = resolve(typed, after(before))
    assert resolution.question == meant
    assert resolution.changed


@pytest.mark.parametrize("typed", STANDALONE)
def test_a_question_that_stands_alone_is_left_as_typed(typed: str) -> None:
    assert resolve(typed, after(REVENUE)).question == typed
    assert not resolve(typed, after(REVENUE)).changed


@pytest.mark.parametrize(("answer", "meant"), WHYS, ids=[meant for _, meant in WHYS])
def test_why_asks_for_the_reason_of_the_claim_before(answer: str, meant: str) -> None:
    assert resolve("Why?", after(REVENUE, answer)).question == meant


def test_the_first_question_of_a_thread_is_as_typed() -> None:
    assert resolve("and the year before?", Conversation()).question == "and the year before?"


def test_follow_ups_chain_on_what_was_understood() -> None:
    talk = after("and the year before?", resolved="How high was revenue in 2023?")
    assert resolve("and in Pharma?", talk).question == "How high was revenue in Pharma in 2023?"


def test_a_why_in_between_does_not_take_the_place_of_the_question() -> None:
    why = Turn(question="Why?", answer=ANSWER, resolved="Why did revenue rise to $12.4 million in 2024?")
    talk = Conversation(turns=(*after(REVENUE).turns, why))
    assert resolve("and the year before?", talk).question == "How high was revenue in 2023?"


def test_a_period_of_the_answer_counts_where_the_question_had_none() -> None:
    assert resolve("and the year before?", after("How high was revenue?")).question == (
        "How high was revenue in 2023?"
    )


def test_a_reply_is_read_with_the_question_it_clarifies() -> None:
    talk = after("How high was growth?", "Which year?", asked_back=True, kind="vague")
    assert resolve("2023", talk).question == "How high was growth? 2023"


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ("Churn in 2024", "How did Churn in 2024 develop?"),
        ("The main points of “Annual report”", "The main points of “Annual report”"),
        ("How high was churn?", "How high was churn?"),
    ],
)
def test_a_reply_takes_the_place_of_what_was_pointed_at_or_stands_alone(reply: str, read: str) -> None:
    talk = after("How did it develop?", "What does “it” refer to?", asked_back=True, kind="vague")
    assert resolve(reply, talk).question == read


def test_a_reply_that_names_nothing_leaves_the_question_as_it_was() -> None:
    talk = after("How high was growth?", "Which year?", asked_back=True, kind="vague")
    assert resolve("the big one", talk).question == "How high was growth?"


@pytest.mark.parametrize(
    ("asked", "kind"), [("Tell me more", "vague"), ("Hello", "greeting"), ("Sing a song", "off_task")]
)
def test_a_reply_to_something_without_a_topic_stands_alone(asked: str, kind: str) -> None:
    talk = after(asked, "What would you like to know?", asked_back=True, kind=kind)
    assert resolve("What was churn?", talk).question == "What was churn?"


def test_small_talk_in_between_does_not_break_the_thread() -> None:
    thanks = Turn(question="Thanks!", answer="", asked_back=True, kind="greeting")
    talk = Conversation(turns=(*after(REVENUE).turns, thanks))
    assert resolve("and in 2023?", talk).question == "How high was revenue in 2023?"


TEXT = st.text(max_size=200)
PARTS = st.lists(st.sampled_from([*(typed for _, typed, _ in CASES), *STANDALONE, "?", "[k1]", "2024", "\n"]))


@given(typed=st.one_of(TEXT, PARTS.map(" ".join)), before=TEXT, answer=TEXT, asked_back=st.booleans())
def test_no_text_breaks_the_rules_and_nothing_becomes_empty(
    typed: str, before: str, answer: str, asked_back: bool
) -> None:
    conversation = after(before, answer, asked_back=asked_back)
    resolution = resolve(typed, conversation)
    assert resolution == resolve(typed, conversation)
    assert resolution.question.strip() or not typed.strip()

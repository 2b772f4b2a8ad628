"""Topics: what a workspace can be asked about, and the choices a vague question is offered."""

import pytest

from masis.domain.conversation.topics import Topics, choices_for, nameless, topics_of

PAIRS = [
    ("Harbor annual report 2024", "1. Results > Net revenue retention"),
    ("Harbor annual report 2024", "Churn in Q4 2024"),
    ("Mill board pack", "Risks and how they are met"),
    ("Mill board pack", "Customers and retention"),
    ("Memo: subscription prices", "Memo: subscription prices"),
    ("Mill board pack", ""),
]


def test_topics_come_from_titles_and_headings() -> None:
    topics = topics_of(PAIRS, ["Harbor", "Mill", "Harbor"])
    assert topics.titles == (
        "Harbor annual report 2024",
        "Mill board pack",
        "Memo: subscription prices",
    )
    assert topics.organisations == ("Harbor", "Mill")
    assert topics.metrics == ("Net revenue retention in 2024", "Churn in 2024")
    assert topics.periods == ("2024", "2024-Q4")


def test_choices_are_two_to_four_and_of_the_documents() -> None:
    choices = choices_for("performance?", topics_of(PAIRS, ["Harbor", "Mill"]))
    assert choices == ("Net revenue retention in 2024", "Churn in 2024", "Harbor", "Mill")


def test_a_period_that_was_named_is_not_offered_again() -> None:
    assert choices_for("performance in 2023?", topics_of(PAIRS))[0] == "Net revenue retention"


@pytest.mark.parametrize("topics", [Topics(), Topics(titles=("Only one",))], ids=["nothing", "one document"])
def test_less_than_two_things_are_no_choice(topics: Topics) -> None:
    assert choices_for("Tell me more", topics) == ()


def test_titles_alone_are_choices_too() -> None:
    assert choices_for("more", Topics(titles=("Plan", "Memo"))) == (
        "The main points of “Plan”",
        "The main points of “Memo”",
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Tell me more", False),
        ("Why?", False),
        ("and the year before?", False),
        ("the main one", False),
        ("How did it develop?", False),
        ("churn", True),
        ("3M", True),
        ("How did it change revenue?", True),
    ],
)
def test_a_question_without_attribute_and_name_has_nothing_to_search_for(text: str, named: bool) -> None:
    assert nameless(text) is not named

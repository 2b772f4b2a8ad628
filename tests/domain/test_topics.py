"""Topics: what a workspace can be asked about, and the choices a vague question is offered."""

import pytest

from masis.domain.topics import Topics, choices_for, topic_words, topics_of

PAIRS = [
    ("Harbor annual report 2024", "1. Results > Net revenue retention"),
    ("Harbor annual report 2024", "Churn in Q4 2024"),
    ("Mill board pack", "Risks and how they are met"),
    ("Mill board pack", ""),
]


def test_topics_come_from_titles_and_headings() -> None:
    topics = topics_of(PAIRS)
    assert topics.titles == ("Harbor annual report 2024", "Mill board pack")
    assert topics.companies == ("Harbor", "Mill")
    assert topics.metrics == ("Net revenue retention in 2024", "Churn in 2024")
    assert topics.periods == ("2024", "2024-Q4")


def test_choices_are_two_to_four_and_of_the_documents() -> None:
    choices = choices_for("performance?", topics_of(PAIRS))
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


@pytest.mark.parametrize(("text", "named"), [("Tell me more", False), ("Why?", False), ("churn", True)])
def test_topic_words(text: str, named: bool) -> None:
    assert bool(topic_words(text)) is named

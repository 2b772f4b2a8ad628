"""What a sentence of a running text points back to."""

import pytest

from masis.domain.language.pointing import Thread, leans, points_back


@pytest.mark.parametrize("said", ["It fell to 3 %.", "Their share is small.", "These costs came down."])
def test_a_pronoun_at_the_front_points_back(said: str) -> None:
    assert points_back(said)


@pytest.mark.parametrize("said", ["Sales fell to 3 %.", "", "2024 was a good year."])
def test_a_sentence_with_a_subject_of_its_own_does_not(said: str) -> None:
    assert not points_back(said)


@pytest.mark.parametrize(
    ("said", "leaning"),
    [
        ("It fell to 3 % at Harbor.", True),
        ("The fee is due in May.", True),
        ("By then the plant had closed.", True),
        ("The plant of Harbor had closed.", False),
        ("Harbor closed a plant.", False),
    ],
)
def test_a_sentence_that_names_nothing_of_its_own_leans_on_another(said: str, *, leaning: bool) -> None:
    assert leans(said) == leaning


def test_a_sentence_points_to_the_last_that_stood_alone_and_to_the_one_just_before() -> None:
    thread = Thread()
    said = [
        "Pharma is part of Harbor.",
        "It grew.",
        "",
        "This was due to prices.",
        "The staff shrank.",
        "Harbor grew.",
    ]
    assert [thread.before(sentence) for sentence in said] == [
        "",
        "Pharma is part of Harbor.",
        "",
        "Pharma is part of Harbor. It grew.",
        "Pharma is part of Harbor. This was due to prices.",
        "",
    ]


def test_the_first_sentence_points_to_what_was_said_before_the_text() -> None:
    assert Thread("Sea is a segment.").before("It grew.") == "Sea is a segment."
    assert Thread().before("It grew.") == ""

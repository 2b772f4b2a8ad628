"""Matching: when an answer holds what was expected."""

import pytest

from masis.evaluation.matching import contains, contains_any, holds, holds_any


@pytest.mark.parametrize(
    ("answer", "expected", "found"),
    [
        ("Revenue was EUR 212.9 million.", "212.9", True),
        ("Revenue was EUR 1,212.9 million.", "212.9", False),
        ("It employs 1,184 people.", "1184", True),
        ("Led by the Lord Advocate.", "lord advocate", True),
        ("The margin is 18%.", "18%", True),
        ("The margin is 118%.", "18%", False),
        ("It fell (sharply).", "fell sharply", True),
        ("Anything", "", False),
        ("In Śródmieście.", "Śródmieście", True),
        ("It cost $60 million", "60 million", True),
    ],
)
def test_words_are_found_at_their_borders(answer: str, expected: str, found: bool) -> None:
    assert contains(answer, expected) is found


def test_any_wording_will_do() -> None:
    assert contains_any("96.4", ("96400", "96.4"))
    assert not contains_any("96", ())


@pytest.mark.parametrize(
    ("text", "wording", "held"),
    [
        ("107 warehouses in Canada", "107", True),
        ("It has 107.", "107", True),
        ("Canada: 107, Mexico: 40", "107", True),
        ("Sales were 1,107 million", "107", False),
        ("Sales were 107.5 million", "107", False),
        ("Sales were 3.107 million", "107", False),
        ("Model X107", "107", False),
        ("Growth of 107% was seen", "107", True),
        ("Renewal was 90 % worldwide", "90%", True),
        ("Renewal was 90 percent worldwide", "90%", True),
        ("Renewal was 90 per cent worldwide", "90 percent", True),
        ("Renewal was 190% worldwide", "90%", False),
        ("Renewal was 0.90%", "90%", False),
        ("Net income $1,364", "1,364", True),
        ("Net income 1364", "1,364", True),
        ("It came to US$8.2 million", "8.2", True),
        ("It came to US$18.2 million", "8.2", False),
        ("It spent $26.3bn on research", "26.3 billion", True),
        ("It spent 26.3  billion", "26.3 billion", True),
        ("It spent 126.3 billion", "26.3 billion", False),
        ("between 8–10 billion", "8-10 billion", True),
        ("the rooster crowed", "rose", False),
        ("Sales ROSE again", "rose", True),
        ("The seller’s name", "seller's name", True),
        ("Anything", "", False),
    ],
)
def test_a_wording_is_found_within_its_borders(text: str, wording: str, *, held: bool) -> None:
    assert holds(text, wording) is held


def test_one_of_several_wordings_suffices() -> None:
    assert holds_any("It fell by 8 percent", ("declined", "fell"))
    assert not holds_any("It fell by 8 percent", ("rose", "grew"))


@pytest.mark.parametrize("expected", ["1,234", "1234", "1 234"])
def test_a_narrow_space_between_thousands_is_any_sign_between_them(expected: str) -> None:
    assert contains("Malt: EUR 1\u202f234 thousand", expected)
    assert holds("Malt: EUR 1\u202f234 thousand", expected)
    assert not contains("Malt: EUR 1\u202f234 thousand", "234")


def test_letters_in_front_of_a_figure_are_a_currency() -> None:
    assert contains("a programme of R1,2 billion", "1,2 billion")
    assert contains("sold for Rs.52.75 crore", "52.75 crore")

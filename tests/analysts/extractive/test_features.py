"""Features: each number says what its name says, of rows and of sentences."""

import math

import pytest

from masis.analysts.extractive.features import (
    FEATURES,
    MODEL_FEATURES,
    frame_of,
    lexical,
    share_a_value,
)
from masis.analysts.extractive.statements import Statement, statements_of
from tests.analysts.extractive.harbour import CAUSES, EVIDENCE, INCOME, RIVAL, asked, passage, statement

QUESTIONS = (
    "What was the revenue of Fernhall in 2024?",
    "Why did gross margin improve?",
    "Who runs the port of Alden?",
    "Which terminal had the lowest revenue in 2023?",
    "?",
)


def values(question: str, found: Statement) -> dict[str, float]:
    """Return the features of a statement among all statements of the evidence."""
    return lexical(frame_of(asked(question), statements_of(EVIDENCE)), found)


def sentence(text: str, **changes: object) -> Statement:
    """Return a sentence of its own."""
    (found,) = statements_of([passage("own", text, **changes)])
    return found


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_feature_is_a_number_within_bounds_for_every_statement(question: str) -> None:
    for found in statements_of(EVIDENCE):
        numbers = values(question, found)
        assert set(numbers) == set(FEATURES) - set(MODEL_FEATURES)
        assert all(math.isfinite(number) and -1 <= number <= 3 for number in numbers.values())


def test_what_holds_the_asked_words_covers_more() -> None:
    question = "What was the gross margin in 2024?"
    margin, sales = values(question, statement("Gross margin")), values(question, statement("Cost of sales"))
    assert margin["cover_own"] > 0.9 > sales["cover_own"]
    assert margin["missing"] < sales["missing"]
    assert margin["extra"] < sales["extra"]


def test_a_word_that_few_statements_hold_weighs_more() -> None:
    rarity = frame_of(asked("How many cranes earned revenue?"), statements_of(EVIDENCE)).rarity
    assert rarity["crane"] > rarity["revenu"]


def test_words_over_a_row_count_as_near_and_not_as_its_own() -> None:
    found = values("What was revenue by terminal?", statement("South terminal"))
    assert found["cover_all"] > found["cover_own"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was revenue in 2023?", 1.0),
        ("What was revenue?", 0.0),
        ("What was revenue in 2019?", -1.0),
    ],
)
def test_a_row_fits_the_period_that_its_columns_name(question: str, expected: float) -> None:
    assert values(question, statement("Revenue"))["period"] == expected


def test_a_statement_of_another_organisation_is_told_apart() -> None:
    question = "What was the revenue of Fernhall in 2024?"
    own, other = statement("Revenue", [INCOME]), statement("Revenue", [RIVAL])
    assert values(question, own)["organisation"] == 1.0
    assert values(question, other)["organisation"] == -1.0
    assert values("What was revenue in 2024?", other)["organisation"] == 0.0


@pytest.mark.parametrize(
    ("question", "fitting", "other"),
    [
        ("Who runs the port?", "The port is run by Maria Keller.", "The port is run by its owners."),
        ("When did the quay open?", "The quay opened on 3 May 2024.", "The quay opened with a party."),
        ("How many cranes are there?", "There are 14 cranes on the quay.", "Cranes stand on the quay."),
        ("What was revenue?", "Revenue reached €412.5 million.", "Revenue reached a new height."),
        ("What percentage was the margin?", "The margin was 44.2 %.", "The margin was 44.2 million."),
    ],
)
def test_the_wanted_kind_of_thing_is_seen(question: str, fitting: str, other: str) -> None:
    assert values(question, sentence(fitting))["kind"] > values(question, sentence(other))["kind"]


def test_the_unit_of_a_row_tells_what_kind_of_thing_it_holds() -> None:
    question = "What percentage was the gross margin?"
    assert values(question, statement("Gross margin (%)"))["kind"] == 1.0
    assert values(question, statement("Revenue"))["kind"] == 0.0


def test_a_forecast_is_firm_enough_only_for_who_asks_for_one() -> None:
    forecast = sentence("Revenue is expected to reach €450 million according to a forecast.")
    assert values("What was revenue?", forecast)["firm"] == 0.0
    assert values("What is the forecast of revenue?", forecast)["firm"] == 1.0
    assert values("What was revenue?", statement("Revenue of"))["firm"] == 1.0


def test_a_denial_on_one_side_only_is_marked() -> None:
    denial = sentence("Fernhall does not lease cranes to other harbours.")
    assert values("Does Fernhall lease cranes?", denial)["denied"] == 1.0
    assert values("Which cranes does Fernhall not lease?", denial)["denied"] == 0.0


def test_movement_fits_movement() -> None:
    moving = sentence("Gross margin rose by two percentage points.")
    assert values("How did gross margin change?", moving)["moves"] == 1.0
    assert values("What was the gross margin?", moving)["moves"] == 0.0


def test_a_name_of_several_words_is_known_by_its_first_letters() -> None:
    short = sentence("The NCT earned €250 million and handled most of the coal.")
    question = "What did the North Coal Terminal earn?"
    assert values(question, short)["names"] > values(question, statement("The port of Alden"))["names"]


def test_what_another_document_replaced_is_marked() -> None:
    assert values("What was revenue?", sentence("Revenue was high.", superseded=True))["superseded"] == 1.0


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [("Revenue", "Revenue of", True), ("Cost of sales", "Revenue of", False), ("Silting", "Strikes", False)],
)
def test_statements_share_a_value_in_whatever_form_it_stands(left: str, right: str, *, same: bool) -> None:
    question = asked("What was it in 2024?")
    assert share_a_value(question, statement(left), statement(right)) is same
    assert share_a_value(question, statement(right), statement(left)) is same


def test_the_value_of_another_period_is_not_shared() -> None:
    before = asked("What was revenue in 2023?")
    assert not share_a_value(before, statement("Revenue", [INCOME]), statement("Revenue of", [CAUSES]))


def test_a_row_with_one_value_of_the_asked_period_counts_more() -> None:
    row = statement("Revenue")
    assert values("What was revenue in 2023?", row)["values"] == 1.0
    assert values("What was revenue?", row)["values"] == 0.5

"""Number words: a number of several words is read as one."""

import re
from decimal import Decimal

import pytest

from masis.domain.language.number_words import NUMBER_WORDS, spelled_number
from masis.domain.language.quantities import Figure, degrees, numbers


@pytest.mark.parametrize(
    ("words", "number", "step"),
    [
        ("nineteen", "19", "1"),
        ("Twenty-two", "22", "1"),
        ("twenty two", "22", "1"),
        ("one hundred", "100", "1"),
        ("two hundred and five", "205", "1"),
        ("twenty-four hundred", "2400", "1"),
        ("five thousand two hundred", "5200", "1"),
        ("three thousand and five", "3005", "1"),
        ("three and a half", "3.5", "0.1"),
        ("one and a quarter", "1.25", "0.1"),
    ],
)
def test_the_words_of_a_number_are_one_number(words: str, number: str, step: str) -> None:
    found = re.match(NUMBER_WORDS, words, re.IGNORECASE)
    assert found is not None
    assert found.group() == words
    assert spelled_number(words) == (Decimal(number), Decimal(step))


@pytest.mark.parametrize("words", ["one", "one of the two", "hundred", "and a half", "someone"])
def test_one_by_itself_is_no_number(words: str) -> None:
    assert re.match(NUMBER_WORDS, words) is None


def _only(text: str) -> Figure:
    (figure,) = numbers(text, ())
    return figure


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("Two hundred people left.", "200", "people"),
        ("It was down for nineteen days.", "19", "day"),
        ("Prices rise by three and a half percent in May.", "3.5", "%"),
        ("It cost two and a half million dollars in all.", "2500000", "USD"),
        ("They paid two hundred thousand euros for it.", "200000", "EUR"),
    ],
)
def test_a_number_in_words_has_its_unit(text: str, value: str, unit: str) -> None:
    figure = _only(text)
    assert (figure.value, figure.unit) == (Decimal(value), unit)


def test_the_half_behind_a_number_is_no_share() -> None:
    assert not degrees("Prices rise by three and a half percent.")
    assert [figure.value for figure in degrees("Three quarters of it and a half of that.")] == [75, 50]

"""Binding: each figure of a sentence belongs to its own period and its own words."""

import pytest

from masis.domain.verification.binding import Bound, bind


def tied(text: str) -> dict[str, tuple[str, ...]]:
    """Return the periods of each figure."""
    return {
        bound.figure.text: tuple(period.label for mention in bound.mentions for period in mention.periods)
        for bound in bind(text)
    }


def bound(text: str, shown: str) -> Bound:
    return next(found for found in bind(text) if shown in found.figure.text)


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("Revenue was 12.5 million in 2024.", ["2024"]),
        ("Revenue was 12.5 million in 2024 and 11.3 million in 2023.", ["2024", "2023"]),
        ("Revenue was 12.5 million and 11.3 million in 2024 and 2023, respectively.", ["2024", "2023"]),
        ("In 2024 revenue was 12.5 million.", ["2024"]),
    ],
)
def test_a_figure_belongs_to_the_period_that_the_sentence_gives_it(text: str, periods: list[str]) -> None:
    assert list(tied(text).values()) == [(period,) for period in periods]


def test_the_period_of_what_is_compared_with_is_its_own() -> None:
    text = "Net profit was EUR 16.2 million, after EUR 8.7 million in 2023."
    assert list(tied(text).values()) == [(), ("2023",)]


def test_without_a_period_there_is_none() -> None:
    assert set(tied("Revenue was 12.5 million.").values()) == {()}
    assert bind("Revenue rose.") == bind("") == ()


def test_what_is_compared_with_is_told_from_what_is_stated() -> None:
    text = "Revenue rose to 12.5 million from 11.3 million in 2023."
    assert not bound(text, "12.5").base
    assert bound(text, "11.3").base


def test_the_words_of_a_clause_stay_with_its_figure() -> None:
    text = "Revenue was 12.5 million, while costs were 9.1 million."
    assert "Revenue" in bound(text, "12.5").before
    assert "costs" in bound(text, "9.1").before
    assert "Revenue" not in bound(text, "9.1").before
    assert not bound(text, "12.5").near & bound(text, "9.1").near


def test_a_unit_declared_before_the_figure_is_its_own() -> None:
    assert bound("Net sales (EUR million): 12.5", "12.5").figure.unit == "EUR"
    assert bound("Net sales (EUR million): 12.5", "12.5").figure.value == 12_500_000


def test_movement_has_a_way() -> None:
    assert bound("Revenue rose by 4 %.", "4").moved[0] == 1
    assert bound("Revenue fell by 4 %.", "4").moved[0] == -1
    assert bound("Revenue was 4 million.", "4").moved[0] == 0


def test_only_a_bare_number_counts_things() -> None:
    assert bound("The group opened 12 new stores.", "12").counted
    assert not bound("The group spent EUR 12 million.", "12").counted

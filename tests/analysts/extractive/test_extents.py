"""Extents: an area answers no question for a count."""

import pytest

from masis.analysts.extractive.extents import says_extent, without_extents
from masis.analysts.extractive.features import figures_of


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("Our sheds had 12.5 million square feet: 8.4 million in Alden and 4.1 million abroad.", []),
        ("Our 14 sheds had 12.5 million square feet of floor.", ["14"]),
        ("We counted 1.2 million containers.", ["1.2 million"]),
        ("The tanks hold 4,000 gallons and serve 2.5 million people.", ["2.5 million"]),
    ],
)
def test_how_large_things_are_is_not_how_many_there_are(said: str, counts: list[str]) -> None:
    assert [figure.text for figure in without_extents(said, figures_of(said))] == counts


@pytest.mark.parametrize(("text", "there"), [("How many square feet?", True), ("How many sheds?", False)])
def test_who_asks_for_an_area_is_known(text: str, *, there: bool) -> None:
    assert says_extent(text) is there

"""Alike: equal texts pair first, then the nearest; figures and negations decide; both ways round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.history.alike import Match, matches, normalised

TEXTS = st.lists(
    st.sampled_from(["sales rose by 4 %", "sales rose by 5 %", "sales rose", "costs", "", "Costs."])
)


def same(left: str, right: str) -> bool | None:
    """Return whether two texts say the same; ``None`` when they do not belong together."""
    found = matches([left], [right])
    return found[0].same if found else None


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Sales rose by 4 %.", "sales rose by 4%"),
        ("- **Sales** rose", "1. Sales rose"),
        ("“Sales” – net", '"Sales" - net'),
    ],
)
def test_case_marks_and_kinds_of_quotes_do_not_count(left: str, right: str) -> None:
    assert same(left, right) is True


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Sales of the group rose by 4 % in 2024", "Sales of the group rose by 5 % in 2024"),
        (
            "The group has decided to close its plant in the north of Spain this year",
            "The group has not decided to close its plant in the north of Spain this year",
        ),
    ],
)
def test_another_figure_or_a_negation_is_a_change_however_alike_the_rest(left: str, right: str) -> None:
    assert same(left, right) is False


def test_texts_with_little_in_common_do_not_belong_together() -> None:
    assert same("Sales rose by 4 %", "Two plants were closed in Spain") is None
    assert matches([], ["a"]) == matches(["a"], []) == ()


def test_an_equal_text_goes_before_a_near_one_and_nobody_is_paired_twice() -> None:
    left, right = ["sales rose by 4 %"], ["sales rose by 5 %", "sales rose by 4 %"]
    assert matches(left, right) == (Match(0, 1, same=True),)
    assert matches(["a", "a"], ["a"]) == (Match(0, 0, same=True),)


@given(TEXTS, TEXTS)
def test_pairs_read_both_ways_round(left: list[str], right: list[str]) -> None:
    there, back = matches(left, right), matches(right, left)
    assert {(m.left, m.right, m.same) for m in there} == {(m.right, m.left, m.same) for m in back}
    assert len({m.left for m in there}) == len({m.right for m in there}) == len(there)


@given(st.text(max_size=60))
def test_normalising_is_done_once_and_for_all(text: str) -> None:
    assert matches([text], [text])[0].same
    assert normalised(text) == normalised(f"  {text} ")

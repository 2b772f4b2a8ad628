"""The shapes of questions are whole, and a text states a result only where it says so."""

import pytest

from masis.domain.language.grammar import Result, grammar, states_result, words_of_way
from masis.domain.language.words import stem


def test_every_shape_of_the_word_list_is_compiled() -> None:
    shapes = grammar()
    assert [name for name, _ in shapes.operations][:2] == ["advise", "why"]
    assert {name for name, _ in shapes.wanted} >= {"text", "date", "percent", "money", "person", "place"}
    assert set(shapes.results) == {"change", "difference", "mean", "sum"}
    assert not shapes.most & shapes.least


@pytest.mark.parametrize(
    ("result", "prose", "table"),
    [
        ("change", "Revenue fell to 12 million.", "Change in working capital"),
        ("difference", "It was 3 million higher than planned.", "Difference"),
        ("mean", "On average 12 were sold.", "Average price paid per share"),
        ("sum", "Altogether 12 were sold.", "Total"),
    ],
)
def test_a_result_is_stated_where_the_text_says_so(result: Result, prose: str, table: str) -> None:
    assert states_result(prose, result, in_table=False)
    assert states_result(table, result, in_table=True)
    assert not states_result("Repair hours. 2031. 2030", result, in_table=True)
    assert not states_result("Repair hours were 410 in 2031.", result, in_table=False)


def test_a_loss_or_gain_that_names_a_row_is_no_movement() -> None:
    assert states_result("Revenue fell to 12 million.", "change", in_table=False)
    assert not states_result("Unrealized gains (losses). 2023. 2022", "change", in_table=True)
    assert states_result("anything", "", in_table=True)


def test_the_way_of_a_change_is_told_by_stems() -> None:
    assert {stem("improved"), stem("less"), stem("up")} <= words_of_way()

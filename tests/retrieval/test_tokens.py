"""Tokens: words are stemmed, what is written exactly stays exact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.retrieval.tokens import Term, terms, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The revenues were growing", ["revenu", "grow"]),
        ("AX-4411", ["ax4411", "ax", "4411"]),
        ("ax4411", ["ax4411"]),
        ("2024-05-01", ["2024-05-01", "2024", "05", "01"]),
        ("2024/05/01", ["2024-05-01", "2024", "05", "01"]),
        ("$1,234,567.80", ["1234567.80"]),
        ("21.4%", ["21.4"]),
        ("$199.6M", ["199.6m"]),
        ("U.S. and R&D", ["us", "rd"]),
        ("year-over-year", ["year", "year"]),
        ("the company's", ["compani"]),
        ("the company’s", ["compani"]),
        ("Curaçao", ["curacao"]),
        ("Straße", ["strass"]),
        ("q3 fy2024", ["q3", "fy2024"]),
        ("収益増加", ["収益", "益増", "増加"]),
        ("the of and, ... !", []),
        ("", []),
    ],
)
def test_text_becomes_these_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "is_code"),
    [
        ("AX-4411", True),
        ("b2b7", True),
        ("2024-05-01", True),
        ("v1.2.3", True),
        ("2024", False),
        ("21.4", False),
        ("q3", False),
        ("fy2024", False),
        ("revenue", False),
        ("co-operation", False),
    ],
)
def test_codes_are_told_from_words_and_figures(text: str, is_code: bool) -> None:
    assert terms(text)[0].code is is_code


def test_a_code_is_one_term_with_parts() -> None:
    assert terms("see AX-4411 now") == [Term("see"), Term("ax4411", ("ax", "4411"), code=True)]


@given(st.text(max_size=300))
def test_any_text_gives_bounded_tokens_the_same_each_time(text: str) -> None:
    found = tokens(text)
    assert found == tokens(text)
    assert all(0 < len(token) <= 200 for token in found)


@given(st.lists(st.sampled_from(["revenue", "AX-4411", "2024-05-01", "margin"]), max_size=6))
def test_words_do_not_depend_on_their_neighbours(words: list[str]) -> None:
    assert tokens(" ".join(words)) == [token for word in words for token in tokens(word)]

"""Words: forms of one word meet, everyday words drop out, names and opposites are told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.domain.language.words import (
    concepts,
    directions,
    firmness_of,
    is_actual,
    names,
    negated,
    stem,
    stems,
    tokens,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("grew", "growing"),
        ("companies", "company’s"),
        ("Fell", "falls"),
        ("naïve", "naive"),
        ("sold", "sells"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("turnover", "revenue"), ("the CEO", "chief executive officer"), ("staff", "employees")],
)
def test_synonyms_and_short_forms_share_their_concepts(one: str, other: str) -> None:
    assert set(concepts(one)) & set(concepts(other))


def test_numbers_are_stems_and_no_concepts() -> None:
    assert "2024" in stems("Revenue in 2024")
    assert "2024" not in concepts("Revenue in 2024")
    assert stems("of the and") == ()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The sales of 3M rose.", ["3M"]),
        ("He left A. P. Møller for 7-Eleven.", ["A. P. Møller", "7-Eleven"]),
        ("The Bank of America paid.", ["Bank of America"]),
        ("All sales of the iPhone fell.", ["iPhone"]),
        ("Nothing is named here.", []),
    ],
)
def test_names_are_found_as_written(text: str, found: list[str]) -> None:
    assert [name.text for name in names(text) if name.sure] == found


def test_a_lone_word_that_opens_a_sentence_may_be_no_name() -> None:
    assert [name.sure for name in names("Silting closed the port of Alden.")] == [False, True]


def test_opposites_stand_on_two_sides_of_one_pair() -> None:
    rising, falling = dict(directions("It rose.")), dict(directions("It declined."))
    assert rising["movement"] != falling["movement"]
    assert directions("The port is wide.") == frozenset()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("It did not rise.", True), ("It didn’t rise.", True), ("No ship came.", True), ("It rose.", False)],
)
def test_denials_are_seen(text: str, expected: bool) -> None:
    assert negated(text) is expected


def test_the_weakest_status_counts() -> None:
    assert firmness_of("Preliminary, unaudited figures") == "preliminary"
    assert firmness_of("Revenue was high.") == ""
    for header in ("2026E", "2026e", "FY27F", "2026B", "1Q26E", "FY2026/27E"):
        assert firmness_of(header) == "forecast"
    for header in ("2026A", "2026", "FY26", "2026EUR", "Route 26E"):
        assert firmness_of(header) == ""


@pytest.mark.parametrize(
    ("header", "expected"),
    [("2026 Actual", True), ("Budget vs actual", True), ("ACTUALS", True), ("2026A", True), ("FY2026A", True),
     ("2026", False), ("actually", False), ("Route 26A", False), ("2026AB", False)],
)  # fmt: skip
def test_headers_of_what_was_are_told(header: str, expected: bool) -> None:
    assert is_actual(header) is expected


@given(st.text(max_size=200))
def test_tokens_lie_in_the_text_in_order(text: str) -> None:
    found = tokens(text)
    assert all(text[token.start : token.end] == token.text for token in found)
    assert [token.start for token in found] == sorted(token.start for token in found)

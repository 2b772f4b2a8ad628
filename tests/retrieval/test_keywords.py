"""Tokens, BM25 vectors and keyword evidence."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.retrieval.keywords import (
    K1,
    KEYWORD_FLOOR,
    Term,
    encode_document,
    encode_query,
    encode_token,
    keyword_score,
    question_terms,
    terms,
    token_id,
    tokens,
)


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


def weight(text: str, token: str) -> float:
    vector = encode_document(text)
    return dict(zip(vector.indices, vector.values, strict=True)).get(token_id(token), 0.0)


def test_token_ids_are_the_same_in_every_process() -> None:
    code = "from masis.retrieval.keywords import token_id; print(token_id('ax4411'))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert int(run.stdout) == token_id("ax4411")


def test_repetition_counts_less_and_less() -> None:
    once, twice, often = (weight("margin " * n + "filler " * (50 - n), "margin") for n in (1, 2, 40))
    assert once < twice < often < K1 + 1
    assert twice - once < once


def test_a_shorter_passage_weighs_a_word_more() -> None:
    assert weight("margin rose", "margin") > weight("margin rose " + "filler " * 200, "margin")


def test_a_question_counts_each_token_once() -> None:
    vector = encode_query("margin margin AX-4411")
    assert set(vector.values) == {1.0}
    assert set(vector.indices) == {token_id(token) for token in ("margin", "ax4411", "ax", "4411")}


def test_one_token_is_one_dimension() -> None:
    assert encode_token("margin").indices == (token_id("margin"),)


@pytest.mark.parametrize("text", ["", "the and of", " ... "])
def test_text_without_words_has_no_dimensions(text: str) -> None:
    assert encode_query(text).indices == encode_document(text).indices == ()


@given(st.text(max_size=400))
def test_vectors_are_well_formed(text: str) -> None:
    vector = encode_document(text)
    assert list(vector.indices) == sorted(set(vector.indices))
    assert all(0 <= index < 2**32 for index in vector.indices)
    assert all(0 < value <= K1 + 1 for value in vector.values)


RARITY = {
    "revenu": 0.4, "report": 0.3, "compani": 0.2, "market": 0.5, "capit": 1.5,
    "quilliam": 4.5, "marta": 4.2, "ax4411": 4.5, "ax": 3.0, "4411": 4.5, "norway": 3.5, "franc": 4.0,
    "2024-05-01": 4.5, "2024": 0.9, "05": 4.0, "01": 4.0, "warranti": 3.0, "rose": 1.0, "churn": 2.0,
}  # fmt: skip


def score(question: str, passage: str) -> float:
    return keyword_score(question_terms(question), frozenset(tokens(passage)), RARITY)


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("What does the report say about AX-4411?", "AX-4411 is discontinued"),
        ("Tell me about ax4411", "Part AX-4411 was sold"),
        ("AX-4411 warranty exclusions for marine climbers?", "AX-4411 ships in May"),
        ("Who is Marta Quilliam?", "Marta Quilliam joined in March"),
        ("What happened on 2024-05-01?", "On 2024/05/01 the plant closed"),
        ("How much did churn rise in Norway?", "A rise of churn in Norway"),
        ("quilliam", "said Quilliam"),
    ],
    ids=["code", "code typed otherwise", "code in a long question", "name", "date", "words", "one rare word"],
)
def test_strong_evidence_is_kept(question: str, passage: str) -> None:
    assert score(question, passage) >= KEYWORD_FLOOR


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("What is the capital of France?", "capital expenditure rose"),
        ("What is the capital of France?", "We have an office in France"),
        ("Who won the world cup of football?", "we won a market in Norway"),
        ("What does AX-9999 cost?", "AX-4411 costs 5"),
        ("What about revenue?", "Company revenue in the market"),
        ("Please tell me more", "tell me more about it, please"),
        ("", "anything"),
    ],
    ids=[
        "common half",
        "rare half alone",
        "lucky word",
        "another code",
        "everywhere",
        "only asking",
        "empty",
    ],
)
def test_weak_evidence_is_not(question: str, passage: str) -> None:
    assert score(question, passage) < KEYWORD_FLOOR


def test_a_code_everybody_has_is_no_evidence() -> None:
    rarity = {"ax4411": 0.1, "marta": 4.0}
    found = frozenset(tokens("AX-4411 manual"))
    assert keyword_score(question_terms("AX-4411 Marta Quilliam"), found, rarity) < KEYWORD_FLOOR


def test_long_questions_keep_their_codes() -> None:
    words = " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(100))
    assert question_terms(f"{words} AX-4411")[0].token == "ax4411"
    assert len(question_terms(words)) <= 24


@given(st.text(max_size=80), st.text(max_size=200))
def test_the_score_is_bounded(question: str, passage: str) -> None:
    assert 0.0 <= score(question, passage) <= 1.0


@given(st.lists(st.sampled_from(sorted(RARITY)), min_size=1, max_size=6), st.text(max_size=60))
def test_more_text_never_lowers_the_score(words: list[str], more: str) -> None:
    question = question_terms("Marta Quilliam churn Norway revenue")
    found = set(words)
    assert keyword_score(question, found, RARITY) <= keyword_score(
        question, found | set(tokens(more)), RARITY
    )

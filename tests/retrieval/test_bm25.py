"""BM25 vectors: deterministic, saturating, shorter passages first."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.retrieval.bm25 import K1, encode_document, encode_query, encode_token, token_id


def weight(text: str, token: str) -> float:
    vector = encode_document(text)
    return dict(zip(vector.indices, vector.values, strict=True)).get(token_id(token), 0.0)


def test_token_ids_are_the_same_in_every_process() -> None:
    code = "from masis.retrieval.bm25 import token_id; print(token_id('ax4411'))"
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

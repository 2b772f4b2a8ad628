"""Query augmentation: the question always first and whole, nothing twice, bounded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.retrieval.query import MAX_QUERY_CHARS, augment


@pytest.mark.parametrize(
    ("question", "gaps", "expected"),
    [
        ("How big?", (), "How big?"),
        ("How big?", ("In which year?",), "How big?\nIn which year?"),
        ("How big?", ("how  BIG?", "", "  ", "When?", "when?"), "How big?\nWhen?"),
        ("How\nbig  is it?", ("a\nb",), "How big is it?\na b"),
    ],
    ids=["alone", "added", "deduplicated", "one line each"],
)
def test_augment(question: str, gaps: tuple[str, ...], expected: str) -> None:
    assert augment(question, gaps) == expected


@given(st.text(min_size=1, max_size=4000), st.lists(st.text(max_size=3000), max_size=6))
def test_the_question_stays_and_the_length_is_bounded(question: str, gaps: list[str]) -> None:
    text = augment(question, gaps)
    assert len(text) <= MAX_QUERY_CHARS
    assert text.startswith(" ".join(question.split()))
    assert augment(question, gaps) == text
    lines = [line.casefold() for line in text.split("\n")]
    assert len(lines) == len(set(lines))

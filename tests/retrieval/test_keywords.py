"""Keyword evidence: exact names, codes and dates pass; shared small talk does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from masis.retrieval.keywords import KEYWORD_FLOOR, keyword_score, question_terms
from masis.retrieval.tokens import tokens

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

"""The extractive writer on a small invented company: what it answers, how, and what it refuses."""

import pytest

from masis.analysts.extractive import extractive_analysts
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.claims import build_ledger
from masis.domain.context import Context
from masis.domain.draft import Feedback
from tests.analysts.extract.corpus import CHUNKS, context_for, embed

HEDGE = "insufficient evidence"


def write(question: str, feedback: Feedback | None = None) -> str:
    return extractive_analysts(embed).writer.write(question, context_for(question), feedback).text


ANSWERS = [
    ("How many people does Fernhall employ?", "640 people", "p2"),
    ("Who is the CEO?", "Priya Nandakumar", "p2"),
    ("Where is the head office?", "Sheffield", "p2"),
    ("Why did gross margin improve?", "because component prices fell", "p0"),
    ("When did the board approve the budget?", "18 December 2024", "p3"),
    ("net debt 2024", "Net debt (GBP million) – 2024: 8.4", "p1"),
    ("What are the main risks?", "single chip supplier", "p5"),
    ("Should we enter Japan?", "recommends postponing", "p3"),
    ("How does churn in Lumen compare with Vector?", "2.7 percentage points (7.8 - 5.1)", "p4"),
    ("Are Vector sales higher than Lumen sales in 2024?", "GBP 6.4 million (45.3 - 38.9)", "p1"),
    ("Compare Lumen sales in 2023 and 2024", "GBP 7.4 million (38.9 - 31.5)", "p1"),
]


@pytest.mark.parametrize(("question", "words", "chunk_id"), ANSWERS, ids=[row[0] for row in ANSWERS])
def test_what_is_there_is_answered_with_its_source(question: str, words: str, chunk_id: str) -> None:
    text = write(question)
    assert words in text
    assert f"[{chunk_id}]" in text
    assert HEDGE not in text.lower()


def test_a_part_whose_figure_is_disputed_shows_both_sides_and_not_other_rows() -> None:
    text = write("What were net revenue and gross margin in 2024?")
    revenue, margin = text.split("###")[1:]
    assert revenue.startswith(" What was net revenue in 2024?")
    assert "different values for net revenue" in revenue
    assert "84.2" in revenue
    assert "83.1" in revenue
    assert "Lumen" not in revenue
    assert "52.1%" in margin
    assert "different values" not in margin


ABSENT = [
    "What was the dividend per share in 2024?",
    "What was net revenue in 2021?",
    "How much did Fernhall pay to acquire Oberon?",
    "What were Vector sales in Q3 2024?",
    "What is the capital of Portugal?",
    "How many factories does Fernhall operate?",
    "What does the company do about artificial intelligence?",
]


@pytest.mark.parametrize("question", ABSENT)
def test_what_is_not_there_is_admitted_and_nothing_is_cited(question: str) -> None:
    text = write(question)
    assert HEDGE in text.lower()
    assert "[p" not in text


def test_every_claim_is_cited_supported_and_from_the_evidence() -> None:
    for question, *_ in ANSWERS:
        text = write(question)
        audit = audit_citations(text, [one.chunk_id for one in CHUNKS])
        verdicts = {claim.verdict for claim in build_ledger(text, CHUNKS)}
        assert not audit.fabricated
        assert not audit.uncited_claims
        assert verdicts <= {"supported", "heading", "hedge"}, question


def test_a_part_without_an_answer_gets_one_plain_sentence_beside_the_answered_one() -> None:
    text = write("What was gross margin in 2024 and who is the auditor of the accounts?")
    assert "52.1%" in text
    assert text.lower().count(HEDGE) == 1


def test_a_list_is_shown_whole_and_in_order() -> None:
    text = write("What are the reasons for churn?")
    places = [text.index(item) for item in ("slow calibration", "missing wireless", "2023 price list")]
    assert places == sorted(places)


def test_values_that_differ_are_shown_side_by_side() -> None:
    text = write("What was net revenue in 2024?")
    assert "different values" in text
    assert "84.2" in text
    assert "83.1" in text
    assert "(preliminary)" in text


def test_instructions_inside_documents_are_never_quoted() -> None:
    assert "900" not in write("What was net revenue in 2024?")


def test_a_lead_that_points_back_is_followed_by_what_it_points_at() -> None:
    text = write("What benefited from a stronger dollar?")
    assert text.index("It also benefited") < text.index("Growth was driven")


def test_a_sentence_found_unsupported_is_not_used_again() -> None:
    question = "How many people does Fernhall employ?"
    barred = "Fernhall employed 640 people at the end of 2024."
    assert "640" not in write(question, Feedback(previous_draft="", unsupported_claims=(barred,)))


def test_a_simple_answer_has_at_most_five_cited_sentences() -> None:
    for question, *_ in ANSWERS:
        assert len(build_ledger(write(question), CHUNKS)) <= 8


def test_no_evidence_at_all_is_admitted() -> None:
    draft = extractive_analysts(embed).writer.write("What was revenue?", Context(passages=()), None)
    assert HEDGE in draft.text.lower()


def test_the_same_question_gives_the_same_answer() -> None:
    questions = [row[0] for row in ANSWERS]
    assert [write(one) for one in questions] == [write(one) for one in questions]

"""Digest: a question for one document's main points gets the opening of each of its sections."""

import pytest

from masis.analysts.extract.digest import digest_of, digested
from tests.analysts.evidence_builders import chunk

MEMO = "Board memo: prices 2025"
TEXTS = [
    (
        "k1",
        MEMO,
        "Head",
        "From: Anna Berg, Sales Officer.\n\nWe propose to raise prices by 6 % in July.",
    ),
    ("k2", MEMO, "Why", "It was last done in 2022. Costs per sensor have risen by 11 % since the last rise."),
    ("k3", "Annual report 2024", "Strategy", "Our strategy rests on three pillars set last year."),
]
CHUNKS = [
    chunk(key, text, document_title=title, document_id=title, heading=heading)
    for key, title, heading, text in TEXTS
]


@pytest.mark.parametrize(
    "question",
    [
        "The main points of “Board memo: prices 2025”",
        "Summarise the board memo",
        "What does the board memo say?",
        "Please give me an overview of the board memo on prices.",
    ],
)
def test_each_section_of_the_named_document_gives_its_first_statement(question: str) -> None:
    asked = digest_of(question, CHUNKS)
    assert asked is not None
    said = [unit.text for unit in digested(*asked, frozenset()).units]
    assert said == [
        "We propose to raise prices by 6 % in July.",
        "Costs per sensor have risen by 11 % since the last rise.",
    ]


@pytest.mark.parametrize("question", ["Summarise the risks", "What are the main points?", "Is it so?"])
def test_a_question_that_names_no_document_is_none_of_its_business(question: str) -> None:
    assert digest_of(question, CHUNKS) is None


def test_a_superseded_document_gives_way() -> None:
    old = CHUNKS[0].model_copy(update={"superseded": True, "chunk_id": "k0", "document_id": "old"})
    asked = digest_of("Summarise the board memo", [old, *CHUNKS])
    assert asked is not None
    assert {chunk.document_id for chunk in asked[1]} == {MEMO}


def test_a_sentence_found_unsupported_is_not_used_again() -> None:
    asked = digest_of("Summarise the board memo", CHUNKS)
    assert asked is not None
    barred = frozenset({"we propose to raise prices by 6 % in july."})
    assert len(digested(*asked, barred).units) == 1

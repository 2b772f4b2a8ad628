"""Disputes: another document's value for the same thing is raised, whatever its words; others are not."""

import pytest

from masis.analysts.extractive.disputes import AS_LIKELY, dispute
from masis.analysts.extractive.gate import FittedGate
from masis.analysts.extractive.rank import Ranked
from masis.analysts.extractive.statements import statements_of
from masis.domain.evidence import EvidenceChunk
from masis.domain.verification.conflicts import Conflict
from tests.analysts.extractive.harbour import RIVAL, STAFF, asked, ledger_of, passage, ranker

pytestmark = pytest.mark.usefixtures("by_hand")
QUESTION = "How many people did Fernhall employ at the end of 2024?"
TOLD = "As I told the union, we had 1,310 people on the payroll at the end of 2024, cranes included."


def letter(text: str, **changes: object) -> EvidenceChunk:
    """Return a passage of another document of the same house."""
    return passage("letter", text, **{"document_id": "letter", "document_title": "Letter", **changes})


def raised(other: EvidenceChunk, question: str = QUESTION, behind: float = 1.0) -> Conflict | None:
    """Return the dispute of the staff figure with another passage, set to be ``behind`` the answer."""
    part = asked(question, (STAFF, other))
    ranked = ranker().rank(part, statements_of((STAFF, other)))
    lead = next(found for found in ranked if found.statement.text.startswith("Fernhall employed"))
    rivals = [found for found in ranked if found.statement.chunk.chunk_id == other.chunk_id]
    return dispute(part, lead, (lead, *(near(rival, lead, behind) for rival in rivals)))


def near(rival: Ranked, lead: Ranked, behind: float) -> Ranked:
    """Put a statement so far behind another one."""
    return rival._replace(score=lead.score - behind)


def test_another_value_in_words_of_its_own_is_raised_with_both_places() -> None:
    found = raised(letter(TOLD))
    assert found is not None
    assert [side.chunk_id for side in found.sides] == ["staff", "letter"]
    assert [side.value for side in found.sides] == ["1,240 people", "1,310 people"]
    assert [side.quote for side in found.sides] == [
        "Fernhall employed 1,240 people at the end of 2024.",
        TOLD,
    ]
    assert "employed" in found.subject


def test_a_row_is_told_with_its_cell() -> None:
    sheet = letter(
        "Staff at the year's end\n| | 2024 | 2023 |\n|---|---|---|\n| People employed | 1,305 | 1,180 |\n"
    )
    found = raised(sheet)
    assert found is not None
    assert found.sides[1].value == "1,305"
    assert found.sides[1].quote.startswith("People employed: 1,305")
    assert "1,180" not in found.sides[1].quote


@pytest.mark.parametrize(
    "text",
    [
        "At the end of 2024 about 1,240 people were employed.",
        "We count 1.24 thousand people employed at the end of 2024.",
        "At the end of 2023 Fernhall employed 1,180 people.",
        "At the end of 2024 Fernhall employed 12% more people.",
        "Fernhall employed people of many trades.",
    ],
)
def test_what_agrees_or_speaks_of_something_else_disputes_nothing(text: str) -> None:
    assert raised(letter(text)) is None


@pytest.mark.parametrize(
    ("changes", "behind"),
    [
        ({"document_id": "fernhall"}, 1.0),
        ({"superseded": True}, 1.0),
        ({"profile": RIVAL.profile}, 1.0),
        ({}, AS_LIKELY + 0.1),
    ],
)
def test_the_same_document_a_replaced_one_another_house_and_what_is_far_behind_dispute_nothing(
    changes: dict[str, object], behind: float
) -> None:
    assert raised(letter(TOLD, **changes), behind=behind) is None


@pytest.mark.parametrize(
    "question",
    ["Who runs the port of Alden, and since 2024?", "How did the people Fernhall employed change in 2024?"],
)
def test_only_a_question_for_one_value_can_be_disputed(question: str) -> None:
    assert raised(letter(TOLD), question) is None


def test_the_gate_raises_what_disputes_an_answered_part_alone() -> None:
    evidence = (STAFF, letter("At the end of 2024 Fernhall employed 1,310 people."))
    gate = FittedGate(ranker())
    said = ledger_of("Fernhall employed 1,240 people at the end of 2024 [staff].", evidence)
    (found,) = gate.disputes(QUESTION, said, evidence)
    assert {side.chunk_id for side in found.sides} == {"staff", "letter"}
    assert gate.disputes(QUESTION, (), evidence) == ()
    assert gate.disputes(QUESTION, said, (STAFF,)) == ()

"""Absence: when a run counts as "not in your documents", what it tells, and what would answer it."""

from typing import Any

import pytest

from masis.domain.run.absence import absence_of, would_answer
from masis.domain.run.gate import PartVerdict
from masis.domain.verification.ledger import build_ledger
from tests.builders import chunk
from tests.domain.history.test_compare import report

HEDGE = "Insufficient evidence: the documents do not answer “What is the premium”."
NEAR = tuple(chunk(f"k{n}", f"Passage {n}.", score=0.1 * n) for n in range(1, 6))


def absent(**changes: Any) -> Any:
    searched = {"workspace_id": "acme", "question": "premium insurance", "gap_questions": ("premium 2024",)}
    values: dict[str, Any] = {
        "question": "What is the premium?",
        "cause": "insufficient_evidence",
        "requires_human_review": True,
        "trace": ({"node": "researcher", "searched": searched}, {"node": "critic"}),
    }
    return report(changes.pop("answer", HEDGE), changes.pop("evidence", NEAR), **{**values, **changes})


def test_it_tells_what_was_searched_and_what_came_nearest() -> None:
    found = absence_of(absent())
    assert found is not None
    assert found.searched == ("What is the premium?", "premium insurance", "premium 2024")
    assert [one.chunk_id for one in found.near] == ["k5", "k4", "k3"]
    assert (found.read, found.documents) == (5, 1)


@pytest.mark.parametrize("cause", ["conflict", "low_confidence", "no_gain", "model_unavailable", None])
def test_another_ending_is_no_absence(cause: str | None) -> None:
    assert absence_of(absent(cause=cause)) is None


def test_a_draft_that_answers_a_part_is_judged_as_a_draft() -> None:
    text = f"Passage 1 [k1]. {HEDGE}"
    assert any(claim.citations for claim in build_ledger(text, NEAR))
    assert absence_of(absent(answer=text)) is None


def test_the_gate_says_what_is_absent_whatever_the_draft_cites() -> None:
    text = f"{HEDGE} Passage 1 [k1]."
    part = PartVerdict(part="What is the premium?", outcome="absent", passages=("k2", "k1", "gone"))
    found = absence_of(absent(answer=text, parts=(part,)))
    assert found is not None
    assert [one.chunk_id for one in found.near] == ["k2", "k1"]
    answered = PartVerdict(part="And the rate?", outcome="answered", position=1)
    assert absence_of(absent(answer=text, parts=(part, answered))) is None


def test_each_way_to_ask_a_person_has_its_own_verdict() -> None:
    part = PartVerdict(part="What is the premium?", outcome="absent")
    answered = PartVerdict(part="And the rate?", outcome="answered", position=1)
    told = {
        "absent": absent(outcome="absent", parts=(part,)),
        "passages": absent(outcome="absent", parts=(part, answered)),
        "needs_review": absent(outcome="conflict", cause="conflict"),
        "finalized": absent(requires_human_review=False, outcome="answered"),
    }
    assert {name: made.verdict for name, made in told.items()} == {name: name for name in told}
    assert absent(outcome="passages", cause="no_verified_answer").verdict == "passages"
    assert absent(outcome="absent", cause="budget_reached").verdict == "needs_review"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How much did the audit cost in 2021?", "figure for 2021"),
        ("What is the premium of the cyber insurance?", "figure"),
        ("Why did the plant close?", "reasons"),
        ("Who audits the accounts?", "name"),
        ("When does the lease end?", "date"),
        ("Where is the archive?", "place"),
        ("Should we sell the fleet?", "options"),
        ("What about artificial intelligence?", "subject itself"),
        ("", "subject itself"),
    ],
)
def test_what_would_answer_it_follows_what_was_asked(question: str, words: str) -> None:
    assert words in would_answer(question)

"""Review: what fits a case, what was taken back, what a report becomes, how a run numbers on."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from masis.domain.person import Caller
from masis.domain.review.case import Case
from masis.domain.review.decisions import (
    CONSEQUENCES,
    Guidance,
    in_force,
    last_undoable,
    outcome_of,
    permitted,
    required,
    told_late,
)
from masis.domain.review.reviewed import approvable, numbered_on, reaudit, reviewed, rounds_of, wrong_claims
from masis.domain.run.human import HumanDecision
from masis.domain.run.report import RunReport
from masis.errors import InvalidInput
from tests.builders import audit, chunk, claim

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
ANSWER = "Revenue was 12 million euros in 2024 [k1]."


def decision(number: int, action: str, **changes: Any) -> HumanDecision:
    """Build something Anna did."""
    values: dict[str, Any] = {
        "number": number, "case_id": "c1", "run_id": "r1", "at": NOW, "person": "Anna", "action": action,
    }  # fmt: skip
    return HumanDecision(**{**values, **changes})


def report(**changes: Any) -> RunReport:
    """Build an escalated report of two rounds."""
    values: dict[str, Any] = {
        "run_id": "r1", "workspace_id": "acme", "thread_id": "t1", "question": "How high?",
        "status": "needs_clarification", "answer": ANSWER, "confidence": 0.5, "requires_human_review": True,
        "clarification_question": "Please look.", "cause": "low_confidence", "claims": (claim(),),
        "citation_audit": audit(), "evidence": (chunk(),),
        "trace": ({"node": "critic", "iteration": 1}, {"node": "critic", "iteration": 2}),
        "metrics": {"confidence_history": [0.4, 0.5], "llm_calls": 6}, "started_at": NOW, "finished_at": NOW,
    }  # fmt: skip
    return RunReport(**{**values, **changes})


def case(**changes: Any) -> Case:
    values: dict[str, Any] = {
        "case_id": "c1", "run_id": "r1", "workspace_id": "acme", "question": "How high?",
        "cause": "low_confidence", "message": "Please look.", "created_at": NOW,
    }  # fmt: skip
    return Case(**{**values, **changes})


@pytest.mark.parametrize(
    ("action", "outcome"),
    [
        ("approve", "approved"), ("reject", "rejected"), ("choose_source", "continued"),
        ("run_again", "continued"), ("rephrase", "continued"), ("edit", ""), ("mark_claim", ""),
        ("assign", ""),
    ],
)  # fmt: skip
def test_what_an_act_makes_of_the_case(action: Any, outcome: str) -> None:
    assert outcome_of(action) == outcome
    if action != "assign":
        assert CONSEQUENCES[action]


@pytest.mark.parametrize("action", ["approve", "edit", "reject", "run_again", "mark_claim", "choose_source"])
def test_a_closed_case_takes_no_decision(action: Any) -> None:
    permitted(case(), action)
    with pytest.raises(InvalidInput, match="closed"):
        permitted(case(state="resolved"), action)


@pytest.mark.parametrize("action", ["comment", "undo", "assign", "due"])
def test_a_closed_case_still_takes_words_and_an_undo(action: Any) -> None:
    permitted(case(state="resolved"), action)


def test_what_was_taken_back_does_not_count() -> None:
    done = (decision(1, "edit"), decision(2, "approve"), decision(3, "undo", after={"undoes": 2}))
    assert [one.number for one in in_force(done)] == [1]
    last = last_undoable(done)
    assert last is not None
    assert last.number == 1
    assert last_undoable((decision(1, "comment"),)) is None


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "just now"), (1, "a minute ago"), (50, "50 minutes ago"), (500, "on 21 Nov 2026 at 12:00 UTC")],
)
def test_the_second_writer_is_told_who_was_first(minutes: int, words: str) -> None:
    told = told_late(decision(1, "approve"), NOW + timedelta(minutes=minutes))
    assert told.startswith(f"Anna approved this case {words}; your change was not saved.")
    assert "not saved" in told_late(None, NOW)


def test_approving_makes_a_report_final_and_undo_opens_it_again() -> None:
    done = reviewed(report(), [decision(1, "approve")])
    assert (done.requires_human_review, done.status, done.clarification_question) == (False, "success", None)
    back = reviewed(report(), [decision(1, "approve"), decision(2, "undo", after={"undoes": 1})])
    assert back.requires_human_review
    assert [one.action for one in back.human] == ["approve", "undo"]
    assert reviewed(report(), []) == report()


def test_an_edited_answer_carries_its_own_audit() -> None:
    wrong = reaudit(report(), "Revenue was 13 million euros in 2024 [k1]. Margin rose [k99].")
    assert [one.verdict for one in wrong.problems] == ["number_mismatch", "not_in_source"]
    assert wrong.citation_audit.fabricated == ("k99",)
    edited = reviewed(report(), [decision(1, "edit", after=wrong.model_dump(mode="json"))])
    assert edited.answer == wrong.answer
    with pytest.raises(InvalidInput, match="k99"):
        approvable(edited)
    with pytest.raises(InvalidInput, match="nothing to approve"):
        approvable(report(answer=None))
    approvable(report())


@pytest.mark.parametrize(("right", "verdict"), [(True, "supported"), (False, "contradicted")])
def test_a_mark_stands_beside_what_the_code_found(right: bool, verdict: str) -> None:
    doubted = report(claims=(claim(verdict="not_in_source"),))
    after = {"position": 0, "text": claim().text, "right": right}
    marked = reviewed(doubted, [decision(1, "mark_claim", after=after, reason="I asked.")]).claims[0]
    assert (marked.verdict, marked.decided_by, marked.code_verdict) == (verdict, "human", "not_in_source")
    assert "Anna marked it" in marked.reason
    wrong = wrong_claims(reviewed(doubted, [decision(1, "mark_claim", after=after)]))
    assert wrong == (() if right else (claim().text,))


def test_a_continued_run_numbers_on() -> None:
    guidance = Guidance(
        continues="r1", person="Anna", note="Look at 2024.", rounds_before=rounds_of(report())
    )
    later = report(
        run_id="r2",
        trace=({"node": "critic", "iteration": 3},),
        metrics={"confidence_history": [0.9], "llm_calls": 3},
    )
    whole = numbered_on(report(), later, guidance, [decision(1, "run_again")])
    assert [(entry["node"], entry["iteration"]) for entry in whole.trace] == [
        ("critic", 1), ("critic", 2), ("human", 3), ("critic", 3),
    ]  # fmt: skip
    assert whole.trace[2]["guidance"] == "Look at 2024."
    assert (whole.metrics["confidence_history"], whole.metrics["llm_calls"]) == ([0.4, 0.5, 0.9], 9)
    assert (whole.continues, whole.human[0].action) == ("r1", "run_again")


@pytest.mark.parametrize(("text", "said"), [("  ", "Please give"), ("x" * 4001, "4,000")])
def test_a_reason_is_neither_empty_nor_endless(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        required(text, "a reason")


def test_a_person_signs_with_a_name_or_as_who_they_are() -> None:
    assert (Caller().signature, Caller(name=" Anna ").signature) == ("local", "Anna")

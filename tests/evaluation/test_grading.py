"""Grading: right, wrong or left to a human, from how a run ended and what it said."""

from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.critique import Conflict
from masis.domain.report import RunReport
from masis.evaluation.asking import Asked, Ending
from masis.evaluation.datasets import GoldenQuestion
from masis.evaluation.grading import finds_conflict, grade, holds_words, statements
from tests.builders import claim, conflict, critique


def asked(
    ending: Ending, *texts: str, conflicts: tuple[Conflict, ...] = (), verdict: str = "supported"
) -> Asked:
    now = datetime(2025, 1, 1, tzinfo=UTC)
    report = RunReport(
        run_id="r1",
        workspace_id="acme",
        thread_id="t1",
        question="q",
        status="success",
        answer="\n".join(texts),
        confidence=0.9,
        requires_human_review=ending != "answered",
        claims=tuple(claim(text=text, verdict=verdict) for text in texts),
        critique=critique(conflicts=conflicts),
        started_at=now,
        finished_at=now,
    )
    return Asked(question="q", ending=ending, verdict="v", answer="\n".join(texts), report=report)


def golden(**changes: Any) -> GoldenQuestion:
    values: dict[str, Any] = {
        "id": "g1",
        "split": "fit",
        "topic": "t",
        "kind": "answerable",
        "question": "q",
        "expected": "answer",
        "phrases": (("12.6",), ("2024", "last year")),
    }
    return GoldenQuestion.model_validate({**values, **changes})


@pytest.mark.parametrize(
    ("row", "run", "expected"),
    [
        (golden(), asked("answered", "It was 12.6 in 2024."), "right"),
        (golden(), asked("answered", "It was 12.6 last year."), "right"),
        (golden(), asked("answered", "It was 12.6."), "wrong"),
        (golden(), asked("escalated", "It was 12.6 in 2024."), "escalated"),
        (golden(), asked("absent"), "escalated"),
        (golden(forbidden=["leader"]), asked("answered", "12.6 in 2024, the leader."), "wrong"),
        (golden(expected="absent", phrases=()), asked("absent"), "right"),
        (golden(expected="absent", phrases=()), asked("answered", "Something."), "wrong"),
        (golden(expected="absent", phrases=()), asked("conflict", "Something."), "escalated"),
        (golden(expected="absent", phrases=(("none",),)), asked("answered", "There was none."), "right"),
        (golden(expected="absent", phrases=(), kind="off_topic"), asked("asked_back"), "right"),
        (golden(expected="absent", phrases=()), asked("asked_back"), "escalated"),
    ],
    ids=[
        "answered",
        "another wording",
        "one part is missing",
        "left to a human",
        "absence claimed",
        "forbidden words",
        "absence admitted",
        "answered though absent",
        "stopped for another reason",
        "premise named",
        "turned away",
        "asked back without need",
    ],
)
def test_an_ending_is_graded(row: GoldenQuestion, run: Asked, expected: str) -> None:
    assert grade(row, run) == expected


def test_words_of_headings_and_hedges_do_not_count() -> None:
    assert grade(golden(), asked("answered", "About 12.6 in 2024", verdict="heading")) == "wrong"


def test_a_conflict_must_show_every_value() -> None:
    found = conflict()
    values = [side.value for side in found.sides]
    row = golden(expected="conflict", phrases=[[value] for value in values])
    assert finds_conflict(row, asked("conflict", conflicts=(found,)))
    assert grade(row, asked("conflict", conflicts=(found,))) == "right"
    other = golden(expected="conflict", phrases=[[values[0]], ["999"]])
    assert grade(other, asked("conflict", conflicts=(found,))) == "escalated"
    assert grade(row, asked("answered", values[0])) == "wrong"


def test_statements_leave_out_what_states_nothing() -> None:
    assert [one.text for one in statements(asked("answered", "A.", "B."))] == ["A.", "B."]
    assert statements(asked("answered", "A.", verdict="hedge")) == []


@pytest.mark.parametrize(
    ("statement", "source", "held"),
    [
        ("Revenue was EUR 12.6 million", "Total revenue was EUR 12.6 million in all.", True),
        ("Revenue was EUR 12.7 million", "Total revenue was EUR 12.6 million in all.", False),
        ("The dog barked", "Revenue was EUR 12.6 million.", False),
        ("", "Words.", False),
    ],
)
def test_words_decide_support_without_the_ledger(statement: str, source: str, *, held: bool) -> None:
    assert holds_words(statement, source) is held

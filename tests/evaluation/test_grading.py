"""Grading: right, wrong or left to a human, from how a run ended and what it said."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.run.report import RunReport
from masis.domain.verification.conflicts import Conflict
from masis.evaluation.asking import Asked, Ending
from masis.evaluation.grading import (
    CitationScore,
    CitedStatement,
    finds_conflict,
    grade,
    holds_words,
    score_citations,
    statements,
)
from masis.evaluation.sets import GoldenQuestion
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
    assert [statement.text for statement in statements(asked("answered", "A.", "B."))] == ["A.", "B."]
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


# Words stand for what a passage holds: a statement is supported when every word is in some cited passage.
HOLDS = {"k1": {"red"}, "k2": {"blue"}, "k3": {"red", "blue"}, "k4": {"green"}}


def supports(statement: str, ids: Sequence[str]) -> bool:
    return set(statement.split()) <= set().union(*(HOLDS[cited_id] for cited_id in ids))


@pytest.mark.parametrize(
    ("statement", "ids", "expected"),
    [
        ("red", ("k1",), CitationScore(1, 1, 1, 1)),
        ("red", ("k2",), CitationScore(1, 0, 1, 0)),
        ("red", (), CitationScore(1, 0, 0, 0)),
        ("red blue", ("k1", "k2"), CitationScore(1, 1, 2, 2)),
        ("red blue", ("k3", "k4"), CitationScore(1, 1, 2, 1)),
        ("red", ("k1", "k3"), CitationScore(1, 1, 2, 2)),
        ("red", ("k1", "k1"), CitationScore(1, 1, 1, 1)),
    ],
    ids=[
        "right",
        "wrong passage",
        "no citation",
        "both are needed",
        "one is irrelevant",
        "each suffices alone",
        "named twice counts once",
    ],
)
def test_citations_are_scored(statement: str, ids: tuple[str, ...], expected: CitationScore) -> None:
    assert score_citations([CitedStatement(statement, ids)], supports) == expected


def test_statements_add_up() -> None:
    score = score_citations([CitedStatement("red", ("k1",)), CitedStatement("green", ("k1",))], supports)
    assert score == CitationScore(statements=2, supported=1, citations=2, precise=1)

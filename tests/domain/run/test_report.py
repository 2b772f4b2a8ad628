"""A finished run's state becomes a report with the API contract's fields."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.run.report import RunReport, build_report
from masis.graph import graph
from masis.state import MASISInput
from tests.builders import chunk, opinion, selection
from tests.fakes.scripted import GOOD_ANSWER, scripted_deps

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def report(**script: Any) -> RunReport:
    state = MASISInput(user_query="How high was revenue?", workspace_id="acme", thread_id="t").to_state()
    return build_report(graph.invoke(state, context=scripted_deps(**script)), "r1", "scripted", NOW, NOW)


def test_a_report_holds_the_answer_with_everything_it_rests_on() -> None:
    made = report()
    assert (made.run_id, made.workspace_id, made.thread_id, made.engine) == ("r1", "acme", "t", "scripted")
    assert made.answer == GOOD_ANSWER
    assert made.claims[0].verdict == "supported"
    assert made.evaluation is not None
    assert made.citation_audit is not None
    assert made.citation_audit.cited == ("k1",)
    assert [chunk.chunk_id for chunk in made.evidence] == ["k1", "k2"]


@pytest.mark.parametrize(
    "script",
    [{}, {"opinions": [opinion(0.2)]}, {"found": [selection()]}],
    ids=["finalized", "escalated", "nothing found"],
)
def test_the_contract_has_its_fields_and_survives_json(script: Any) -> None:
    made = report(**script)
    assert set(made.contract()) == {
        "status",
        "answer",
        "confidence",
        "requires_human_review",
        "clarification_question",
        "critique",
        "claims",
        "evaluation",
        "trace",
        "metrics",
        "run_id",
        "thread_id",
        "outcome",
        "struck",
    }
    assert json.loads(json.dumps(made.contract())) == made.contract()
    assert RunReport.model_validate_json(made.model_dump_json()) == made


@pytest.mark.parametrize(
    ("question", "waits"),
    [
        ("asdfgh", False),
        ("I am hungry", False),
        ("who won the world cup?", False),
        ("How many people live in France?", False),
        ("What did Nestle and Acme pay in 1920?", True),
        ("How many patents were granted?", True),
        ("Who chaired the audit committee in 2019?", True),
    ],
)
def test_what_nothing_comes_near_waits_for_a_person_only_where_it_asks_for_a_figure_of_something_named(
    question: str, waits: bool
) -> None:
    state = MASISInput(user_query=question, workspace_id="acme", thread_id="t").to_state()
    far = selection(dropped=(chunk("k9", text="Acme makes pumps.", score=0.1),))
    ended = graph.invoke(state, context=scripted_deps(found=[far]))
    made = build_report(ended, "r1", "scripted", NOW, NOW)
    assert (made.cause, made.verdict) == ("weak_evidence", "absent")
    assert made.needs_decision is waits

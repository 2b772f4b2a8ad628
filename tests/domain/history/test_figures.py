"""Figures: what a report counts as, and the scale on which durations are counted."""

from datetime import UTC, datetime
from typing import Any

import pytest

from masis.domain.history.figures import (
    confidence_bin,
    duration_step,
    ending_of,
    figures_of,
    figures_without_report,
    milliseconds_of,
    percentile,
)
from masis.domain.run.publishing import Struck
from masis.domain.run.report import RunReport
from masis.domain.usage import Usage
from tests.builders import claim, usage

ASKED = datetime(2026, 11, 3, 23, 59, 50, tzinfo=UTC)
ENDED = datetime(2026, 11, 4, 0, 0, 2, tzinfo=UTC)


def entry(node: str, iteration: int = 1, **also: Any) -> dict[str, Any]:
    return {"node": node, "iteration": iteration, "duration_ms": 10.0, **also}


FIRST = (
    entry("supervisor", decision="start"),
    entry("researcher", chunks=4, filtered_out=6, scores=[0.7, 0.5]),
    entry("synthesizer"),
    entry("critic"),
    entry("evaluator"),
    entry("supervisor", decision="retry", problems=["low_confidence", "not_answered"]),
)
SECOND = (
    entry("researcher", 2, warning="no_qualifying_evidence", results_before_filter=20),
    entry("critic", 2),
)


def report(trace: tuple[dict[str, Any], ...] = FIRST, **also: Any) -> RunReport:
    values: dict[str, Any] = {
        "run_id": "r1",
        "workspace_id": "acme",
        "thread_id": "t",
        "question": "A secret question?",
        "status": "success",
        "answer": "A secret answer.",
        "confidence": 0.9,
        "requires_human_review": False,
        "trace": trace,
        "started_at": ASKED,
        "finished_at": ENDED,
    }
    return RunReport(**{**values, **also})


def test_a_report_is_counted_once_over_all_its_rounds() -> None:
    struck = (Struck(sentence="Made up.", reason="not there", verdict="not_in_source"),)
    claims = (claim(), claim(position=1, verdict="heading"), claim(position=2, verdict="hedge"))
    made = figures_of(report(FIRST + SECOND, claims=claims, struck=struck), "finalized", usage())
    assert (made.day.isoformat(), made.ending, made.seconds) == ("2026-11-03", "finalized", 12.0)
    assert (made.kept, made.dropped, made.best_score) == (4, 26, 0.7)
    assert (made.sentences, made.struck) == (2, 1)
    assert made.retries == (("low_confidence", "not_answered"),)
    assert {taken.agent: taken.milliseconds for taken in made.steps}["supervisor"] == 20.0
    assert made.usage.input_tokens == 100
    assert "secret" not in made.model_dump_json()


def test_rounds_of_the_run_before_a_reviewer_sent_it_on_are_not_counted_again() -> None:
    trace = (*FIRST, entry("human"), *SECOND)
    made = figures_of(report(trace), "needs_review", Usage())
    assert (made.kept, made.dropped, made.retries) == (0, 20, ())


@pytest.mark.parametrize(
    ("verdict", "outcome", "ending"),
    [
        ("finalized", "answered", "finalized"),
        ("needs_review", "conflict", "needs_review"),
        ("absent", "absent", "absent"),
        ("passages", "passages", "passages"),
        ("needs_clarification", "clarification", "needs_clarification"),
        ("needs_review", None, "needs_review"),
    ],
)
def test_how_a_run_ended(verdict: Any, outcome: Any, ending: str) -> None:
    assert figures_of(report(outcome=outcome), verdict, Usage()).ending == ending


def test_a_cause_counts_only_where_a_person_was_asked() -> None:
    assert figures_of(report(cause="conflict"), "finalized", Usage()).cause == ""
    assert figures_of(report(cause="conflict"), "needs_review", Usage()).cause == "conflict"


def test_nothing_is_scored_where_nothing_was_audited() -> None:
    assert figures_of(report((entry("orchestrator"),)), "needs_clarification", Usage()).confidence is None


def test_a_run_without_a_report_counts_with_its_time_and_money() -> None:
    made = figures_without_report("r1", ending_of("failed"), ASKED, ENDED, usage(2))
    assert (made.ending, made.seconds, made.usage.calls, made.steps) == ("failed", 12.0, 2, ())


def test_a_verdict_of_people_was_theirs_to_give() -> None:
    assert ending_of("rejected") == "needs_review"


@pytest.mark.parametrize(
    ("value", "place"), [(0.0, 0), (0.05, 1), (0.649, 12), (0.65, 13), (0.999, 19), (1.0, 19)]
)
def test_a_confidence_has_its_bin(value: float, place: int) -> None:
    assert confidence_bin(value) == place


@pytest.mark.parametrize("milliseconds", [1.0, 3.7, 40.0, 999.0, 12_345.0, 600_000.0])
def test_a_duration_is_kept_within_five_percent(milliseconds: float) -> None:
    assert milliseconds_of(duration_step(milliseconds)) == pytest.approx(milliseconds, rel=0.05)
    assert duration_step(0.0) == 0


def test_percentiles_follow_from_counts() -> None:
    counts = [(10, 50), (20, 40), (30, 9), (40, 1)]
    assert [percentile(counts, share) for share in (0.5, 0.9, 0.99, 1.0)] == [10, 20, 30, 40]
    assert percentile([(7, 1)], 0.5) == 7

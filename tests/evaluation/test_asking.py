"""Asking: every way a run may end has a name, and a run that failed is an ending like any other."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from masis.domain.run.report import RunReport
from masis.evaluation.asking import Asked, ask, ending_of
from masis.evaluation.base import Pipeline
from tests.builders import chunk, claim

NOW = datetime(2025, 1, 1, tzinfo=UTC)


def report(**changes: Any) -> RunReport:
    values: dict[str, Any] = {
        "run_id": "r1",
        "workspace_id": "acme",
        "thread_id": "t1",
        "question": "q",
        "status": "success",
        "answer": "Sales were 5.",
        "confidence": 0.9,
        "requires_human_review": False,
        "started_at": NOW,
        "finished_at": NOW,
    }
    return RunReport(**{**values, **changes})


@pytest.mark.parametrize(
    ("changes", "ending"),
    [
        ({}, "answered"),
        ({"status": "needs_clarification"}, "asked_back"),
        ({"requires_human_review": True, "cause": "conflict"}, "conflict"),
        ({"requires_human_review": True, "cause": "no_verified_answer"}, "passages"),
        ({"requires_human_review": True, "cause": "no_evidence"}, "absent"),
        ({"requires_human_review": True, "cause": "low_confidence"}, "escalated"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_ending_has_a_name(changes: dict[str, Any], ending: str) -> None:
    assert ending_of(report(**changes)) == ending


def test_what_is_cited_is_evidence_in_its_order() -> None:
    evidence = tuple(chunk(chunk_id=name) for name in ("k1", "k2", "k3"))
    claims = (claim(text="A.", citations=("k3", "k9")), claim(text="B.", citations=("k1",)))
    run = Asked(question="q", ending="answered", verdict="v", report=report(evidence=evidence, claims=claims))
    assert [passage.chunk_id for passage in run.cited] == ["k1", "k3"]
    assert run.stated == "A.\nB."


class _Failing:
    """A pipeline whose run ends without a report."""

    def ask(self, *_: object) -> str:
        return "r1"

    def wait(self, *_: object) -> None:
        return None

    def run(self, *_: object) -> SimpleNamespace:
        return SimpleNamespace(
            report=None, message="Out of memory.", summary=SimpleNamespace(verdict="failed")
        )


def test_a_failed_run_is_an_ending() -> None:
    run = ask(cast("Pipeline", _Failing()), "w", "Why?")
    assert (run.ending, run.answer, run.cited, run.conflicts) == ("failed", "Out of memory.", (), ())

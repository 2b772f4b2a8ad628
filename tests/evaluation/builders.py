"""Builders: runs and rows of a made-up set over two companies' documents."""

from datetime import UTC, datetime
from typing import Any

from masis.domain.run.gate import PartVerdict
from masis.domain.run.report import RunReport
from masis.domain.verification.conflicts import Conflict
from masis.evaluation.asking import Asked, Ending
from masis.evaluation.judging import Judged
from masis.evaluation.sets import GoldenQuestion
from tests.builders import chunk, claim, critique

PAGES = {"north-2": ("north.md", 2), "north-9": ("north.md", 9), "south-1": ("south.md", 1)}
OWNERS = {"north.md": frozenset({"NORTH"}), "south.md": frozenset({"SOUTH"})}


def question(**changes: Any) -> GoldenQuestion:
    """Return an answerable question about North, whose answer stands on page 2."""
    values: dict[str, Any] = {
        "id": "q1",
        "split": "fit",
        "topic": "NORTH",
        "kind": "table_fact",
        "question": "What did North sell in 2022?",
        "expected": "answer",
        "phrases": (("1,107", "1.1 billion"),),
        "gold": ({"document": "north.md", "pages": (2,)},),
    }
    return GoldenQuestion.model_validate({**values, **changes})


def judged(
    *said: tuple[str, str],
    ending: Ending = "answered",
    evidence: tuple[tuple[str, str], ...] = (),
    conflicts: tuple[Conflict, ...] = (),
    confidence: float = 0.9,
    passages: tuple[str, ...] = (),
    **changes: Any,
) -> Judged:
    """Return a run whose answer says each text and cites its passage."""
    now = datetime(2025, 1, 1, tzinfo=UTC)
    texts = dict([*((chunk_id, text) for text, chunk_id in said), *evidence])
    report = RunReport(
        run_id="r1",
        workspace_id="w",
        thread_id="t",
        question="q",
        status="success",
        answer="\n".join(text for text, _ in said) or None,
        confidence=confidence,
        requires_human_review=ending != "answered",
        claims=tuple(claim(text=text, citations=(chunk_id,)) for text, chunk_id in said),
        critique=critique(conflicts=conflicts),
        evidence=tuple(chunk(chunk_id=chunk_id, text=text) for chunk_id, text in texts.items()),
        parts=(PartVerdict(part="q", outcome="passages", passages=passages),) if passages else (),
        started_at=now,
        finished_at=now,
    )
    said_all = report.answer or ""
    run = {"question": "q", "ending": ending, "verdict": "v", "answer": said_all, "confidence": confidence}
    asked = Asked.model_validate({**run, "report": report})
    return Judged(question(**changes), asked, PAGES, OWNERS)

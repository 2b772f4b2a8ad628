"""Figures: what one ended run counts as in the insights, read from its report once, when it ends."""

import math
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Literal, get_args

from masis.domain.run.report import RunReport, RunVerdict
from masis.domain.usage import Usage
from masis.domain.value import Value

Ending = Literal[
    "finalized", "needs_review", "passages", "absent", "needs_clarification", "failed", "cancelled"
]
"""How MASIS itself ended a run; what people decided afterwards does not change it."""

ENDINGS: tuple[Ending, ...] = get_args(Ending)
AGENTS = ("orchestrator", "clarifier", "supervisor", "researcher", "synthesizer", "critic", "evaluator")
CONFIDENCE_BINS = 20
"""Bins of the confidence, 0.05 wide."""
_STEPS_A_DECADE = 24
"""Durations are kept in steps of 10 %, so that the database can count them instead of sorting them."""
_UNSTATED = frozenset({"heading", "hedge"})


class StepFigures(Value):
    """The time one agent took in a run, all its rounds together."""

    agent: str
    milliseconds: float


class RunFigures(Value):
    """One ended run in numbers; nothing of its question, its answer or its passages."""

    run_id: str
    day: date
    """On which it was asked, in UTC."""
    ending: Ending
    cause: str = ""
    """Why a person was asked; empty where nobody was."""
    confidence: float | None = None
    """``None`` where nothing was scored."""
    retries: tuple[tuple[str, ...], ...] = ()
    """For each retry, what was wrong with the draft before it."""
    kept: int = 0
    """Passages that qualified, over all rounds."""
    dropped: int = 0
    """Passages that were found and filtered out."""
    best_score: float | None = None
    """Likeness of the best passage to the question, 0 to 1."""
    sentences: int = 0
    """Sentences that state something, those that were struck among them."""
    struck: int = 0
    seconds: float = 0.0
    """From the question to the end, the time in the queue included."""
    usage: Usage = Usage()
    steps: tuple[StepFigures, ...] = ()


def ending_of(verdict: str) -> Ending:
    """Return the ending a verdict of the history stands for; one that only people give was theirs to give."""
    known: dict[str, Ending] = {ending: ending for ending in ENDINGS}
    return known.get(verdict, "needs_review")


def figures_of(report: RunReport, verdict: RunVerdict, usage: Usage) -> RunFigures:
    """Return the figures of a run that ended with a report; of a continued one only its own rounds."""
    own = _own_entries(report.trace)
    stated = sum(claim.verdict not in _UNSTATED for claim in report.claims)
    found = [entry for entry in own if entry["node"] == "researcher"]
    scores = [float(score) for entry in found for score in entry.get("scores", ())]
    asked = verdict in {"needs_review", "passages", "absent"}
    return RunFigures(
        run_id=report.run_id,
        day=report.started_at.date(),
        ending=ending_of(verdict),
        cause=str(report.cause or "") if asked else "",
        confidence=report.confidence if any(entry["node"] == "critic" for entry in own) else None,
        retries=tuple(
            tuple(map(str, entry.get("problems", ()))) for entry in own if entry.get("decision") == "retry"
        ),
        kept=sum(int(entry.get("chunks", 0)) for entry in found),
        dropped=sum(int(entry.get("filtered_out", entry.get("results_before_filter", 0))) for entry in found),
        best_score=min(max(scores), 1.0) if scores else None,
        sentences=stated + len(report.struck),
        struck=len(report.struck),
        seconds=(report.finished_at - report.started_at).total_seconds(),
        usage=usage,
        steps=_steps(own),
    )


def figures_without_report(
    run_id: str, ending: Ending, asked: datetime, ended: datetime, usage: Usage
) -> RunFigures:
    """Return the figures of a run without a report that can be read; what it spent is known all the same."""
    seconds = max((ended - asked).total_seconds(), 0.0)
    return RunFigures(run_id=run_id, day=asked.date(), ending=ending, seconds=seconds, usage=usage)


def confidence_bin(confidence: float) -> int:
    """Return the bin of a confidence; 1.0 belongs to the last."""
    return min(int(confidence * CONFIDENCE_BINS + 1e-9), CONFIDENCE_BINS - 1)


def duration_step(milliseconds: float) -> int:
    """Return the step of a duration; under one millisecond is the first."""
    return max(0, math.floor(math.log10(max(milliseconds, 1.0)) * _STEPS_A_DECADE))


def milliseconds_of(step: int) -> float:
    """Return the middle of a step in milliseconds: within 5 % of every duration in it."""
    return float(10 ** ((step + 0.5) / _STEPS_A_DECADE))


def percentile(counts: Sequence[tuple[int, int]], share: float) -> int:
    """Return the step at or under which a share (0 to 1) of all durations lies.

    Args:
        counts: step and how many durations it holds, ascending, at least one.
        share: for example 0.9.
    """
    wanted = max(1, math.ceil(share * sum(count for _, count in counts)))
    seen = 0
    for step, count in counts:
        seen += count
        if seen >= wanted:
            return step
    return counts[-1][0]


def _own_entries(trace: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """Return the entries after the last time a person sent the run on: those before are another run's."""
    sent_on = [number for number, entry in enumerate(trace) if entry["node"] == "human"]
    return trace[sent_on[-1] + 1 :] if sent_on else trace


def _steps(own: Sequence[dict[str, Any]]) -> tuple[StepFigures, ...]:
    took: dict[str, float] = {}
    for entry in own:
        if entry["node"] in AGENTS:
            took[entry["node"]] = took.get(entry["node"], 0.0) + float(entry.get("duration_ms", 0.0))
    return tuple(StepFigures(agent=agent, milliseconds=total) for agent, total in took.items())

"""Scripted endings: a run with passages to read, and one with a sentence left out."""

from typing import Any

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.gate import PartOutcome, PartVerdict
from masis.domain.run.publishing import Struck
from masis.domain.run.report import RunReport

LEFT_OUT = (
    Struck(
        sentence="Average berth waiting time fell to 5.2 hours.",
        reason="The source says 6.7 hours.",
        verdict="number_mismatch",
        citations=("k1",),
    ),
    Struck(
        sentence="Management has insured the dredging permit.",
        reason="The cited text says nothing of “insured”, “permit”.",
        verdict="not_in_source",
    ),
)
REASON = "No sentence states it of the company and year that were asked for."


def left_out(report: RunReport) -> RunReport:
    """Return a final report from whose draft two sentences were struck."""
    return report.model_copy(update={"outcome": "answered", "struck": LEFT_OUT})


def to_read(report: RunReport, evidence: tuple[EvidenceChunk, ...], *, also_answered: str = "") -> RunReport:
    """Return a report that ended with passages to read; ``also_answered`` is a part that was answered."""
    asked = report.question.rstrip("?")
    parts: list[PartVerdict] = [_part(also_answered, "answered")] if also_answered else []
    parts.append(_part(f"{asked}?", "passages", passages=tuple(one.chunk_id for one in evidence[:5])))
    known = {chunk.chunk_id: chunk for chunk in (*report.evidence, *evidence)}
    changes: dict[str, Any] = {
        "status": "needs_clarification",
        "requires_human_review": True,
        "clarification_question": "No answer could be verified.",
        "cause": "no_verified_answer",
        "outcome": "passages",
        "struck": LEFT_OUT[1:],
        "parts": tuple(parts),
        "evidence": tuple(known.values()),
    }
    return report.model_copy(update=changes)


def _part(text: str, outcome: PartOutcome, passages: tuple[str, ...] = ()) -> PartVerdict:
    position = 0 if outcome == "answered" else None
    return PartVerdict(
        part=text,
        outcome=outcome,
        chance=0.4,
        reason=REASON,
        position=position,
        passages=passages,
        searched=("insurance", "dredging"),
    )

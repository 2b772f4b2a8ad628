"""Absence: the answer is not in the documents: what was searched, what came nearest, what would hold it."""

import re
from collections.abc import Mapping
from typing import Any

from masis.domain.evidence import EvidenceChunk
from masis.domain.report import RunReport
from masis.domain.timeframes import labels
from masis.domain.value import Value

_CAUSES = frozenset({"no_evidence", "weak_evidence", "insufficient_evidence"})
_NEAREST = 3

# What is asked for, and the kind of document that states such things; the first that fits counts.
_ANSWERED_BY: tuple[tuple[str, str], ...] = (
    (r"\bwhy\b|\breasons?\b|\bcauses?d?\b", "an analysis, minutes or a memo that gives the reasons"),
    (r"^(?:should|shall)\b|\brecommend|\bought\b", "a proposal or board paper that weighs the options"),
    (r"^(?:\w+ )?whom?\b|\bwhose\b", "minutes, an announcement or an organisation chart with the name"),
    (r"^(?:\w+ )?when\b|\bwhat (?:date|day|year)\b", "a plan, contract or announcement with the date"),
    (r"^(?:\w+ )?where\b", "a report, contract or announcement that names the place"),
    (
        r"\bhow (?:much|many|high|big|large|long|often|fast)\b|^what (?:was|is|were|are) (?:the |our )?[\w ]*"
        r"\b(?:price|cost|premium|rate|margin|revenue|profit|share|number|amount|value|budget|headcount|fee|salary)\b",
        "a report or table that states the figure",
    ),
)
_OTHERWISE = "a document that treats the subject itself"


class Absence(Value):
    """Evidence that the documents do not answer a question."""

    searched: tuple[str, ...]
    """The questions the search was made with, as typed first."""
    read: int
    """Passages that were close enough to be read."""
    documents: int
    """Documents these passages stand in."""
    near: tuple[EvidenceChunk, ...]
    """The nearest of them, best first; empty when none was close enough."""
    would_answer: str
    """The kind of document that would answer the question, in a few words."""


def absence_of(report: RunReport) -> Absence | None:
    """Return what is known about an absent answer; ``None`` when a part of the question was answered."""
    if report.cause not in _CAUSES or any(claim.citations for claim in report.claims):
        return None
    near = sorted(report.evidence, key=lambda chunk: -chunk.score)
    return Absence(
        searched=_searched(report),
        read=len(near),
        documents=len({chunk.document_id or chunk.url for chunk in near}),
        near=tuple(near[:_NEAREST]),
        would_answer=would_answer(report.resolved_question or report.question),
    )


def would_answer(question: str) -> str:
    """Return the kind of document that states what is asked, with the period when one is named."""
    text = question.strip().lower()
    kind = next((told for pattern, told in _ANSWERED_BY if re.search(pattern, text)), _OTHERWISE)
    periods = sorted(labels(question))
    return f"{kind} for {' and '.join(periods)}" if periods else kind


def _searched(report: RunReport) -> tuple[str, ...]:
    asked = [report.question]
    for entry in report.trace:
        found: Mapping[str, Any] = entry.get("searched") or {}
        asked += [str(found.get("question", "")), *map(str, found.get("gap_questions", ()))]
    return tuple(dict.fromkeys(question for question in asked if question))

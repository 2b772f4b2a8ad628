"""Absence: the answer is not in the documents: what was searched, what came nearest, what would hold it."""

from collections.abc import Mapping
from typing import Any

from masis.domain.evidence import EvidenceChunk
from masis.domain.language.grammar import Operation, Wanted
from masis.domain.language.periods import labels
from masis.domain.language.questions import parse
from masis.domain.run.report import RunReport
from masis.domain.run.spots import spots_of
from masis.domain.value import Value
from masis.domain.verification.claims import Quote

_NEAREST = 3

_FIGURE = "a report or table that states the figure"
_BY_OPERATION: Mapping[Operation, str] = {
    "why": "an analysis, minutes or a memo that gives the reasons",
    "advise": "a proposal or board paper that weighs the options",
}
_BY_KIND: Mapping[Wanted, str] = {
    "person": "minutes, an announcement or an organisation chart with the name",
    "date": "a plan, contract or announcement with the date",
    "place": "a report, contract or announcement that names the place",
    "figure": _FIGURE,
    "money": _FIGURE,
    "count": _FIGURE,
    "percent": _FIGURE,
}
"""The kind of document that states what is asked for."""
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
    spots: Mapping[str, Quote]
    """The telling place in each of them, by the passage's id."""
    would_answer: str
    """The kind of document that would answer the question, in a few words."""


def absence_of(report: RunReport) -> Absence | None:
    """Return what is known about an absent answer; ``None`` when a part of the question was answered."""
    if not report.is_absent:
        return None
    near = _near(report)
    return Absence(
        searched=_searched(report),
        read=len(report.evidence),
        documents=len({chunk.document_id or chunk.url for chunk in report.evidence}),
        near=near,
        spots=spots_of(report, near),
        would_answer=would_answer(report.resolved_question or report.question),
    )


def _near(report: RunReport) -> tuple[EvidenceChunk, ...]:
    """Return the nearest passages: those the gate would have read, else those that score best."""
    chunks = {chunk.chunk_id: chunk for chunk in report.evidence}
    told = dict.fromkeys(passage for part in report.parts for passage in part.passages if passage in chunks)
    ranked = [chunks[passage] for passage in told] or sorted(report.evidence, key=lambda chunk: -chunk.score)
    return tuple(ranked[:_NEAREST])


def would_answer(question: str) -> str:
    """Return the kind of document that states what is asked, with the period when one is named."""
    part = parse(question).parts[0]
    kind = _BY_OPERATION.get(part.operation) or _BY_KIND.get(part.wants, _OTHERWISE)
    periods = sorted(labels(question))
    return f"{kind} for {' and '.join(periods)}" if periods else kind


def _searched(report: RunReport) -> tuple[str, ...]:
    asked = [report.question]
    for entry in report.trace:
        found: Mapping[str, Any] = entry.get("searched") or {}
        asked += [str(found.get("question", "")), *map(str, found.get("gap_questions", ()))]
    return tuple(dict.fromkeys(question for question in asked if question))

"""Asking: put one question to the pipeline and name what became of it."""

import time
from typing import Literal

from masis.domain.evidence import Chunk, EvidenceChunk
from masis.domain.person import Caller
from masis.domain.run.report import RunReport
from masis.domain.value import Value
from masis.domain.verification.conflicts import Conflict
from masis.errors import MasisError
from masis.evaluation.base import Pipeline, Progress

Ending = Literal["answered", "passages", "absent", "conflict", "escalated", "asked_back", "failed"]

_ABSENT = frozenset({"insufficient_evidence", "no_evidence", "weak_evidence"})
EVALUATOR = Caller(person="evaluation")
_POLL_SECONDS = 0.05


class Asked(Value):
    """One finished run, as the measures look at it."""

    question: str
    ending: Ending
    verdict: str
    answer: str = ""
    confidence: float = 0.0
    report: RunReport | None = None

    @property
    def cited(self) -> tuple[EvidenceChunk, ...]:
        """The passages the answer cites, in order of the evidence."""
        if self.report is None:
            return ()
        named = {chunk_id for claim in self.report.claims for chunk_id in claim.citations}
        return tuple(chunk for chunk in self.report.evidence if chunk.chunk_id in named)

    @property
    def stated(self) -> str:
        """What the answer states: lead-ins and hedges, which repeat titles and the question, left out."""
        claims = self.report.claims if self.report else ()
        return "\n".join(claim.text for claim in claims if claim.verdict not in {"heading", "hedge"})

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The competing values that were found."""
        critique = self.report.critique if self.report else None
        return critique.conflicts if critique else ()

    @property
    def fabricated(self) -> int:
        """Citations in the answer that name no passage."""
        audit = self.report.citation_audit if self.report else None
        return len(audit.fabricated) if audit else 0


def ask(pipeline: Pipeline, workspace_id: str, question: str) -> Asked:
    """Ask in a thread of its own and wait for the end; a run that failed is an ending like any other."""
    run_id = pipeline.ask(EVALUATOR, workspace_id, question)
    pipeline.wait(run_id, None)
    snapshot = pipeline.run(EVALUATOR, workspace_id, run_id)
    report, verdict = snapshot.report, str(snapshot.summary.verdict)
    if report is None:
        return Asked(question=question, ending="failed", verdict=verdict, answer=snapshot.message)
    return Asked(
        question=question,
        ending=ending_of(report),
        verdict=verdict,
        answer=report.answer or "",
        confidence=report.confidence,
        report=report,
    )


def ending_of(report: RunReport) -> Ending:
    """Name how a finished run ended."""
    if not report.requires_human_review:
        return "asked_back" if report.status == "needs_clarification" else "answered"
    if report.cause == "conflict":
        return "conflict"
    if report.cause == "no_verified_answer":
        return "passages"
    return "absent" if report.cause in _ABSENT else "escalated"


def workspace(pipeline: Pipeline, name: str) -> str:
    """Make an empty workspace and return its id."""
    return pipeline.create_workspace(EVALUATOR, name).workspace_id


def take_in(pipeline: Pipeline, workspace_id: str, file_name: str, content: bytes) -> None:
    """Hand one document in; ``settled`` waits for it."""
    pipeline.upload(EVALUATOR, workspace_id, file_name, content)


def settled(pipeline: Pipeline, workspace_id: str, progress: Progress, *, all_needed: bool = True) -> None:
    """Wait until every document of the workspace is in.

    One that was refused ends the evaluation, or, where not all are needed, is named and left out: what is
    asked of it counts as not answered, as for an analyst whose scan was refused.

    Raises:
        MasisError: a document that is needed was refused, or all were.
    """
    said = -1
    while True:
        jobs = pipeline.jobs(EVALUATOR, workspace_id)
        done = sum(job.finished for job in jobs)
        if done != said:
            said = done
            progress("documents taken in", done, len(jobs))
        if done == len(jobs):
            break
        time.sleep(_POLL_SECONDS)
    refused = [job for job in jobs if job.state not in {"done", "unchanged"}]
    for number, job in enumerate(refused, start=1):
        message = f"{job.file_name} could not be taken in: {job.message}"
        if all_needed or len(refused) == len(jobs):
            raise MasisError(message)
        progress(message, number, len(refused))


def sample(pipeline: Pipeline, progress: Progress) -> str:
    """Take the sample documents in and return the workspace's id."""
    workspace_id = pipeline.load_sample(EVALUATOR).workspace_id
    settled(pipeline, workspace_id, progress)
    return workspace_id


def passages(pipeline: Pipeline, workspace_id: str) -> dict[str, tuple[Chunk, ...]]:
    """Return every passage of the workspace by file name."""
    return {
        document.file_name: pipeline.chunks(
            EVALUATOR, workspace_id, document.document_id, document.current.version_id
        )
        for document in pipeline.documents(EVALUATOR, workspace_id)
    }

"""Wording: domain values as the plain words and figures a person reads."""

import math
from datetime import UTC, datetime

from masis.domain.calibration.confidence import Calibrated
from masis.domain.document import JobState, MediaKind, PageView
from masis.domain.evidence import WEB_LABEL, EvidenceChunk
from masis.domain.formats import FORMATS
from masis.domain.run import labels
from masis.domain.run.decision import EscalationCause
from masis.domain.run.labels import AGENTS, CAUSES, ENGINES, counted, duration, page_name, size
from masis.domain.run.report import RunReport, RunVerdict
from masis.domain.verification.claims import PROBLEMS, ClaimVerdict

__all__ = [
    "AGENTS",
    "CAUSES",
    "CHANGES",
    "CLAIMS",
    "ENGINES",
    "JOBS",
    "KINDS",
    "OUTCOMES",
    "PARTS",
    "PROBLEMS",
    "VERDICTS",
    "age",
    "calibrated",
    "counted",
    "duration",
    "needed",
    "page_name",
    "place",
    "size",
    "unanswered",
    "utc",
    "web_place",
]

PARTS = {
    "store": "Database",
    "checkpoints": "Checkpoints",
    "originals": "Original files",
    "vectors": "Vector store",
    "embedder": "Embedder",
    "model": "Language model",
    "web": "Web search",
    "ocr": "Scanned pages",
    "disk": "Disk",
    "metrics": "Metrics",
    "tracing": "Traces",
    "logs": "Log",
    "notifications": "Notifications",
    "workers": "Workers",
}
_VERDICT_TONES: dict[RunVerdict, str] = {
    "finalized": "good",
    "needs_review": "human",
    "passages": "read",
    "absent": "none",
    "needs_clarification": "quiet",
    "rejected": "bad",
    "cancelled": "quiet",
    "failed": "bad",
    "running": "live",
}
VERDICTS: dict[RunVerdict, tuple[str, str]] = {
    verdict: (word, _VERDICT_TONES[verdict]) for verdict, word in labels.VERDICTS.items()
}
_TONES: dict[ClaimVerdict, str] = {
    "supported": "good",
    "not_verified": "doubt",
    "number_mismatch": "bad",
    "contradicted": "bad",
    "not_in_source": "hollow",
    "uncited": "hollow",
    "hedge": "quiet",
    "heading": "quiet",
}
CLAIMS: dict[ClaimVerdict, tuple[str, str]] = {
    verdict: (word, _TONES[verdict]) for verdict, word in labels.CLAIMS.items()
}
KINDS: dict[MediaKind, str] = {kind: known.name for kind, known in FORMATS.items()}
JOBS: dict[JobState, str] = {
    "queued": "Waiting",
    "reading": "Reading pages",
    "embedding": "Indexing passages",
    "storing": "Storing",
    "done": "Ready",
    "unchanged": "Already here, unchanged",
    "rejected": "Not taken in",
    "failed": "Failed",
    "cancelled": "Cancelled",
}
CHANGES: dict[str, tuple[str, str]] = {
    "changed": ("Changed", "live"),
    "gained": ("Only later", "good"),
    "lost": ("Only earlier", "bad"),
    "kept": ("In both", "quiet"),
}
OUTCOMES = {
    "": "Open",
    "approved": "Approved",
    "rejected": "Rejected",
    "continued": "Went on in another run",
    "withdrawn": "Taken back",
}
NEEDED = 0.65
"""The line of the contract, for a run that does not name its own."""
OUTAGES = frozenset({"retrieval_unavailable", "model_unavailable"})
_STEPS = ((60, "second"), (60, "minute"), (24, "hour"), (7, "day"), (5, "week"))


def score(value: float, line: float = 0.0) -> str:
    """Return a score with two places; one under a line never reads as if it reached it."""
    if value < line <= round(value, 2):
        return f"{math.floor(value * 100) / 100:.2f}"
    return f"{value:.2f}"


def needed(report: RunReport) -> float:
    """Return the confidence that was needed, from the run where it says so."""
    return float(report.metrics.get("low_confidence_threshold", NEEDED))


def unanswered(cause: EscalationCause | None) -> str:
    """Say why a run holds no answer at all."""
    why = CAUSES[cause] if cause in OUTAGES else "nothing in the documents qualified"
    return f"No answer was written, because {why}."


def age(moment: datetime, now: datetime | None = None) -> str:
    """Return how long ago, in the largest whole unit."""
    amount = ((now or datetime.now(UTC)) - moment).total_seconds()
    if amount < 10:
        return "just now"
    for most, unit in _STEPS:
        if amount < most:
            return f"{counted(int(amount), unit)} ago"
        amount /= most
    return f"{moment:%-d %b %Y}"


def calibrated(sure: Calibrated) -> str:
    """Say what a calibrated confidence means."""
    return (
        f"Calibrated confidence {sure.value:.2f}: of {counted(sure.outcomes, 'judged answer')} in this "
        f"workspace, those of this confidence were right about {sure.value:.0%} of the time."
    )


def utc(moment: datetime) -> str:
    """Return the exact time for a tooltip."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def web_place(chunk: EvidenceChunk) -> str:
    """Return the site a passage was found on and when: published where the site says so, else read."""
    site = chunk.page_label.removeprefix(WEB_LABEL)
    if chunk.document_date:
        return f"{site}, published {chunk.document_date}"
    return f"{site}, read {chunk.seen_on}" if chunk.seen_on else site


def place(view: PageView) -> str:
    """Return where in the document a page is: ``Page 7 of 64``, or ``Page iv, 4 of 64``."""
    named = page_name(view.page.label, view.kind)
    name = f"{named[:1].upper()}{named[1:]}"
    counter = "" if view.page.label == str(view.page.number) else f", {view.page.number}"
    return f"{name}{counter} of {view.page_count}"

"""Wording: domain values as the plain words and figures a person reads."""

from datetime import UTC, datetime

from masis.domain.calibration import Calibrated
from masis.domain.decision import EscalationCause
from masis.domain.document import JobState, MediaKind, PageView
from masis.domain.evidence import WEB_LABEL, EvidenceChunk
from masis.domain.report import RunVerdict
from masis.domain.run import labels
from masis.domain.verification.claims import ClaimVerdict

AGENTS: dict[str, tuple[str, str]] = {
    "human": ("Reviewer", "sends the run on"),
    "orchestrator": ("Desk", "understands the question"),
    "clarifier": ("Desk", "asks back"),
    "supervisor": ("Supervisor", "decides what happens next"),
    "researcher": ("Librarian", "looks for passages"),
    "synthesizer": ("Writer", "writes a cited answer"),
    "critic": ("Auditor", "checks every sentence"),
    "evaluator": ("Scorecard", "scores the answer"),
}
PARTS = {
    "store": "Database",
    "checkpoints": "Checkpoints",
    "vectors": "Vector store",
    "embedder": "Embedder",
    "model": "Language model",
    "web": "Web search",
    "ocr": "Scanned pages",
    "disk": "Disk",
}
ENGINES = {"extractive": "Extractive, no key needed", "openai": "OpenAI-compatible models"}
CAUSES: dict[EscalationCause, str] = {
    "conflict": "sources disagree",
    "low_confidence": "confidence is too low",
    "no_gain": "another round brought nothing new",
    "no_evidence": "no documents were found",
    "weak_evidence": "nothing matches closely enough",
    "insufficient_evidence": "the documents do not hold the answer",
    "no_verified_answer": "no answer could be verified",
    "retrieval_unavailable": "the document search is down",
    "model_unavailable": "the language model is down",
}
VERDICTS: dict[RunVerdict, tuple[str, str]] = {
    "finalized": ("Finalized", "good"),
    "needs_review": ("Needs review", "human"),
    "passages": (labels.OUTCOMES["passages"], "read"),
    "needs_clarification": ("Asks back", "quiet"),
    "rejected": ("Rejected", "bad"),
    "cancelled": ("Cancelled", "quiet"),
    "failed": ("Failed", "bad"),
    "running": ("Working", "live"),
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
PROBLEMS: frozenset[ClaimVerdict] = frozenset(
    {"not_verified", "number_mismatch", "contradicted", "not_in_source", "uncited"}
)
KINDS: dict[MediaKind, str] = {
    "pdf": "PDF",
    "docx": "Word",
    "pptx": "PowerPoint",
    "xlsx": "Excel",
    "csv": "CSV",
    "html": "HTML",
    "markdown": "Markdown",
    "text": "Text",
}
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
OUTCOMES = {"": "Open", "approved": "Approved", "rejected": "Rejected", "continued": "Went on in another run"}
_STEPS = ((60, "second"), (60, "minute"), (24, "hour"), (7, "day"), (5, "week"))


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 page``, ``1,204 pages``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def age(moment: datetime, now: datetime | None = None) -> str:
    """Return how long ago, in the largest whole unit."""
    amount = ((now or datetime.now(UTC)) - moment).total_seconds()
    if amount < 10:
        return "just now"
    for size, unit in _STEPS:
        if amount < size:
            return f"{counted(int(amount), unit)} ago"
        amount /= size
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


def duration(seconds: float) -> str:
    """Return ``40 ms``, ``1.2 s`` or ``2 min 5 s``."""
    if seconds < 0.995:
        return f"{round(seconds * 1000)} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"


def page_name(label: str, kind: MediaKind | None = None) -> str:
    """Return ``page 7`` or, for a workbook and slides, what a page is there."""
    nouns: dict[MediaKind, str] = {
        "xlsx": "sheet",
        "csv": "rows",
        "pptx": "slide",
        "docx": "page",
        "html": "section",
    }
    if label.startswith(WEB_LABEL):
        return label
    noun = nouns.get(kind, "page") if kind else "page"
    return f"{noun} {label}" if label else noun


def web_place(chunk: EvidenceChunk) -> str:
    """Return the site a passage was found on and when: published where the site says so, else read."""
    site = chunk.page_label.removeprefix(WEB_LABEL)
    if chunk.document_date:
        return f"{site}, published {chunk.document_date}"
    return f"{site}, read {chunk.seen_on}" if chunk.seen_on else site


def place(view: PageView) -> str:
    """Return where in the document a page is: ``Page 7 of 64``, or ``Page iv, 4 of 64``."""
    name = page_name(view.page.label, view.kind).capitalize()
    counter = "" if view.page.label == str(view.page.number) else f", {view.page.number}"
    return f"{name}{counter} of {view.page_count}"


def size(amount: int) -> str:
    """Return a file size in the unit a person would choose."""
    return f"{amount / 1_048_576:.1f} MB" if amount >= 1_048_576 else f"{max(amount // 1024, 1)} KB"

"""Wording: domain values as the words an exported report uses, the same in every format."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from masis.domain.decision import EscalationCause
from masis.domain.document import MediaKind
from masis.domain.evidence import WEB_LABEL, EvidenceChunk
from masis.domain.report import RunVerdict
from masis.domain.verification.claims import ClaimVerdict

Entry = Mapping[str, Any]

VERDICTS: dict[RunVerdict, str] = {
    "finalized": "Finalized",
    "needs_review": "Needs review",
    "passages": "Passages to read",
    "needs_clarification": "Asks back",
    "cancelled": "Cancelled",
    "failed": "Failed",
    "running": "Not finished",
}
CAUSES: dict[EscalationCause, str] = {
    "conflict": "Sources disagree.",
    "low_confidence": "The confidence is too low.",
    "no_gain": "Another round brought nothing new.",
    "no_evidence": "No documents were found.",
    "weak_evidence": "Nothing in the documents matches closely enough.",
    "insufficient_evidence": "The documents do not hold the answer.",
    "no_verified_answer": "No verified answer.",
    "retrieval_unavailable": "The document search did not answer.",
    "model_unavailable": "The language model did not answer.",
}
PROBLEMS: frozenset[ClaimVerdict] = frozenset(
    {"not_verified", "number_mismatch", "contradicted", "not_in_source", "uncited"}
)
STATEMENTS: frozenset[ClaimVerdict] = PROBLEMS | {"supported"}
DECIDED: dict[str, str] = {"code": "code", "model": "model", "human": "a person"}
SCORES: dict[str, str] = {
    "faithfulness": "Faithfulness",
    "relevance": "Relevance",
    "completeness": "Completeness",
    "reasoning_quality": "Reasoning",
    "overall_score": "Overall",
}
CLAMPS: dict[str, str] = {
    "hallucination": "something is not in the sources",
    "fabricated_citation": "a cited source does not exist",
    "uncited_5": "five or more sentences cite nothing",
    "uncited_10": "ten or more sentences cite nothing",
}
PENALTIES: dict[str, str] = {
    "fabricated_citation": "cited a source that does not exist",
    "uncited_claims": "sentences without a verified source",
    "unfounded_claims": "sentences that do not hold",
}
AGENTS: dict[str, str] = {
    "orchestrator": "Desk",
    "clarifier": "Desk",
    "supervisor": "Supervisor",
    "researcher": "Librarian",
    "synthesizer": "Writer",
    "critic": "Auditor",
    "evaluator": "Scorecard",
}
ENGINES: dict[str, str] = {
    "extractive": "Extractive: the documents' own sentences, no language model",
    "openai": "Language model",
}
_PLACES: dict[MediaKind, str] = {"xlsx": "sheet", "csv": "rows", "pptx": "slide", "html": "section"}


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 page``, ``1,204 pages``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def utc(moment: datetime) -> str:
    """Return a moment as ``21 November 2026, 14:05 UTC``."""
    return f"{moment.astimezone(UTC):%-d %B %Y, %H:%M} UTC"


def lasted(seconds: float) -> str:
    """Return ``40 ms``, ``1.2 s`` or ``2 min 5 s``."""
    if seconds < 0.995:
        return f"{round(seconds * 1000)} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60)} s"


def place(label: str, kind: MediaKind | None = None) -> str:
    """Return ``page 7`` or what a page is called in that kind of file."""
    if label.startswith(WEB_LABEL):
        return label
    return f"{_PLACES.get(kind, 'page') if kind else 'page'} {label}".rstrip()


def web_place(chunk: EvidenceChunk) -> str:
    """Return a page of the web: its site, its dates, its address."""
    dates = (("published", chunk.document_date), ("read", chunk.seen_on))
    parts = (chunk.page_label, *(f"{word} {date}" for word, date in dates if date), chunk.url)
    return " · ".join(part for part in parts if part)


def size(amount: int) -> str:
    """Return a file size in the unit a person would choose."""
    return f"{amount / 1_048_576:.1f} MB" if amount >= 1_048_576 else f"{max(amount // 1024, 1)} KB"


def found(entry: Entry) -> str:
    """Return what an agent found or decided, in one line."""
    if entry.get("error"):
        return f"Did not answer: {entry['error']}"
    tell = _TELLERS.get(str(entry.get("node", "")))
    return tell(entry) if tell else ""


def _librarian(entry: Entry) -> str:
    bar = f"threshold {float(entry.get('threshold_used', 0)):.2f}"
    if entry.get("warning") == "no_qualifying_evidence":
        looked = counted(int(entry.get("results_before_filter", 0)), "candidate")
        return f"No passage qualifies; {looked} looked at, {bar}"
    kept, dropped = counted(int(entry.get("chunks", 0)), "passage"), int(entry.get("filtered_out", 0))
    line = f"{kept} kept, {dropped} dropped, average score {float(entry.get('avg_score', 0)):.2f}, {bar}"
    return line + (
        "; searched with the auditor's gap questions too" if entry.get("augmented_query_used") else ""
    )


def _writer(entry: Entry) -> str:
    line = (
        f"{counted(int(entry.get('answer_length', 0)), 'character')}, "
        f"{counted(int(entry.get('citations', 0)), 'citation')}"
    )
    return line + ("; evidence shortened to fit" if entry.get("context_compressed") else "")


def _auditor(entry: Entry) -> str:
    if entry.get("failed"):
        return f"Gave no opinion: {entry['failed']}"
    parts = [f"Confidence {float(entry.get('confidence', 0)):.2f}"]
    names = (
        ("conflicts", "conflict", ""),
        ("invalid_citations", "false citation", ""),
        ("uncited_claims", "sentence without source", "sentences without source"),
    )
    parts += [counted(int(entry[name]), noun, plural) for name, noun, plural in names if entry.get(name)]
    if entry.get("hallucination"):
        parts.append("something is not in the sources")
    struck = entry.get("struck") or ()
    if struck:
        parts.append(f"{counted(len(struck), 'sentence')} left out")
    return ", ".join(parts)


def _scorecard(entry: Entry) -> str:
    line = f"Overall {float(entry.get('overall_score', 0)):.2f}"
    return line + (", limited by the audit" if entry.get("clamps") else "")


def _supervisor(entry: Entry) -> str:
    said = {"retry": "Another round", "finalize": "Finalized", "escalate": "Handed to a person"}
    decision = str(entry.get("decision", ""))
    if decision not in said:
        return "Starts the research"
    reason = str(entry.get("reason", "")).replace("_", " ")
    return said[decision] if decision == "finalize" else f"{said[decision]}: {reason}"


_TELLERS: dict[str, Callable[[Entry], str]] = {
    "orchestrator": lambda entry: str(entry.get("reason", "")),
    "clarifier": lambda entry: str(entry.get("question", "")),
    "researcher": _librarian,
    "synthesizer": _writer,
    "critic": _auditor,
    "evaluator": _scorecard,
    "supervisor": _supervisor,
}

"""Labels: values of a run as the words and figures people read, the same on every page and in every file."""

from masis.domain.document import MediaKind
from masis.domain.evidence import is_numbered
from masis.domain.formats import FORMATS
from masis.domain.run.critique import PenaltyName
from masis.domain.run.decision import EscalationCause
from masis.domain.run.evaluation import ClampName
from masis.domain.run.gate import Outcome, PartOutcome
from masis.domain.run.publishing import StruckVerdict
from masis.domain.run.report import RunVerdict
from masis.domain.verification.claims import ClaimVerdict

CLAIMS: dict[ClaimVerdict, str] = {
    "supported": "Supported",
    "not_verified": "Not verified",
    "number_mismatch": "Figure differs",
    "contradicted": "Contradicted",
    "not_in_source": "Not in source",
    "uncited": "No source",
    "hedge": "Reservation",
    "heading": "Heading",
}
STRUCK: dict[StruckVerdict, str] = {
    **{verdict: word for verdict, word in CLAIMS.items()},  # noqa: C416 - dict() keeps the narrower key
    "fabricated": "Made-up source",
    "leaning": "Points back",
}
OUTCOMES: dict[Outcome, str] = {
    "answered": "Answered",
    "passages": "Passages to read",
    "absent": "Not in your documents",
    "conflict": "Sources disagree",
    "unavailable": "Not available",
    "clarification": "Asked back",
}
PARTS: dict[PartOutcome, str] = {
    "answered": "answered",
    "passages": "no verified answer",
    "absent": "not in your documents",
}
VERDICTS: dict[RunVerdict, str] = {
    "finalized": "Finalized",
    "needs_review": "Needs review",
    "passages": OUTCOMES["passages"],
    "absent": OUTCOMES["absent"],
    "needs_clarification": "Asks back",
    "rejected": "Rejected",
    "cancelled": "Cancelled",
    "failed": "Failed",
    "running": "Working",
}
CAUSES: dict[EscalationCause, str] = {
    "conflict": "sources disagree",
    "low_confidence": "the confidence is too low",
    "no_gain": "another round brought nothing new",
    "no_evidence": "no documents were found",
    "weak_evidence": "nothing matches closely enough",
    "insufficient_evidence": "the documents do not hold the answer",
    "no_verified_answer": "no answer could be verified",
    "retrieval_unavailable": "the document search did not answer",
    "model_unavailable": "the language model did not answer",
    "budget_reached": "what may be spent on models is spent",
    "contested": "somebody says that the final answer is wrong",
}
"""Why a person is asked, as part of a sentence."""
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
"""Node -> the agent's name for people, and what it does."""
ENGINES = {"extractive": "Extractive, no key needed", "openai": "OpenAI-compatible models"}
"""To choose from."""
WRITTEN_BY = {
    "extractive": "Extractive: the documents' own sentences, no language model",
    "openai": "Language model",
}
"""Engine -> who wrote an answer."""
CLAMPS: dict[ClampName, str] = {
    "hallucination": "something is not in the sources",
    "fabricated_citation": "a source that does not exist",
    "uncited_5": "five or more claims without a source",
    "uncited_10": "ten or more claims without a source",
}
PENALTIES: dict[PenaltyName, str] = {
    "fabricated_citation": "a source that does not exist",
    "uncited_claims": "claims without a verified source",
    "unfounded_claims": "sentences that do not hold",
}


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return ``1 page``, ``1,204 pages``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def duration(seconds: float) -> str:
    """Return ``40 ms``, ``1.2 s`` or ``2 min 5 s``."""
    if seconds < 0.995:
        return f"{round(seconds * 1000)} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60)} s"


def page_name(label: str, kind: MediaKind | None = None) -> str:
    """Return ``page 7`` or what a page of this kind is; a sheet of an unknown kind has its bare name."""
    if kind is None and not is_numbered(label):
        return label
    return f"{FORMATS[kind].page if kind else 'page'} {label}".rstrip()


def size(amount: int) -> str:
    """Return a file size in the unit a person would choose."""
    return f"{amount / 1_048_576:.1f} MB" if amount >= 1_048_576 else f"{max(amount // 1024, 1)} KB"

"""Critique: the auditor's opinion, and what is left of its confidence after the code's findings."""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field

from masis.domain.usage import Usage
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import STRUCK_VERDICTS, Claim, ClaimVerdict
from masis.domain.verification.conflicts import Conflict, Settlement

IssueKind = Literal["unsupported", "gap", "conflict", "citation", "figure", "style"]
Severity = Literal["low", "medium", "high"]


class Issue(Value):
    """One finding about a draft, with what to do about it."""

    kind: IssueKind
    severity: Severity = "medium"
    claim: str = ""
    suggestion: str = ""
    decided_by: Literal["code", "model", "human"] = "model"


class RowOpinion(Value):
    """What a model says against the ledger's verdict on one sentence."""

    at: int = Field(ge=0)
    """Which of the sentences the auditor was given: those of the draft, then those left out of it."""
    kind: Literal["doubted", "contested"]
    """Doubts what the code found to hold, or contests that the sentence differs from its source."""
    reason: str = ""
    chunk_id: str = ""
    quote: str = ""
    """Words that the model says stand in that passage."""


class Opinion(Value):
    """What an auditor says, before the code's findings are applied."""

    confidence: float
    """As reported: 0..1, or 0..100 from a model that misread the scale; may be nonsense."""
    hallucination_detected: bool = False
    unsupported_claims: tuple[str, ...] = ()
    logical_gaps: tuple[str, ...] = ()
    """Gap questions: what is missing, worded so that it can be searched for."""
    conflicts: tuple[Conflict, ...] = ()
    conflicting_evidence: tuple[str, ...] = ()
    needs_retry: bool = False
    issues: tuple[Issue, ...] = ()
    rows: tuple[RowOpinion, ...] = ()
    usage: Usage = Usage()
    out_of_budget: bool = False
    """Whether this only stands in for an audit that a cap on model calls did not allow."""


PenaltyName = Literal["fabricated_citation", "uncited_claims", "unfounded_claims"]


class Penalty(Value):
    """One factor that lowered the confidence; a claim that is not verified counts as an uncited one."""

    name: PenaltyName
    factor: float = Field(ge=0.0, le=1.0)
    count: int = Field(ge=1)


class DraftScore(Value):
    """What the audit made of a draft before sentences were struck from it."""

    confidence: float = Field(ge=0.0, le=1.0)
    hallucination_detected: bool = False
    needs_retry: bool = False
    penalties: tuple[Penalty, ...] = ()
    fabricated: tuple[str, ...] = ()
    """Ids it cited that do not exist."""
    uncited: int = 0


class Critique(Value):
    """The audit's result: opinion and code findings together; code wins.

    Confidence and penalties are those of what is published; claims and issues those of the whole draft.
    """

    confidence: float = Field(ge=0.0, le=1.0)
    model_confidence: float = Field(ge=0.0, le=1.0)
    hallucination_detected: bool = False
    unsupported_claims: tuple[str, ...] = ()
    logical_gaps: tuple[str, ...] = ()
    conflicting_evidence: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    settled: tuple[Settlement, ...] = ()
    """Conflicts that a rule of the workspace settles."""
    needs_retry: bool = False
    issues: tuple[Issue, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    draft: DraftScore | None = None
    """The score of the draft, where sentences were struck."""


FABRICATED_FACTOR = 0.5
UNFOUNDED_FACTOR = 0.5
UNCITED_STEP = 0.03
UNCITED_MOST = 0.40

_FINDINGS: dict[ClaimVerdict, tuple[IssueKind, Severity, str]] = {
    "contradicted": ("unsupported", "high", "Correct the sentence to what its source says, or drop it."),
    "number_mismatch": ("figure", "high", "Take the figure as the source gives it, or cite where it stands."),
    "not_in_source": ("unsupported", "high", "Cite the passage this rests on, or drop the sentence."),
    "not_verified": (
        "unsupported",
        "medium",
        "Say it in the words of the source, so that it can be checked.",
    ),
}


def normalise_confidence(raw: object) -> float:
    """Turn a reported confidence into 0..1; above 1 it was meant in percent, nonsense earns nothing."""
    try:
        value = float(raw)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return 0.0
    if not math.isfinite(value):
        return 0.0
    if value > 1.0:
        value /= 100.0
    return min(1.0, max(0.0, value))


def combine(opinion: Opinion, audit: CitationAudit, ledger: Sequence[Claim]) -> Critique:
    """Apply the code's findings to an auditor's opinion; what the code found is never overruled."""
    unfounded = _unfounded(audit, ledger)
    broken = bool(audit.fabricated or unfounded)
    penalties = _penalties(audit, ledger, unfounded)
    # Rounded so that the sum shown to a person is the number that decides.
    model_confidence = round(normalise_confidence(opinion.confidence), 6)
    doubted = [claim.text for claim in ledger if claim.verdict in _FINDINGS]
    summaries = [conflict.summary for conflict in opinion.conflicts]
    return Critique(
        confidence=round(model_confidence * math.prod(penalty.factor for penalty in penalties), 6),
        model_confidence=model_confidence,
        hallucination_detected=opinion.hallucination_detected or broken,
        unsupported_claims=_distinct([*opinion.unsupported_claims, *doubted]),
        logical_gaps=_distinct(opinion.logical_gaps),
        conflicting_evidence=_distinct([*opinion.conflicting_evidence, *summaries]),
        conflicts=opinion.conflicts,
        needs_retry=opinion.needs_retry or broken,
        issues=(*opinion.issues, *_code_issues(audit, ledger)),
        penalties=penalties,
    )


def _unfounded(audit: CitationAudit, ledger: Sequence[Claim]) -> int:
    """Count the sentences their source speaks against or knows nothing of.

    A sentence that cites made-up ids alone is counted with those.
    """
    made_up = frozenset(audit.fabricated)
    return sum(
        claim.verdict in STRUCK_VERDICTS and not (claim.citations and made_up.issuperset(claim.citations))
        for claim in ledger
    )


def _penalties(audit: CitationAudit, ledger: Sequence[Claim], unfounded: int) -> tuple[Penalty, ...]:
    """Return each factor at most once, however often its cause occurs."""
    found: list[Penalty] = []
    if audit.fabricated:
        found.append(
            Penalty(name="fabricated_citation", factor=FABRICATED_FACTOR, count=len(audit.fabricated))
        )
    open_claims = len(audit.uncited_claims) + sum(claim.verdict == "not_verified" for claim in ledger)
    if open_claims:
        factor = 1.0 - min(UNCITED_MOST, UNCITED_STEP * open_claims)
        found.append(Penalty(name="uncited_claims", factor=factor, count=open_claims))
    if unfounded:
        found.append(Penalty(name="unfounded_claims", factor=UNFOUNDED_FACTOR, count=unfounded))
    return tuple(found)


def _code_issues(audit: CitationAudit, ledger: Sequence[Claim]) -> tuple[Issue, ...]:
    fabricated = [
        Issue(
            kind="citation",
            severity="high",
            claim=f"[{chunk_id}]",
            suggestion="No passage has this id; cite one that was found, or drop the sentence.",
            decided_by="code",
        )
        for chunk_id in audit.fabricated
    ]
    uncited = [
        Issue(kind="citation", claim=text, suggestion="End the sentence with its source.", decided_by="code")
        for text in audit.uncited_claims
    ]
    false = [
        Issue(
            kind=_FINDINGS[claim.verdict][0],
            severity=_FINDINGS[claim.verdict][1],
            claim=claim.text,
            suggestion=claim.reason or _FINDINGS[claim.verdict][2],
            decided_by="code",
        )
        for claim in ledger
        if claim.verdict in _FINDINGS
    ]
    return (*fabricated, *uncited, *false)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Keep the first of each text, in order, without blanks."""
    return tuple(dict.fromkeys(text for text in texts if text.strip()))

"""Critique: the auditor's opinion, and what is left of its confidence after the code's findings."""

from typing import Literal

from pydantic import Field

from masis.domain.usage import Usage
from masis.domain.value import Value

IssueKind = Literal["unsupported", "gap", "conflict", "citation", "figure", "style"]
Severity = Literal["low", "medium", "high"]


class Issue(Value):
    """One finding about a draft, with what to do about it."""

    kind: IssueKind
    severity: Severity = "medium"
    claim: str = ""
    suggestion: str = ""
    decided_by: Literal["code", "model"] = "model"


class ConflictSide(Value):
    """One of the competing values, where it stands and how it is worded."""

    chunk_id: str
    document_id: str
    document_title: str
    page_label: str
    value: str
    quote: str
    note: str = ""
    """Why it may differ, when the text says so: preliminary, audited, restated."""


class Conflict(Value):
    """Two or more sources that give different values for the same thing."""

    subject: str
    """Entity, metric and period in words: ``net revenue retention, Harbor, 2024``."""
    sides: tuple[ConflictSide, ...]

    @property
    def summary(self) -> str:
        """One sentence for the critique's plain list."""
        values = "; ".join(f"{s.value} ({s.document_title}, p. {s.page_label})" for s in self.sides)
        return f"{self.subject}: {values}"


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
    usage: Usage = Usage()


class Penalty(Value):
    """One factor that lowered the confidence."""

    name: Literal["fabricated_citation", "uncited_claims", "contradicted_claim"]
    factor: float = Field(ge=0.0, le=1.0)
    count: int = Field(ge=1)


class Critique(Value):
    """The audit's result: opinion and code findings together; code wins."""

    confidence: float = Field(ge=0.0, le=1.0)
    model_confidence: float = Field(ge=0.0, le=1.0)
    hallucination_detected: bool = False
    unsupported_claims: tuple[str, ...] = ()
    logical_gaps: tuple[str, ...] = ()
    conflicting_evidence: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    needs_retry: bool = False
    issues: tuple[Issue, ...] = ()
    penalties: tuple[Penalty, ...] = ()

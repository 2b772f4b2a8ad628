"""RunReport: a finished run and its JSON contract; RunSnapshot: a run as it stands now."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeVar

from pydantic import Field

from masis.domain.calibration.confidence import Calibrated
from masis.domain.evidence import EvidenceChunk
from masis.domain.language.questions import parse
from masis.domain.run.critique import Critique
from masis.domain.run.decision import EscalationCause
from masis.domain.run.evaluation import Evaluation
from masis.domain.run.gate import Outcome, PartVerdict, open_parts
from masis.domain.run.human import HumanDecision
from masis.domain.run.provenance import Origin
from masis.domain.run.publishing import Struck
from masis.domain.usage import Usage
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit
from masis.domain.verification.claims import Claim

T = TypeVar("T", bound=Value)

_CAUSES_OF_ABSENCE = frozenset({"no_evidence", "weak_evidence", "insufficient_evidence"})
_MEASURED = frozenset({"figure", "money", "count", "percent", "date"})
"""What a reviewer can find elsewhere, though nothing in the documents comes near it."""

RunState = Literal["queued", "running", "finished", "failed", "cancelled"]
RunVerdict = Literal[
    "finalized",
    "needs_review",
    "passages",
    "absent",
    "needs_clarification",
    "rejected",
    "cancelled",
    "failed",
    "running",
]


class RunReport(Value):
    """Everything a run found, complete in itself: readable after its documents are gone."""

    run_id: str
    workspace_id: str
    thread_id: str
    question: str
    resolved_question: str = ""
    """What the question was understood as; empty when it was taken as typed."""
    status: Literal["success", "needs_clarification"]
    answer: str | None
    """The best draft as far as it holds; never ``None`` once one was written."""
    confidence: float
    requires_human_review: bool
    clarification_question: str | None = None
    cause: EscalationCause | None = None
    outcome: Outcome | None = None
    """How it ended; ``None`` for a run of an earlier version."""
    struck: tuple[Struck, ...] = ()
    """What the best draft said beyond the answer, and why it was left out."""
    parts: tuple[PartVerdict, ...] = ()
    """What became of each part of the question."""
    critique: Critique | None = None
    claims: tuple[Claim, ...] = ()
    evaluation: Evaluation | None = None
    citation_audit: CitationAudit | None = None
    evidence: tuple[EvidenceChunk, ...] = ()
    """The evidence of the best draft's iteration."""
    trace: tuple[dict[str, Any], ...] = ()
    metrics: dict[str, Any] = Field(default_factory=dict)
    engine: str = ""
    human: tuple[HumanDecision, ...] = ()
    """What people decided about this run, oldest first; their effects are already in the fields above."""
    continues: str = ""
    """The reviewed run this one goes on after; its rounds are in the trace."""
    origin: Origin | None = None
    """The run this one was asked again or forked from."""
    asked_of: tuple[str, ...] = ()
    """Titles of the only documents that were searched; empty: all of the workspace."""
    spending: Usage | None = None
    """What its model calls cost, also those that failed; ``None`` where no model was used."""
    conditions: dict[str, str] = Field(default_factory=dict)
    """What the run was made with, in words, for comparing it later."""
    started_at: datetime
    finished_at: datetime

    @property
    def asked(self) -> str:
        """The question as the agents worked on it."""
        return self.resolved_question or self.question

    @property
    def needs_decision(self) -> bool:
        """Whether it ended in front of a person who has to decide; passages to read only need a reader."""
        return self.requires_human_review and self.outcome != "passages" and not self._is_beside_the_documents

    @property
    def partly_answered(self) -> bool:
        """Whether a part of the question is answered while another is not."""
        return any(part.outcome == "answered" for part in self.parts) and bool(open_parts(self.parts))

    @property
    def is_absent(self) -> bool:
        """Whether it ended because no part of the answer is in the documents."""
        return self.cause in _CAUSES_OF_ABSENCE and not self._answers_something

    @property
    def _is_beside_the_documents(self) -> bool:
        """Whether no passage came near it and it is small talk, a slip, or about what no document names.

        Such is what asks for no figure, date or period, or names only what stands in none of the passages
        found. Of 37 questions of three companies whose answer is absent none ends so: something comes near
        each. Of 40 about the world, written by somebody who saw none of this, 33 open no case (23 before
        names counted).
        """
        if self.cause != "weak_evidence" or self.evidence:
            return False
        asked, unnamed = parse(self.asked), self.trace[-1].get("unnamed", ()) if self.trace else ()
        if asked.names and set(asked.names) <= {*unnamed}:
            return True
        return not any(part.periods or part.wants in _MEASURED for part in asked.parts)

    @property
    def _answers_something(self) -> bool:
        """A run without a gate's verdict is judged by what its draft cites."""
        if self.parts:
            return any(part.outcome == "answered" for part in self.parts)
        return any(claim.citations for claim in self.claims)

    @property
    def verdict(self) -> RunVerdict:
        """What the history calls it, as MASIS itself ended it; an escalation asks its reader something too.

        Passages to read need a reader, not a decision: they are no case until somebody makes one of them.
        """
        if not self.requires_human_review:
            return "needs_clarification" if self.status == "needs_clarification" else "finalized"
        if self.is_absent:
            return "absent"
        half_open = self.outcome == "absent" and self.partly_answered
        return "passages" if self.outcome == "passages" or half_open else "needs_review"

    @property
    def calibrated(self) -> Calibrated | None:
        """How often answers of this confidence were right; ``None`` while too few were judged."""
        return _read(Calibrated, self.metrics.get("calibrated_confidence"))

    def contract(self) -> dict[str, Any]:
        """Return the API contract of CONTRACT section 3 as a JSON-plain object."""
        full = self.model_dump(mode="json")
        names = (
            "status answer confidence requires_human_review clarification_question critique claims "
            "evaluation trace metrics run_id thread_id outcome struck"
        )
        return {name: full[name] for name in names.split()}


def build_report(
    state: Mapping[str, Any],
    run_id: str,
    engine: str,
    started_at: datetime,
    finished_at: datetime,
) -> RunReport:
    """Read a run's last state into its report.

    The state holds the best draft with its own critique, claims, scores and evidence (the supervisor
    and the guard publish it so), therefore nothing is chosen here.
    """
    metrics = dict(state.get("metrics") or {})
    return RunReport(
        run_id=run_id,
        workspace_id=state["workspace_id"],
        thread_id=state["thread_id"],
        question=state["user_query"],
        resolved_question=_understood(state),
        status=state["status"],
        answer=state["final_answer"],
        confidence=state["confidence"],
        requires_human_review=state["requires_human_review"],
        clarification_question=state["clarification_question"],
        cause=state["cause"],
        outcome=state.get("outcome"),
        struck=tuple(Struck.model_validate(plain) for plain in state.get("struck", ())),
        parts=tuple(PartVerdict.model_validate(part) for part in state.get("parts", ())),
        critique=_read(Critique, state["critique"]),
        claims=tuple(Claim.model_validate(claim) for claim in state["claims"]),
        evaluation=_read(Evaluation, metrics.get("evaluation")),
        citation_audit=_read(CitationAudit, metrics.get("last_citation_audit")),
        evidence=tuple(EvidenceChunk.model_validate(chunk) for chunk in state["evidence"]),
        trace=tuple(state["trace"]),
        metrics=metrics,
        engine=engine,
        started_at=started_at,
        finished_at=finished_at,
    )


def _understood(state: Mapping[str, Any]) -> str:
    resolved = str(state.get("resolved_question") or "")
    return "" if resolved == state["user_query"] else resolved


def _read(kind: type[T], plain: Any) -> T | None:  # noqa: ANN401 - JSON values
    return None if plain is None else kind.model_validate(plain)


class RunEvent(Value):
    """One thing that happened in a run; numbered from 1 without gaps."""

    number: int = Field(ge=1)
    at: datetime
    kind: Literal[
        "started", "node_started", "node_finished", "waiting", "resumed", "finished", "failed", "cancelled"
    ]
    node: str = ""
    iteration: int = 0
    detail: dict[str, Any] = Field(default_factory=dict)
    """For ``node_finished``: the node's trace entry; for ``waiting``: seconds and why."""


class RunSummary(Value):
    """A run as listed in the history."""

    run_id: str
    workspace_id: str
    thread_id: str
    owner: str
    """Who asked."""
    asked_by: str = ""
    """Their name; empty for the local analyst."""
    question: str
    state: RunState
    verdict: RunVerdict
    confidence: float | None = None
    confidence_history: tuple[float, ...] = ()
    iterations: int = 0
    engine: str = ""
    origin_run: str = ""
    """The run this one was asked again or forked from."""
    spending: Usage | None = None
    """What its model calls cost, where runs are listed; ``None`` where no model was used."""
    started_at: datetime
    finished_at: datetime | None = None


class RunSnapshot(Value):
    """A run as it stands now: what a page polls."""

    summary: RunSummary
    events: tuple[RunEvent, ...]
    report: RunReport | None = None
    message: str = ""
    """For a failed run: one calm sentence."""

"""Trace: one typed entry per node run; ``plain`` turns it into what the state keeps."""

from typing import Any, Literal

from pydantic import Field

from masis.domain.evidence import EvidenceChunk
from masis.domain.run.critique import Penalty
from masis.domain.run.decision import EscalationCause
from masis.domain.run.evaluation import Clamp
from masis.domain.run.gate import PartOutcome, PartVerdict
from masis.domain.run.publishing import Struck
from masis.domain.run.research import ToolCall
from masis.domain.usage import Usage
from masis.domain.value import Value

TriageKind = Literal["clear", "vague", "greeting", "off_task"]


class TraceEntry(Value):
    """What every entry carries; model and tokens only where a model was called."""

    node: str
    iteration: int = Field(ge=1)
    duration_ms: float = Field(default=0.0, ge=0.0)
    model: str | None = None
    prompt: str | None = None
    """Name and version of the prompt file."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    waited_seconds: float | None = None
    money: str | None = None
    """In words, with its currency; an unknown price is said."""
    from_cache: int | None = None
    """Replies that were taken from the cache and cost nothing."""

    def plain(self) -> dict[str, Any]:
        """Return the JSON-plain entry without the fields that do not apply."""
        return self.model_dump(mode="json", exclude_none=True)


def spent(usage: Usage) -> dict[str, Any]:
    """Return the entry fields that say what a model call cost; none when no model was called."""
    if not (usage.calls or usage.cached):
        return {}
    return {
        "model": usage.model or None,
        "prompt": usage.prompt or None,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "waited_seconds": round(usage.waited_seconds, 3) or None,
        "money": usage.price or None,
        "from_cache": usage.cached or None,
    }


def cost(usage: Usage) -> dict[str, Any]:
    """Return what an analyst's work adds to a run's counters."""
    return {
        "llm_calls": usage.calls,
        "tokens": {
            "input": usage.input_tokens,
            "output": usage.output_tokens,
            "total": usage.input_tokens + usage.output_tokens,
        },
    }


class NearMiss(Value):
    """A passage that was found and did not qualify: evidence of absence."""

    chunk_id: str
    document_title: str
    page_label: str
    score: float
    keyword_score: float
    text: str

    @classmethod
    def of(cls, chunk: EvidenceChunk) -> "NearMiss":
        """Keep enough of a dropped passage to judge it by eye."""
        return cls(
            chunk_id=chunk.chunk_id,
            document_title=chunk.document_title,
            page_label=chunk.page_label,
            score=round(chunk.score, 4),
            keyword_score=round(chunk.keyword_score, 4),
            text=chunk.full_text[:200],
        )


class Searched(Value):
    """What was looked for, where."""

    workspace_id: str
    question: str
    gap_questions: tuple[str, ...] = ()


class OrchestratorEntry(TraceEntry):
    """How the question was understood."""

    node: str = "orchestrator"
    decision: TriageKind
    reason: str
    clarifications_asked: int
    resolved_question: str | None = None
    """What the question was understood as, where that is not what was typed."""
    resolved_by: Literal["rule", "model"] | None = None
    resolved_how: str | None = None
    note: str | None = None
    """What an asker must know of how the question was read: in another language, for some organisations."""


class ClarifierEntry(TraceEntry):
    """What was asked back."""

    node: str = "clarifier"
    question: str
    choices: tuple[str, ...] = ()
    choices_from: Literal["documents", "desk"] | None = None
    clarifications_asked: int


class SupervisorEntry(TraceEntry):
    """What was decided, and on what."""

    node: str = "supervisor"
    decision: Literal["start", "retry", "finalize", "escalate"]
    confidence: float
    retry_count: int
    reason: str
    cause: EscalationCause | None = None
    problems: tuple[str, ...] = ()
    best_iteration: int | None = None
    finalize_line: float | None = None
    """The confidence that was needed."""
    line_set_by: Literal["default", "risk_setting", "fork"] | None = None
    calibrated_confidence: float | None = None
    """How often answers of this confidence were right, once enough were judged."""


class ResearcherEntry(TraceEntry):
    """What retrieval brought; ``scores`` are those of what qualified, best first."""

    node: str = "researcher"
    retry_count: int
    chunks: int
    filtered_out: int
    avg_score: float
    threshold_used: float
    augmented_query_used: bool
    scores: tuple[float, ...]
    searched: Searched
    tools: tuple[ToolCall, ...] = ()
    """Every call that was made, why, and what it gave."""
    worked_out: tuple[str, ...] = ()
    """What code worked out of looked-up rows, each sentence with its citations."""
    tool_warnings: tuple[str, ...] = ()
    """What could not be searched although the analyst allowed it."""
    nearest_misses: tuple[NearMiss, ...] = ()


class NoEvidenceEntry(TraceEntry):
    """Evidence of absence: what was searched, and what came nearest."""

    node: str = "researcher"
    warning: Literal["no_qualifying_evidence"] = "no_qualifying_evidence"
    retry_count: int
    results_before_filter: int
    threshold_used: float
    augmented_query_used: bool
    searched: Searched
    tools: tuple[ToolCall, ...] = ()
    tool_warnings: tuple[str, ...] = ()
    nearest_misses: tuple[NearMiss, ...] = ()
    unnamed: tuple[str, ...] = ()
    """Names of the question that none of the passages found has."""


class SynthesizerEntry(TraceEntry):
    """The draft of this round and how its context was made."""

    node: str = "synthesizer"
    context_compressed: bool
    shortened: tuple[str, ...] = ()
    citations: int
    cited: tuple[str, ...]
    answer_length: int
    draft: str
    precedence: tuple[str, ...] = ()
    """Ids of the rules the draft states."""
    guidance: str | None = None


class CriticEntry(TraceEntry):
    """What the audit found in the draft; ``failed`` names the outage when no opinion was given."""

    node: str = "critic"
    confidence: float
    """Of what is published."""
    draft_confidence: float | None = None
    """Of the whole draft, where sentences were struck."""
    model_confidence: float
    hallucination: bool
    needs_retry: bool
    conflicts: int
    invalid_citations: int
    uncited_claims: int
    fabricated: tuple[str, ...] = ()
    gap_questions: tuple[str, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    struck: tuple[Struck, ...] = ()
    outcome: PartOutcome = "passages"
    parts: tuple[PartVerdict, ...] = ()
    precedence: tuple[str, ...] = ()
    """Ids of the rules that settled a conflict."""
    failed: str | None = None
    out_of_budget: bool | None = None


class EvaluatorEntry(TraceEntry):
    """The scorecard of this round."""

    node: str = "evaluator"
    overall_score: float
    faithfulness: float
    relevance: float
    completeness: float
    reasoning_quality: float
    clamps: tuple[Clamp, ...] = ()


class EditEntry(TraceEntry):
    """What a reviewer changed in the state before the run went on."""

    node: str = "human"
    decision: Literal["edited_state"] = "edited_state"
    person: str
    before: str
    """The agent that goes on from it."""
    changes: tuple[str, ...]
    reason: str | None = None
    draft: str | None = None
    """The text the reviewer put in place of the draft."""
    left_out: tuple[NearMiss, ...] = ()


class OutageEntry(TraceEntry):
    """A service that did not answer."""

    warning: Literal["qdrant_unavailable", "embedding_unavailable", "model_unavailable", "budget_reached"]
    error: str

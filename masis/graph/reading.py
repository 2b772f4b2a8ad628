"""Reading: the typed values behind the JSON-plain state."""

from masis.domain.citations import CitationAudit
from masis.domain.claims import Claim
from masis.domain.conversation import Conversation
from masis.domain.critique import Critique
from masis.domain.draft import Attempt
from masis.domain.evaluation import Evaluation
from masis.domain.evidence import EvidenceChunk
from masis.state import MASISState


def iteration_of(state: MASISState) -> int:
    """Return the round the run is in, from 1."""
    return state["retry_count"] + 1


def attempt_of(state: MASISState, *, scored: bool) -> Attempt | None:
    """Read this round's draft with its findings; ``None`` before one was written and audited."""
    if state["draft_answer"] is None or state["critique"] is None:
        return None
    metrics = state["metrics"]
    return Attempt(
        text=state["draft_answer"],
        iteration=iteration_of(state),
        critique=Critique.model_validate(state["critique"]),
        claims=tuple(Claim.model_validate(claim) for claim in state["claims"]),
        citation_audit=CitationAudit.model_validate(metrics["last_citation_audit"]),
        evaluation=Evaluation.model_validate(metrics["evaluation"]) if scored else None,
        evidence=evidence_of(state),
    )


def best_of(state: MASISState) -> Attempt | None:
    """Read the best draft of the rounds that were finished."""
    best = state["best"]
    return None if best is None else Attempt.model_validate(best)


def evidence_of(state: MASISState) -> tuple[EvidenceChunk, ...]:
    """Read the evidence of this round."""
    return tuple(EvidenceChunk.model_validate(chunk) for chunk in state["evidence"])


def conversation_of(state: MASISState) -> Conversation:
    """Read the earlier turns of the thread."""
    return Conversation.model_validate(state["conversation"])


def question_of(state: MASISState) -> str:
    """Read the question as the agents work on it: as the orchestrator understood what was typed."""
    return state.get("resolved_question") or state["user_query"]

"""Reading: the typed values behind the JSON-plain state."""

from masis.domain.conversation.turns import Conversation
from masis.domain.conversation.typed import visible
from masis.domain.evidence import EvidenceChunk
from masis.domain.once import Once
from masis.domain.review.decisions import Guidance
from masis.domain.review.precedence import PrecedenceRule
from masis.domain.run.critique import Critique
from masis.domain.run.draft import Attempt
from masis.domain.run.evaluation import Evaluation
from masis.domain.run.gate import PartVerdict
from masis.domain.run.publishing import Struck
from masis.domain.run.research import Plan, ToolCall, plan_again
from masis.domain.verification.citations import CitationAudit, audit_citations
from masis.domain.verification.claims import Claim
from masis.graph.deps import Deps
from masis.state import JsonObject, MASISState


def iteration_of(state: MASISState) -> int:
    """Return the round the run is in, from 1; a run sent on by a reviewer numbers on."""
    guidance = guidance_of(state)
    return state["retry_count"] + 1 + (guidance.rounds_before if guidance else 0)


def guidance_of(state: MASISState) -> Guidance | None:
    """Read what a reviewer sent the run on with."""
    plain = state.get("guidance")
    return None if plain is None else Guidance.model_validate(plain)


def rules_for(state: MASISState, deps: Deps) -> tuple[PrecedenceRule, ...]:
    """Return the workspace's rules of precedence and the choices made for this run."""
    guidance = guidance_of(state)
    return (*deps.precedence(state["workspace_id"]), *(guidance.rules if guidance else ()))


def attempt_of(state: MASISState, *, scored: bool) -> Attempt | None:
    """Read this round's draft with its findings; ``None`` before one was written and audited."""
    if state["draft_answer"] is None or state["critique"] is None:
        return None
    metrics = state["metrics"]
    held = state.get("held_answer")
    return Attempt(
        text=state["draft_answer"] if held is None else held,
        iteration=iteration_of(state),
        critique=Critique.model_validate(state["critique"]),
        claims=tuple(Claim.model_validate(claim) for claim in state["claims"]),
        citation_audit=CitationAudit.model_validate(metrics["last_citation_audit"]),
        evaluation=Evaluation.model_validate(metrics["evaluation"]) if scored else None,
        evidence=evidence_of(state),
        struck=tuple(Struck.model_validate(plain) for plain in state.get("struck", ())),
        parts=tuple(PartVerdict.model_validate(part) for part in state.get("parts", ())),
    )


def best_of(state: MASISState) -> Attempt | None:
    """Read the best draft of the rounds that were finished."""
    best = state["best"]
    return None if best is None else Attempt.model_validate(best)


def evidence_of(state: MASISState) -> tuple[EvidenceChunk, ...]:
    """Read the evidence of this round, once for all its nodes: they get the very same passages."""
    return _read_evidence(state["evidence"])


def _evidence(plain: list[JsonObject]) -> tuple[EvidenceChunk, ...]:
    return tuple(EvidenceChunk.model_validate(chunk) for chunk in plain)


_read_evidence = Once(_evidence, 16)
"""No node changes the list it is given, and a run that goes on from a checkpoint reads another one."""


def conversation_of(state: MASISState) -> Conversation:
    """Read the earlier turns of the thread."""
    return Conversation.model_validate(state["conversation"])


def question_of(state: MASISState) -> str:
    """Read the question as the agents work on it: as the orchestrator understood what was typed."""
    return visible(state.get("resolved_question") or state["user_query"])


def worked_out(state: MASISState) -> tuple[str, ...]:
    """Read what code worked out of looked-up rows, as far as its passages are in the evidence."""
    entry = _last_search(state)
    held = {chunk["chunk_id"] for chunk in state["evidence"]}
    told: list[str] = list(entry.get("worked_out", ()))
    return tuple(text for text in told if held.issuperset(audit_citations(text, held).cited))


def calls_before(state: MASISState) -> tuple[ToolCall, ...]:
    """Read what a planner asked for in earlier rounds with the outline in view."""
    entries = [entry for entry in state["trace"] if entry["node"] == "researcher"]
    calls = [ToolCall.model_validate(call) for entry in entries for call in entry.get("tools", ())]
    return tuple(call for call in calls if call.by_outline)


def _last_search(state: MASISState) -> JsonObject:
    return next((entry for entry in reversed(state["trace"]) if entry["node"] == "researcher"), {})


def earlier_plan(state: MASISState) -> Plan | None:
    """Read what the round before called; nothing in the first."""
    entries = [entry for entry in state["trace"] if entry["node"] == "researcher" and entry.get("tools")]
    if state["retry_count"] == 0 or not entries:
        return None
    return plan_again([ToolCall.model_validate(call) for call in entries[-1]["tools"]], question_of(state))

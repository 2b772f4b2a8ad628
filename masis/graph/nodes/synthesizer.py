"""Synthesizer: evidence to cited draft."""

from langgraph.runtime import Runtime

from masis.domain.citations import CitationAudit, audit_citations
from masis.domain.context import Context, build_context
from masis.domain.critique import Critique
from masis.domain.draft import Draft, Feedback
from masis.domain.trace import SynthesizerEntry, cost, spent
from masis.errors import ModelReplyInvalid
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import evidence_of, iteration_of, question_of
from masis.state import MASISState


def synthesizer(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the evidence and, on a retry, the critic's findings; write ``draft_answer``."""
    deps = deps_of(runtime)
    context = build_context(evidence_of(state), deps.context_chars)
    question = question_of(state)
    draft = deps.writer.write(question, context, _feedback(state))
    if not draft.text.strip():
        message = "The writer returned an empty answer."
        raise ModelReplyInvalid(message)
    entry = _entry(state, context, draft)
    return {
        "draft_answer": draft.text,
        # Shown if the run is cut short before the audit; the supervisor replaces it by the best.
        "final_answer": state["final_answer"] or draft.text,
        "metrics": {**cost(draft.usage), "compression": _compression(context)},
        "trace": [entry.plain()],
    }


def _feedback(state: MASISState) -> Feedback | None:
    if state["retry_count"] == 0 or state["critique"] is None:
        return None
    critique = Critique.model_validate(state["critique"])
    audit = CitationAudit.model_validate(state["metrics"]["last_citation_audit"])
    return Feedback(
        previous_draft=state["draft_answer"] or "",
        unsupported_claims=critique.unsupported_claims,
        logical_gaps=critique.logical_gaps,
        conflicting_evidence=critique.conflicting_evidence,
        fabricated_citations=audit.fabricated,
    )


def _entry(state: MASISState, context: Context, draft: Draft) -> SynthesizerEntry:
    audit = audit_citations(draft.text, [chunk.chunk_id for chunk in context.chunks])
    return SynthesizerEntry(
        iteration=iteration_of(state),
        context_compressed=context.compressed,
        shortened=tuple(passage.chunk.chunk_id for passage in context.passages if passage.shortened),
        citations=len(audit.cited),
        cited=audit.cited,
        answer_length=len(draft.text),
        draft=draft.text,
        **spent(draft.usage),
    )


def _compression(context: Context) -> dict[str, int | bool]:
    return {
        "compressed": context.compressed,
        "chars_before": context.chars_before,
        "chars_after": context.chars_after,
        "shortened": sum(passage.shortened for passage in context.passages),
    }

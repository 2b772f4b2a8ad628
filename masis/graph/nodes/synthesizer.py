"""Synthesizer: evidence to cited draft."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from masis.analysts.base import Gate, SupportedClaimGate
from masis.domain.review.decisions import Guidance
from masis.domain.review.precedence import PrecedenceRule, settle, stated
from masis.domain.run.checks import all_conflicts
from masis.domain.run.context import SMALL_CHARS, Context, build_context
from masis.domain.run.critique import Critique, Issue
from masis.domain.run.draft import Draft, Feedback, with_worked_out
from masis.domain.run.planning import opened_by
from masis.domain.run.trace import SynthesizerEntry, cost, spent
from masis.domain.verification.citations import audit_citations
from masis.domain.verification.conflicts import Settlement
from masis.domain.verification.ledger import build_ledger
from masis.errors import ModelReplyInvalid
from masis.graph.deps import Deps, deps_of
from masis.graph.reading import (
    calls_before,
    evidence_of,
    guidance_of,
    iteration_of,
    question_of,
    rules_for,
    worked_out,
)
from masis.state import MASISState


def synthesizer(state: MASISState, runtime: Runtime[Deps]) -> MASISState:
    """Read the evidence and, on a retry, the critic's findings; write ``draft_answer``."""
    deps = deps_of(runtime)
    rules = rules_for(state, deps)
    context = _context(state, deps, rules)
    question = question_of(state)
    draft = deps.synthesizer.write(question, context, _feedback(state))
    if not draft.text.strip():
        message = "The writer returned an empty answer."
        raise ModelReplyInvalid(message)
    settled = _settled(question, rules, context, draft, deps.gate or SupportedClaimGate())
    text = with_worked_out(stated(draft.text, settled), context.worked_out)
    draft = draft.model_copy(update={"text": text})
    entry = _entry(state, context, draft, settled)
    return {
        "draft_answer": draft.text,
        # Shown if the run is cut short before the audit; the supervisor replaces it by the best.
        "final_answer": state["final_answer"] or draft.text,
        "metrics": {**cost(draft.usage), "compression": _compression(context)},
        "trace": [entry.plain()],
    }


def _context(state: MASISState, deps: Deps, rules: Sequence[PrecedenceRule]) -> Context:
    """Return what the writer reads: on a retry what was cited whole, and the rules about its documents."""
    evidence = evidence_of(state)
    last = audit_citations(state["draft_answer"] or "", [chunk.chunk_id for chunk in evidence])
    documents = {chunk.document_id for chunk in evidence}
    told = [rule.told for rule in rules if rule.preferred_id in documents]
    chosen = opened_by(calls_before(state)) if deps.context_chars > SMALL_CHARS else ()
    context = build_context(evidence, deps.context_chars, {*last.cited, *chosen})
    update = {"precedence": tuple(dict.fromkeys(told)), "worked_out": worked_out(state)}
    return context.model_copy(update=update)


def _settled(
    question: str, rules: Sequence[PrecedenceRule], context: Context, draft: Draft, gate: Gate
) -> tuple[Settlement, ...]:
    """Return the conflicts that rules settle; a draft that answers nothing states none of them."""
    chunks = context.chunks
    if not rules or not audit_citations(draft.text, [chunk.chunk_id for chunk in chunks]).cited:
        return ()
    found = all_conflicts(question, chunks)
    return settle(found or gate.disputes(question, build_ledger(draft.text, chunks), chunks), rules)[1]


def _feedback(state: MASISState) -> Feedback | None:
    guidance = guidance_of(state)
    if state["retry_count"] == 0 or state["critique"] is None:
        if guidance is None:
            return None
        return Feedback(
            previous_draft=guidance.previous_draft,
            unsupported_claims=guidance.wrong_claims,
            issues=_marked(guidance),
            guidance=guidance.note,
        )
    critique = Critique.model_validate(state["critique"])
    return Feedback(
        previous_draft=state["draft_answer"] or "",
        unsupported_claims=(*(guidance.wrong_claims if guidance else ()), *critique.unsupported_claims),
        logical_gaps=critique.logical_gaps,
        conflicting_evidence=critique.conflicting_evidence,
        fabricated_citations=critique.draft.fabricated if critique.draft else (),
        issues=(*_marked(guidance), *critique.issues),
        guidance=guidance.note if guidance else "",
    )


def _marked(guidance: Guidance | None) -> tuple[Issue, ...]:
    """Return what a reviewer found wrong, as findings."""
    reason = "A reviewer marked it as wrong."
    wrong = guidance.wrong_claims if guidance else ()
    return tuple(Issue(kind="unsupported", severity="high", claim=it, suggestion=reason) for it in wrong)


def _entry(
    state: MASISState, context: Context, draft: Draft, settled: tuple[Settlement, ...]
) -> SynthesizerEntry:
    audit = audit_citations(draft.text, [chunk.chunk_id for chunk in context.chunks])
    guidance = guidance_of(state)
    return SynthesizerEntry(
        iteration=iteration_of(state),
        context_compressed=context.compressed or bool(draft.shortened),
        shortened=draft.shortened or context.shortened,
        citations=len(audit.cited),
        cited=audit.cited,
        answer_length=len(draft.text),
        draft=draft.text,
        precedence=tuple(rule_id for settlement in settled for rule_id in settlement.rule_ids),
        guidance=guidance.note or None if guidance else None,
        **spent(draft.usage),
    )


def _compression(context: Context) -> dict[str, int | bool]:
    return {
        "compressed": context.compressed,
        "chars_before": context.chars_before,
        "chars_after": context.chars_after,
        "shortened": sum(passage.shortened for passage in context.passages),
    }

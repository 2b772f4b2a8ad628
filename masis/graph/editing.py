"""Editing: a checkpointed state as a person can judge it, and the same state with their changes."""

from collections.abc import Sequence

from masis.domain.evidence import EvidenceChunk, by_score
from masis.domain.run.critique import Critique, Issue
from masis.domain.run.draft import Attempt
from masis.domain.run.provenance import ForkNode, ForkPoint, StateEdit
from masis.domain.run.state_editing import RecordedState, StatePassage
from masis.domain.run.trace import EditEntry, NearMiss
from masis.graph.reading import best_of, evidence_of, guidance_of
from masis.state import MAX_RETRIES_CEILING, MASISState


def recorded(state: MASISState, point: ForkPoint) -> RecordedState:
    """Return what of a state can be judged; whether documents still stand, the caller adds."""
    guidance = guidance_of(state)
    critique = _critique(state)
    understood = state.get("resolved_question") or ""
    written = point.node == "critic" or (point.node == "synthesizer" and critique is not None)
    gaps = critique.logical_gaps if critique else ()
    return RecordedState(
        node=point.node,
        iteration=point.iteration,
        question=state["user_query"],
        understood="" if understood == state["user_query"] else understood,
        passages=tuple(_passage(chunk) for chunk in evidence_of(state)) if _reads(point.node) else (),
        filtered=_filtered(state) if _reads(point.node) else (),
        draft=(state["draft_answer"] or "") if written else "",
        findings=_findings(critique) if critique and point.node == "synthesizer" else (),
        gap_questions=(*state.get("asked_for", ()), *gaps) if point.node == "researcher" else (),
        retry=critique is not None,
        guidance=guidance.note if guidance else "",
        retries_left=max(0, state["max_retries"] - state["retry_count"]),
        most_retries=max(0, MAX_RETRIES_CEILING - state["retry_count"]),
    )


def _reads(node: ForkNode) -> bool:
    """Tell whether the passages count for what follows; the search finds them anew."""
    return node in {"synthesizer", "critic", "evaluator"}


def _critique(state: MASISState) -> Critique | None:
    """Return the findings of the round before, which a retry goes by; none in the first round."""
    if state["retry_count"] == 0 or state["critique"] is None:
        return None
    return Critique.model_validate(state["critique"])


def _passage(chunk: EvidenceChunk) -> StatePassage:
    return StatePassage(
        chunk_id=chunk.chunk_id,
        document_title=chunk.document_title,
        page_label=chunk.page_label,
        text=chunk.full_text,
        score=chunk.score,
        standing="outside" if chunk.source == "web" else "current",
    )


def _filtered(state: MASISState) -> tuple[StatePassage, ...]:
    """Return the nearest passages that searches dropped and those a reviewer left out, the best first."""
    held = {chunk["chunk_id"] for chunk in state["evidence"]}
    found: dict[str, StatePassage] = {}
    for entry in state["trace"]:
        for plain in (*entry.get("nearest_misses", ()), *entry.get("left_out", ())):
            miss = NearMiss.model_validate(plain)
            if miss.chunk_id not in held:
                found[miss.chunk_id] = StatePassage(
                    chunk_id=miss.chunk_id,
                    document_title=miss.document_title,
                    page_label=miss.page_label,
                    text=miss.text,
                    score=miss.score,
                )
    return tuple(sorted(found.values(), key=lambda passage: (-passage.score, passage.chunk_id)))


def _findings(critique: Critique) -> tuple[str, ...]:
    texts = (
        *critique.unsupported_claims,
        *critique.logical_gaps,
        *critique.conflicting_evidence,
        *(_said(issue) for issue in critique.issues),
    )
    return tuple(dict.fromkeys(text for text in texts if text))


def _said(issue: Issue) -> str:
    return issue.claim or issue.suggestion


def applied(
    state: MASISState, edit: StateEdit, brought: Sequence[EvidenceChunk], entry: EditEntry
) -> MASISState:
    """Return the state with a checked edit; the question and what the audit found stay as they were.

    A draft of an earlier round that cites a passage somebody left out is not shown again.
    """
    evidence, left_out = evidence_of(state), frozenset(edit.left_out)
    missed = [NearMiss.of(chunk) for chunk in evidence if chunk.chunk_id in left_out]
    told = entry.model_copy(update={"left_out": tuple(missed), "draft": edit.draft})
    changed: MASISState = {**state, "trace": [*state["trace"], told.plain()]}
    if left_out or brought:
        kept = [chunk for chunk in evidence if chunk.chunk_id not in left_out]
        changed["evidence"] = [chunk.model_dump(mode="json") for chunk in by_score([*kept, *brought])]
    if edit.retries_left is not None:
        changed["max_retries"] = state["retry_count"] + edit.retries_left
    best = best_of(state)
    if best is not None and left_out & _cited(best):
        best = None
        nothing = MASISState(best=None, final_answer=None, claims=[], struck=[], parts=[], confidence=0.0)
        changed = {**changed, **nothing}
    if edit.draft is not None:
        changed["draft_answer"] = edit.draft
        # Shown if the run is cut short before the audit, as the writer's own would be.
        changed["final_answer"] = edit.draft if best is None else changed["final_answer"]
    return _searched_and_told(changed, edit)


def _cited(attempt: Attempt) -> frozenset[str]:
    return frozenset(chunk_id for claim in attempt.claims for chunk_id in claim.citations)


def _searched_and_told(state: MASISState, edit: StateEdit) -> MASISState:
    """Change what is searched for and what the writer is told: of the round before, never of this one."""
    critique = _critique(state)
    if edit.gap_questions is not None:
        if critique is None:
            return {**state, "asked_for": [*edit.gap_questions]}
        critique = critique.model_copy(update={"logical_gaps": edit.gap_questions})
        return {**state, "asked_for": [], "critique": critique.model_dump(mode="json")}
    if critique is None or not (edit.dropped_findings or edit.added_findings):
        return state
    dropped = frozenset(edit.dropped_findings)
    added = (
        Issue(kind="gap", severity="high", suggestion=text, decided_by="human")
        for text in edit.added_findings
    )
    told = {
        "unsupported_claims": _without(critique.unsupported_claims, dropped),
        "logical_gaps": _without(critique.logical_gaps, dropped),
        "conflicting_evidence": _without(critique.conflicting_evidence, dropped),
        "issues": (*(issue for issue in critique.issues if _said(issue) not in dropped), *added),
    }
    return {**state, "critique": critique.model_copy(update=told).model_dump(mode="json")}


def _without(texts: Sequence[str], dropped: frozenset[str]) -> tuple[str, ...]:
    return tuple(text for text in texts if text not in dropped)

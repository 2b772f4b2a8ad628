"""Verdicts: the human judgements that stand, beside MASIS's own confidence."""

from masis.domain.review import HumanDecision, Verdict, in_force
from masis.store import reviews, runs
from masis.store.database import Session


def standing_verdicts(session: Session, workspace_id: str) -> tuple[Verdict, ...]:
    """Return every human verdict that was not taken back."""
    standing = in_force(reviews.judgements(session, workspace_id))
    confidence = runs.confidences(session, workspace_id)
    edited = {one.run_id for one in standing if one.action == "edit"}
    return tuple(_verdict(one, confidence[one.run_id], edited) for one in standing if one.action != "edit")


def _verdict(decision: HumanDecision, confidence: float, edited: set[str]) -> Verdict:
    """Read a judgement; an answer that had to be edited first was not right as MASIS wrote it."""
    claim = decision.action == "mark_claim"
    right = bool(decision.after["right"]) if claim else decision.action == "approve"
    return Verdict(
        run_id=decision.run_id,
        at=decision.at,
        person=decision.person,
        kind="claim" if claim else "answer",
        right=right and (claim or decision.run_id not in edited),
        confidence=confidence,
        claim=str(decision.after.get("text", "")),
        code_verdict=str(decision.before.get("verdict", "")) if claim else "",
    )

"""Reviewed: a stored report as it reads after what people decided, and a run that goes on after one."""

from collections.abc import Sequence
from typing import Any

from masis.domain.review.decisions import Guidance, in_force
from masis.domain.run.checks import ledger_of
from masis.domain.run.human import HumanDecision
from masis.domain.run.report import RunReport
from masis.domain.value import Value
from masis.domain.verification.citations import CitationAudit, audit_citations
from masis.domain.verification.claims import Claim
from masis.errors import InvalidInput

_COUNTED = ("llm_calls", "retrieval_calls")
_NOT_FACTS = frozenset({"heading", "hedge"})


class Reaudit(Value):
    """What the code finds in an edited answer."""

    answer: str
    claims: tuple[Claim, ...]
    citation_audit: CitationAudit

    @property
    def problems(self) -> tuple[Claim, ...]:
        """Sentences that their passages do not support."""
        return tuple(claim for claim in self.claims if claim.verdict not in {"supported", *_NOT_FACTS})


def reaudit(report: RunReport, answer: str) -> Reaudit:
    """Audit an edited answer by code against the evidence the run had."""
    known = [chunk.chunk_id for chunk in report.evidence]
    return Reaudit(
        answer=answer,
        claims=ledger_of(report.asked, answer, report.evidence),
        citation_audit=audit_citations(answer, known),
    )


def reviewed(report: RunReport, decisions: Sequence[HumanDecision]) -> RunReport:
    """Return the report with every decision that stands applied; the stored one is never changed."""
    if not decisions:
        return report
    for decision in in_force(decisions):
        report = report.model_copy(update=_effect(report, decision))
    return report.model_copy(update={"human": (*report.human, *decisions)})


def _effect(report: RunReport, decision: HumanDecision) -> dict[str, Any]:
    after = decision.after
    if decision.action == "edit":
        return {
            "answer": after["answer"],
            "claims": tuple(Claim.model_validate(plain) for plain in after["claims"]),
            "citation_audit": CitationAudit.model_validate(after["citation_audit"]),
        }
    if decision.action == "mark_claim":
        return {"claims": tuple(_marked(claim, decision) for claim in report.claims)}
    if decision.action == "approve":
        return {"requires_human_review": False, "status": "success", "clarification_question": None}
    if decision.action == "reject":  # also of an answer that was final until somebody contested it
        return {"requires_human_review": True}
    return {}


def _marked(claim: Claim, decision: HumanDecision) -> Claim:
    if claim.position != decision.after["position"] or claim.text != decision.after["text"]:
        return claim
    right = bool(decision.after["right"])
    said = f"{decision.person} marked it {'right' if right else 'wrong'}"
    reason = f"{said}: {decision.reason}" if decision.reason else f"{said}."
    return claim.model_copy(
        update={
            "verdict": "supported" if right else "contradicted",
            "decided_by": "human",
            "code_verdict": claim.code_verdict or claim.verdict,
            "reason": reason,
        }
    )


def approvable(report: RunReport) -> None:
    """Raise ``InvalidInput`` when a person cannot make this answer final."""
    if not report.answer:
        message = "No answer was written, so there is nothing to approve. Run it again or reject it."
        raise InvalidInput(message)
    if report.citation_audit and report.citation_audit.fabricated:
        made_up = ", ".join(report.citation_audit.fabricated)
        message = f"The answer cites {made_up}, which is in no document. Edit it first."
        raise InvalidInput(message)


def wrong_claims(report: RunReport) -> tuple[str, ...]:
    """Return the sentences a person marked as wrong."""
    return tuple(
        claim.text for claim in report.claims if claim.decided_by == "human" and claim.verdict != "supported"
    )


def rounds_of(report: RunReport) -> int:
    """Return the number of the last round."""
    return max((int(entry.get("iteration", 1)) for entry in report.trace), default=0)


def resolved_question(report: RunReport) -> str:
    """Return the question as the run read it; empty when that was as typed."""
    read = [entry for entry in report.trace if entry.get("resolved_question")]
    return str(read[-1]["resolved_question"]) if read else ""


def numbered_on(
    earlier: RunReport, report: RunReport, guidance: Guidance, decisions: Sequence[HumanDecision] = ()
) -> RunReport:
    """Return the report of a continued run with the trace, rounds and decisions of the one before."""
    entry = {
        "node": "human",
        "iteration": guidance.rounds_before + 1,
        "duration_ms": 0.0,
        "person": guidance.person,
        "decision": guidance.action,
        "guidance": guidance.note,
        "continues": guidance.continues,
    }
    metrics = dict(report.metrics)
    for name in ("confidence_history", "retry_reasons"):
        metrics[name] = [*earlier.metrics.get(name, []), *metrics.get(name, [])]
    for name in _COUNTED:
        metrics[name] = earlier.metrics.get(name, 0) + metrics.get(name, 0)
    return report.model_copy(
        update={
            "trace": (*earlier.trace, entry, *report.trace),
            "metrics": metrics,
            "continues": earlier.run_id,
            "human": (*earlier.human, *decisions),
        }
    )

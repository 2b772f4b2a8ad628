"""Rows: what models are told of findings, sentence by sentence, and what they say back to each."""

from collections.abc import Iterable, Sequence

from masis.analysts.model.conflicts import found_conflicts
from masis.analysts.model.labels import Labels
from masis.analysts.model.replies import AuditReply, IssueReply, RowReply
from masis.domain.run.context import Context
from masis.domain.run.critique import Issue, Opinion, RowOpinion
from masis.domain.run.draft import Feedback
from masis.domain.usage import Usage
from masis.domain.verification.claims import Claim

_NOT_CLAIMS = frozenset({"hedge", "heading"})
_UNPROVEN = "The model reported differing values here, but the passages it named do not show them."
_MEND = "This is another try. Mend what is listed, keep what was sound, and answer the whole question."


def cited_in(ledger: Iterable[Claim]) -> frozenset[str]:
    """Return the passages that the sentences cite."""
    return frozenset(chunk_id for claim in ledger for chunk_id in claim.citations)


def ledger_rows(ledger: Sequence[Claim], left_out: Sequence[Claim], labels: Labels) -> str:
    """Return the ledger as one numbered line a sentence, those that were struck in a part of their own."""
    lines = [_row(number, claim, labels) for number, claim in enumerate((*ledger, *left_out), 1)]
    if left_out:
        lines.insert(len(ledger), "left out of the draft:")
    return "\n".join(lines)


def _row(number: int, claim: Claim, labels: Labels) -> str:
    cited = labels.shown("".join(f"[{chunk_id}]" for chunk_id in claim.citations))
    reason = f" ({claim.reason})" if claim.reason else ""
    return f"{number}. {claim.verdict}{reason}: {claim.text} {cited}".rstrip()


def told_to(feedback: Feedback | None, context: Context, labels: Labels) -> dict[str, str]:
    """Return what a writer is told beside question and passages, by the name of its fence."""
    worked_out = [labels.shown(sentence) for sentence in context.worked_out]
    told = {"precedence": "\n".join(context.precedence), "worked out": "\n".join(worked_out)}
    if feedback is not None:
        told["guidance"] = feedback.guidance
        told["findings"] = _findings(feedback, labels)
        told["previous draft"] = labels.shown(feedback.previous_draft)
    return {name: text for name, text in told.items() if text}


def _findings(feedback: Feedback, labels: Labels) -> str:
    """Return each finding with its reason; those without one by themselves."""
    made_up = {f"[{label}]" for label in feedback.fabricated_citations}
    about = [issue for issue in feedback.issues if issue.kind != "conflict" and issue.claim not in made_up]
    reasoned = {issue.claim for issue in about}
    bare = [claim for claim in feedback.unsupported_claims if claim not in reasoned]
    groups = {
        "Sentences and what is wrong with them": [*dict.fromkeys(map(_finding, about)), *bare],
        "Missing": feedback.logical_gaps,
        "Values that disagree, to be shown with both sides": feedback.conflicting_evidence,
        "Labels cited that were not given": feedback.fabricated_citations,
    }
    told = ["\n- ".join((f"{name}:", *items)) for name, items in groups.items() if items]
    return labels.shown("\n".join([_MEND, *told])) if told else ""


def _finding(issue: Issue) -> str:
    return " — ".join(part for part in (f"“{issue.claim}”" if issue.claim else "", issue.suggestion) if part)


def opinion_of(reply: AuditReply, given: Sequence[Claim], labels: Labels, usage: Usage) -> Opinion:
    """Return a model's reply as an opinion on the sentences it was given, its labels read."""
    conflicts, unproven = found_conflicts(reply.conflicts, labels)
    rows = tuple(row for row in reply.rows if 0 < row.row <= len(given) and _is_claim(given[row.row - 1]))
    doubted = [row for row in rows if row.verdict == "unsupported" and row.reason]
    return Opinion(
        confidence=reply.confidence,
        hallucination_detected=reply.hallucination_detected,
        unsupported_claims=(
            *(given[row.row - 1].text for row in doubted),
            *map(labels.bare, reply.unsupported_claims),
        ),
        logical_gaps=tuple(map(labels.told, reply.logical_gaps)),
        conflicts=conflicts,
        conflicting_evidence=tuple(conflict.summary for conflict in conflicts),
        needs_retry=reply.needs_retry,
        issues=(
            *(_issue(issue, labels) for issue in reply.issues),
            *(_doubt(row, given, labels) for row in doubted),
            *(Issue(kind="conflict", severity="low", claim=it, suggestion=_UNPROVEN) for it in unproven),
        ),
        rows=tuple(_opinion(row, labels) for row in rows if row in doubted or row.verdict == "contested"),
        usage=usage,
    )


def _is_claim(claim: Claim) -> bool:
    return claim.verdict not in _NOT_CLAIMS


def _issue(issue: IssueReply, labels: Labels) -> Issue:
    told = {"claim": labels.bare(issue.claim), "suggestion": labels.told(issue.suggestion)}
    return Issue(kind=issue.kind, severity=issue.severity, **told)


def _doubt(row: RowReply, given: Sequence[Claim], labels: Labels) -> Issue:
    return Issue(kind="unsupported", claim=given[row.row - 1].text, suggestion=labels.told(row.reason))


def _opinion(row: RowReply, labels: Labels) -> RowOpinion:
    chunk = labels.chunk_of(row.label)
    return RowOpinion(
        at=row.row - 1,
        kind="contested" if row.verdict == "contested" else "doubted",
        reason=labels.told(row.reason),
        chunk_id=chunk.chunk_id if chunk else "",
        quote=row.quote,
    )
